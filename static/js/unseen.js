// Hide a code that was set: empty the page that the browser stores in its history.

addEventListener("pagehide", () => document.getElementById("main").replaceChildren());
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
