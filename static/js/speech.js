// Announcements on request, for players who cannot see the board; the server's responses announce news.

import { current } from "./draft.js";
import { announce, describe, earlierRows, holes } from "./page.js";
import { words } from "./words.js";

/** Return a guessed row as a sentence: "Guess 1: Red, Red, Amber, Amber: 1 black, 0 white." */
function sentenceOf(row) {
  const [number, pegs, keys] = row.children;
  const [, colors] = pegs.ariaLabel.split(": ");
  return words("guess", { number: number.textContent, colors, answer: keys.ariaLabel });
}

function sentenceOfDraft() {
  const draft = current();
  if (!draft.symbols.length) return words("over");
  const colors = draft.symbols.map((_, place) => describe(draft, place)).join("; ");
  return words("row", { row: holes()[0].closest(".row").ariaLabel, colors });
}

export const readRow = () => announce(sentenceOfDraft());
export const readLast = () => announce(earlierRows().map(sentenceOf).at(-1) ?? words("noGuess"));
export const readAll = () => announce(earlierRows().map(sentenceOf).join(" ") || words("noGuess"));
export const readRemaining = () =>
  announce(document.querySelector("[data-remaining]")?.textContent || words("hidden"));
