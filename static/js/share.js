// "Copy" beside a text: shown only where the browser can do it.

function offer() {
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
}

document.addEventListener("click", async ({ target }) => {
  if (!target.matches("[data-copy]")) return;
  const field = document.getElementById(target.dataset.copy);
  field.select();
  await navigator.clipboard.writeText(field.value);
  target.textContent = "Copied";
});
document.addEventListener("htmx:afterSwap", offer);
offer();
