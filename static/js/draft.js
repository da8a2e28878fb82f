// The page's only draft; this module makes and shows every change of the row.

import { draftInPage, field, holes, paint, readiness, rowNumber, say } from "./page.js";
import { began, blank, carried, recorded, redone, same, undone, withSymbols } from "./row.js";

let history = began(blank(0));
let number = null; // number of the draft's row
let sent = null; // the draft that a request is sending

/** A poll sends no row, so its answer never replaces one. */
document.addEventListener("htmx:beforeRequest", ({ target }) => {
  if (target.closest("form, button")) sent = current();
});
document.addEventListener("htmx:afterRequest", () => (sent = null));

export const current = () => history.now;
export const canUndo = () => history.past.length > 0;
export const canRedo = () => history.future.length > 0;

const asTyped = () => current().symbols.join("").replace(/\.+$/, "");

function show() {
  paint(current());
  document.dispatchEvent(new Event("draft"));
}

/** Go to another point of the history; update the text field unless it caused the change. */
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
export const resume = (draft) => turn(began(draft));

/**
 * Return the draft of the row in the page: what was set while the answer was on its way, or held,
 * unless the server has more of it.
 */
function takenUp(isAnother) {
  const isStart = current().symbols.length !== holes().length;
  if (isStart || !holes().length) return draftInPage();
  if (!isAnother && !same(current(), sent)) {
    field().value = asTyped();
    return current();
  }
  if (isAnother && !field().value) return carried(current());
  return withSymbols(current(), draftInPage().symbols);
}

/** Use the row in the page; return whether it is a new one. */
export function begin() {
  const isAnother = number !== rowNumber();
  const draft = takenUp(isAnother);
  const isStart = number === null; // so the first content of the row can be undone
  if (isAnother) history = began(isStart ? blank(holes().length) : draft);
  history = recorded(history, draft);
  number = rowNumber();
  if (holes().length) meet();
  return isAnother;
}

/** Show the draft in a new row without hiding the server's message about it. */
function meet() {
  show();
  if (!field().value) field().value = asTyped();
  if (!field().hasAttribute("aria-invalid")) say(readiness(current()));
}
