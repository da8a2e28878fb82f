// A code that was set is not seen again: the browser puts an empty page aside, and makes it anew.

addEventListener("pagehide", () => document.getElementById("main").replaceChildren());
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
