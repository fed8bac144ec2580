/** The other tabs: counters by side, cards, charts, pages to print, the sequence of play. */

import { fill, h, svg } from "./dom.js";

const crest = (scene, side) => svg("svg", { class: "mon", viewBox: "-50 -50 100 100", "aria-hidden": "true" }, svg("path", { d: scene.crests[scene.sides[side]?.crest] ?? "", "fill-rule": "evenodd" }));

function counters(scene, state, acts) {
  const sides = [...Object.keys(scene.sides), null];
  return sides.map((side) => {
    const own = Object.entries(scene.counters).filter(([, counter]) => (counter.side ?? null) === side);
    return own.length ? [h("h2", {}, side ? crest(scene, side) : null, side ? scene.sides[side].name : "Markers and the rest", h("span", {}, `${own.length} counters, ${own.reduce((sum, [, c]) => sum + c.count, 0)} pieces`)),
      h("div.ctrs", {}, own.map(([id, counter]) => h(`button.ctr${state.about?.id === id ? ".on" : ""}${acts.faulty("counter", id) ? ".faulty.pc" : ""}${counter.faces.some(([, src]) => state.flash.includes(src)) ? ".flash" : ""}`, { type: "button", on: { click: () => acts.pick("counter", id) } }, h("span.two", {}, counter.faces.slice(0, 2).map(([name, src]) => (src ? h("img", { src, alt: name, loading: "lazy" }) : null))), h("b", {}, counter.name), h("span.soft", {}, `${id}${counter.count > 1 ? ` × ${counter.count}` : ""}`))))] : null;
  });
}

const none = (what) => h("p.prop.soft", {}, `This game has no ${what}.`);
const caption = (name) => name.replace(/-(a4|a3|letter)-0*(\d+)$/, ", $2").replaceAll("-", " ");
const pages = (list) => h("div.pages", {}, list.map(([name, src]) => h("figure", {}, h("img", { src, alt: name, loading: "lazy" }), h("figcaption", {}, caption(name)))));

export function drawSheet(at, view, scene, state, acts) {
  const cards = Object.entries(scene.cards), charts = scene.sheets.filter(([name]) => name.startsWith("charts")), rest = scene.sheets;
  fill(at, {
    counters: () => counters(scene, state, acts),
    cards: () => (cards.length ? h("div.ctrs", {}, cards.map(([id, card]) => h(`button.ctr.cardpic${state.about?.id === id ? ".on" : ""}`, { type: "button", on: { click: () => acts.pick("card", id) } }, card.image ? h("img", { src: card.image, alt: card.name, loading: "lazy" }) : null, h("b", {}, card.name), h("span.soft", {}, id)))) : none("cards")),
    charts: () => (charts.length ? pages(charts) : scene.whole && scene.sheets.length ? none("tables") : none("tables drawn yet: they come when the game is whole")),
    print: () => (rest.length ? pages(rest) : none("sheets drawn yet: they come when the game is whole")),
    sequence: () => (scene.steps.length ? h("ol.outline-list", {}, scene.steps.map(([depth, name, rule]) => h("li", { style: { "padding-left": `${depth * 22}px` } }, name, " ", rule ? h("span.rule", {}, rule) : null))) : none("sequence of play")),
  }[view]?.() ?? null);
}
