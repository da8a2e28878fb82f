// Support players with two switches, Tab and Space, or with one. Each color is a stop of Tab; or the
// focus moves over colors and buttons in turn, a screen reader names them, and Space presses.

import { current } from "./draft.js";
import { isOn } from "./memory.js";
import { swatches } from "./page.js";
import { isFull } from "./row.js";

const BEAT = 1200; // milliseconds on each stop
const STOPS = ".swatch input, [data-tool=undo], #submit, #again";
const ELSEWHERE = "input:not([type=radio]), textarea, select, summary";

let next = 0;

/** Give radio buttons different names: with the same name they are only one stop of Tab. */
function separate() {
  for (const input of swatches()) input.name = isOn("each-color") ? `color-${input.value}` : "color";
}

function goOn() {
  const isBusy = document.activeElement.matches(ELSEWHERE) || document.querySelector("dialog[open]");
  if (!isOn("one-switch") || isBusy) return;
  const stops = [...document.querySelectorAll(STOPS)].filter((stop) => stop.checkVisibility());
  stops[next % stops.length].focus();
  next = (next + 1) % stops.length;
}

/** Start the next round after a color: at the colors, or at Guess if the row is full. */
function startAgain() {
  next = isFull(current()) ? swatches().length + 1 : 0;
}

document.addEventListener("draft", startAgain);
document.addEventListener("htmx:afterSettle", separate);
document.addEventListener("change", separate);
setInterval(goOn, BEAT);
separate();
