// The sentences of scripts. The page has them in the language of its reader, with {blanks}.

const page = () => document.getElementById("words");

/** Return a sentence with its blanks filled in. */
export const filled = (sentence, blanks) => sentence.replaceAll(/\{(\w+)\}/g, (_, name) => blanks[name]);

/** Return the sentence of this name. */
export const words = (name, blanks = {}) => filled(page().dataset[name], blanks);

const data = (holes) => page().content.children[holes - 1];

/** Return how many holes are still to be filled: to read, and to be read aloud. */
export const toGo = (holes) => data(holes).textContent;
export const toGoAloud = (holes) => data(holes).value;
