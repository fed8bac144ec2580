/** Faults by file: message, the line itself, the way out. */

import { fill, h, icon } from "./dom.js";

const SIGNS = { error: "err", warning: "warn", note: "info" };

/** Words with `code` in them. */
export const coded = (text) => (text ?? "").split(/`([^`]+)`/).map((part, n) => (n % 2 ? h("code", {}, part) : part));

function snippet(fault) {
  if (!fault.text) return null;
  const from = Math.max(0, fault.column - 1 - 16), cut = fault.text.slice(from, from + 90), lead = from ? "…" : "", n = String(fault.line);
  const under = " ".repeat(Math.max(0, fault.column - 1 - from) + n.length + 1 + lead.length) + "^".repeat(Math.max(1, Math.min(fault.length, 60)));
  return h("span.src", {}, h("span.ln", {}, `${n} `), lead + cut, "\n", h("span.ca", {}, under));
}

function row(fault, chosen, { jump, explain }) {
  const code = h("span.code", { title: "What it means and how to mend it", on: { click: (e) => { e.stopPropagation(); explain(fault.code); } } }, fault.code);
  return h(`button.dg.${fault.severity}${fault === chosen ? ".on" : ""}`, { type: "button", on: { click: () => jump(fault) } }, icon(SIGNS[fault.severity] ?? "info"),
    h("span", {}, fault.line ? h("span.at", {}, `${fault.line}:${fault.column}`) : null, code, h("br"), h("b", {}, coded(fault.message))),
    snippet(fault), fault.help || fault.instead ? h("span.fix", {}, icon("ok"), h("span", {}, fault.instead ? ["Write ", h("code", {}, fault.instead)] : coded(fault.help))) : null);
}

/** The dock of faults; `state` is the desk's. */
export function drawFaults(at, state, acts) {
  const count = { error: 0, warning: 0, note: 0 };
  for (const fault of state.faults) count[fault.severity] = (count[fault.severity] ?? 0) + 1;
  fill(at.sum, Object.keys(count).map((kind) => h(`button.chip.${kind}`, { type: "button", "aria-pressed": String(!state.hide[kind]), title: `${count[kind]} ${kind}s`, on: { click: () => { state.hide[kind] = !state.hide[kind]; acts.draw(); } } }, icon(SIGNS[kind]), String(count[kind]))));
  const wanted = state.faults.filter((fault) => !state.hide[fault.severity] && `${fault.message} ${fault.code} ${fault.file}`.toLowerCase().includes(state.filter.toLowerCase()));
  const files = new Map();
  for (const fault of wanted) files.set(fault.file, [...(files.get(fault.file) ?? []), fault]);
  fill(at.list, wanted.length ? [...files].map(([file, faults]) => [h("div.file", {}, icon("file"), file || "the game", h("span", {}, String(faults.length))), faults.map((fault) => row(fault, state.chosen, acts))])
    : h("p.prop.soft", {}, state.faults.length ? "Nothing here by that filter." : "No faults."),
  state.count > state.faults.length ? h("p.prop.soft", {}, `and ${state.count - state.faults.length} more: mend these first`) : null);
}

/** Errors a tab of the desk has. */
export function errorsOf(faults, view) {
  const files = { map: ["map", "maps/", "scenarios/", "tracks", "piles"], counters: ["counters", "units"], cards: ["cards"], charts: ["tables"], sequence: ["sequence", "steps"], print: ["art"] }[view] ?? [];
  return faults.filter((fault) => fault.severity === "error" && files.some((name) => fault.file.startsWith(name))).length;
}
