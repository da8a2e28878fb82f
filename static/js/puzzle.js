// A puzzle: its code is entered like any other, and a clock runs for those who want one.

import "./entry.js";
import "./share.js";

const SECOND = 1000;
const twoDigits = (number) => String(number).padStart(2, "0");

/** Go on from what the server wrote, whatever the clock of this machine says. */
function tick() {
  const clock = document.querySelector("[data-clock]");
  if (!clock) return;
  clock.start ??= performance.now() - clock.dataset.clock * SECOND;
  const seconds = Math.floor((performance.now() - clock.start) / SECOND);
  clock.textContent = `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
}

setInterval(tick, SECOND / 2);
