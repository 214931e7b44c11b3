// Finds entries whose title or text has every word that is typed; what is called so goes first.
const field = document.getElementById("search");
const list = document.getElementById("found");
const up = document.body.dataset.up;
const MOST = 40;
let on = -1;

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
  item.setAttribute("role", "option");
  const link = document.createElement("a");
  link.href = up + place;
  link.tabIndex = -1;
  link.textContent = title;
  const plain = text.replaceAll("`", "");
  item.append(link, plain.length > 120 ? plain.slice(0, plain.lastIndexOf(" ", 120)) + " …" : plain);
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
  field.setAttribute("aria-expanded", String(words.length > 0));
  if (words.length === 0) return;
  const ranked = INDEX.map((entry) => [rank(entry[0], entry[2], words), entry]).filter(([at]) => at !== undefined);
  ranked.sort(([one], [other]) => one - other);
  list.append(...ranked.slice(0, MOST).map(([, entry]) => item(...entry)));
  choose(0);
  if (ranked.length === 0) list.append(remark("Nothing has all these words."));
  if (ranked.length > MOST) list.append(remark(`${ranked.length - MOST} more: another word narrows it.`));
}

/** Marks one of the entries that were found; the first follows the last. */
function choose(at) {
  const found = [...list.querySelectorAll("[role=option]")];
  on = found.length ? (at + found.length) % found.length : -1;
  found.forEach((item, index) => {
    item.id = `found-${index}`;
    item.classList.toggle("on", index === on);
    item.setAttribute("aria-selected", String(index === on));
  });
  if (on < 0) return field.removeAttribute("aria-activedescendant");
  field.setAttribute("aria-activedescendant", found[on].id);
  found[on].scrollIntoView({ block: "nearest" });
}

function close() {
  list.replaceChildren();
  field.setAttribute("aria-expanded", "false");
}

field.addEventListener("input", search);
field.addEventListener("focus", search);
field.addEventListener("keydown", (event) => {
  const found = list.querySelectorAll("[role=option]");
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    choose(on + (event.key === "ArrowDown" ? 1 : -1));
  } else if (event.key === "Enter" && found[on]) {
    found[on].querySelector("a").click();
  } else if (event.key === "Escape") {
    close();
    field.blur();
  }
});
list.addEventListener("click", (event) => {
  if (event.target.closest("a")) close();
});
document.addEventListener("click", (event) => {
  if (!event.target.closest(".find")) close();
});
document.addEventListener("keydown", (event) => {
  const writes = event.target.closest("input, textarea, select, [contenteditable]");
  if (event.key === "/" && !writes && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    field.focus();
    field.select();
  }
});

// Light and dark, and the ways on a narrow screen.
document.getElementById("theme").addEventListener("click", turn);
const ways = document.getElementById("ways");
const openWays = (open) => {
  document.body.classList.toggle("ways-open", open);
  ways.setAttribute("aria-expanded", String(open));
};
ways.addEventListener("click", () => openWays(!document.body.classList.contains("ways-open")));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") openWays(false);
});

// What stands on this page, beside it if there is room.
const headings = [...document.querySelectorAll("main h2[id]")];
if (headings.length > 1) {
  const here = document.querySelector(".here");
  const title = document.createElement("h2");
  title.textContent = "On this page";
  const links = headings.map((heading) => {
    const link = document.createElement("a");
    link.href = "#" + heading.id;
    link.textContent = heading.textContent;
    return link;
  });
  here.append(title, ...links);
  document.querySelector(".all").classList.add("with-here");
}
