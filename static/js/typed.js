// What is typed for a code, as the server reads it: digits of any script, separators, names of colors.

import { names } from "./page.js";
import { EMPTY } from "./row.js";

const SEPARATORS = /[\s,;:/|+_\p{Cf}\p{Pd}\u20e3\ufe0f]+/u;
const SHORTEST_NAME = 3;
export const isDigit = (letter) => /\p{Nd}/u.test(letter);

/** The digits of a script follow one another, so a digit is the number of those before it. */
export function digitOf(letter) {
  if (!isDigit(letter)) return letter;
  const point = letter.codePointAt(0);
  let value = 0;
  while (value < 9 && isDigit(String.fromCodePoint(point - value - 1))) value++;
  return String(value);
}

/** The first color whose name begins so. */
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
