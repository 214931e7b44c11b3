// Finds entries whose title or text has every word that is typed; titles go first.
const field = document.getElementById("search");
const list = document.getElementById("found");
const up = document.body.dataset.up;

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  list.replaceChildren();
  if (words.length === 0) return;
  const has = (text) => words.every((word) => text.toLowerCase().includes(word));
  const inTitle = INDEX.filter(([title]) => has(title));
  const inText = INDEX.filter(([title, , text]) => !has(title) && has(title + " " + text));
  for (const [title, place, text] of [...inTitle, ...inText].slice(0, 40)) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = up + place;
    link.textContent = title;
    item.append(link, " " + text.slice(0, 120));
    list.append(item);
  }
}

field.addEventListener("input", search);
