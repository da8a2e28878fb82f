// The tools for the whole row. None is ever disabled: what cannot be done is explained.

import * as draft from "./draft.js";
import { here, pick, restart } from "./hand.js";
import { earlierRows, holeText, holes, pegsOf, tell } from "./page.js";
import { EMPTY, cleared, fill, hold, isBlank, isFull, withSymbols } from "./row.js";
import { readRow } from "./speech.js";

const isHereEmpty = () => draft.current().symbols[here()] === EMPTY;

/** Each tool: what it does, and why it cannot be used now, if so. */
const tools = {
  undo: [draft.undo, () => !draft.canUndo() && "There is nothing to undo in this row."],
  redo: [draft.redo, () => !draft.canRedo() && "There is nothing to redo."],
  clear: [
    () => draft.write(cleared(draft.current())),
    () => isBlank(draft.current()) && "The row is empty already.",
  ],
  copy: [
    () => draft.write(withSymbols(draft.current(), pegsOf(earlierRows().at(-1)))),
    () => !earlierRows().length && "There is no row above yet.",
  ],
};

export function use(name) {
  if (!holes().length) return;
  const [act, refusal] = tools[name];
  const why = refusal();
  if (why) return tell(why);
  act();
  restart();
  readRow();
}

/** Keep the ringed peg for the next row, or no longer; where none follows, it is a click. */
export function toggleHold() {
  const place = here();
  if (!button("hold")) return pick(place);
  if (isHereEmpty()) return tell("This hole is empty: only a peg can be held.");
  draft.write(hold(draft.current(), place));
  tell(`${holeText(draft.current(), place)}.`);
}

/** Put a color into all empty holes. */
export function fillAll(symbol) {
  if (isFull(draft.current())) return tell("No hole is empty.");
  draft.write(fill(draft.current(), symbol));
  restart();
  readRow();
}

/** Show which tools have something to do. */
export function refresh() {
  if (!holes().length) return;
  for (const [name, [, refusal]] of Object.entries(tools)) {
    button(name)?.classList.toggle("idle", Boolean(refusal()));
  }
  button("hold")?.classList.toggle("idle", isHereEmpty());
  button("hold")?.setAttribute("aria-pressed", draft.current().held[here()]);
}

const button = (name) => document.querySelector(`[data-tool=${name}]`);
