// The row in progress and its history, as values without a page.
// A draft is `symbols`, one for each hole, and `held`: whether the peg stays for the next row.

export const EMPTY = ".";

export const blank = (count) => ({ symbols: Array(count).fill(EMPTY), held: Array(count).fill(false) });
export const isBlank = (draft) => draft.symbols.every((symbol) => symbol === EMPTY);
export const isFull = (draft) => !draft.symbols.includes(EMPTY);
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Return the draft with other pegs. A held hole stays held until it is empty. */
export const withSymbols = (draft, symbols) => ({
  symbols,
  held: draft.held.map((isHeld, place) => isHeld && symbols[place] !== EMPTY),
});

export const put = (draft, place, symbol) => withSymbols(draft, draft.symbols.with(place, symbol));
export const remove = (draft, place) => put(draft, place, EMPTY);

export const fill = (draft, symbol) =>
  withSymbols(draft, draft.symbols.map((present) => (present === EMPTY ? symbol : present)));

/** Swap the pegs of two holes, with their holds; one of the holes can be empty. */
export function swap(draft, from, to) {
  const exchange = (list) => list.with(from, list[to]).with(to, list[from]);
  return { symbols: exchange(draft.symbols), held: exchange(draft.held) };
}

export const hold = (draft, place) => ({ ...draft, held: draft.held.with(place, !draft.held[place]) });

/** Return the start of the next row: the held pegs. */
export const carried = (draft) =>
  withSymbols(draft, draft.symbols.map((symbol, place) => (draft.held[place] ? symbol : EMPTY)));

/** Remove all pegs that are not held; if there are none, remove all. */
export function cleared(draft) {
  const kept = carried(draft);
  return same(kept, draft) ? blank(draft.symbols.length) : kept;
}

/** Return the draft with the next or previous color of `palette` in a hole. */
export function stepped(draft, place, step, palette) {
  const here = palette.indexOf(draft.symbols[place]);
  const next = here < 0 && step < 0 ? -1 : (here + step) % palette.length;
  return put(draft, place, palette.at(next));
}

/** Return the next empty hole from `place` on, going round; -1 if the row is full. */
export function nextEmpty({ symbols }, place) {
  const next = symbols.indexOf(EMPTY, place);
  return next < 0 ? symbols.indexOf(EMPTY) : next;
}

/** Return the last filled hole up to `place`, or -1. */
export const lastFilled = ({ symbols }, place) =>
  symbols.findLastIndex((symbol, index) => symbol !== EMPTY && index <= place);

// A history is the drafts before (`past`), the draft `now`, and the drafts undone (`future`).

export const began = (draft) => ({ past: [], now: draft, future: [] });

export const recorded = (history, draft) =>
  same(history.now, draft) ? history : { past: [...history.past, history.now], now: draft, future: [] };

export const undone = ({ past, now, future }) => ({
  past: past.slice(0, -1),
  now: past.at(-1),
  future: [now, ...future],
});

export const redone = ({ past, now, future }) => ({
  past: [...past, now],
  now: future[0],
  future: future.slice(1),
});
