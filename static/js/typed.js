// Read a typed code as the server does: digits of any script, separators, names of colors.

import { names } from "./page.js";
import { EMPTY } from "./row.js";

const SEPARATORS = /[\s,;:/|+_\p{Cf}\p{Pd}\u20e3\ufe0f]+/u;
const SHORTEST_NAME = 3;
export const isDigit = (letter) => /\p{Nd}/u.test(letter);

/** The digits of a script are consecutive, so a digit is the number of digits before it. */
export function digitOf(letter) {
  if (!isDigit(letter)) return letter;
  const point = letter.codePointAt(0);
  let value = 0;
  while (value < 9 && isDigit(String.fromCodePoint(point - value - 1))) value++;
  return String(value);
}

/** Return the first color whose name starts with this text. */
const named = (start) =>
  names().find(([, name]) => name.toLowerCase().startsWith(start.toLowerCase()))?.[0];

function symbolOf(letter) {
  const symbol = digitOf(letter).toUpperCase();
  const isKnown = symbol === EMPTY || names().some(([known]) => known === symbol);
  return isKnown ? symbol : (named(letter) ?? symbol);
}

function symbolsIn(word) {
  const color = word.length >= SHORTEST_NAME ? named(word) : null;
  return color ? [color] : [...word].map(symbolOf);
}

export const symbolsOf = (text) => text.normalize("NFKC").split(SEPARATORS).flatMap(symbolsIn);
