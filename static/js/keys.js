// The keyboard. Colors come first, so no command uses the letter of a color: A, B, C.

import { current, write } from "./draft.js";
import { choose, erase, hasRoom, here, point, put, rest, takeOut } from "./hand.js";
import { areSingleKeysOn, switchOn } from "./memory.js";
import { announceHole, holes, palette } from "./page.js";
import { stepped } from "./row.js";
import { readAll, readLast, readRemaining, readRow } from "./speech.js";
import { fillAll, toggleHold, use } from "./tools.js";
import { digitOf, isDigit } from "./typed.js";

const dialog = document.getElementById("keys");
const singleKeys = document.getElementById("single-keys");

export const showKeys = () => dialog.showModal();

/** Keys with a character; they can be switched off while no hole has the focus. */
const characters = {
  "?": showKeys,
  R: readRow,
  L: readLast,
  E: readAll,
  N: readRemaining,
  U: () => use("copy"),
  X: () => use("clear"),
};

const chords = {
  z: () => use("undo"),
  "shift z": () => use("redo"),
  y: () => use("redo"),
};

const others = {
  Backspace: erase,
  Delete: () => takeOut(here()),
  Enter: () => document.getElementById("guess").requestSubmit(),
};

/** Keys for a hole. The first two also work without a focus; the page itself needs the others. */
const inHole = {
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  ArrowUp: () => change(1),
  ArrowDown: () => change(-1),
  " ": toggleHold,
};

const step = (by) => point((here() + by + holes().length) % holes().length);

function change(by) {
  write(stepped(current(), here(), by, palette()));
  announceHole(current(), here());
}

/** Return the Latin letter on the key of a letter in another script. */
const letterOf = ({ key, code }) => (/[\P{L}\p{scx=Latn}]/u.test(key) ? key : code.slice(3));

/** Return the color of a digit in any script; the key 0, after 9, means the tenth color, A. */
const symbolOf = (key) => (digitOf(key) === "0" ? "A" : digitOf(key));

/** Shift with a color fills all empty holes, unless digits need Shift, as in France. */
function characterAction(event) {
  const { key, code, shiftKey } = event;
  const symbol = symbolOf(letterOf(event).toUpperCase());
  const shifted = symbolOf(code.replace(/^(Digit|Key)/, ""));
  const isFilling = shiftKey && key !== "?" && !isDigit(key);
  if (isFilling && palette().includes(shifted)) return () => fillAll(shifted);
  return palette().includes(symbol) ? () => put(symbol, here()) : characters[symbol];
}

function keyAction({ key, target }, isInHole) {
  const isBare = target.matches("body, main, h1") && /^Arrow(Left|Right)$/.test(key);
  if ((isInHole || isBare) && inHole[key]) return inHole[key];
  const isColor = target.matches(".swatch input");
  if (isColor && (key === " " || (key === "Enter" && hasRoom()))) return () => choose(target.value);
  const isPressed = key === "Enter" && !isInHole && target.closest("a, button, summary");
  return isPressed ? null : others[key];
}

/** Return the action of a key; without one, the browser handles the key. */
function actionOf(event, isInHole) {
  const { key, shiftKey } = event;
  const isChord = event.ctrlKey || event.metaKey;
  if (event.altKey) return null;
  if (key.length === 1 && key !== " " && !isChord) {
    return isInHole || singleKeys.checked ? characterAction(event) : null;
  }
  if (!holes().length) return null;
  if (!isChord) return keyAction(event, isInHole);
  return chords[(shiftKey ? "shift " : "") + letterOf(event).toLowerCase()];
}

function onKey(event) {
  const { target } = event;
  const isTyping = target.matches("input:not([type=radio], [type=checkbox]), textarea, select");
  if (isTyping || event.isComposing || dialog.open) return;
  const place = holes().indexOf(target);
  if (place >= 0) point(place);
  const action = actionOf(event, place >= 0);
  if (!action) return;
  event.preventDefault();
  const isColor = target.matches(".swatch input");
  if (!isColor) rest();
  action();
  // Holes have more keys than the page, so they get the focus; a color keeps it until a guess is sent.
  const isForRow = !Object.values(characters).includes(action) && (!isColor || action === others.Enter);
  if (isForRow || place >= 0) holes()[here()]?.focus();
}

export function listen() {
  singleKeys.checked = areSingleKeysOn();
  singleKeys.addEventListener("change", ({ target }) => switchOn("single-keys", target.checked));
  document.addEventListener("keydown", onKey);
  // Firefox clicks a button on keyup of Space, even if keydown was prevented.
  document.addEventListener("keyup", (event) => {
    if (event.key === " " && holes().includes(event.target)) event.preventDefault();
  });
}
