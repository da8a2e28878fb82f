// What htmx could not bring is said where it can be seen, until something comes again. That it is
// said aloud, too, is up to swap.js.

import "./swap.js";

const WORDS = "The server did not answer. Nothing is lost: try again in a moment.";

function show(words) {
  const note = document.getElementById("trouble") ?? document.querySelector("main").appendChild(document.createElement("p"));
  Object.assign(note, { id: "trouble", className: "trouble", textContent: words, hidden: !words });
}

for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, () => show(WORDS));
}
document.addEventListener("htmx:afterSwap", () => {
  if (document.getElementById("trouble")) show("");
});
