// Count down to the next code. The server writes the time left and the time of day in UTC; this
// script shows it in the reader's time zone.

import { filled } from "./words.js";

const MINUTE = 60_000;
// The browser's format of times is used only if its language is that of the page.
const { lang } = document.documentElement;
const locales = [...navigator.languages.filter((one) => one.startsWith(lang)), lang];
const ends = new WeakMap(); // by the clock of this machine, which can be wrong by days

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

/** Find the countdowns each time, because the end of a game adds one. */
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
