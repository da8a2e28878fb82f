// Playing without a round trip for every peg. The server keeps the game; this script fills the
// row in progress and writes it into the text field that is sent. Here its parts are joined.

import { begin, current, write } from "./draft.js";
import { here, restart } from "./hand.js";
import * as keys from "./keys.js";
import { announce, field, holes, palette, tell } from "./page.js";
import * as pointer from "./pointer.js";
import { EMPTY, withSymbols } from "./row.js";
import { refresh, toggleHold, use } from "./tools.js";

/** Read the row out of what is typed, as far as it is one. */
function readField() {
  const symbols = [...field().value.replaceAll(/\s/g, "").toUpperCase()];
  const known = new Set([EMPTY, ...palette()]);
  const count = holes().length;
  if (symbols.length > count || symbols.some((symbol) => !known.has(symbol))) return;
  const row = [...symbols, ...Array(count - symbols.length).fill(EMPTY)];
  write(withSymbols(current(), row), { keepText: true });
  restart();
}

function useTool({ dataset: { tool } }) {
  if (tool === "keys") keys.showKeys();
  else if (tool === "hold") toggleHold();
  else use(tool);
}

document.addEventListener("click", (event) => {
  const fill = event.target.closest("[data-fill]");
  const tool = event.target.closest("[data-tool]");
  if (tool) useTool(tool);
  if (!fill || !holes().length) return;
  event.preventDefault();
  write(withSymbols(current(), [...fill.dataset.fill]));
  restart();
  document.getElementById("submit").focus();
});

document.addEventListener("input", (event) => {
  if (event.target.id === "code") readField();
});
document.addEventListener("draft", refresh);

// A new board: start at its first empty hole, and never leave the keyboard without a place.
let focused = null;
let said = "";
document.addEventListener("htmx:beforeSwap", () => {
  pointer.letGo();
  focused = document.activeElement;
  said = document.getElementById("status").textContent;
});
document.addEventListener("htmx:afterSwap", () => {
  const isNextRow = begin();
  restart();
  if (isNextRow) document.querySelector(".row.now")?.scrollIntoView({ block: "nearest" });
  if (focused?.id.startsWith("hole-") && holes().length) holes()[here()].focus();
  else if (focused?.id && !document.getElementById(focused.id)) heirOf(focused).focus();
  focused = null;
  if (said && document.getElementById("status").textContent === said) announce(said);
});

/** Return what takes the focus over from a control that is gone. */
function heirOf(control) {
  return document.getElementById(control.dataset.heir) ?? document.getElementById("headline");
}

// The server did not take it: the row is still there, so say that it can be sent again.
for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, () =>
    tell("The server did not answer. Your row is still here: try again in a moment."),
  );
}

keys.listen();
pointer.listen();
begin();
restart();
document.documentElement.classList.add("scripted"); // now the tools do something
