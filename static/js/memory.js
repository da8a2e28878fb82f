// What outlives a reload. A browser may forbid storage: then it lasts as long as the page.

const address = () => `row:${location.pathname}`;

function attempt(action) {
  try {
    return action(localStorage);
  } catch {
    return null;
  }
}

/** Keep the draft of guess `number`. */
export const remember = (number, draft) =>
  attempt((storage) => storage.setItem(address(), JSON.stringify({ number, ...draft })));

export const forget = () => attempt((storage) => storage.removeItem(address()));

/** Return what was kept for this game, if it is a row of these symbols; anybody can write there. */
export function recall(count, palette) {
  const { number, symbols, held } = attempt((storage) => JSON.parse(storage.getItem(address()))) ?? {};
  const fits = (list, isFine) => Array.isArray(list) && list.length === count && list.every(isFine);
  const isRow = fits(symbols, (symbol) => palette.includes(symbol)) && fits(held, (is) => typeof is === "boolean");
  return isRow ? { number, symbols, held } : null;
}

export const recallSwitch = (name) => attempt((storage) => storage.getItem(`switch:${name}`)) !== "off";
export const rememberSwitch = (name, isOn) =>
  attempt((storage) => storage.setItem(`switch:${name}`, isOn ? "on" : "off"));
