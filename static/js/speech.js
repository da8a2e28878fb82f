// What is said on demand, for who cannot see the board. What is new is said by the server.

import { current } from "./draft.js";
import { announce, describe, earlierRows, holes } from "./page.js";

/** Tell a guessed row: "Guess 1: Red, Red, Amber, Amber: 1 black, 0 white." */
function sentenceOf(row) {
  const [number, pegs, keys] = row.children;
  const [, names] = pegs.ariaLabel.split(": ");
  return `Guess ${number.textContent}: ${names}: ${keys.ariaLabel}.`;
}

function sentenceOfDraft() {
  const draft = current();
  if (!draft.symbols.length) return "This game is over.";
  const pegs = draft.symbols.map((_, place) => describe(draft, place));
  return `${holes()[0].closest(".row").ariaLabel}: ${pegs.join("; ")}.`;
}

const none = "There is no guess yet.";

export const readRow = () => announce(sentenceOfDraft());
export const readLast = () => announce(earlierRows().map(sentenceOf).at(-1) ?? none);
export const readAll = () => announce(earlierRows().map(sentenceOf).join(" ") || none);
export const readRemaining = () =>
  announce(document.querySelector("[data-remaining]")?.textContent || "What remains is not shown.");
