// The first page: pause and replay of the sample game; rarely used scripts load late.

const button = document.getElementById("replay");
const sample = document.querySelector(".sample");
const steps = () => sample.getAnimations({ subtree: true });
const unfinished = () => steps().filter((step) => step.playState !== "finished");
const isRunning = (step) => step.playState === "running";

/** Write on the button what it does. */
function label() {
  if (!unfinished().length) button.textContent = button.dataset.replay;
  else button.textContent = button.dataset[steps().some(isRunning) ? "pause" : "resume"];
}

// The page of a regular player has no sample game.
button?.addEventListener("click", () => {
  if (steps().some(isRunning)) for (const step of unfinished()) step.pause();
  else for (const step of unfinished().length ? unfinished() : steps()) step.play();
  label();
});

// With reduced motion, there is nothing to pause.
if (button && steps().length) {
  sample.addEventListener("animationend", label);
  button.hidden = false;
  label();
}

// Only the preview of custom settings needs htmx, so it loads when they are opened.
const custom = document.getElementById("custom");
let changed = null;

/** Show settings that were changed before htmx had loaded. */
function bringHtmx() {
  const late = custom.querySelector("template");
  late?.replaceWith(late.content);
  document.body.addEventListener("htmx:load", () => changed?.dispatchEvent(new Event("change", { bubbles: true })), { once: true });
}

function onceOpen() {
  if (!custom.open) return;
  if (document.readyState === "complete") bringHtmx();
  else window.addEventListener("load", bringHtmx, { once: true });
}

custom.addEventListener("input", ({ target }) => (changed = target), { once: true });
custom.addEventListener("toggle", onceOpen);
onceOpen();

// The text from the server is right for a minute.
setTimeout(() => {
  const age = (Date.now() - performance.timeOrigin) / 60_000;
  for (const time of document.querySelectorAll("[data-countdown]")) time.dataset.countdown -= age;
  import("./countdown.js");
}, 60_000);
