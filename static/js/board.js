// Filling the row without a round trip. The server keeps the game; the script only writes the row
// into the text field that is sent. Here its parts are joined.

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
  const known = [EMPTY, ...palette()];
  if (symbols.length > holes().length || symbols.some((symbol) => !known.includes(symbol))) return;
  const row = holes().map((_, place) => symbols[place] ?? EMPTY);
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
let focused = document.body;
let said = "";
document.addEventListener("htmx:beforeSwap", () => {
  pointer.letGo();
  focused = document.activeElement;
  said = document.getElementById("status").textContent;
});
// Not afterSwap: until it settles htmx gives what comes again its old classes.
document.addEventListener("htmx:afterSettle", ({ target }) => {
  const isBoard = target.querySelector(".board"); // any other part leaves the row as it is
  if (isBoard) begin();
  if (isBoard) restart();
  if (isBoard) window.scrollTo(0, 0); // what is new and the row to fill are on the first screen
  if (!focused.isConnected) passFocusOn();
  if (isBoard && said && document.getElementById("status").textContent === said) announce(said);
});

/** Focus what takes over from a control that is gone; htmx does it for one that came again. */
function passFocusOn() {
  const { id, dataset } = focused;
  const isHole = id.startsWith("hole-");
  const heir = (isHole && holes()[here()]) || document.getElementById(dataset.heir);
  if (isHole || !document.getElementById(id)) (heir ?? document.getElementById("headline")).focus();
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
