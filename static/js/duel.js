// How a duel stands: asked again and again while the page is seen, more rarely while nothing happens.
// The row in progress is never touched by what comes.

import { announce } from "./page.js";
import "./share.js";
import "./trouble.js";

const SOON = 1500; // milliseconds between two questions
const RARELY = { live: 4000, days: 30_000 }; // while nothing happens
const HERE = 15_000; // between two words that one is there
const COUNTED = 250;
const GOING = 10_000; // for another page to come, once a form has asked for it
const SAID_FOR = 3000; // a button shows that its phrase was said

const others = () => document.getElementById("others");
const here = document.getElementById("here");
const rarest = () => ("live" in others().dataset ? RARELY.live : RARELY.days);

let pause = SOON;
let timer = 0;
let isLost = false;
let isGoing = false;

function ask() {
  clearTimeout(timer);
  timer = setTimeout(ask, pause);
  if (!document.hidden) others().dispatchEvent(new Event("poll"));
}

/** To load this page anew would call off the way to another one. */
function leave({ defaultPrevented }) {
  if (defaultPrevented) return; // htmx sends it, and the page stays
  isGoing = true;
  setTimeout(() => (isGoing = false), GOING);
}

for (const going of ["submit", "beforeunload"]) addEventListener(going, leave);
document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (isGoing && event.detail.elt === others()) event.preventDefault();
});

function beHere() {
  if ("seated" in here.dataset && !document.hidden) here.dispatchEvent(new Event("here"));
}

/** Who says something sees and hears that it was said. */
function said(button) {
  announce(button.textContent);
  button.classList.add("said");
  setTimeout(() => button.classList.remove("said"), SAID_FOR);
}

document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr, successful, requestConfig } }) => {
  if (elt.matches(".phrases, #guess")) pause = SOON;
  if (elt.matches(".phrases")) ask();
  if (elt.matches(".phrases") && successful) said(requestConfig.triggeringEvent.submitter);
  if (elt.id !== "others") return;
  pause = xhr.status === 200 ? SOON : Math.min(pause * 1.2, rarest());
  if (!successful) return;
  if (isLost) document.getElementById("trouble").hidden = true;
  isLost = false;
});

/** Whoever is looked at on a phone stays in sight when the strip comes anew. */
const strip = () => document.querySelector(".seats");
let scrolled = 0;
document.addEventListener("htmx:beforeSwap", () => (scrolled = strip().scrollLeft));
document.addEventListener("htmx:afterSwap", () => (strip().scrollLeft = scrolled));

/** That the server does not answer is said once, and not at every question. */
for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(
    failure,
    (event) => {
      if (![here, others()].includes(event.target)) return;
      if (isLost) event.stopPropagation();
      isLost = true;
    },
    { capture: true },
  );
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  pause = SOON;
  ask();
  beHere();
});
addEventListener("online", () => ask());

const ends = new WeakMap(); // when each countdown in the page is over

function count() {
  const shown = document.querySelector(".countdown");
  if (!shown) return;
  const now = performance.now();
  if (!ends.has(shown)) ends.set(shown, now + 1000 * shown.dataset.seconds);
  const left = Math.ceil((ends.get(shown) - now) / 1000);
  shown.querySelector("b").textContent = Math.max(left, 0);
  if (left <= 0) ask();
}

const starts = new WeakMap(); // when each time that goes on in the page was zero

/** Go on counting the times that the server wrote: a lead, and the clock of a race. */
function tick() {
  for (const shown of document.querySelectorAll("[data-ticks]:not([data-ticks=''])")) {
    if (!starts.has(shown)) starts.set(shown, performance.now() - 1000 * shown.dataset.ticks);
    const seconds = Math.floor((performance.now() - starts.get(shown)) / 1000);
    shown.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}

setInterval(tick, COUNTED);
setInterval(count, COUNTED);
setInterval(beHere, HERE);
count();
ask();
beHere();
