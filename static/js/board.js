// The board of a game. It keeps the row in progress across reloads, and fills in codes from hints.

import "./entry.js";
import "./crossed.js";
import { current, resume, write } from "./draft.js";
import { restart } from "./hand.js";
import { forget, forgetNotes, isOn, recall, remember, switchOn } from "./memory.js";
import { field, holes, palette, rowNumber } from "./page.js";
import { EMPTY, carried, isBlank, isFull, nextEmpty, put, withSymbols } from "./row.js";
import "./settings.js";

document.addEventListener("click", (event) => {
  const fill = event.target.closest("[data-fill]");
  if (!fill || !holes().length) return;
  event.preventDefault();
  write(withSymbols(current(), [...fill.dataset.fill]));
  restart();
  document.getElementById("submit").focus();
});

function keep() {
  if (!holes().length || isBlank(current())) forget();
  else remember(rowNumber(), current());
}

const left = recall(holes().length, [EMPTY, ...palette()]);
if (left && !field().defaultValue) {
  const { number, ...draft } = left;
  const kept = number === rowNumber() ? draft : carried(draft);
  // Taps that came before the scripts fill the empty holes.
  const early = current().symbols.filter((symbol) => symbol !== EMPTY);
  const add = (row, symbol) => (isFull(row) ? row : put(row, nextEmpty(row, 0), symbol));
  resume(early.reduce(add, kept));
  restart();
}
document.addEventListener("draft", keep);
keep();

/** Run the modules of the switches that are on. */
function adapt() {
  if (isOn("sounds")) import("./sound.js");
  if (isOn("each-color") || isOn("one-switch")) import("./switches.js");
}
document.addEventListener("htmx:afterSettle", adapt);
document.addEventListener("change", ({ target }) => target.matches(".audible input") && adapt());
adapt();

/** Show the player's notes if they are switched on. */
async function note() {
  document.documentElement.classList.toggle("noting", isOn("notes"));
  document.querySelector("[data-notes]")?.setAttribute("aria-pressed", isOn("notes"));
  if (isOn("notes")) (await import("./notes.js")).open();
}
document.addEventListener("click", async ({ target }) => {
  if (!target.closest("[data-notes]")) return;
  switchOn("notes", !isOn("notes"));
  target.closest("[popover]").hidePopover();
  await note();
  if (!isOn("notes")) return;
  document.querySelector(".notes [tabindex='0']").focus({ preventScroll: true });
  document.querySelector(".notes").scrollIntoView({ block: "nearest" });
});
document.addEventListener("htmx:afterSettle", note);
note();

// A template cannot say autofocus: htmx would focus it after each guess, which lays out the page.
document.addEventListener("toggle", ({ target }) => {
  if (target.matches("#help:popover-open")) target.querySelector(".main")?.focus();
}, true);

/** Scroll to the rows that a hint or a tip is about. */
const light = () => document.querySelector(".lit, .spoken-of")?.scrollIntoView({ block: "nearest" });
document.addEventListener("htmx:afterSettle", () => queueMicrotask(light)); // after the focus
light();

/** Load the module for the end of a game. */
function finish() {
  if (!document.querySelector(".result")) return;
  forgetNotes();
  import("./share.js");
  import("./countdown.js");
}
document.addEventListener("htmx:afterSettle", finish);
finish();
