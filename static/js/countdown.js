// The time to the next code goes on while a page is open. The server wrote what it was at first,
// and the hour of day in Greenwich: here it is the reader's own.

import { filled } from "./words.js";

const MINUTE = 60_000;
// An hour is written as the reader's browser would, unless that is in another language than the page.
const { lang } = document.documentElement;
const locales = [...navigator.languages.filter((one) => one.startsWith(lang)), lang];
const ends = new WeakMap(); // by the clock of this machine, which may be wrong by days

function inWords(milliseconds, words) {
  const minutes = Math.ceil(milliseconds / MINUTE);
  if (minutes <= 0) return words.moment;
  if (minutes < 60) return filled(words.minutes, { minutes });
  return filled(words.hours, { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

function endOf(time) {
  if (!ends.has(time)) ends.set(time, Date.now() + time.dataset.countdown * MINUTE);
  return ends.get(time);
}

/** Look for them every time: a game that ends brings a new one into the page. */
function tick() {
  for (const time of document.querySelectorAll("time[data-countdown]")) {
    time.textContent = inWords(endOf(time) - Date.now(), time.dataset);
  }
  for (const time of document.querySelectorAll("time[data-clock]")) {
    const hour = new Date(time.dateTime).toLocaleTimeString(locales, { timeStyle: "short" });
    time.textContent = filled(time.dataset.clock, { time: hour });
  }
}

tick();
setInterval(tick, MINUTE / 4);
document.addEventListener("visibilitychange", tick);
