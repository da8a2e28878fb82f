// Answering without a reload: never leave the keyboard without a place.

import "./code_entry.js";

let focused = null;
document.addEventListener("htmx:beforeSwap", () => {
  focused = document.activeElement;
});
document.addEventListener("htmx:afterSwap", () => {
  const isGone = focused?.id && !document.getElementById(focused.id);
  if (isGone || document.activeElement === document.body) document.getElementById("headline").focus();
  focused = null;
});

for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, () => {
    document.getElementById("status").textContent = "The server did not answer. Your rows are still here: try again in a moment.";
  });
}
