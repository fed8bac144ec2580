/** Small tools for building a page: elements, drawings, icons, dice. Text goes in as text, never as markup. */

const NS = "http://www.w3.org/2000/svg";

export const $ = (query, at = document) => at.querySelector(query);
export const $$ = (query, at = document) => [...at.querySelectorAll(query)];

/** An element: h("div.card#x", {title: "…", on: {click}, style: {"--c": "red"}}, ...children). */
export function h(what, props = {}, ...kids) {
  const [, tag, rest] = what.match(/^([a-z0-9]*)(.*)$/);
  const made = document.createElement(tag || "div");
  for (const [, sign, name] of rest.matchAll(/([.#])([\w-]+)/g)) sign === "." ? made.classList.add(name) : (made.id = name);
  dress(made, props);
  made.append(...real(kids));
  return made;
}

/** The same for drawings. */
export function svg(tag, props = {}, ...kids) {
  const made = document.createElementNS(NS, tag);
  dress(made, props);
  made.append(...real(kids));
  return made;
}

function dress(made, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") { made.listens = true; for (const [event, heard] of Object.entries(value)) made.addEventListener(event, heard); }
    else if (name === "style") for (const [key, said] of Object.entries(value)) made.style.setProperty(key, said);
    else if (name === "data") Object.assign(made.dataset, value);
    else made.setAttribute(name, value === true ? "" : value);
  }
}

const real = (kids) => kids.flat(Infinity).filter((kid) => kid !== null && kid !== undefined && kid !== false);

/** Exchange what an element holds. */
export function fill(at, ...kids) {
  at.replaceChildren(...real(kids));
  return at;
}

/** The same, but what stands there already stays: nothing is taken away from under a finger, a focus or a glance.
 *
 * What listens is kept only if nothing of it has changed: whatever its listeners do must follow from what it shows.
 */
export function mend(at, ...kids) {
  const wanted = real(kids).map((kid) => (kid instanceof Node ? kid : document.createTextNode(kid))), old = [...at.childNodes];
  wanted.forEach((kid, n) => { const was = old[n]; if (!was) at.append(kid); else if (!was.isEqualNode(kid)) alike(was, kid) ? renew(was, kid) : was.replaceWith(kid); });
  for (const left of old.slice(wanted.length)) left.remove();
  return at;
}

const alike = (one, two) => one.nodeName === two.nodeName && one.id === two.id && !one.listens && !two.listens;

function renew(was, kid) {
  if (was.nodeType === Node.TEXT_NODE) { was.data = kid.data; return; }
  for (const { name } of [...was.attributes]) if (!kid.hasAttribute(name)) was.removeAttribute(name);
  for (const { name, value } of kid.attributes) if (was.getAttribute(name) !== value) { if (name === "style") was.style.cssText = value; else was.setAttribute(name, value); } // styles as text are forbidden here
  mend(was, ...kid.childNodes);
}

/** Told to whoever does not look. */
export const say = (text) => { $("#live").textContent = text; };

/* one stroke weight, drawn on 24 */
const ICONS = {
  log: "M5 6h14M5 12h14M5 18h9", boxes: "M4 5h7v7H4zM13 5h7v7h-7zM4 14h16v5H4z", charts: "M4 5h16v14H4zM4 10h16M10 5v14", layers: "M12 4l9 5-9 5-9-5zM3 14l9 5 9-5", hatch: "M12 3l8 4.5v9L12 21l-8-4.5v-9zM5 13l9-9M6 17L18 5M10 19l9-9",
  find: "M10.5 4a6.5 6.5 0 110 13 6.5 6.5 0 010-13zM15.5 15.5L21 21", hand: "M6 7l8-3 5 13-8 3zM4 9v10h4", save: "M12 4v10m-4-4l4 4 4-4M5 19h14", seats: "M8 11a3 3 0 110-6 3 3 0 010 6zm8 0a3 3 0 110-6 3 3 0 010 6zM3 19c0-3 2-5 5-5s5 2 5 5m-1-3c1-1 2-2 4-2 3 0 5 2 5 5",
  sun: "M12 8a4 4 0 110 8 4 4 0 010-8zM12 2v2m0 16v2M2 12h2m16 0h2M5 5l1.500 1.500M17.500 17.500L19 19M19 5l-1.500 1.500M6.500 17.500L5 19", help: "M9 9a3 3 0 115 2.200c-1.200 1-2 1.500-2 3M12 18v.1M12 3a9 9 0 110 18 9 9 0 010-18z", undo: "M9 6L4 11l5 5M4 11h9a5 5 0 010 10h-2", full: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  first: "M6 5v14M19 5L9 12l10 7z", back: "M17 5L7 12l10 7z", play: "M7 5l11 7-11 7z", next: "M7 5l10 7-10 7z", last: "M18 5v14M5 5l10 7-10 7z", plus: "M12 5v14M5 12h14", minus: "M5 12h14", fit: "M4 10V4h6M20 14v6h-6M4 4l7 7M20 20l-7-7", x: "M6 6l12 12M18 6L6 18", ok: "M5 13l4 4L19 7", link: "M10 14a4 4 0 010-6l3-3a4 4 0 016 6l-2 2M14 10a4 4 0 010 6l-3 3a4 4 0 01-6-6l2-2", eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zm10-3a3 3 0 110 6 3 3 0 010-6z", cpu: "M7 7h10v10H7zM9 3v4m6-4v4M9 17v4m6-4v4M3 9h4m-4 6h4m10-6h4m-4 6h4", lock: "M6 11h12v9H6zM9 11V8a3 3 0 016 0v3", tracks: "M3 9h18v6H3zM9 9v6M15 9v6", book: "M5 4h11a3 3 0 013 3v13H8a3 3 0 01-3-3zM5 17a3 3 0 013-3h11", warn: "M12 4l9 16H3zM12 10v4m0 3v.1", err: "M8 3h8l5 5v8l-5 5H8l-5-5V8zM9 9l6 6m0-6l-6 6", info: "M12 3a9 9 0 110 18 9 9 0 010-18zM12 11v6m0-9v.1", file: "M6 3h8l4 4v14H6zM14 3v4h4", build: "M4 20l8-8m-1-5l6-4 4 4-4 6-3 0-3-3z", watch: "M12 5v7l4 3M12 3a9 9 0 110 18 9 9 0 010-18z"
};

export const icon = (name) => svg("svg", { class: "ic", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));

const PIPS = {
  1: [[50, 50]], 2: [[28, 28], [72, 72]], 3: [[26, 26], [50, 50], [74, 74]], 4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[27, 27], [73, 27], [50, 50], [27, 73], [73, 73]], 6: [[28, 24], [72, 24], [28, 50], [72, 50], [28, 76], [72, 76]],
};

/** A die that shows a value: pips up to six, else the number. */
export function die(value) {
  const pips = PIPS[value]?.map(([cx, cy]) => svg("circle", { cx, cy, r: 9.5 })) ?? [svg("text", { x: 50, y: 71 }, String(value))];
  return svg("svg", { class: "die", viewBox: "0 0 100 100", role: "img", "aria-label": String(value) },
    svg("rect", { x: 4, y: 4, width: 92, height: 92, rx: 18 }), pips);
}

export const button = (what, props, ...kids) => h(`button.btn${what}`, { type: "button", ...props }, ...kids);
export const key = (name) => h("kbd", {}, name);
