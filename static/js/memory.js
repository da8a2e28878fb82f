// What outlives a reload. A browser may forbid storage: then it lasts as long as the page.

const address = () => `row:${location.pathname}`;

function storageOfPage() {
  const kept = new Map();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => kept.set(name, text),
    removeItem: (name) => kept.delete(name),
  };
}

function found() {
  try {
    localStorage.getItem("notes");
    return localStorage;
  } catch {
    return storageOfPage();
  }
}
const storage = found();

function attempt(action) {
  try {
    return action(storage);
  } catch {
    return null;
  }
}

/** Keep the draft of guess `number`. */
export const remember = (number, draft) =>
  attempt((storage) => storage.setItem(address(), JSON.stringify({ number, ...draft })));

export const forget = () => attempt((storage) => storage.removeItem(address()));

/** Return what was kept for this game, if it is a row of these symbols; anybody can write there. */
export const recall = (count, symbols) =>
  attempt((storage) => {
    const left = JSON.parse(storage.getItem(address()));
    const isRow = left.symbols.every((symbol) => symbols.includes(symbol));
    const isWhole = left.symbols.length === count && left.held.length === count;
    return isRow && isWhole && left.held.every((isHeld) => isHeld === Boolean(isHeld)) ? left : null;
  });

const notes = () => `notes:${location.pathname}`;

/** Keep the marks of this game's notes: "23": "x" is color 3 not at place 2. */
export const keepNotes = (marks) =>
  attempt((storage) => storage.setItem(notes(), JSON.stringify(marks)));
export const recallNotes = () => attempt((storage) => JSON.parse(storage.getItem(notes()))) ?? {};
export const forgetNotes = () => attempt((storage) => storage.removeItem(notes()));

const turn = (name, on) => attempt((storage) => storage.setItem(name, on ? "on" : "off"));

export const areSingleKeysOn = () => attempt((storage) => storage.getItem("single-keys")) !== "off";
export const switchSingleKeys = (isOn) => turn("single-keys", isOn);

/** What a board does for who wants it, by the id of its switch. */
export const isOn = (name) => attempt((storage) => storage.getItem(name)) === "on";
export const switchOn = turn;

export const areNotesOn = () => attempt((storage) => storage.getItem("notes")) === "on";
export const switchNotes = (isOn) => turn("notes", isOn);
