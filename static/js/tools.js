// The tools for the whole row. None is ever disabled: what cannot be done is explained.

import * as draft from "./draft.js";
import { here, restart } from "./hand.js";
import { describe, earlierRows, pegsOf, tell } from "./page.js";
import { EMPTY, cleared, fill, hold, isBlank, isFull, withSymbols } from "./row.js";
import { readRow } from "./speech.js";

const isHereEmpty = () => draft.current().symbols[here()] === EMPTY;

/** Each tool: why it cannot be used now, if so, and what it does. */
const tools = {
  undo: {
    refusal: () => !draft.canUndo() && "There is nothing to undo in this row.",
    use: draft.undo,
  },
  redo: {
    refusal: () => !draft.canRedo() && "There is nothing to redo.",
    use: draft.redo,
  },
  clear: {
    refusal: () => isBlank(draft.current()) && "The row is empty already.",
    use: () => draft.write(cleared(draft.current())),
  },
  copy: {
    refusal: () => !earlierRows().length && "There is no row above yet.",
    use: () => draft.write(withSymbols(draft.current(), pegsOf(earlierRows().at(-1)))),
  },
};

export function use(name) {
  const { refusal, use } = tools[name];
  const why = refusal();
  if (why) return tell(why);
  use();
  restart();
  readRow();
}

/** Keep the ringed peg for the next row, or no longer. */
export function toggleHold() {
  const place = here();
  if (isHereEmpty()) return tell("This hole is empty: only a peg can be held.");
  draft.write(hold(draft.current(), place));
  tell(`Hole ${place + 1}: ${describe(draft.current(), place)}.`);
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
  for (const [name, { refusal }] of Object.entries(tools)) {
    button(name)?.classList.toggle("idle", Boolean(refusal()));
  }
  button("hold")?.classList.toggle("idle", isHereEmpty());
  button("hold")?.setAttribute("aria-pressed", Boolean(draft.current().held[here()]));
}

const button = (name) => document.querySelector(`[data-tool=${name}]`);
