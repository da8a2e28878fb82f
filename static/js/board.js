// Filling the row in progress without a round trip. The server keeps the game: this script only
// writes the row into the text field that is sent, and works on whatever board is in the page.

const EMPTY = ".";

/** What the player is about to do; forgotten whenever a new board arrives. */
const hand = { hole: 0, chosen: false, landed: null, color: null };

const holes = () => [...document.querySelectorAll("[data-row] > button")];
const row = () => holes().map((hole) => hole.textContent || EMPTY);
const swatches = () => [...document.querySelectorAll(".swatch input")];
const nameOf = (symbol) =>
  swatches().find((input) => input.value === symbol)?.closest("label").querySelector(".name").textContent;

function paint(hole, place, symbol) {
  const isPeg = symbol !== EMPTY;
  hole.className = `peg ${isPeg ? `c${symbol}` : "hole"}`;
  hole.setAttribute("aria-label", `Hole ${place + 1}: ${isPeg ? nameOf(symbol) : "empty"}`);
  hole.replaceChildren();
  if (isPeg) hole.appendChild(document.createElement("b")).textContent = symbol;
}

/** Show `symbols` in the holes, and send them with whatever form goes off next. */
function write(symbols, { keepText = false } = {}) {
  const text = symbols.join("");
  const before = row();
  holes().forEach((hole, place) => {
    if (before[place] === symbols[place]) return;
    paint(hole, place, symbols[place]);
    hole.classList.toggle("dropped", symbols[place] !== EMPTY);
  });
  for (const input of document.querySelectorAll("input[name=row]")) input.value = text;
  const field = document.getElementById("code");
  if (!keepText) field.value = text.replace(/\.+$/, "");
  field.removeAttribute("aria-invalid");
  const left = symbols.filter((symbol) => symbol === EMPTY).length;
  say(left ? `${left} ${left === 1 ? "hole" : "holes"} to go.` : "Ready: press Enter or Guess.");
}

function say(sentence) {
  const why = document.getElementById("why");
  why.className = "quiet";
  why.textContent = sentence;
}

/** Ring the hole that takes the next color. */
function point(place) {
  hand.hole = place;
  holes().forEach((hole, index) => hole.classList.toggle("here", index === place));
}

/** Return the next empty hole from `place` on, going round; -1 if the row is full. */
function emptyFrom(place) {
  const symbols = row();
  const order = symbols.map((_, step) => (place + step) % symbols.length);
  return order.find((index) => symbols[index] === EMPTY) ?? -1;
}

function put(symbol, place) {
  const symbols = row();
  symbols[place] = symbol;
  write(symbols);
  const next = emptyFrom(place);
  point(next < 0 ? Math.min(place + 1, symbols.length - 1) : next);
}

/** A color was clicked: it drops into the ringed hole, from where a click can still move it. */
function choose(symbol) {
  const isFull = !row().includes(EMPTY);
  if (isFull && !hand.chosen) {
    hand.color = symbol;
    say("The row is full. Click the hole that should have this color.");
    return;
  }
  const place = hand.hole;
  put(symbol, place);
  for (const input of swatches()) input.checked = false;
  Object.assign(hand, { landed: hand.chosen ? null : place, chosen: false, color: null });
}

/** A hole was clicked: it takes the color in hand, or the one that just dropped, or is next. */
function pick(place) {
  const symbols = row();
  const isMove = hand.landed !== null && hand.landed !== place && symbols[place] === EMPTY;
  if (hand.color) {
    put(hand.color, place);
  } else if (isMove) {
    [symbols[place], symbols[hand.landed]] = [symbols[hand.landed], EMPTY];
    write(symbols);
    point(emptyFrom(place));
  } else if (hand.landed !== place) {
    hand.chosen = true;
    point(place);
  }
  hand.landed = null;
}

function erase() {
  const symbols = row();
  const filled = symbols.map((symbol, place) => (symbol === EMPTY ? -1 : place));
  const before = filled.slice(0, hand.hole).findLast((place) => place >= 0);
  const place = symbols[hand.hole] === EMPTY ? (before ?? -1) : hand.hole;
  if (place < 0) return;
  symbols[place] = EMPTY;
  write(symbols);
  point(place);
}

function begin() {
  if (!holes().length) return;
  const next = emptyFrom(0);
  for (const input of swatches()) input.checked = false;
  Object.assign(hand, { chosen: false, landed: null, color: null });
  point(next < 0 ? 0 : next);
}

/** Read the row out of what is typed, as far as it is one. */
function readField(field) {
  const symbols = [...field.value.replaceAll(/\s/g, "").toUpperCase()];
  const known = new Set([EMPTY, ...swatches().map((input) => input.value)]);
  const count = holes().length;
  if (symbols.length > count || symbols.some((symbol) => !known.has(symbol))) return;
  write([...symbols, ...Array(count - symbols.length).fill(EMPTY)], { keepText: true });
  begin();
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !holes().length) return;
  const { target, key } = event;
  const isTyping = target.matches("input:not([type=radio]), textarea, select");
  if (isTyping) return;
  const place = holes().indexOf(target);
  if (place >= 0) hand.hole = place;
  const symbol = key.toUpperCase();
  if (swatches().some((input) => input.value === symbol)) {
    Object.assign(hand, { landed: null, chosen: false, color: null });
    put(symbol, hand.hole);
  } else if (key === "Backspace" || key === "Delete") {
    erase();
  } else if (place >= 0 && (key === "ArrowLeft" || key === "ArrowRight")) {
    const step = key === "ArrowLeft" ? -1 : 1;
    point(Math.min(Math.max(place + step, 0), holes().length - 1));
  } else if (target.matches(".swatch input") && (key === "Enter" || key === " ")) {
    target.checked = true;
    choose(target.value);
  } else if (key === "Enter" && !target.closest("a, button, summary, .swatch")) {
    document.getElementById("guess").requestSubmit();
  } else {
    return;
  }
  event.preventDefault();
  if (place >= 0) holes()[hand.hole].focus();
}

document.addEventListener("click", (event) => {
  const hole = event.target.closest("[data-row] > button");
  const fill = event.target.closest("[data-fill]");
  if (hole) {
    event.preventDefault();
    pick(holes().indexOf(hole));
  } else if (fill) {
    event.preventDefault();
    write([...fill.dataset.fill]);
    begin();
    document.getElementById("submit").focus();
  } else if (event.target.matches(".swatch input") && holes().length) {
    // An arrow key in the radio group also "clicks", without a pointer: it only takes the color.
    if (event.detail) choose(event.target.value);
    else hand.color = event.target.value;
  }
});

document.addEventListener("input", (event) => {
  if (event.target.id === "code") readField(event.target);
});
document.addEventListener("keydown", onKey);

// A new board: start at its first empty hole, and never leave the keyboard without a place.
let focused = null;
document.addEventListener("htmx:beforeSwap", () => {
  focused = document.activeElement;
});
document.addEventListener("htmx:afterSwap", () => {
  begin();
  if (focused?.id.startsWith("hole-")) holes()[0]?.focus();
  else if (focused?.id && !document.getElementById(focused.id)) heirOf(focused).focus();
  focused = null;
});

/** Return what takes the focus over from a control that is gone. */
function heirOf(control) {
  return document.getElementById(control.dataset.heir) ?? document.getElementById("headline");
}

// The server did not take it: the row is still there, so say that it can be sent again.
for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, () => {
    const sentence = "The server did not answer. Your row is still here: try again in a moment.";
    say(sentence);
    document.getElementById("status").textContent = sentence;
  });
}

begin();
