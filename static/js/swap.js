// What htmx puts into the page: the keyboard keeps a place, and what fails is said.

import { announce, tell } from "./page.js";

/** Call `renew` when `part` comes anew, then see to it that something has the focus, and is said. */
export function onSwap(part, renew) {
  let focused = document.body;
  let said = "";
  document.addEventListener("htmx:beforeSwap", () => {
    focused = document.activeElement;
    said = document.getElementById("status").textContent;
  });
  // Not afterSwap: until it settles htmx gives what comes again its old classes.
  document.addEventListener("htmx:afterSettle", ({ target }) => {
    const isNew = target.querySelector(part); // any other part leaves what was said as it is
    if (isNew) renew();
    if (!focused.isConnected) passOn(focused);
    if (isNew && said && document.getElementById("status").textContent === said) announce(said);
  });
}

/** Focus what takes over from a control that is gone; htmx does it for one that came again. */
function passOn({ id, dataset }) {
  if (document.getElementById(id)) return;
  (document.getElementById(dataset.heir) ?? document.getElementById("headline")).focus();
}

/** Return why nothing came, as the server says. */
export function troubleIn({ xhr }) {
  const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
  const said = page.querySelector("main p:not([role])");
  return said?.textContent ?? document.querySelector("main").dataset.trouble;
}

for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, ({ detail }) => tell(troubleIn(detail)));
}
