// The time to the next code goes on while a page is open. The server wrote what it was at first.

const MINUTE = 60_000;

function inWords(milliseconds) {
  const minutes = Math.ceil(milliseconds / MINUTE);
  if (minutes <= 0) return "a moment";
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Look for them every time: a game that ends brings a new one into the page. */
function tick() {
  for (const time of document.querySelectorAll("time[data-countdown]")) {
    time.textContent = inWords(Date.parse(time.dateTime) - Date.now());
  }
}

setInterval(tick, MINUTE / 4);
document.addEventListener("visibilitychange", tick);
