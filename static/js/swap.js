// After htmx has changed the page, keep the focus; announce failed requests.

import { announce, tell } from "./page.js";

/** Call `renew` when `part` was replaced; then restore the focus and the announcement. */
export function onSwap(part, renew) {
  let focused = document.body;
  let said = "";
  document.addEventListener("htmx:beforeSwap", ({ detail, target }) => {
    focused = document.activeElement;
    // Otherwise htmx would focus it again, which lays out the page before the scripts have run.
    const isText = focused.matches("input, textarea"); // htmx keeps its selection, too
    if (detail.shouldSwap && !isText && target.contains(focused)) focused.blur();
    said = document.getElementById("status").textContent;
  });
  document.addEventListener("htmx:afterSettle", ({ target }) => {
    const isNew = target.querySelector(part); // other parts do not repeat the announcement
    if (!focused.isConnected) queueMicrotask(() => passOn(focused)); // after all other scripts
    if (isNew) renew();
    if (isNew && said && document.getElementById("status").textContent === said) announce(said);
  });
}

/** Empty a replaced part before htmx sends events to each of its elements, which takes long. */
document.addEventListener("htmx:beforeCleanupElement", ({ target }) => {
  const isPlain = target.matches?.("[hx-swap=outerHTML]") && !target.querySelector("[hx-trigger]");
  if (isPlain) target.replaceChildren(); // it has no timers that htmx must stop
});

/** Focus the control that still exists, or the heir of one that is gone. */
function passOn({ id, dataset }) {
  const again = document.getElementById(id);
  if (again) return again.focus({ preventScroll: true });
  (document.getElementById(dataset.heir) ?? document.getElementById("headline")).focus();
}

/** Return the server's reason for a failed request. */
export function troubleIn({ xhr }) {
  const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
  const said = page.querySelector("main p:not([role])");
  return said?.textContent ?? document.querySelector("main").dataset.trouble;
}

for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, ({ detail }) => tell(troubleIn(detail)));
}
