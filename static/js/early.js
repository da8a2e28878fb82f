// Handle taps and keys before the other scripts have loaded. A color drops into the row at once, where
// the modules find it; the text field has it for a form that is sent earlier.

document.documentElement.classList.add("early");

const lateHoles = () => [...document.querySelectorAll("[data-row] > button")];

/** Ring the hole that takes the next color. */
function ring(hole) {
  for (const other of lateHoles()) other.classList.toggle("here", other === hole);
}

/** Write the row into the text field of the form. */
function typeRow() {
  const typed = lateHoles().map((hole) => hole.textContent || ".").join("");
  document.getElementById("code").value = typed.replace(/\.+$/, "");
}

function drop(swatch) {
  const holes = lateHoles();
  if (!holes.some((hole) => hole.matches(".here, .hole"))) return;
  const place = Math.max(holes.findIndex((hole) => hole.matches(".here")), 0);
  const peg = swatch.querySelector(".peg");
  holes[place].className = `${peg.className} dropped`;
  holes[place].innerHTML = peg.innerHTML;
  ring([...holes.slice(place), ...holes].find((hole) => hole.matches(".hole")));
  typeRow();
}

/** Remove the peg in the ringed hole, or the last one before it. */
function takeBack() {
  const holes = lateHoles();
  const ringed = holes.findIndex((hole) => hole.matches(".here"));
  const before = ringed < 0 ? holes : holes.slice(0, ringed + 1);
  const hole = before.findLast((one) => !one.matches(".hole"));
  if (!hole) return;
  hole.className = "peg hole";
  hole.replaceChildren();
  ring(hole);
  typeRow();
}

const areModulesHere = () => document.documentElement.matches(".scripted");

/** Return whether single keys are commands while no hole has the focus; a browser can forbid storage. */
function areLettersKeys() {
  try {
    return localStorage.getItem("single-keys") !== "off";
  } catch {
    return true;
  }
}

document.addEventListener("click", (event) => {
  const taken = event.target.closest(".swatch, [data-row] > button");
  const isByKey = !event.detail; // an arrow key "clicks" a color, too
  if (!taken || isByKey || areModulesHere()) return;
  event.preventDefault();
  if (taken.matches("button")) ring(taken);
  else drop(taken);
});

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const isHole = target.matches("[data-row] > button");
  const isForOther = !isHole && target.closest("input:not([type=radio]), textarea, select, a, button, summary");
  if (isForOther || event.ctrlKey || event.metaKey || event.altKey || areModulesHere()) return;
  const symbol = key === "0" ? "A" : key.toUpperCase();
  const color = [...document.querySelectorAll(".swatch input")].find(({ value }) => value === symbol);
  if (color && (isHole || areLettersKeys())) drop(color.closest(".swatch"));
  else if (key === "Backspace") takeBack();
  else if (key === "Enter") document.getElementById("guess")?.requestSubmit();
  else return;
  event.preventDefault();
});
