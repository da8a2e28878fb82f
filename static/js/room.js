// The wall of a room, and the page that controls it.

import "./clock.js";
import "./trouble.js";

const RETRY = 400; // milliseconds

// While a button is held down, the page does not update, so that no press is lost.
let isPressing = false;
for (const down of ["pointerdown", "keydown"]) addEventListener(down, () => (isPressing = true));
for (const up of ["pointerup", "pointercancel", "keyup", "blur"]) {
  addEventListener(up, () => setTimeout(() => (isPressing = false)));
}
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (isPressing && detail.requestConfig.verb === "get") detail.shouldSwap = false;
});

/** A button that is gone leaves its focus to the headline; htmx cares for those that stay. */
let held = document.body;
document.addEventListener("htmx:beforeSwap", () => (held = document.activeElement));
document.addEventListener("htmx:afterSettle", () => {
  if (!held.isConnected && document.activeElement === document.body)
    document.getElementById("headline").focus({ preventScroll: true });
});

/** Poll again soon, but repeat no press, if the server was busy: the wall must not miss a countdown. */
function retry(event) {
  const { xhr, requestConfig } = event.detail;
  if (xhr.status !== 429 || requestConfig.verb !== "get") return;
  event.stopPropagation();
  setTimeout(() => event.target.dispatchEvent(new Event("retry")), RETRY);
}
document.addEventListener("htmx:responseError", retry, { capture: true });

const whole = document.getElementById("whole-screen");
if (whole) {
  whole.hidden = !document.fullscreenEnabled;
  whole.addEventListener("click", () => document.documentElement.requestFullscreen());
  document.addEventListener("fullscreenchange", () => (whole.hidden = Boolean(document.fullscreenElement)));
}
