// What the player is about to do: which hole is next, and which color is in hand.

import { current, write } from "./draft.js";
import { announceHole, holes, say, swatches } from "./page.js";
import { isFull, lastFilled, nextEmpty, put as withPeg, remove, swap } from "./row.js";
import { words } from "./words.js";

const hand = { hole: 0, chosen: false, landed: null, color: null };

export const here = () => hand.hole;

/** Ring the hole that takes the next color. */
export function point(place) {
  hand.hole = place;
  holes().forEach((hole, index) => hole.classList.toggle("here", index === place));
  document.dispatchEvent(new Event("draft"));
}

/** Forget what was half done; the ring stays. */
export function rest() {
  for (const input of swatches()) input.checked = false;
  Object.assign(hand, { chosen: false, landed: null, color: null });
}

export function restart() {
  rest();
  point(Math.max(nextEmpty(current(), 0), 0));
}

export function put(symbol, place) {
  write(withPeg(current(), place, symbol));
  announceHole(current(), place);
  const next = nextEmpty(current(), place);
  point(next < 0 ? Math.min(place + 1, holes().length - 1) : next);
}

/** Whether a color would find a hole to drop into. */
export const hasRoom = () => hand.chosen || !isFull(current());

/** A color was clicked: it drops into the ringed hole, from where a click can still move it. */
export function choose(symbol) {
  if (!hasRoom()) {
    hand.color = symbol;
    say(words("full"));
    return;
  }
  const { hole, chosen } = hand;
  put(symbol, hole);
  rest();
  hand.landed = chosen ? null : hole;
}

/** A color was reached without a click: it waits for its hole. */
export function take(symbol) {
  hand.color = symbol;
}

/** A hole was clicked: it takes the color in hand, or the one that just dropped, or is next. */
export function pick(place) {
  const { color, landed } = hand;
  rest();
  if (color) {
    put(color, place);
  } else if (landed !== null && landed !== place && holes()[place].matches(".hole")) {
    move(landed, place);
  } else if (landed !== place) {
    hand.chosen = true;
    point(place);
  }
}

/** Move a peg to another hole; what is there goes the other way. */
export function move(from, to) {
  write(swap(current(), from, to));
  announceHole(current(), to);
  const next = nextEmpty(current(), to);
  point(next < 0 ? to : next);
}

/** Empty the ringed hole, or if it is empty the last filled one before it. */
export function erase() {
  const place = lastFilled(current(), hand.hole);
  if (place >= 0) takeOut(place);
}

/** Empty a hole, which is then the next one. */
export function takeOut(place) {
  write(remove(current(), place));
  announceHole(current(), place);
  point(place);
}
