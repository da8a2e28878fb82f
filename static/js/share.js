// Share a text and a picture with the system's dialog; without one, copy the text.

import "./copied.js";

function offer() {
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
}

async function copy(text, control) {
  await navigator.clipboard.writeText(text);
  control.textContent = control.dataset.copied;
}

/** Share a text and its picture; ignore a cancellation. */
async function share(text, control) {
  if (!navigator.share) return copy(text, control);
  const files = await filesOf(control);
  const whole = { text, files };
  return navigator.share(navigator.canShare?.(whole) ? whole : { text }).catch(({ name }) => name === "AbortError" || copy(text, control));
}

/** Return the picture of a result as a file; its URL follows from that of the page. */
async function filesOf({ href, dataset }) {
  if (!("result" in dataset)) return [];
  const drawn = await (await fetch(href.replace(/\/$/, ".png"))).blob();
  return [new File([drawn], "mastermind.png", { type: drawn.type })];
}

/** Fetch the text of a result from its page. */
async function textOf({ href }) {
  const page = new DOMParser().parseFromString(await (await fetch(href)).text(), "text/html");
  return page.getElementById("result-text").value;
}

document.addEventListener("click", async (event) => {
  const control = event.target.closest("[data-copy], [data-share], [data-result]");
  if (!control) return;
  const { copy: copied, share: shared } = control.dataset;
  const field = document.getElementById(copied ?? shared);
  field?.select?.();
  if (copied) await copy(field.value, control);
  else if (shared) await share(field.value, control);
  else if (navigator.share || navigator.clipboard) {
    event.preventDefault();
    await textOf(control).then((text) => share(text, control)).catch(() => location.assign(control.href));
  }
});
document.addEventListener("click", ({ target }) => target.closest("[data-print]") && print());
document.addEventListener("htmx:afterSwap", offer);
offer();
