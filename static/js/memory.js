// Data that survives a reload; if the browser forbids storage, it lasts as long as the page.

const address = () => `row:${location.pathname}`;
const kept = new Map();

function attempt(action, otherwise) {
  try {
    return action();
  } catch {
    return otherwise?.();
  }
}

const read = (name) => attempt(() => localStorage.getItem(name), () => kept.get(name));
const keep = (name, text) => attempt(() => localStorage.setItem(name, text), () => kept.set(name, text));
const drop = (name) => attempt(() => localStorage.removeItem(name), () => kept.delete(name));

/** Keep the draft of guess `number`. */
export const remember = (number, draft) => keep(address(), JSON.stringify({ number, ...draft }));

export const forget = () => drop(address());

/** Return the stored draft of this game if it is a row of these symbols; users can edit the storage. */
export const recall = (count, symbols) =>
  attempt(() => {
    const left = JSON.parse(read(address()));
    const isRow = left.symbols.every((symbol) => symbols.includes(symbol));
    const isWhole = left.symbols.length === count && left.held.length === count;
    return isRow && isWhole && left.held.every((isHeld) => isHeld === Boolean(isHeld)) ? left : null;
  });

/** A duel has a game for each code, all at the same address. */
const notes = () => document.querySelector(".in-duel .notes table")?.id ?? `notes:${location.pathname}`;

/** Store the marks of this game's notes: "23": "x" is color 3 not at place 2. */
export const keepNotes = (marks) => keep(notes(), JSON.stringify(marks));
export const recallNotes = () => attempt(() => JSON.parse(read(notes()))) ?? {};
export const forgetNotes = () => drop(notes());

/** The options of a board, by the ids of their switches. */
export const isOn = (name) => read(name) === "on";
export const switchOn = (name, on) => keep(name, on ? "on" : "off");

export const areSingleKeysOn = () => read("single-keys") !== "off";
