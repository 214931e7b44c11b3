// Finds entries whose title or text has every word that is typed; what is called so goes first.
const field = document.getElementById("search");
const list = document.getElementById("found");
const up = document.body.dataset.up;
const MOST = 40;

// What is looked for is usually a name: `draw` of `Player.draw(amount: number)`.
const nameOf = (title) => title.toLowerCase().replace(/^fn /, "").split(/[(:<]/)[0].split(".").pop().trim();

function rank(title, text, words) {
  const typed = words.join(" ");
  const has = (where) => words.every((word) => where.toLowerCase().includes(word));
  if (nameOf(title) === typed || title.toLowerCase() === typed) return 0;
  if (nameOf(title).startsWith(typed)) return 1;
  if (has(title)) return 2;
  return has(title + " " + text) ? 3 : undefined;
}

function item(title, place, text) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = up + place;
  link.textContent = title;
  const plain = text.replaceAll("`", "");
  item.append(link, " " + (plain.length > 120 ? plain.slice(0, plain.lastIndexOf(" ", 120)) + " …" : plain));
  return item;
}

function remark(text) {
  const item = document.createElement("li");
  item.className = "note";
  item.textContent = text;
  return item;
}

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  list.replaceChildren();
  if (words.length === 0) return;
  const ranked = INDEX.map((entry) => [rank(entry[0], entry[2], words), entry]).filter(([at]) => at !== undefined);
  ranked.sort(([one], [other]) => one - other);
  list.append(...ranked.slice(0, MOST).map(([, entry]) => item(...entry)));
  if (ranked.length === 0) list.append(remark("Nothing has all these words."));
  if (ranked.length > MOST) list.append(remark(`${ranked.length - MOST} more: another word narrows it.`));
}

field.addEventListener("input", search);
field.addEventListener("keydown", (event) => {
  const first = list.querySelector("a");
  if (event.key === "Enter" && first) first.click();
});
list.addEventListener("click", (event) => {
  if (event.target.closest("a")) list.replaceChildren();
});
