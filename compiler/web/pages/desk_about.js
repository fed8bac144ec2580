/** Properties of a thing: figures, the lines it is written in, where it comes from, what is in doubt. */

import { fill, h, icon } from "./dom.js";
import { coded } from "./desk_faults.js";

function lines(written, open) {
  const { mark } = written, first = written.line, wide = String(first + written.lines.length).length;
  return [h("div.sec", {}, h("span.label", {}, mark ? "Where it is drawn" : "Where it is written"), h("button.from", { type: "button", on: { click: () => open(written.file, mark ?? first) } }, `${written.file}:${mark ?? first}`)),
    h("span.src", {}, written.lines.map((text, n) => {
      const number = first + n, row = [h("span.ln", {}, `${String(number).padStart(wide)} `), text || " "];
      return number === mark ? [h("span.hl", {}, row), h("span.row.ca", {}, `${" ".repeat(wide + written.column)}^`)] : h("span.row", {}, row);
    }))];
}

function provenance(about) {
  const out = [];
  if (about.source) { const [origin, ...rest] = about.source.split(": "), sure = origin === "rulebook"; out.push(h(`div.prov${sure ? "" : ".rec"}`, {}, icon(sure ? "book" : "warn"), h("span", {}, h("b", {}, { rulebook: "From the rulebook", reconstructed: "Reconstructed", external: "From another source", derived: "Derived" }[origin] ?? "Our own"), rest.length ? [h("br"), rest.join(": ")] : null))); }
  for (const [id, says, doubt, reading] of about.rules) out.push(h(`div.prov${doubt ? ".rec" : ""}`, {}, icon(doubt ? "warn" : "book"), h("span", {}, h("span.rule", {}, id), " ", says, doubt ? [h("br"), h("b", {}, "In doubt. "), doubt, " ", h("b", {}, "We play: "), reading ?? ""] : null)));
  if (about.remark) out.push(h("div.prov", {}, icon("info"), h("span", {}, about.remark)));
  return out.length ? [h("div.sec", {}, h("span.label", {}, "Provenance and doubts")), out] : null;
}

export function drawAbout(at, state, scene, open) {
  const { about, chosen } = state;
  const problem = chosen ? h(`div.prov${chosen.severity === "error" ? ".err" : ".rec"}`, {}, icon("err"), h("b", {}, coded(chosen.message))) : null;
  if (!about) return fill(at, problem, chosen?.text ? lines({ file: chosen.file, line: chosen.line, mark: chosen.line, column: chosen.column, lines: [chosen.text] }, open) : h("p.soft", {}, "Click anything in the picture, or a fault at the left."));
  const counter = about.what === "counter" ? scene.counters[about.id] : null, card = about.what === "card" ? scene.cards[about.id] : null;
  const space = scene.maps.map((map) => map.spaces[about.id]).find(Boolean), name = counter?.name ?? card?.name ?? (about.what === "space" ? space?.name : null) ?? about.id;
  return fill(at, problem, h("h2", {}, name === about.id && about.what === "space" ? `Hex ${name}`.replace(/^Hex (?=[a-z])/, "") : name), h("div.sub", {}, `${about.id} · ${about.what}`),
    counter || card ? h("div.pics2", {}, (counter ? counter.faces : [["front", card.image]]).map(([face, src]) => (src ? h("figure", {}, h("img", { src, alt: face }), face) : null))) : null,
    h("dl.kv", {}, about.figures.map(([label, value]) => [h("dt", {}, label), h("dd", {}, value)])),
    about.written.length ? about.written.map((written) => lines(written, open)) : chosen?.text ? lines({ file: chosen.file, line: chosen.line, mark: chosen.line, column: chosen.column, lines: [chosen.text] }, open) : null, provenance(about),
    about.used ? [h("div.sec", {}, h("span.label", {}, `Used ${about.used} times`)), h("div", {}, about.uses.map(([file, line]) => h("div", {}, h("button.from", { type: "button", on: { click: () => open(file, line) } }, `${file}:${line}`))))] : null);
}
