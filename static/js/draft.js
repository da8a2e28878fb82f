// The one draft of the page: every change of the row goes through here, is shown and is kept.

import { forget, recall, remember } from "./memory.js";
import { draftInPage, field, guessNumber, holes, paint, palette, readiness, say } from "./page.js";
import { EMPTY, began, blank, carried, isBlank, recorded, redone, undone, withSymbols } from "./row.js";

let history = began(blank(0));
let number = 0; // the guess that the draft is for; 0 before the first board

export const current = () => history.now;
export const canUndo = () => history.past.length > 0;
export const canRedo = () => history.future.length > 0;

const asTyped = () => current().symbols.join("").replace(/\.+$/, "");

function show() {
  const draft = current();
  paint(draft);
  if (isBlank(draft)) forget();
  else remember(number, draft);
  document.dispatchEvent(new Event("draft"));
}

/** Go to another point of the history; what is typed follows, unless it is the source. */
function turn(other, { keepText = false } = {}) {
  history = other;
  show();
  if (!keepText) field().value = asTyped();
  field().removeAttribute("aria-invalid");
  say(readiness(current()));
}

export const write = (draft, options) => turn(recorded(history, draft), options);
export const undo = () => turn(undone(history));
export const redo = () => turn(redone(history));

/** Return the draft of a new board: as the server has it, or as it was left, or what was held. */
function takenUp(left) {
  if (left?.symbols.length !== holes().length) return draftInPage();
  if (field()?.value) return withSymbols(left, draftInPage().symbols);
  return left.number === number ? { symbols: left.symbols, held: left.held } : carried(left);
}

/** Take up the row of the board in the page; return whether it is another one than before. */
export function begin() {
  const left = number ? { number, ...current() } : recall(holes().length, [EMPTY, ...palette()]);
  number = guessNumber();
  const draft = takenUp(left);
  history = left?.number === number ? recorded(history, draft) : began(draft);
  if (number) meet();
  else forget();
  return left?.number !== number;
}

/** Show the draft on a new board without hiding what the server said about it. */
function meet() {
  show();
  if (!field().value) field().value = asTyped();
  if (!field().hasAttribute("aria-invalid")) say(readiness(current()));
}
