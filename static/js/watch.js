// Step through a watched game with keys or by dragging. Every control is a link, which a key or a
// drag follows.

import "./share.js";
import { onSwap } from "./swap.js";
import "./trouble.js";

const LINKS = {
  ArrowLeft: "step-back",
  ArrowRight: "step-next",
  Home: "step-0",
  End: "step-last",
  " ": "step-play",
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (!(event.key in LINKS) || event.target.matches("input, select, textarea, summary, button")) return;
  event.preventDefault();
  document.getElementById(LINKS[event.key])?.click();
});

// The requested mark while the slider is dragged; the pointer can leave the track.
let asked = null;

/** Return the mark above or below a place. */
function markAt(x) {
  const marks = [...document.querySelectorAll(".scrubber a:not(#step-last)")];
  return marks.findLast((mark) => mark.getBoundingClientRect().left <= x) ?? marks[0];
}

/** Follow a link without a new entry in the browser's history. */
function follow(link) {
  link.setAttribute("hx-push-url", "false");
  link.setAttribute("hx-replace-url", "true");
  link.click();
}

document.addEventListener("pointerdown", ({ target, button }) => {
  const mark = target.closest(".scrubber a:not(#step-last)");
  if (mark && button === 0) asked = mark.id;
});
document.addEventListener("pointermove", ({ clientX }) => {
  if (!asked) return;
  const mark = markAt(clientX);
  if (mark.id === asked) return;
  asked = mark.id;
  follow(mark);
});
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => {
    asked = null;
  });
}
document.addEventListener("dragstart", (event) => {
  if (event.target.closest(".scrubber")) event.preventDefault();
});

// A new game plays by itself, unless the visitor wants less motion.
document.addEventListener("DOMContentLoaded", () => {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (location.hash === "#play" && !isStill) follow(document.getElementById("step-play"));
});

onSwap(".controls", () => {});
