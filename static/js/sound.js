// Sounds of a board, off at first. The browser makes them, so no file is loaded.

import { current } from "./draft.js";
import { isOn } from "./memory.js";
import { EMPTY } from "./row.js";
import { SIGH, note, tune } from "./tones.js";

const BEAT = 0.1; // seconds between two key pegs, as in board.css
const KEYS = { black: 660, white: 440 }; // hertz
const RISE = [659, 988];

let pegs = 0;

/** Sound a peg that drops into its hole. */
function onDraft() {
  const before = pegs;
  pegs = current().symbols.filter((symbol) => symbol !== EMPTY).length;
  if (isOn("sounds") && pegs > before) note(220, 0, 0.08, 0.12);
}

/** Sound the key pegs, and two notes at the end: up for a win, down for a loss. */
function onAnswer() {
  const row = document.querySelector(".row.fresh");
  if (!isOn("sounds") || !row) return;
  const keys = [...row.querySelectorAll(".key")];
  for (const [place, { classList }] of keys.entries()) {
    const kind = Object.keys(KEYS).find((name) => classList.contains(name));
    if (kind) note(KEYS[kind], place * BEAT, 0.12);
  }
  if (!document.querySelector(".result")) return;
  tune(row.matches(".won") ? RISE : SIGH, keys.length * BEAT);
}

document.addEventListener("draft", onDraft);
document.addEventListener("htmx:afterSettle", onAnswer);
