// Clocks that run from the time that the server sent: some count down, others up.

const TICK = 250;
const ends = new WeakMap();
const starts = new WeakMap();
let arrived = performance.getEntriesByType("navigation")[0]?.responseStart ?? performance.now();
document.addEventListener("htmx:beforeSwap", () => (arrived = performance.now()));
document.addEventListener("htmx:afterSwap", count);

const inMinutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

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

/** Continue a time of a race or a puzzle. */
function runOn(clock) {
  if (!starts.has(clock)) starts.set(clock, performance.now() - 1000 * clock.dataset.ticks);
  clock.textContent = inMinutes(Math.floor((performance.now() - starts.get(clock)) / 1000));
}

function count() {
  document.querySelectorAll("[data-seconds]").forEach(show);
  document.querySelectorAll("[data-ticks]:not([data-ticks=''])").forEach(runOn);
}

setInterval(count, TICK);
count();
