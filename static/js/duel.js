// Keep the page of a duel up to date. The server sends news at once, as a stream of events. Without
// a stream, the page polls, less often while nothing happens. News never changes the row in progress.

import "./clock.js";
import { isOn } from "./memory.js";
import { announce } from "./page.js";
import "./settings.js";
import "./share.js";
import { CHORD, SIGH, tune } from "./tones.js";
import "./trouble.js";

const SOON = 1500; // milliseconds between two polls
const RARELY = { live: 4000, days: 30_000 }; // while nothing happens
const TOLD = 15_000; // while the stream works, to notice if it stops
const RETRY = 400; // after a refused poll
const RECONNECT = 10_000; // after a refused stream
const CALLS = { soon: [440], go: [660, 880], won: CHORD, lost: SIGH, rematch: [523, 659, 523] };
const HERE = 10_000; // between two signs of presence
const COUNTED = 250;
const AFTER_THE_END = 1000; // at least, so that a class does not poll all at once
const GOING = 10_000; // for the next page to load after a form was sent
const SAID_FOR = 3000; // how long a button shows that its phrase was sent

const others = () => document.getElementById("others");
const here = document.getElementById("here");
const rarest = () => ("live" in others().dataset ? RARELY.live : RARELY.days);

const isAway = () => document.hidden && !("seated" in here.dataset);
const revision = () => new URL(others().getAttribute("hx-get"), location).searchParams.get("revision");
const title = document.title;

let pause = SOON;
let timer = 0;
let isTold = false; // whether the stream works
let isDropped = false; // whether htmx ignored a poll for news because of a request in progress
let isLost = false;
let isGoing = false;

function ask(isNews = false) {
  clearTimeout(timer);
  timer = setTimeout(ask, isTold ? Math.max(TOLD, pause) : pause);
  isDropped = (isDropped || isNews) && Boolean(document.querySelector("#duel .htmx-request"));
  if (!isAway()) others().dispatchEvent(new Event("poll"));
}

/** Poll at once when the server reports news. */
function listen() {
  const stream = new EventSource(here.dataset.news);
  stream.addEventListener("message", ({ data }) => {
    isTold = true;
    if (data !== revision()) ask(true);
  });
  stream.addEventListener("error", () => {
    if (stream.readyState === EventSource.CLOSED && isTold) setTimeout(listen, RECONNECT);
    isTold = false;
    pause = SOON;
  });
}

/** Stop polling while another page loads, because a reload would cancel it. */
function leave({ defaultPrevented }) {
  if (defaultPrevented) return; // htmx sends it, and the page stays
  isGoing = true;
  setTimeout(() => (isGoing = false), GOING);
}

for (const going of ["submit", "beforeunload"]) addEventListener(going, leave);
document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (isGoing && event.detail.elt === others()) event.preventDefault();
  // A new stage begins with its headline, even for a reader who has scrolled to the phrases.
  else if (event.detail.xhr.getResponseHeader("HX-Refresh")) scrollTo(0, 0);
});

function beHere() {
  if ("seated" in here.dataset && !document.hidden) here.dispatchEvent(new Event("here"));
}

/** Show and announce that a phrase was sent. */
function said(button) {
  announce(button.textContent);
  button.classList.add("said");
  setTimeout(() => button.classList.remove("said"), SAID_FOR);
}

document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr, successful, requestConfig } }) => {
  if (isDropped) setTimeout(ask, 0, true); // the answer can be older than the news
  if (elt.matches(".phrases, #guess")) pause = SOON;
  if (elt.matches(".phrases")) ask(true);
  if (elt.matches(".phrases") && successful) said(requestConfig.triggeringEvent.submitter);
  if (elt.id !== "others") return;
  pause = xhr.status === 200 ? SOON : Math.min(pause * 1.2, rarest());
  if (xhr.status === 429) setTimeout(ask, RETRY);
  if (!successful) return;
  if (isLost) document.getElementById("trouble").hidden = true;
  isLost = false;
});

/** Keep the scroll position of the players on a phone when they are replaced. */
const strip = () => document.querySelector(".seats");
let scrolled = 0;
document.addEventListener("htmx:beforeSwap", () => (scrolled = strip().scrollLeft));
document.addEventListener("htmx:afterSwap", () => (strip().scrollLeft = scrolled));

/** Cancel the request of a part that is replaced; hx-sync would keep it. */
document.addEventListener("htmx:beforeCleanupElement", ({ target }) => {
  if (target.id === "duel") window.htmx.trigger(target, "htmx:abort");
});

/** Announce only once that the server does not answer. */
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
  document.title = title;
  pause = SOON;
  ask();
  beHere();
});
addEventListener("online", () => ask());

/** Show the board that the page already contains, so that all boards open at the same moment. */
document.addEventListener("go", () => {
  const start = document.getElementById("at-start");
  if (!start) return ask();
  window.htmx.swap("#duel", start.innerHTML, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 });
  announce(start.dataset.said);
});

/** End a code whose time is up, in case no wall does. */
document.addEventListener("timeup", () => {
  setTimeout(() => [beHere(), ask()], AFTER_THE_END * (1 + Math.random()));
});

const latest = () => others().dataset.moment;
const kept = `moment:${location.pathname}`;

/** Alert a player whose tab is hidden: by the title, and by sound and vibration if switched on. */
function call() {
  const before = sessionStorage.getItem(kept);
  sessionStorage.setItem(kept, latest());
  const notes = CALLS[latest().split(" ")[0]];
  if (before === null || before === latest() || !notes) return;
  if (document.hidden) document.title = `▶ ${document.getElementById("status").textContent || title}`;
  if (!isOn("sounds")) return;
  tune(notes);
  navigator.vibrate?.(notes.map(() => 120));
}

/** Show the clock of a race if it is switched on. */
function adapt() {
  for (const clock of document.querySelectorAll(".clock")) clock.hidden = !isOn("clock");
}

document.addEventListener("change", ({ target }) => {
  if (target.matches("#sounds:checked")) tune(CALLS.go); // after this press, the browser allows later sounds
  adapt();
});
document.addEventListener("htmx:afterSettle", () => {
  adapt();
  call();
});

/** Show a countdown in the title of a hidden page. */
function tick() {
  const countdown = document.querySelector(".countdown");
  if (countdown && document.hidden) document.title = `▶ ${countdown.textContent.trim()}`;
}

setInterval(tick, COUNTED);
setInterval(beHere, HERE);
document.documentElement.classList.add("scripted");
adapt();
call();
ask();
listen();
beHere();
