// Light or dark: as it was chosen before, otherwise as the system says. It runs before anything is drawn.
const dark = window.matchMedia("(prefers-color-scheme: dark)");
let chosen = null;
try {
  chosen = localStorage.getItem("theme");
} catch {
  // Without storage the choice lasts as long as the page.
}
const show = () => (document.documentElement.dataset.theme = chosen ?? (dark.matches ? "dark" : "light"));
show();
dark.addEventListener("change", show);

function turn() {
  chosen = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  show();
  try {
    localStorage.setItem("theme", chosen);
  } catch {
    // As above.
  }
}
