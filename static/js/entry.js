// Connect the modules for entering a code, which write the row into the field that the form sends.

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

/** Fill the row with the typed text, as far as it is a code. */
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

const SEEN_AFTER = 150; // milliseconds after which a slow answer is shown
const SAID_AFTER = 3000;
let late = [];

/** Show a slow guess after a moment and announce it later; ignore polls. */
function onItsWay({ target }) {
  if (!target.closest("form, button")) return;
  arrived(); // otherwise the timer of an earlier request would never stop
  const show = () => document.documentElement.classList.add("sending");
  late = [setTimeout(show, SEEN_AFTER), setTimeout(() => tell(words("sending")), SAID_AFTER)];
}

function arrived() {
  late.forEach(clearTimeout);
  document.documentElement.classList.remove("sending");
}
document.addEventListener("htmx:beforeRequest", onItsWay);
document.addEventListener("htmx:afterRequest", arrived);

/** Start at the first empty hole; scroll a game or puzzle to its top. */
function renew() {
  pointer.letGo();
  begin();
  restart();
  queueMicrotask(settle);
}

/** Scroll and move the focus after all scripts, so that the page is laid out once. */
function settle() {
  if (document.querySelector("#game, #puzzle")) scrollTo(0, 0);
  if (holes().includes(document.activeElement)) holes()[here()].focus();
}

onSwap(".board", renew);
keys.listen();
pointer.listen();
begin();
restart();
document.documentElement.classList.add("scripted");
