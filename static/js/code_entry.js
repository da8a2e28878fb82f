// Entering a code by clicking and typing. The text field is what is sent; the holes show it.

const EMPTY = ".";

const entry = () => document.querySelector("[data-entry]");
const holes = () => [...document.querySelectorAll("[data-holes] > button")];
const swatches = () => [...document.querySelectorAll(".swatch input")];
const field = () => document.getElementById("code");
const nameOf = (symbol) =>
  swatches().find(({ value }) => value === symbol)?.closest("label").querySelector(".name").textContent;

let here = 0; // the hole that takes the next color

function symbols() {
  return holes().map((hole) => hole.textContent || EMPTY);
}

function paint(hole, place, symbol) {
  const isPeg = symbol !== EMPTY;
  hole.className = `peg ${isPeg ? `c${symbol}` : "hole"}`;
  hole.setAttribute("aria-label", `Hole ${place + 1}: ${isPeg ? nameOf(symbol) : "empty"}`);
  hole.replaceChildren();
  if (isPeg) hole.appendChild(document.createElement("b")).textContent = symbol;
}

function point(place) {
  here = place;
  holes().forEach((hole, index) => hole.classList.toggle("here", index === place));
}

/** Show a row in the holes, and in the field unless that is where it came from. */
function write(row, { keepText = false } = {}) {
  const before = symbols();
  holes().forEach((hole, place) => {
    if (row[place] !== before[place]) paint(hole, place, row[place]);
  });
  for (const input of document.querySelectorAll("#draft [name=row]")) input.value = row.join("");
  if (!keepText) field().value = row.join("").replace(/\.+$/, "");
  field().removeAttribute("aria-invalid");
}

function put(symbol, place) {
  const row = symbols();
  row[place] = symbol;
  write(row);
  const order = row.map((_, step) => (place + 1 + step) % row.length);
  point(order.find((index) => row[index] === EMPTY) ?? (place + 1) % row.length);
}

function erase() {
  const row = symbols();
  const place = row[here] === EMPTY && here > 0 ? here - 1 : here;
  row[place] = EMPTY;
  write(row);
  point(place);
}

/** Read the row out of what is typed, as far as it is one. */
function readField() {
  const typed = [...field().value.replaceAll(/\s/g, "").toUpperCase()];
  const known = new Set([EMPTY, ...swatches().map(({ value }) => value)]);
  const count = holes().length;
  if (typed.length > count || typed.some((symbol) => !known.has(symbol))) return;
  write([...typed, ...Array(count - typed.length).fill(EMPTY)], { keepText: true });
  point(Math.min(typed.length, count - 1));
}

function onKey(event) {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !entry()) return;
  if (target.matches("input:not([type=radio]), select, textarea")) return;
  const place = holes().indexOf(target);
  const symbol = key.toUpperCase();
  if (place >= 0) point(place);
  if (swatches().some(({ value }) => value === symbol)) put(symbol, here);
  else if (key === "Backspace" || key === "Delete") erase();
  else if (place >= 0 && (key === "ArrowLeft" || key === "ArrowRight"))
    point(Math.min(Math.max(place + (key === "ArrowLeft" ? -1 : 1), 0), holes().length - 1));
  else if (target.matches(".swatch input") && (key === " " || key === "Enter")) put(target.value, here);
  else return;
  event.preventDefault();
  if (place >= 0) holes()[here].focus();
}

document.addEventListener("click", (event) => {
  const hole = event.target.closest("[data-holes] > button");
  const color = event.target.closest(".swatch")?.control;
  if (hole) {
    event.preventDefault();
    point(holes().indexOf(hole));
  } else if (color && event.detail && entry()) {
    // An arrow key only chooses: it clicks with no `detail`. So does a label that passes a click on
    // in WebKit: its own click is the one that counts.
    if (event.target !== color) event.preventDefault();
    put(color.value, here);
    color.checked = false;
  }
});
document.addEventListener("input", ({ target }) => {
  if (target === field()) readField();
});
document.addEventListener("keydown", onKey);

function begin() {
  if (!entry()) return;
  for (const input of swatches()) input.checked = false;
  const empty = symbols().indexOf(EMPTY);
  point(Math.max(empty, 0));
}

document.addEventListener("htmx:afterSwap", begin);
begin();
