// The next hole, and the color that the player has picked up.

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

/** Forget a chosen color or hole; the ring stays. */
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

/** Return whether a color has a hole to drop into. */
export const hasRoom = () => hand.chosen || !isFull(current());

/** Put a clicked color into the ringed hole; a click on another hole then moves it. */
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

/** Pick up a color that was chosen without a click; it waits for a hole. */
export function take(symbol) {
  hand.color = symbol;
}

/** Put the picked-up or just dropped color into a clicked hole; without one, ring the hole. */
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

/** Move a peg to another hole; a peg there takes its place. */
export function move(from, to) {
  write(swap(current(), from, to));
  announceHole(current(), to);
  const next = nextEmpty(current(), to);
  point(next < 0 ? to : next);
}

/** Empty the ringed hole; if it is empty, the last filled one before it. */
export function erase() {
  const place = lastFilled(current(), hand.hole);
  if (place >= 0) takeOut(place);
}

/** Empty a hole, and ring it. */
export function takeOut(place) {
  write(remove(current(), place));
  announceHole(current(), place);
  point(place);
}
