// The switches of a page: show what is stored, and store what is changed.

import { isOn, switchOn } from "./memory.js";

const SWITCHES = ".audible input";

function show() {
  for (const option of document.querySelectorAll(SWITCHES)) option.checked = isOn(option.id);
}

document.addEventListener("change", ({ target }) => {
  if (target.matches(SWITCHES)) switchOn(target.id, target.checked);
});
document.addEventListener("htmx:afterSettle", show);
show();
