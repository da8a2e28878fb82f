// Send a form again after the wait if the server has refused it for now. An account form keeps its
// input, even the password; other forms come back in the page of the refusal. The refusal is
// announced once, not every second.

const LONGEST = 60; // in seconds; after a longer wait, the user has to send the form
const status = document.getElementById("status");
let waiting = 0; // the timer of a waiting form

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

/** Return the title and the sentence of a refusal, from a page that is not shown. */
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

// The page of a final refusal has no form that could replace this one, so only its sentence is shown.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.xhr.status !== 409) return;
  detail.shouldSwap = false;
  tell(detail.requestConfig.elt, saidIn(detail.xhr).sentence);
});

for (const failure of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, ({ detail: { elt } }) => tell(elt));
}

// Focus the first mistake of a refused form, or its password.
document.addEventListener("htmx:afterSettle", ({ target }) => {
  target.querySelector("[aria-invalid], [type=password]")?.focus();
});
