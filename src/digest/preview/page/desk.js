// The desk's page: what the server would show at once is exchanged in place, part by part.
"use strict";

const parser = new DOMParser();
const shown = new Map();
const typed = new Map();
const lost = document.getElementById("lost");
let asked = 0;
let scrolled = 0;

function parts(root) {
  return [...root.querySelectorAll("[data-part]")];
}

// What somebody typed stays typed, even while its form is away.
function restore(after) {
  for (const field of after.querySelectorAll("input[type=text], input[type=email], textarea")) {
    if (typed.has(field.id)) field.value = typed.get(field.id);
  }
}

function exchange(part, fresh) {
  const focused = document.activeElement;
  const inside = part.contains(focused);
  const way = inside && (focused.id ? `#${CSS.escape(focused.id)}`
    : focused.name ? `[name="${focused.name}"][value="${CSS.escape(focused.value)}"]`
    : focused.href ? `a[href="${CSS.escape(focused.getAttribute("href"))}"]` : null);
  restore(fresh);
  part.replaceWith(fresh);
  ready(fresh);
  if (way) (fresh.querySelector(way) || fresh).focus({preventScroll: true});
}

function keep(frame) {
  try { scrolled = frame.contentWindow.scrollY; } catch { scrolled = 0; }
}

function ready(root) {
  for (const button of root.querySelectorAll("[data-copies]")) button.hidden = false;
  const frame = root.querySelector("#frame");
  if (!frame) return;
  const place = scrolled;
  frame.addEventListener("load", () => inside(frame, place));
  const there = frame.contentDocument;
  if (there && there.URL !== "about:blank" && there.readyState === "complete") inside(frame, place);
}

// Nothing of a mail can run; what its reader does in it is heard from here.
function inside(frame, place) {
  try {
    frame.contentWindow.scrollTo(0, place);
    frame.contentDocument.addEventListener("click", told);
    frame.contentDocument.addEventListener("keydown", pressed);
  } catch {
    frame.src = frame.getAttribute("src");
  }
}

// A link of a mail leads out of the desk: it is told, not followed.
function told(event) {
  const link = event.target.closest("a[href]");
  if (!link || link.getAttribute("href").startsWith("#")) return;
  if (link.origin === location.origin && link.pathname.startsWith("/bundle/")) return;
  event.preventDefault();
  const line = document.querySelector("#stage .facts");
  let said = document.getElementById("leads");
  if (!said) {
    said = Object.assign(document.createElement("span"), {id: "leads", role: "status"});
    line.append(said);
  }
  said.textContent = ` · leads to ${link.href}`;
}

async function show(address, {push = false, body = null} = {}) {
  const turn = ++asked;
  let text;
  try {
    const options = body ? {method: "POST", body} : {};
    const answer = await fetch(address, {credentials: "same-origin", ...options});
    const page = (answer.headers.get("content-type") || "").startsWith("text/html");
    if (!page || (!answer.ok && !body)) throw new Error(answer.status);
    text = await answer.text();
  } catch {
    lost.hidden = false;
    return;
  }
  if (turn !== asked && !body) return;
  lost.hidden = true;
  if (push) history.pushState(null, "", address);
  const fresh = parser.parseFromString(text, "text/html");
  for (const part of parts(fresh)) {
    const there = document.getElementById(part.id);
    if (!there || shown.get(part.id) === part.outerHTML) continue;
    shown.set(part.id, part.outerHTML);
    if (part.id === "stage") {
      const frames = [there, part].map((one) => one.querySelector("#frame"));
      if (frames[0]) keep(frames[0]);
      if (frames[0] && frames[1] && frames[0].outerHTML === frames[1].outerHTML) {
        refresh(there, part);
        continue;
      }
    }
    exchange(there, document.adoptNode(part));
  }
}

// A frame that shows the same bytes is not loaded again: all around it is new.
function refresh(there, part) {
  const [ground, fresh] = [there, part].map((one) => one.querySelector(".ground"));
  for (const node of [...there.childNodes]) if (node !== ground) node.remove();
  const nodes = [...part.childNodes].map((node) => [node, node === fresh]);
  let before = true;
  for (const [node, is] of nodes) {
    if (is) before = false;
    else if (before) ground.before(document.adoptNode(node));
    else there.append(document.adoptNode(node));
  }
}

function chosen() {
  const query = new URLSearchParams(new FormData(document.getElementById("axes")));
  const problem = new URLSearchParams(location.search).get("problem");
  if (problem) query.set("problem", problem);
  return `/?${query}`;
}

async function does(form) {
  await show(form.getAttribute("action"), {body: new URLSearchParams(new FormData(form))});
  for (const note of document.querySelectorAll(".deed textarea")) {
    if (!document.querySelector(".notice.good")) continue;
    note.value = "";
    typed.delete(note.id);
  }
}

function next(axis, step) {
  const options = [...axis.querySelectorAll("input")];
  const at = options.findIndex((one) => one.checked);
  const option = options[(at + step + options.length) % options.length];
  option.checked = true;
  option.focus({preventScroll: true});
  show(chosen(), {push: true});
}

function trouble(step) {
  const links = [...document.querySelectorAll("[data-problem]")];
  if (!links.length) return;
  const at = links.findIndex((one) => one.getAttribute("aria-current"));
  const link = links[at < 0 ? (step > 0 ? 0 : links.length - 1) : (at + step + links.length) % links.length];
  follow(link);
}

async function follow(link) {
  const url = new URL(link.href);
  await show(url.pathname + url.search, {push: true});
  const item = document.getElementById(url.hash.slice(1));
  if (item) {
    item.scrollIntoView({block: "nearest"});
    item.querySelector("[data-problem]").focus({preventScroll: true});
  }
}

function listens() {
  return localStorage.getItem("keys") !== "off";
}

function pressed(event) {
  const typing = event.target.closest && event.target.closest("input:not([type=radio]), textarea, select");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const help = document.getElementById("help");
  if (help.open || !listens()) return;
  const step = event.shiftKey ? -1 : 1;
  const key = event.key.toLowerCase();
  const axis = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (axis) next(axis, step);
  else if (key === "n") trouble(step);
  else if (event.key === "?") help.showModal();
  else return;
  event.preventDefault();
}

document.addEventListener("change", (event) => {
  if (event.target.closest("#axes")) show(chosen(), {push: true});
  else if (event.target.matches("[data-sends]")) event.target.form.submit();
  else if (event.target.id === "keys-on") localStorage.setItem("keys", event.target.checked ? "on" : "off");
});

document.addEventListener("input", (event) => {
  if (event.target.closest("[data-deed]")) typed.set(event.target.id, event.target.value);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id === "axes") show(chosen(), {push: true});
  else if (form.matches("[data-deed]")) does(form);
  else return;
  event.preventDefault();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-problem], [data-follows]");
  const copies = event.target.closest("[data-copies]");
  if (link && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    follow(link);
  } else if (copies) {
    navigator.clipboard.writeText(copies.dataset.copies).then(() => { copies.textContent = "Copied"; });
  } else if (event.target.id === "help-opens") {
    document.getElementById("help").showModal();
  }
});

document.addEventListener("keydown", pressed);
addEventListener("popstate", () => show(location.pathname + location.search));

for (const part of parts(document)) shown.set(part.id, part.outerHTML);
document.documentElement.classList.add("live");
document.getElementById("help-opens").hidden = false;
document.getElementById("keys-on").checked = listens();
ready(document);

const events = new EventSource("/events");
events.addEventListener("changed", () => show(location.pathname + location.search));
events.addEventListener("open", () => { if (!lost.hidden) show(location.pathname + location.search); });
events.addEventListener("error", () => { lost.hidden = false; });
