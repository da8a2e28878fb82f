// The tools for the whole row. They are never disabled; a tool explains why it cannot be used.

import * as draft from "./draft.js";
import { here, pick, restart } from "./hand.js";
import { earlierRows, holeText, holes, pegsOf, tell } from "./page.js";
import { EMPTY, cleared, fill, hold, isBlank, isFull, withSymbols } from "./row.js";
import { readRow } from "./speech.js";
import { words } from "./words.js";

const isHereEmpty = () => draft.current().symbols[here()] === EMPTY;

/** Each tool: its action, and the reason why it cannot be used now, if any. */
const tools = {
  undo: [draft.undo, () => !draft.canUndo() && words("noUndo")],
  redo: [draft.redo, () => !draft.canRedo() && words("noRedo")],
  clear: [
    () => draft.write(cleared(draft.current())),
    () => isBlank(draft.current()) && words("noClear"),
  ],
  copy: [
    () => draft.write(withSymbols(draft.current(), pegsOf(earlierRows().at(-1)))),
    () => !earlierRows().length && words("noCopy"),
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

/** Hold or release the ringed peg for the next row; without a next row, click the hole. */
export function toggleHold() {
  const place = here();
  if (!button("hold")) return pick(place);
  if (isHereEmpty()) return tell(words("noHold"));
  draft.write(hold(draft.current(), place));
  tell(`${holeText(draft.current(), place)}.`);
}

/** Put a color into all empty holes. */
export function fillAll(symbol) {
  if (isFull(draft.current())) return tell(words("noHole"));
  draft.write(fill(draft.current(), symbol));
  restart();
  readRow();
}

/** Show which tools can be used. */
export function refresh() {
  if (!holes().length) return;
  for (const [name, [, refusal]] of Object.entries(tools)) {
    button(name)?.classList.toggle("idle", Boolean(refusal()));
  }
  button("hold")?.classList.toggle("idle", isHereEmpty());
  button("hold")?.setAttribute("aria-pressed", draft.current().held[here()]);
}

const button = (name) => document.querySelector(`[data-tool=${name}]`);
