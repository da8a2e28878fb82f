// Stepping through a watched game by keyboard. Every control is a link: a key only follows it.

import "./share.js";
import { onSwap } from "./swap.js";

const LINKS = {
  ArrowLeft: "step-back",
  ArrowRight: "step-next",
  Home: "step-first",
  End: "step-last",
  " ": "step-play",
};

function showKeys() {
  document.querySelector("[data-keys]").hidden = false;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (!(event.key in LINKS) || event.target.matches("input, select, textarea, summary, button")) return;
  event.preventDefault();
  document.getElementById(LINKS[event.key])?.click();
});

onSwap("[data-keys]", showKeys);
showKeys();
