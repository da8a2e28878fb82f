// The keyboard. Color symbols go first, so no command is a letter that is a color: A, B, C.

import { current, write } from "./draft.js";
import { choose, erase, here, point, put, rest } from "./hand.js";
import { recallSwitch, rememberSwitch } from "./memory.js";
import { announce, describe, holes, palette } from "./page.js";
import { remove, stepped } from "./row.js";
import { readAll, readLast, readRemaining, readRow } from "./speech.js";
import { fillAll, toggleHold, use } from "./tools.js";

const dialog = () => document.getElementById("keys");
const singleKeys = () => document.getElementById("single-keys");

export const showKeys = () => dialog().showModal();

/** Keys that are a character; they can be switched off where no hole has the focus. */
const characters = {
  "?": showKeys,
  R: readRow,
  L: readLast,
  E: readAll,
  N: readRemaining,
};

/** Characters that are for the row: of no use when the game is over. */
const charactersOfRow = { U: () => use("copy"), X: () => use("clear") };

const others = {
  Backspace: erase,
  Delete: () => write(remove(current(), here())),
  Enter: () => document.getElementById("guess").requestSubmit(),
};

/** Keys of a hole. With nothing in focus the first two find one; the others are the page's own. */
const inHole = {
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  Home: () => point(0),
  End: () => point(holes().length - 1),
  ArrowUp: () => change(1),
  ArrowDown: () => change(-1),
  " ": toggleHold,
};

const step = (by) => point(Math.min(Math.max(here() + by, 0), holes().length - 1));

function change(by) {
  write(stepped(current(), here(), by, palette()));
  announce(`Hole ${here() + 1}: ${describe(current(), here())}.`);
}

/** Return the color that Shift and a key mean, to fill all empty holes with it. */
function shifted({ shiftKey, code }) {
  const symbol = code.replace(/^(Digit|Key)/, "");
  return shiftKey && palette().includes(symbol) ? symbol : null;
}

function characterAction(event) {
  const symbol = event.key.toUpperCase();
  const filling = shifted(event);
  if (symbol === "?") return showKeys;
  if (filling) return () => fillAll(filling);
  if (palette().includes(symbol)) return () => put(symbol, here());
  return characters[symbol] ?? (holes().length ? charactersOfRow[symbol] : null);
}

function chordAction({ key, shiftKey, altKey }) {
  if (altKey || !holes().length) return null;
  const letter = key.toLowerCase();
  if (letter === "z") return () => use(shiftKey ? "redo" : "undo");
  return letter === "y" ? () => use("redo") : null;
}

function keyAction({ key, target }, isInHole) {
  const isFree = !target.closest("a, button, summary, .swatch");
  if (!holes().length) return null;
  if (isInHole || (target.matches("body, main, h1") && /^Arrow(Left|Right)$/.test(key))) {
    if (inHole[key]) return inHole[key];
  }
  if (target.matches(".swatch input") && (key === "Enter" || key === " ")) return () => choose(target.value);
  return isInHole || isFree || key !== "Enter" ? others[key] : null;
}

/** Return what a key does there, or nothing: then the browser goes on with it. */
function actionOf(event, isInHole) {
  if (event.ctrlKey || event.metaKey) return chordAction(event);
  if (event.altKey) return null;
  if (event.key.length > 1 || event.key === " ") return keyAction(event, isInHole);
  return isInHole || singleKeys().checked ? characterAction(event) : null;
}

function onKey(event) {
  const { target } = event;
  const isTyping = target.matches("input:not([type=radio]), textarea, select");
  if (isTyping || event.isComposing || dialog().open) return;
  const place = holes().indexOf(target);
  if (place >= 0) point(place);
  const action = actionOf(event, place >= 0);
  if (!action) return;
  event.preventDefault();
  if (!target.matches(".swatch input")) rest();
  action();
  // Who plays by keyboard goes on in the row: its holes answer to more keys than the page.
  const isForRow = !Object.values(characters).includes(action) && !target.matches(".swatch input");
  if (isForRow) holes()[here()]?.focus();
}

export function listen() {
  singleKeys().checked = recallSwitch("single-keys");
  singleKeys().addEventListener("change", ({ target }) => rememberSwitch("single-keys", target.checked));
  document.addEventListener("keydown", onKey);
  // Firefox clicks a button when Space goes up, whatever became of the key going down.
  document.addEventListener("keyup", (event) => {
    if (event.key === " " && holes().includes(event.target)) event.preventDefault();
  });
}
