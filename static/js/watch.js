// Stepping through a watched game by keyboard. Every control is a link: a key only follows it.

import "./share.js";

const LINKS = {
  ArrowLeft: "step-back",
  ArrowRight: "step-next",
  Home: "step-first",
  End: "step-last",
  " ": "step-play",
};

function showKeys() {
  document.querySelector("[data-keys]").hidden = false;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (!(event.key in LINKS) || event.target.matches("input, select, textarea, summary, button")) return;
  event.preventDefault();
  document.getElementById(LINKS[event.key])?.click();
});

// A new step: never leave the keyboard without a place.
let focused = null;
document.addEventListener("htmx:beforeSwap", () => {
  focused = document.activeElement;
});
document.addEventListener("htmx:afterSwap", () => {
  showKeys();
  if (focused?.id && !document.getElementById(focused.id)) document.getElementById("headline").focus();
  focused = null;
});

for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, () => {
    document.getElementById("status").textContent = "The server did not answer. Try the step again in a moment.";
  });
}

showKeys();
