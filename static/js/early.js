// Taps that come before the other scripts. A color drops into the row at once; the modules find it
// there, and the field has it for a form that is sent before them.

document.documentElement.classList.add("early");

const lateHoles = () => [...document.querySelectorAll("[data-row] > button")];

/** Ring the hole that takes the next color. */
function ring(hole) {
  for (const other of lateHoles()) other.classList.toggle("here", other === hole);
}

function drop(swatch) {
  const holes = lateHoles();
  const place = Math.max(holes.findIndex((hole) => hole.matches(".here")), 0);
  const peg = swatch.querySelector(".peg");
  holes[place].className = `${peg.className} dropped`;
  holes[place].innerHTML = peg.innerHTML;
  ring([...holes.slice(place), ...holes].find((hole) => hole.matches(".hole")));
  const typed = holes.map((hole) => hole.textContent || ".").join("");
  document.getElementById("code").value = typed.replace(/\.+$/, "");
}

document.addEventListener("click", (event) => {
  const taken = event.target.closest(".swatch, [data-row] > button");
  const isByKey = !event.detail; // an arrow key "clicks" a color, too
  if (!taken || isByKey || document.documentElement.matches(".scripted")) return;
  event.preventDefault();
  if (taken.matches("button")) ring(taken);
  else if (lateHoles().some((hole) => hole.matches(".here, .hole"))) drop(taken);
});
