// After htmx has changed the page, keep the focus; announce failed requests.

import { announce, tell } from "./page.js";

/** Call `renew` when `part` was replaced; then restore the focus and the announcement. */
export function onSwap(part, renew) {
  let focused = document.body;
  let said = "";
  document.addEventListener("htmx:beforeSwap", () => {
    focused = document.activeElement;
    said = document.getElementById("status").textContent;
  });
  // Not afterSwap: until a swap has settled, elements have their old classes.
  document.addEventListener("htmx:afterSettle", ({ target }) => {
    const isNew = target.querySelector(part); // other parts do not repeat the announcement
    if (isNew) renew();
    if (!focused.isConnected) passOn(focused);
    if (isNew && said && document.getElementById("status").textContent === said) announce(said);
  });
}

/** Focus the heir of a control that is gone; htmx focuses one that still exists. */
function passOn({ id, dataset }) {
  if (document.getElementById(id)) return;
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
