// A button that prints; where no script runs, the browser's own menu does it.

const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());
