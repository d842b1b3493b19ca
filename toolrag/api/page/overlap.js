"use strict";
// One page, no network: everything that is shown comes from the element #data.
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const BAR = 0.5, HIGH = 0.8, SHOWN = 300;

// ---- state ----------------------------------------------------------------------------------

const tools = new Map(data.tools.map((tool) => [tool.id, tool]));
const serverOf = (id) => tools.get(id)?.server ?? "";
const state = { find: "", server: "", least: data.least, lonely: false, chosen: null };

function pairsShown() {
  const find = state.find.toLowerCase();
  return data.pairs.filter((pair) =>
    pair.probability >= state.least
    && (!state.server || serverOf(pair.a) === state.server || serverOf(pair.b) === state.server)
    && (!find || pair.a.toLowerCase().includes(find) || pair.b.toLowerCase().includes(find)));
}

// ---- list -----------------------------------------------------------------------------------

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name in made && typeof value !== "string") made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

function entry(pair, value) {
  const kind = pair.probability >= HIGH ? "value high" : "value";
  const button = element("button", { type: "button" },
    element("span", { class: kind }, value),
    element("span", {}, pair.a), element("span"), element("span", {}, pair.b));
  button.addEventListener("click", () => { choose(pair); showDetail(); });
  button.pair = pair;
  return element("li", {}, button);
}

function showList() {
  const pairs = pairsShown();
  $("pairs").replaceChildren(
    ...pairs.slice(0, SHOWN).map((pair) => entry(pair, pair.probability.toFixed(2))));
  $("more").hidden = pairs.length <= SHOWN;
  $("more").textContent = `${pairs.length - SHOWN} more: raise the bar or choose a server.`;
  const count = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
  const news = data.trend
    ? ` The last registration: ${count(data.trend.tools, "tool")}, ${count(data.trend.pairs, "pair")}.`
    : "";
  $("summary").textContent = `${count(data.tools.length, "tool")}, `
    + `${count(pairs.length, "pair")} shown, ${count(data.groups.length, "group")}, `
    + `${count(data.clashes.length, "clash").replace("clashs", "clashes")}.${news}`;
  markChosen();
}

function showUnmarked() {
  $("unmarked-title").hidden = !data.unmarked.length;
  $("unmarked").replaceChildren(...data.unmarked.map((found) => entry(
    { ...found, probability: 0, reasons: [], advice: "" }, "")));
}

function showServers() {
  $("servers").hidden = $("servers-title").hidden = !data.servers.length;
  $("servers").tBodies[0].replaceChildren(...data.servers.slice(0, 100).map((row) => element("tr", {},
    element("td", {}, row.a === row.b ? row.a || "(none)" : `${row.a} and ${row.b}`),
    element("td", {}, String(row.pairs)), element("td", {}, row.worst.toFixed(2)))));
}

function markChosen() {
  for (const button of document.querySelectorAll("#list-section li button")) {
    const chosen = state.chosen && button.pair.a === state.chosen.a && button.pair.b === state.chosen.b;
    button.setAttribute("aria-current", String(Boolean(chosen)));
  }
}

$("list-section").addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const buttons = [...document.querySelectorAll("#list-section li button")];
  const at = buttons.indexOf(document.activeElement);
  if (!step || at < 0) return;
  event.preventDefault();
  buttons[Math.min(buttons.length - 1, Math.max(0, at + step))].focus();
});

// ---- one pair -------------------------------------------------------------------------------

const WORDS = /[\p{L}\p{N}_]+/gu;
const wordsOf = (text) => new Set((text.match(WORDS) ?? []).map((word) => word.toLowerCase()));

/** Append `text` with the words marked that `others` has not. */
function marked(parent, text, others) {
  let end = 0;
  for (const found of text.matchAll(WORDS)) {
    parent.append(text.slice(end, found.index));
    end = found.index + found[0].length;
    parent.append(others.has(found[0].toLowerCase()) ? found[0] : element("mark", {}, found[0]));
  }
  parent.append(text.slice(end));
  return parent;
}

function side(id, otherId, sentence) {
  const tool = tools.get(id), other = tools.get(otherId);
  const words = wordsOf(other.description), names = new Set(other.parameters.map((p) => p.name));
  const parameters = element("p", { class: "parameters" }, tool.parameters.length ? "" : "No parameters.");
  tool.parameters.forEach((parameter, i) => {
    const text = `${parameter.name}${parameter.required ? "*" : ""} ${parameter.type}`.trim();
    parameters.append(i ? ", " : "", names.has(parameter.name) ? text : element("mark", {}, text));
  });
  const shown = element("article", {}, element("h3", {}, id),
    marked(element("p"), tool.description || "(no description)", words), parameters);
  if (sentence) shown.append(advised(sentence));
  return shown;
}

function advised(sentence) {
  const button = element("button", { type: "button" }, "Copy");
  button.addEventListener("click", async () => {
    button.textContent = await copied(sentence) ? "Copied" : "Press Ctrl+C";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
  return element("div", { class: "advice" }, element("q", {}, sentence), button);
}

/** Copy a text; pages of files may not use the clipboard, so it is selected there instead. */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = element("textarea", {}, text);
    $("detail").append(area);
    area.select();
    const done = document.execCommand("copy");
    if (done) area.remove();
    return done;
  }
}

function choose(pair) {
  state.chosen = pair;
  const value = pair.probability ? ` ${pair.probability.toFixed(2)}` : "";
  const notes = [...pair.reasons.map((reason) => reason.text), pair.advice].filter(Boolean);
  $("detail").replaceChildren(
    element("h2", {}, `${pair.a} and ${pair.b}${value}`),
    element("div", { class: "sides" },
      side(pair.a, pair.b, pair.sentences.a), side(pair.b, pair.a, pair.sentences.b)),
    element("ul", { class: "reasons" }, ...notes.map((text) => element("li", {}, text))));
  markChosen();
  draw();
}

/** On a phone the pair stands below the list. */
function showDetail() {
  if (matchMedia("(max-width: 760px)").matches) $("detail").scrollIntoView({ block: "start" });
}

// ---- map ------------------------------------------------------------------------------------

const canvas = $("map"), context = canvas.getContext("2d");
const view = { x: 0, y: 0, scale: 1 };
let nodes = [], links = [], byId = new Map();

const colour = (group) => `hsl(${(group * 137.5) % 360} 60% 52%)`;
const getColour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
// A sunflower's seeds: even, without a simulation, however many there are.
const seed = (i, distance) => {
  const angle = i * 2.399963, radius = distance * Math.sqrt(i + 0.5);
  return [Math.cos(angle) * radius, Math.sin(angle) * radius];
};

/** Place every group as a small graph of its own, the biggest in the middle, the rest around. */
function layOut() {
  const pairs = pairsShown(), grouped = new Map();
  data.groups.forEach((group, i) => group.forEach((id) => grouped.set(id, i)));
  const wanted = new Set(pairs.flatMap((pair) => [pair.a, pair.b]));
  const clusters = new Map();
  for (const id of wanted) {
    const key = grouped.get(id) ?? -1;
    clusters.set(key, [...(clusters.get(key) ?? []), id]);
  }
  nodes = []; byId = new Map();
  const ordered = [...clusters].filter(([key]) => key >= 0).sort((a, b) => b[1].length - a[1].length);
  if (clusters.has(-1)) ordered.push([-1, clusters.get(-1)]);
  let area = 0;
  ordered.forEach(([key, ids], place) => {
    const radius = 26 * Math.sqrt(ids.length) + 22, angle = place * 2.399963;
    const away = place ? Math.sqrt(area) * 1.25 + radius * .6 : 0;
    area += radius * radius;
    const centre = [Math.cos(angle) * away, Math.sin(angle) * away];
    ids.forEach((id, i) => add(id, key, seed(i, 26), centre));
  });
  links = pairs.map((pair) => ({ pair, a: byId.get(pair.a), b: byId.get(pair.b) }));
  relax();
  if (state.lonely) addLonely(wanted, Math.sqrt(area) * 1.6 + 60);
}

function add(id, group, [x, y], [left, top]) {
  const node = { id, group, x: x + left, y: y + top };
  nodes.push(node);
  byId.set(id, node);
}

function addLonely(wanted, inner) {
  const rest = data.tools.filter((tool) => !wanted.has(tool.id)
    && (!state.server || tool.server === state.server)
    && (!state.find || tool.id.toLowerCase().includes(state.find.toLowerCase())));
  const skipped = Math.round((inner / 11) ** 2);
  rest.forEach((tool, i) => add(tool.id, -1, seed(i + skipped, 11), [0, 0]));
}

/** Pull linked tools together and push near ones apart, group by group. */
function relax() {
  const groups = new Map();
  for (const node of nodes) groups.set(node.group, [...(groups.get(node.group) ?? []), node]);
  for (const members of groups.values()) {
    if (members.length < 3 || members.length > 150) continue;
    const inside = links.filter((link) => link.a.group === members[0].group && link.a.group === link.b.group);
    for (let step = 0; step < 60; step++) {
      for (const { a, b } of inside) {
        const dx = (b.x - a.x) * .03, dy = (b.y - a.y) * .03;
        a.x += dx; a.y += dy; b.x -= dx; b.y -= dy;
      }
      for (let i = 0; i < members.length; i++) for (let j = 0; j < i; j++) {
        const a = members[i], b = members[j], dx = a.x - b.x, dy = a.y - b.y;
        const distance = Math.hypot(dx, dy) || 1, push = Math.max(0, 42 - distance) * .2 / distance;
        a.x += dx * push; a.y += dy * push; b.x -= dx * push; b.y -= dy * push;
      }
    }
  }
}

function fit() {
  const { width, height } = canvas.getBoundingClientRect();
  const xs = nodes.map((node) => node.x), ys = nodes.map((node) => node.y);
  const edge = (values, pick, fallback) => values.reduce((a, b) => pick(a, b), fallback);
  const left = edge(xs, Math.min, 0), right = edge(xs, Math.max, 0);
  const top = edge(ys, Math.min, 0), bottom = edge(ys, Math.max, 0);
  view.scale = Math.min(2, width / (right - left + 140), height / (bottom - top + 140));
  view.x = width / 2 - (left + right) / 2 * view.scale;
  view.y = height / 2 - (top + bottom) / 2 * view.scale;
  draw();
}

let waiting = false;
function draw() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => { waiting = false; paint(); });
}

function paint() {
  const { width, height } = canvas.getBoundingClientRect(), ratio = devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.setTransform(ratio * view.scale, 0, 0, ratio * view.scale, ratio * view.x, ratio * view.y);
  paintLinks();
  const chosen = state.chosen ? [state.chosen.a, state.chosen.b] : [];
  const dim = getColour("--dim");  // Asked for once: thousands of tools may be in no group.
  for (const node of nodes) {
    context.beginPath();
    context.arc(node.x, node.y, chosen.includes(node.id) ? 9 : node.group < 0 ? 3.5 : 6, 0, 7);
    context.fillStyle = node.group < 0 ? dim : colour(node.group);
    context.fill();
  }
  paintNames(chosen, width, height);
}

function paintLinks() {
  for (const strong of [false, true]) {
    context.beginPath();
    for (const { pair, a, b } of links) {
      if ((pair.probability >= HIGH) !== strong) continue;
      context.moveTo(a.x, a.y);
      context.lineTo(b.x, b.y);
    }
    context.strokeStyle = getColour(strong ? "--bad" : "--edge");
    context.globalAlpha = strong ? .55 : 1;
    context.lineWidth = strong ? 1.6 : 1;
    context.stroke();
    context.globalAlpha = 1;
  }
}

function paintNames(chosen, width, height) {
  context.fillStyle = getColour("--ink");
  context.font = `${11 / view.scale}px system-ui, sans-serif`;
  const visible = nodes.filter((node) => {
    const x = node.x * view.scale + view.x, y = node.y * view.scale + view.y;
    return x > -80 && x < width + 80 && y > 0 && y < height;
  });
  const all = view.scale > .75 && visible.length < 250;
  for (const node of visible) {
    if (all || chosen.includes(node.id)) context.fillText(node.id, node.x + 9, node.y + 4 / view.scale);
  }
}

function zoomBy(factor, x = canvas.clientWidth / 2, y = canvas.clientHeight / 2) {
  const scale = Math.min(8, Math.max(.02, view.scale * factor)), real = scale / view.scale;
  view.x = x - (x - view.x) * real;
  view.y = y - (y - view.y) * real;
  view.scale = scale;
  draw();
}

function nodeAt(event) {
  const box = canvas.getBoundingClientRect();
  const x = (event.clientX - box.left - view.x) / view.scale, y = (event.clientY - box.top - view.y) / view.scale;
  let best = null, distance = Math.max(9, 14 / view.scale);
  for (const node of nodes) {
    const away = Math.hypot(node.x - x, node.y - y);
    if (away < distance) { best = node; distance = away; }
  }
  return best;
}

const held = new Map();
let moved = 0;
canvas.addEventListener("pointerdown", (event) => {
  held.set(event.pointerId, event);
  moved = 0;
  canvas.setPointerCapture(event.pointerId);
});
canvas.addEventListener("pointermove", (event) => {
  const before = held.get(event.pointerId);
  if (!before) {
    const node = nodeAt(event);
    $("tip").hidden = !node;
    $("tip").textContent = node?.id ?? "";
    return;
  }
  const other = [...held.values()].find((pointer) => pointer.pointerId !== event.pointerId);
  moved += Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
  if (other) {
    const spread = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1;
    const box = canvas.getBoundingClientRect();
    zoomBy(spread(event) / spread(before), other.clientX - box.left, other.clientY - box.top);
  } else {
    view.x += event.clientX - before.clientX;
    view.y += event.clientY - before.clientY;
    draw();
  }
  held.set(event.pointerId, event);
});
canvas.addEventListener("pointerup", (event) => {
  held.delete(event.pointerId);
  const node = moved < 5 ? nodeAt(event) : null;
  const pair = node && pairsShown().find((found) => found.a === node.id || found.b === node.id);
  if (pair) { choose(pair); showDetail(); }
});
canvas.addEventListener("pointercancel", (event) => held.delete(event.pointerId));
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  const box = canvas.getBoundingClientRect();
  zoomBy(Math.exp(-event.deltaY * .0015), event.clientX - box.left, event.clientY - box.top);
}, { passive: false });
canvas.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40] }[event.key];
  if (by) { view.x += by[0]; view.y += by[1]; draw(); }
  else if (event.key === "+" || event.key === "=") zoomBy(1.3);
  else if (event.key === "-") zoomBy(1 / 1.3);
  else if (event.key === "0") fit();
  else return;
  event.preventDefault();
});
$("zoom-in").addEventListener("click", () => zoomBy(1.4));
$("zoom-out").addEventListener("click", () => zoomBy(1 / 1.4));
$("zoom-all").addEventListener("click", fit);

// ---- filters --------------------------------------------------------------------------------

function refresh() {
  $("least-shown").textContent = state.least.toFixed(2);
  showList();
  layOut();
  fit();
}

$("filters").addEventListener("submit", (event) => event.preventDefault());
$("filters").addEventListener("input", () => {
  state.find = $("find").value.trim();
  state.server = $("server").value;
  state.least = Number($("least").value);
  state.lonely = $("lonely").checked;
  refresh();
});

$("catalogue").textContent = data.catalogue;
$("least").min = String(Math.min(BAR, data.least));
$("least").value = String(data.least);
$("server").append(...[...new Set(data.tools.map((tool) => tool.server))].filter(Boolean).sort()
  .map((name) => element("option", { value: name }, name)));
showUnmarked();
showServers();
refresh();
if (data.pairs.length) choose(data.pairs[0]);
new ResizeObserver(fit).observe(canvas);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
