// Cross out impossible colors in the row, and in the palette for the ringed hole. The player's notes
// say what is impossible; hints add to them.

import { here } from "./hand.js";
import { keepNotes, recallNotes } from "./memory.js";
import { holes, palette, swatches } from "./page.js";

/** Add the facts of hints to the notes: "23x" is color 3 not second, "0Ax" color A not in the code. */
function learn() {
  const facts = document.querySelector("[data-facts]")?.dataset.facts;
  if (!facts) return;
  const marks = recallNotes();
  for (const [place, color, mark] of facts.split(" ")) {
    holes().forEach((_, index) => {
      if (place !== "0" && Number(place) !== index + 1) return;
      if (mark === "o") for (const other of palette()) marks[`${index + 1}${other}`] = "x";
      marks[`${index + 1}${color}`] = mark;
    });
  }
  keepNotes(marks);
}

function cross() {
  const marks = recallNotes();
  const { crossed } = document.querySelector(".notes table")?.dataset ?? {};
  const isOut = (place, color) => marks[`${place + 1}${color}`] === "x";
  holes().forEach((hole, place) => hole.classList.toggle("crossed", isOut(place, hole.textContent)));
  for (const input of swatches()) {
    const out = isOut(here(), input.value);
    input.closest(".swatch").querySelector(".peg").classList.toggle("crossed", out);
    input.ariaDescription = out ? crossed : null;
  }
}

function begin() {
  learn();
  cross();
}
document.addEventListener("draft", cross);
document.addEventListener("htmx:afterSettle", begin);
begin();
