// A grid of places and colors that a player crosses out or circles. It stays in the browser until the
// game ends. crossed.js adds the facts of hints, and crosses out impossible colors on the board.

import { keepNotes, recallNotes } from "./memory.js";
import { announce, holes, palette } from "./page.js";
import { filled } from "./words.js";

const MARKS = ["", "x", "o"]; // blank, crossed out, circled
const table = () => document.querySelector(".notes table");
const cells = () => [...table().querySelectorAll("td button")];
const cellAt = (place, color) => cells().find((cell) => cell.dataset.at === `${place}${color}`);
const nameOf = (color) => document.querySelector(`.swatch:has([value="${color}"]) .name`).textContent;

function keep() {
  keepNotes(Object.fromEntries(cells().flatMap(({ dataset: { at, mark } }) => (mark ? [[at, mark]] : []))));
  document.dispatchEvent(new Event("draft"));
}

function show(cell, mark) {
  const [place, color] = cell.dataset.at;
  const { dataset } = table();
  const state = [dataset.blank, dataset.crossed, dataset.circled][MARKS.indexOf(mark)];
  cell.dataset.mark = mark;
  cell.ariaLabel = filled(dataset.cell, { color: nameOf(color), place, state });
}

function set(cell, mark) {
  show(cell, mark);
  keep();
  announce(cell.ariaLabel);
}

/** Cross out a color everywhere except where it is circled; if it is crossed out already, clear it. */
function strike(color) {
  const column = cells().filter(({ dataset }) => dataset.at[1] === color && dataset.mark !== "o");
  const mark = column.every(({ dataset }) => dataset.mark === "x") ? "" : "x";
  for (const cell of column) show(cell, mark);
  keep();
  const { dataset } = table();
  announce(filled(dataset.everywhere, { color: nameOf(color), state: mark ? dataset.crossed : dataset.blank }));
}

const control = (row, kind, at, content) => {
  const button = row.appendChild(document.createElement(kind)).appendChild(document.createElement("button"));
  button.type = "button";
  button.tabIndex = -1;
  if (at.length > 1) button.dataset.at = at;
  else button.dataset.color = at;
  button.append(...content);
  return button;
};

function build() {
  const head = table().createTHead().insertRow();
  const body = table().createTBody();
  head.appendChild(document.createElement("td"));
  for (const color of palette()) {
    const peg = document.querySelector(`.swatch:has([value="${color}"]) .peg`).cloneNode(true);
    const button = control(head, "th", color, [peg]);
    button.ariaLabel = filled(table().dataset.strike, { color: nameOf(color) });
  }
  holes().forEach((_, index) => {
    const row = body.insertRow();
    row.appendChild(document.createElement("th")).textContent = index + 1;
    for (const color of palette()) show(control(row, "td", `${index + 1}${color}`, []), "");
  });
  cells()[0].tabIndex = 0;
  table().addEventListener("click", ({ target }) => press(target.closest("button")));
  table().addEventListener("keydown", onKey);
}

function press(button) {
  if (!button) return;
  reach(button);
  if (button.dataset.color) strike(button.dataset.color);
  else set(button, MARKS[(MARKS.indexOf(button.dataset.mark) + 1) % MARKS.length]);
}

/** The grid is one stop of the Tab key; the arrow keys move within it. */
function reach(button) {
  for (const other of table().querySelectorAll("button")) other.tabIndex = other === button ? 0 : -1;
}

function onKey(event) {
  const { key, target } = event;
  const mark = { x: "x", o: "o", Delete: "", Backspace: "" }[key.length === 1 ? key.toLowerCase() : key];
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[key];
  const isCell = Boolean(target.dataset.at);
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key !== "Tab" && key !== "?") event.stopPropagation(); // these keys do not reach the board
  if (mark !== undefined && isCell) set(target, mark);
  else if (step) move(target, step);
  else return;
  event.preventDefault();
}

function move(from, [down, right]) {
  const rows = [...table().rows].map((row) => [...row.querySelectorAll("button")]);
  const at = rows.findIndex((row) => row.includes(from));
  const next = rows[at + down]?.[rows[at].indexOf(from) + right];
  if (!next) return;
  reach(next);
  next.focus();
}

let grid = null;

/** Replace the empty table from htmx with this game's table before it is painted. */
document.addEventListener("htmx:afterSwap", () => {
  if (grid && grid !== table() && grid.id === table()?.id) table().replaceWith(grid);
});

/** Show the notes, also after the page has changed. */
export function open() {
  if (!table() || !holes().length) return;
  if (!table().rows.length) build();
  grid = table();
  for (const [at, mark] of Object.entries(recallNotes())) {
    const cell = cellAt(...at);
    if (cell && MARKS.includes(mark)) show(cell, mark);
  }
}
