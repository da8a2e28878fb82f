// Answering guesses: whoever touches the pegs of the guess wants another one.

import "./entry.js";

document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-row]")) document.getElementById("other-guess").open = true;
});
