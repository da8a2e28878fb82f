// A form that is refused for now is sent again when the server says so: one about an account stays as
// it was typed, the password too; another comes back in the page that refuses it. What is said aloud
// is said once, not every second.

const LONGEST = 60; // seconds after which it is for the person to come back
const status = document.getElementById("status");
let waiting = 0; // the timer, while a form waits

function show(form, words) {
  const note = form.querySelector("#refused");
  note.textContent = words;
  note.hidden = !words;
}

function sendAgain(form) {
  tell(form, status.dataset.sending);
  form.requestSubmit();
}

function countDown(form, title, seconds) {
  const words = () => [title, status.dataset.waiting.replace("%s", seconds)].filter(Boolean).join(". ");
  tell(form, words());
  waiting = setInterval(() => {
    seconds -= 1;
    if (seconds > 0) return show(form, words());
    clearInterval(waiting);
    sendAgain(form);
  }, 1000);
}

/** Return what the server says in a page that nobody is shown. */
function saidIn({ responseText }) {
  const page = new DOMParser().parseFromString(responseText, "text/html");
  const { title, sentence } = page.getElementById("refused")?.dataset ?? {};
  return { title, sentence: sentence ?? page.querySelector("main p")?.textContent };
}

function tell(form, words = status.dataset.trouble) {
  status.textContent = words;
  show(form, words);
}

document.addEventListener("htmx:beforeRequest", () => clearInterval(waiting));

document.addEventListener("htmx:responseError", ({ detail: { elt, xhr } }) => {
  const seconds = Number(xhr.getResponseHeader("Retry-After"));
  const { title, sentence } = saidIn(xhr);
  if (seconds > 0 && seconds <= LONGEST) countDown(elt, title, seconds);
  else tell(elt, sentence);
});

const kept = document.querySelector("form[data-seconds]");
if (kept && kept.dataset.seconds <= LONGEST) countDown(kept, "", Number(kept.dataset.seconds));

// What is refused for good comes on a page of its own, which has no form to put in the place of this.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.xhr.status !== 409) return;
  detail.shouldSwap = false;
  tell(detail.requestConfig.elt, saidIn(detail.xhr).sentence);
});

for (const failure of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, ({ detail: { elt } }) => tell(elt));
}

// A form that was filled in wrongly comes anew: to its first mistake, or to the password.
document.addEventListener("htmx:afterSettle", ({ target }) => {
  target.querySelector("[aria-invalid], [type=password]")?.focus();
});
