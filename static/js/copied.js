// Copy a board as words, because pegs are pictures, which a selection omits.

/** Return a row in words: "1: 1122, 1 black, 0 white". */
function writtenOut(row) {
  const parts = [...row.querySelectorAll("[role=img]")].map(({ ariaLabel }) => ariaLabel.split(": ")[0]);
  const words = document.createElement("span");
  words.className = "visually-hidden";
  words.textContent = `: ${parts.join(", ")}`;
  (row.querySelector(".number") ?? row).append(words);
  return words;
}

document.addEventListener("copy", () => {
  const words = [...document.querySelectorAll(".board .row:has([role=img])")].map(writtenOut);
  setTimeout(() => words.forEach((word) => word.remove()));
});
