// Entering a code without a round trip. The server takes the text; the script only writes the row
// into the field that is sent. Here its parts are joined.

import { begin, current, write } from "./draft.js";
import { here, restart } from "./hand.js";
import * as keys from "./keys.js";
import { field, holes, palette, tell } from "./page.js";
import * as pointer from "./pointer.js";
import { EMPTY, withSymbols } from "./row.js";
import { onSwap } from "./swap.js";
import { refresh, toggleHold, use } from "./tools.js";
import { symbolsOf } from "./typed.js";
import { words } from "./words.js";

/** Read the row out of what is typed, as far as it is one. */
function readField() {
  const symbols = symbolsOf(field().value);
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

document.addEventListener("click", ({ target }) => {
  const tool = target.closest("[data-tool]");
  if (tool) useTool(tool);
});
document.addEventListener("input", ({ target }) => {
  if (target.id === "code") readField();
});
document.addEventListener("draft", refresh);

const SEEN_AFTER = 150; // milliseconds that an answer may take before anything shows it
const SAID_AFTER = 3000;
let late = [];

/** A guess on its way shows after a moment, and is said after a while. What the page fetches by
 * itself does not. */
function onItsWay({ target }) {
  if (!target.closest("form, button")) return;
  arrived(); // of two at once the first one's clock would go on for ever
  const show = () => document.documentElement.classList.add("sending");
  late = [setTimeout(show, SEEN_AFTER), setTimeout(() => tell(words("sending")), SAID_AFTER)];
}

function arrived() {
  late.forEach(clearTimeout);
  document.documentElement.classList.remove("sending");
}
document.addEventListener("htmx:beforeRequest", onItsWay);
document.addEventListener("htmx:afterRequest", arrived);

/** Start at the first empty hole. In a game or a puzzle what is new is on the first screen. */
function renew() {
  pointer.letGo();
  begin();
  restart();
  if (document.querySelector("#game, #puzzle")) scrollTo(0, 0);
  if (holes().includes(document.activeElement)) holes()[here()].focus();
}

onSwap(".board", renew);
keys.listen();
pointer.listen();
begin();
restart();
document.documentElement.classList.add("scripted"); // now the tools do something
