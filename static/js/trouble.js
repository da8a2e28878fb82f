// Show why a request of htmx failed, until the next one succeeds. swap.js announces it.

import { troubleIn } from "./swap.js";

const main = document.querySelector("main");

function show(words) {
  const note = document.getElementById("trouble") ?? main.appendChild(document.createElement("p"));
  Object.assign(note, { id: "trouble", className: "trouble", textContent: words, hidden: !words });
}

for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, ({ detail }) => show(troubleIn(detail)));
}
document.addEventListener("htmx:afterSwap", () => {
  if (document.getElementById("trouble")) show("");
});
