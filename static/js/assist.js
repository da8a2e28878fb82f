// Answer guesses by stepping through the numbers of key pegs. A touch of the guess's pegs opens the
// entry of another guess.

import "./entry.js";
import "./trouble.js";

const count = (color) => document.getElementById(color);
const otherOf = ({ id }) => count(id === "black" ? "white" : "black");

/** Return whether an answer with these numbers exists: if all pegs but one are black, none is white. */
const isAnswer = (black, white, pegs) => black + white <= pegs && (black !== pegs - 1 || white !== 1);

/** Change a number within its bounds; lower the other one if necessary. */
function step(field, by) {
  const pegs = Number(field.max);
  const other = otherOf(field);
  field.value = Math.min(pegs, Math.max(0, Number(field.value) + by));
  while (other.value > 0 && !isAnswer(...["black", "white"].map((color) => Number(count(color).value)), pegs)) {
    other.value -= 1;
  }
}

document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-row]")) document.getElementById("other-guess").open = true;
  const button = target.closest("[data-step]");
  if (button) step(button.parentElement.querySelector("input"), Number(button.dataset.step));
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches(".stepper input")) return;
  event.preventDefault();
  document.getElementById("answer").click();
});
