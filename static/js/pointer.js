// Mouse, pen and finger. Clicks can do everything that drags can.

import { choose, move, pick, put, rest, take, takeOut } from "./hand.js";
import { holes } from "./page.js";
import { fillAll } from "./tools.js";

const STILL = 6; // pixels that a press can move without being a drag
const LIFT = 250; // milliseconds until a finger lifts an earlier peg instead of scrolling
const LONG = 600; // milliseconds until a press on a color fills the row

const OWN = "[data-row] > button";
const EARLIER = ".board:has([data-row]) .row:has(> .keys) .peg";

let press = null; // the pressed peg; its `ghost` while it is dragged
let isSpent = false; // whether to ignore the click that ends a drag or a long press
let isByKey = false; // an arrow key "clicks" the color that it reaches in the palette

const placeOf = (peg) => [...peg.parentElement.children].indexOf(peg);

/** Return the peg that a press picks up, from the palette or from any row. */
const sourceAt = (target) =>
  target.closest(".swatch")?.querySelector(".peg") ?? target.closest(`${OWN}:not(.hole), ${EARLIER}`);

function onDown(event) {
  letGo();
  isSpent = isByKey = false;
  const peg = sourceAt(event.target);
  if (!peg || !event.isPrimary || event.button !== 0 || !holes().length) return;
  const from = peg.matches(OWN) ? placeOf(peg) : null;
  const isTouch = event.pointerType === "touch";
  const mayScroll = isTouch && peg.matches(EARLIER);
  press = { peg, symbol: peg.textContent, from, isTouch, mayScroll, id: event.pointerId, at: event };
  if (peg.closest(".swatch")) press.timer = setTimeout(fillRow, LONG);
  else if (mayScroll) press.timer = setTimeout(lift, LIFT);
}

function fillRow() {
  const { symbol } = press;
  letGo();
  isSpent = true;
  fillAll(symbol);
}

function onMove(event) {
  if (event.pointerId !== press?.id) return;
  const { at, ghost, mayScroll } = press;
  if (!ghost && Math.hypot(event.clientX - at.clientX, event.clientY - at.clientY) <= STILL) return;
  if (!ghost && mayScroll) return letGo(); // a swipe
  press.at = event;
  if (ghost) follow();
  else lift();
}

/** Start a drag: a copy of the peg follows the pointer. */
function lift() {
  clearTimeout(press.timer);
  const { peg, symbol, from, isTouch, id } = press;
  peg.setPointerCapture(id); // until it is released, even outside of the window
  const ghost = document.createElement("span");
  ghost.className = `peg c${symbol} ghost ${isTouch ? "touch" : ""}`;
  ghost.ariaHidden = "true";
  ghost.innerHTML = peg.innerHTML;
  if (from !== null) peg.classList.add("lifted");
  press.ghost = document.body.appendChild(ghost);
  follow();
}

function follow() {
  const { ghost, at } = press;
  ghost.style.translate = `${at.clientX}px ${at.clientY}px`;
  const target = targetOf(at)?.closest(OWN);
  for (const hole of holes()) hole.classList.toggle("target", hole === target);
}

const targetOf = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY);

function onUp(event) {
  if (event.pointerId !== press?.id) return;
  const { peg, ghost, from, symbol } = press;
  const target = targetOf(event);
  letGo();
  if (!ghost || (target && sourceAt(target) === peg)) return; // a click that moved slightly
  isSpent = true;
  rest();
  drop(symbol, from, target);
}

/** Drop a peg into a hole, or discard it outside of the row; between the holes, do nothing. */
function drop(symbol, from, target) {
  const hole = target?.closest(OWN);
  if (hole && from === null) put(symbol, placeOf(hole));
  else if (hole) move(from, placeOf(hole));
  else if (from !== null && !target?.closest(".row.now, #submit")) takeOut(from);
}

export function letGo() {
  if (!press) return;
  clearTimeout(press.timer);
  press.ghost?.remove();
  for (const hole of holes()) hole.classList.remove("target", "lifted");
  press = null;
}

function onKeyDown({ key }) {
  isByKey = true;
  if (key !== "Escape" || !press) return;
  letGo();
  isSpent = true;
}

function onClick(event) {
  if (isSpent && event.detail) {
    isSpent = false;
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  const { target } = event;
  const peg = target.closest(`${OWN}, ${EARLIER}`);
  if (peg?.matches(OWN)) {
    event.preventDefault();
    pick(placeOf(peg));
  } else if (peg) {
    rest();
    put(peg.textContent, placeOf(peg));
  } else if (target.closest(".swatch") && holes().length) {
    onSwatch(event);
  }
}

/** Handle a click on a color. Its label gets the click; engines differ in how they pass it on. */
function onSwatch(event) {
  const { control } = event.target.closest(".swatch");
  if (event.target !== control) event.preventDefault();
  if (isByKey) take(control.value);
  else if (event.shiftKey) fillAll(control.value);
  else choose(control.value);
}

export function listen() {
  document.addEventListener("pointerdown", onDown);
  document.addEventListener("pointermove", onMove);
  document.addEventListener("pointerup", onUp);
  document.addEventListener("pointercancel", letGo);
  document.addEventListener("click", onClick, { capture: true });
  document.addEventListener("keydown", onKeyDown);
  document.addEventListener("keyup", () => (isByKey = false));
  // During a drag the page does not scroll, and a long press opens no menu.
  const still = (event) => press?.ghost && event.preventDefault();
  document.addEventListener("touchmove", still, { passive: false });
  // In WebKit, a drag by mouse would select text.
  document.addEventListener("selectstart", (event) => press && event.preventDefault());
  document.addEventListener("contextmenu", (event) => press?.isTouch && event.preventDefault());
}
