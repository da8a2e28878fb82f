// What is said on demand, for who cannot see the board. What is new is said by the server.

import { current } from "./draft.js";
import { announce, describe, earlierRows, guessNumber } from "./page.js";

const labelOf = (element) => element.getAttribute("aria-label");

/** Tell a guessed row: "Guess 1: Red, Red, Amber, Amber: 1 black, 0 white." */
function sentenceOf(row) {
  const [, pegs] = labelOf(row.querySelector(".pegs")).split(": ");
  const number = row.querySelector(".number").textContent;
  return `Guess ${number}: ${pegs}: ${labelOf(row.querySelector(".keys"))}.`;
}

function sentenceOfDraft() {
  const draft = current();
  if (!draft.symbols.length) return "This game is over.";
  return `Guess ${guessNumber()}: ${draft.symbols.map((_, place) => describe(draft, place)).join("; ")}.`;
}

const none = "There is no guess yet.";

export const readRow = () => announce(sentenceOfDraft());
export const readLast = () => announce(earlierRows().map(sentenceOf).at(-1) ?? none);
export const readAll = () => announce(earlierRows().map(sentenceOf).join(" ") || none);
export const readRemaining = () =>
  announce(document.querySelector("[data-remaining]")?.textContent.trim() || "What remains is not shown.");
