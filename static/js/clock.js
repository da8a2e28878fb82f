// Clocks that count down from the time that the server sent.

const TICK = 250;
const ends = new WeakMap();
let arrived = performance.getEntriesByType("navigation")[0]?.responseStart ?? performance.now();
document.addEventListener("htmx:beforeSwap", () => (arrived = performance.now()));
document.addEventListener("htmx:afterSwap", count);

export const inMinutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Show the time left, and send one event when a clock has run down. */
function show(clock) {
  if (!ends.has(clock)) {
    const left = arrived + 1000 * clock.dataset.seconds - performance.now();
    ends.set(clock, performance.now() + left);
    setTimeout(count, Math.max(left, 0) + 1);
  }
  const left = Math.max(Math.ceil((ends.get(clock) - performance.now()) / 1000), 0);
  clock.querySelector("b").textContent = clock.matches(".time-left") ? inMinutes(left) : left;
  if (left || "over" in clock.dataset) return;
  clock.dataset.over = "";
  clock.dispatchEvent(new Event(clock.matches(".time-left") ? "timeup" : "go", { bubbles: true }));
}

function count() {
  document.querySelectorAll("[data-seconds]").forEach(show);
}

setInterval(count, TICK);
count();
