// The sentences of scripts, which the page has in its language, with {blanks}.

const page = () => document.getElementById("words");

/** Return a sentence with its blanks filled in. */
export const filled = (sentence, blanks) => sentence.replaceAll(/\{(\w+)\}/g, (_, name) => blanks[name]);

/** Return the sentence of this name. */
export const words = (name, blanks = {}) => filled(page().dataset[name], blanks);

const data = (holes) => page().content.children[holes - 1];

/** Return how many holes are empty: as text, and as an announcement. */
export const toGo = (holes) => data(holes).textContent;
export const toGoAloud = (holes) => data(holes).value;
