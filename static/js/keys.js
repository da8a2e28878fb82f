// The keyboard. Color symbols go first, so no command is a letter that is a color: A, B, C.

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

/** Keys that are a character; they can be switched off where no hole has the focus. */
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

/** Keys of a hole. With nothing in focus the first two find one; the others are the page's own. */
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

/** A letter of another script is that of its key. */
const letterOf = ({ key, code }) => (/[\P{L}\p{scx=Latn}]/u.test(key) ? key : code.slice(3));

/** The tenth color is A, and the key after 9 is 0, whatever the script of its digits. */
const symbolOf = (key) => (digitOf(key) === "0" ? "A" : digitOf(key));

/** Shift and a color fill all empty holes, unless Shift types digits, as in France. */
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

/** Return what a key does there, or nothing: then the browser goes on with it. */
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
  // The holes answer to more keys than the page. A color keeps the focus until a guess takes it away.
  const isForRow = !Object.values(characters).includes(action) && (!isColor || action === others.Enter);
  if (isForRow || place >= 0) holes()[here()]?.focus();
}

export function listen() {
  singleKeys.checked = areSingleKeysOn();
  singleKeys.addEventListener("change", ({ target }) => switchOn("single-keys", target.checked));
  document.addEventListener("keydown", onKey);
  // Firefox clicks a button when Space goes up, whatever became of the key going down.
  document.addEventListener("keyup", (event) => {
    if (event.key === " " && holes().includes(event.target)) event.preventDefault();
  });
}
