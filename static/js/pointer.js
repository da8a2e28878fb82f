// Mouse, pen and finger: clicks, dragging, and a long press. Every drag can be done by clicks, too.

import { choose, move, pick, put, rest, take } from "./hand.js";
import { current, write } from "./draft.js";
import { holes } from "./page.js";
import { remove } from "./row.js";
import { fillAll } from "./tools.js";

const STILL = 6; // pixels that a press may tremble
const LIFT = 250; // milliseconds until a finger lifts an earlier peg instead of scrolling
const LONG = 500; // milliseconds until a press on a color fills the row

const OWN = "[data-row] > button";
const EARLIER = "#game:has([data-row]) .row:has(> .keys) .peg";

let press = null; // what is pressed, and once it is dragged its `ghost`
let isSpent = false; // the click that ends a drag or a long press is none

const placeOf = (peg) => [...peg.parentElement.children].indexOf(peg);

/** Return what could be dragged from there: a color of the palette, or a peg of any row. */
function sourceAt(target) {
  const swatch = target.closest(".swatch");
  if (swatch) return { peg: swatch.querySelector(".peg"), isColor: true };
  const own = target.closest(`${OWN}:not(.hole)`);
  if (own) return { peg: own, from: placeOf(own) };
  const earlier = target.closest(EARLIER);
  return earlier && { peg: earlier, isEarlier: true };
}

function onDown(event) {
  isSpent = false;
  if (!event.isPrimary || event.button !== 0 || !holes().length) return;
  const source = sourceAt(event.target);
  if (!source) return;
  const isTouch = event.pointerType === "touch";
  press = { ...source, symbol: source.peg.textContent, id: event.pointerId, at: event, isTouch };
  if (source.isColor) press.timer = setTimeout(fillRow, LONG);
  else if (source.isEarlier && isTouch) press.timer = setTimeout(lift, LIFT);
}

function fillRow() {
  const { symbol } = press;
  letGo();
  isSpent = true;
  fillAll(symbol);
}

function onMove(event) {
  if (event.pointerId !== press?.id) return;
  const distance = Math.hypot(event.clientX - press.at.clientX, event.clientY - press.at.clientY);
  if (!press.ghost && distance <= STILL) return;
  if (!press.ghost && press.isEarlier && press.isTouch) return letGo(); // a swipe: the page scrolls
  press.at = event;
  if (!press.ghost) lift();
  follow();
}

/** Begin to drag: a copy of the peg follows the pointer. */
function lift() {
  clearTimeout(press.timer);
  const { peg, symbol, from } = press;
  const ghost = document.createElement("span");
  ghost.className = `peg c${symbol} ghost`;
  ghost.ariaHidden = "true";
  ghost.appendChild(document.createElement("b")).textContent = symbol;
  if (from !== undefined) peg.classList.add("lifted");
  press.ghost = document.body.appendChild(ghost);
  follow();
}

function follow() {
  const { ghost, at, isTouch } = press;
  const above = isTouch ? ghost.offsetHeight * 0.75 : 0; // not hidden under the finger
  ghost.style.translate = `${at.clientX - ghost.offsetWidth / 2}px ${at.clientY - ghost.offsetHeight / 2 - above}px`;
  const target = targetOf(at)?.closest(OWN);
  for (const hole of holes()) hole.classList.toggle("target", hole === target);
}

const targetOf = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY);

function onUp(event) {
  if (event.pointerId !== press?.id) return;
  const { ghost, from, symbol } = press;
  letGo();
  if (!ghost) return;
  isSpent = true;
  rest();
  drop(symbol, from, targetOf(event));
}

/** Only a hole takes a peg; off the row it is thrown away; between the holes nothing happens. */
function drop(symbol, from, target) {
  const hole = target?.closest(OWN);
  if (hole && from === undefined) put(symbol, placeOf(hole));
  else if (hole) move(from, placeOf(hole));
  else if (from !== undefined && !target?.closest(".row.now")) write(remove(current(), from));
}

/** Stop dragging, whatever it was. */
export function letGo() {
  if (!press) return;
  clearTimeout(press.timer);
  press.ghost?.remove();
  for (const hole of holes()) hole.classList.remove("target", "lifted");
  press = null;
}

function onClick(event) {
  if (isSpent && event.detail) {
    isSpent = false;
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  const { target } = event;
  const hole = target.closest(OWN);
  const earlier = target.closest(EARLIER);
  if (hole) {
    event.preventDefault();
    pick(placeOf(hole));
  } else if (earlier) {
    rest();
    put(earlier.textContent, placeOf(earlier));
  } else if (target.matches(".swatch input") && holes().length) {
    onSwatch(event);
  }
}

function onSwatch({ target, detail, shiftKey }) {
  if (shiftKey) fillAll(target.value);
  // An arrow key in the radio group also "clicks", without a pointer: it only takes the color.
  else if (detail) choose(target.value);
  else take(target.value);
}

export function listen() {
  document.addEventListener("pointerdown", onDown);
  document.addEventListener("pointermove", onMove);
  document.addEventListener("pointerup", onUp);
  document.addEventListener("pointercancel", letGo);
  document.addEventListener("click", onClick, { capture: true });
  document.addEventListener("keydown", ({ key }) => key === "Escape" && letGo());
  // While a peg is in the air the page stays where it is, and a long press opens no menu.
  document.addEventListener("touchmove", (event) => press?.ghost && event.preventDefault(), { passive: false });
  document.addEventListener("contextmenu", (event) => press?.isTouch && event.preventDefault());
}
