// Write the tree of a player: node player.js > tree.txt
const PEGS = 4, COLORS = [..."123456"];
let CODES = [""];
for (let peg = 0; peg < PEGS; peg++) CODES = CODES.flatMap(code => COLORS.map(color => code + color));

// Return the black and the white pegs, as "02".
function answer(guess, code) {
  const count = (text, color) => text.split(color).length - 1;
  const black = [...guess].filter((color, place) => color === code[place]).length;
  const both = COLORS.reduce((sum, color) => sum + Math.min(count(guess, color), count(code, color)), 0);
  return `${black}${both - black}`;
}

// Return the next guess. Your player goes here; this one takes the first code that fits.
function choose(history) {
  return CODES.find(code => history.every(([guess, told]) => answer(guess, code) === told));
}

// Return the tree of the player for the codes that are possible after some turns.
function tree(codes, history = []) {
  const guess = choose(history), parts = new Map();
  for (const code of codes) {
    const told = answer(guess, code);
    parts.set(told, [...(parts.get(told) ?? []), code]);
  }
  parts.delete(`${PEGS}0`); // it is found
  const below = [...parts].map(([told, part]) => `${told}:${tree(part, [...history, [guess, told]])}`);
  return `{${guess}:{${below.join(",")}}}`;
}

console.log(tree(CODES));
