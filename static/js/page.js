// Read the page and show a draft in it, on any kind of board.

import { EMPTY, isBlank, isFull } from "./row.js";
import { toGo, toGoAloud, words } from "./words.js";

export const holes = () => [...document.querySelectorAll("[data-row] > button")];
export const swatches = () => [...document.querySelectorAll(".swatch input")];
export const palette = () => swatches().map((input) => input.value);
export const field = () => document.getElementById("code");
/** The number of the row in progress; 0 for a code outside of a game, and without a row. */
export const rowNumber = () => Number(document.querySelector("[data-row]")?.dataset.row ?? 0);

/** The guessed rows. */
export const earlierRows = () => [...document.querySelectorAll(".board .row:has(> .keys)")];
export const pegsOf = (row) => [...row.querySelectorAll(".peg")].map((peg) => peg.textContent);

/** Return the draft that the server wrote into the page; it does not know held pegs. */
export function draftInPage() {
  const symbols = holes().map((hole) => hole.textContent || EMPTY);
  return { symbols, held: symbols.map(() => false) };
}

/** The colors of the palette: each symbol with its name. */
export const names = () =>
  swatches().map((input) => [input.value, input.closest(".swatch").querySelector(".name").textContent]);

const nameOf = (symbol) =>
  document.querySelector(`.swatch:has([value="${symbol}"]) .name`)?.textContent ?? words("empty");

export function describe({ symbols, held }, place) {
  const color = nameOf(symbols[place]);
  return held[place] ? words("held", { color }) : color;
}

export const holeText = (draft, place) =>
  words("hole", { place: place + 1, color: describe(draft, place) });

function paintHole(hole, draft, place) {
  const symbol = draft.symbols[place];
  const isPeg = symbol !== EMPTY;
  const isNew = isPeg && hole.textContent !== symbol;
  const ring = hole.classList.contains("here") ? "here" : "";
  hole.className = `peg ${isPeg ? `c${symbol}` : "hole"} ${isNew ? "dropped" : ""} ${ring}`;
  hole.ariaLabel = holeText(draft, place);
  hole.replaceChildren();
  const tag = { translate: false, textContent: symbol };
  if (isPeg) Object.assign(hole.appendChild(document.createElement("b")), tag);
  if (draft.held[place]) hole.appendChild(document.createElement("i")).className = "pin";
}

/** Show the draft in the holes, and copy it into the forms. */
export function paint(draft) {
  holes().forEach((hole, place) => paintHole(hole, draft, place));
  for (const input of document.getElementsByName("row")) input.value = draft.symbols.join("");
  document.getElementById("submit")?.classList.toggle("unready", !isFull(draft));
}

const why = () => document.getElementById("why");

/** Return why a full row is no code if a color is repeated in a game without repeats. */
function repetition({ symbols }) {
  if (!document.querySelector("[data-row][data-different]")) return "";
  const again = symbols.find((symbol, place) => symbols.indexOf(symbol) < place);
  return again ? words("twice", { color: nameOf(again) }) : "";
}

const emptyHoles = ({ symbols }) => symbols.filter((symbol) => symbol === EMPTY).length;

/** Return why the code cannot be sent yet, or how to send it. */
export function readiness(draft) {
  const left = emptyHoles(draft);
  if (isBlank(draft)) return words("tap");
  if (left) return toGo(left);
  return repetition(draft) || why().dataset.ready;
}

/** Show a sentence next to the palette. */
export function say(sentence) {
  if (why()) Object.assign(why(), { className: "quiet", textContent: sentence });
}

/** Announce a sentence. A repeated sentence would be no change, so it gets a space at its end. */
export function announce(sentence) {
  const region = document.getElementById("status");
  region.textContent = region.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

/** Announce the content of a hole: "Hole 3: Sky. One to go." */
export function announceHole(draft, place) {
  const left = emptyHoles(draft);
  announce(`${holeText(draft, place)}. ${left ? toGoAloud(left) : readiness(draft)}`);
}

export function tell(sentence) {
  say(sentence);
  announce(sentence);
}
