/** Bubbles, rules and dialogs: what is said beside the board. */

import { $, button, fill, h, icon, say } from "./dom.js";

/** A sentence with ids in backticks as names; those of things that lie somewhere lead to them. */
export function named(game, text) {
  const lies = (id) => game.kind(id) || game.spaces[id] || game.piles[id];
  return text.split(/`([^`]+)`/).map((part, n) => (n % 2 === 0 ? part : lies(part) ? h("button.pn", { type: "button", data: { see: part } }, game.name(part)) : h("i", {}, game.name(part).replaceAll("_", " "))));
}

/** The same for whoever does not look. */
export const spokenOf = (game, text) => text.replace(/`([^`]+)`/g, (_, id) => game.name(id).replaceAll("_", " "));

export const upper = (text) => (text ? text[0].toUpperCase() + text.slice(1) : text);
export const rule = (id) => (id ? h("button.rule", { type: "button", data: { rule: id } }, id) : null);

/** A rule: what the ledger says, its doubt and our reading. */
export function popRule(game, id, near) {
  $(".pop")?.remove();
  const row = game.rules[id];
  const pop = h("div.pop.card", { role: "dialog", "aria-label": `Rule ${id}` }, h("h3", {}, icon("book"), `Rule ${id}`), h("p", {}, row ? row[0] : "This rule has no line in the ledger."),
    row?.[1] ? h("p.doubt", {}, h("b", {}, "In doubt. "), row[1], " ", h("b", {}, "We play: "), row[2] ?? "") : null);
  document.body.append(pop);
  const at = near.getBoundingClientRect();
  pop.style.left = `${Math.max(8, Math.min(innerWidth - pop.offsetWidth - 8, at.left - 20))}px`;
  pop.style.top = `${at.bottom + 8 + pop.offsetHeight > innerHeight ? at.top - pop.offsetHeight - 8 : at.bottom + 8}px`;
}

/** A refusal: at the thing itself, with the rule and its gist. */
export class Bubble {
  /** `open` gives the spots of what one may choose: they are kept clear if that can be done. */
  constructor(board, game, open) { Object.assign(this, { board, game, open, at: null }); }

  /** At a point of the board, or at an element of a panel: what is said of it lies within the panel. */
  show(where, { because, rule: id, gist }) {
    this.drop();
    const shut = h("button.shut", { type: "button", "aria-label": "Close", on: { click: () => this.drop() } }, "×");
    const made = h("div.bubble.card", { role: "alert" }, shut, h("b.no", {}, icon("err"), h("span", {}, named(this.game, upper(because)), ".")),
      id ? h("div.gist", {}, rule(id), " ", gist ?? "") : null);
    if (where instanceof Element) this.inPanel(made, where);
    else {
      this.board.host.append(made);
      this.at = { made, x: where[0], y: where[1] };
      this.at.under = this.covers(-1) > this.covers(1);
      this.set();
    }
    say(`No: ${spokenOf(this.game, because)}${id ? `, rule ${id}` : ""}`);
    this.timer = setTimeout(() => this.drop(), 9000);
  }

  drop() { clearTimeout(this.timer); this.at?.made.remove(); this.at = null; }

  inPanel(made, thing) {
    document.body.append(made);
    const panel = thing.closest(".card").getBoundingClientRect(), at = thing.getBoundingClientRect(), middle = at.left + at.width / 2;
    made.style.maxWidth = `${panel.width - 16}px`;
    const half = made.offsetWidth / 2 + 8, left = Math.max(panel.left + half, Math.min(panel.right - half, middle)), below = at.bottom + made.offsetHeight + 20 < innerHeight;
    made.classList.toggle("below", below);
    made.style.left = `${left}px`;
    made.style.top = `${below ? at.bottom - 4 : at.top + 4}px`;
    made.style.setProperty("--nudge", `${middle - left}px`);
    this.at = { made, fixed: true };
  }

  /** How many of the things one may choose it would lie on, above (-1) or below its own. */
  covers(way) {
    const { made, x, y } = this.at, { board } = this, [sx, sy] = board.screen(x, y), half = made.offsetWidth / 2 + 8, high = made.offsetHeight + 40;
    if (way > 0 && sy + high + 26 > innerHeight - board.pad.bottom) return Infinity;
    return this.open().filter(([px, py]) => { const [a, b] = board.screen(px, py), off = (b - sy) * way; return Math.abs(a - sx) < half && off > 12 && off < high; }).length;
  }

  set() {
    if (!this.at || this.at.fixed) return;
    const { made, x, y } = this.at, { board } = this, [sx, sy] = board.screen(x, y), half = made.offsetWidth / 2 + 8;
    const left = Math.max(board.pad.left + half, Math.min(innerWidth - board.pad.right - half, sx)), below = this.at.under || sy - made.offsetHeight - 30 < board.pad.top;
    made.style.left = `${left}px`;
    made.style.setProperty("--nudge", `${sx - left}px`);
    made.classList.toggle("below", below);
    made.style.top = `${sy + (below ? 1 : -1) * 26 * board.k}px`;
  }
}

/** A dialog that holds the focus and gives it back. A solid one covers all and is not shut by Escape. */
export function dialog(kids, { solid = false, wide = 0 } = {}) {
  const before = document.activeElement, inner = h("div.dlg.card", wide ? { style: { width: `min(${wide}px,100%)` } } : {}, kids);
  const veil = h(`div.veil${solid ? ".solid" : ""}`, { role: "dialog", "aria-modal": "true" }, inner);
  veil.setAttribute("aria-label", veil.querySelector("h1,h2,h3")?.textContent ?? "Question");
  veil.shut = () => { veil.remove(); before?.focus?.({ preventScroll: true }); };
  veil.addEventListener("click", (e) => { if ((!solid && e.target === veil) || e.target.closest("[data-shut]")) veil.shut(); });
  veil.addEventListener("keydown", (e) => {
    if (e.key !== "Tab") return;
    const stops = [...veil.querySelectorAll("button:not(:disabled),input,select")], at = stops.indexOf(document.activeElement);
    e.preventDefault();
    e.stopPropagation();
    stops[(at + (e.shiftKey ? -1 : 1) + stops.length) % stops.length]?.focus();
  });
  document.body.append(veil);
  (veil.querySelector(".btn.main") ?? veil.querySelector("button,input"))?.focus({ preventScroll: true });
  return veil;
}

export const head = (name, title) => h("header", {}, icon(name), h("h2", {}, title), button(".bare", { "data-shut": true, "aria-label": "Close" }, icon("x")));

/** As it was chosen here, else as the system is set, also when that changes. */
export function theme() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const set = () => {
    let kept = null;
    try { kept = localStorage.getItem("liege-theme"); } catch { /* a browser may forbid it */ }
    document.documentElement.dataset.theme = kept ?? (dark.matches ? "dark" : "light");
  };
  dark.addEventListener("change", set);
  set();
}

export function turnTheme() {
  const now = document.documentElement.dataset;
  now.theme = now.theme === "dark" ? "light" : "dark";
  try { localStorage.setItem("liege-theme", now.theme); } catch { /* a browser may forbid it */ }
}

/** Lay an element where a point of the board is, inside the window. */
export function beside(made, board, [x, y]) {
  board.host.append(made);
  const [sx, sy] = board.screen(x, y), half = made.offsetWidth / 2 + 8;
  made.style.left = `${Math.max(half, Math.min(innerWidth - board.pad.right - half, sx))}px`;
  made.style.top = `${Math.min(innerHeight - made.offsetHeight - 60, sy)}px`;
}

/** Lay an element under one of a panel, inside the window. */
export function under(made, thing) {
  document.body.append(made);
  const at = thing.getBoundingClientRect(), half = made.offsetWidth / 2 + 8;
  made.style.left = `${Math.max(half, Math.min(innerWidth - half, at.left + at.width / 2))}px`;
  made.style.top = `${Math.max(8, Math.min(innerHeight - made.offsetHeight - 60, at.bottom - 8))}px`;
}

export { fill };
