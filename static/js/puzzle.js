// The optional clock of a puzzle.

import "./entry.js";
import "./share.js";

const SECOND = 1000;
const twoDigits = (number) => String(number).padStart(2, "0");

/** Continue the time that the server wrote, without this machine's clock. */
function tick() {
  const clock = document.querySelector("[data-clock]");
  if (!clock) return;
  clock.start ??= performance.now() - clock.dataset.clock * SECOND;
  const seconds = Math.floor((performance.now() - clock.start) / SECOND);
  clock.textContent = `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
}

setInterval(tick, SECOND / 2);
