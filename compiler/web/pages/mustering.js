/** Who goes along: pieces of one place that march together, as many of each sort as one wants. */

import { button, h, icon } from "./dom.js";
import { beside, upper } from "./talk.js";

export function mustering(t) {
  const { game, s, board } = t;

  /** Those where a march begins who may be in it, alike ones together: whom one has pointed at and who is offered come first. */
  function sorts(options) {
    const { pieces, stacks } = s.table, offered = [s.picked, ...options.flatMap((o) => o.takes)].filter((id) => id in pieces), sides = new Set(offered.map((id) => pieces[id].side)), found = new Map();
    for (const id of new Set([...offered, ...(stacks[options[0].path[0]] ?? [])].filter((one) => sides.has(pieces[one].side)))) {
      const sort = `${id.split("#")[0]}/${JSON.stringify(pieces[id].marks ?? "")}`;
      found.set(sort, [...(found.get(sort) ?? []), id]);
    }
    return [...found.values()];
  }

  /** Options that lead a group to one place: how many of each go is asked there. One that stands alone just goes. */
  t.muster = (asked, place) => {
    const options = asked.map(([o]) => o).sort((a, b) => b.takes.length - a.takes.length), rows = sorts(options).map((ids) => ({ ids, count: ids.filter((id) => options[0].takes.includes(id)).length }));
    if (rows.length === 1 && rows[0].ids.length === 1 && asked.length === 1) return t.choose(asked[0][1]);
    const n = s.ask.n, ways = [...new Map(options.map((o) => [String(o.path), o])).values()];
    const who = () => rows.flatMap(({ ids, count }) => ids.slice(0, count));
    const go = (o) => { for (const start of starts) start.disabled = true; t.send({ t: "answer", n, answer: { [o.verb]: o.group ? [o.path, who()] : [who(), o.path] } }); };
    const starts = ways.map((o) => button(".main", { on: { click: () => go(o) } }, upper(o.verb), o.path.length > 2 ? ` by ${o.path.slice(1, -1).map((step) => game.name(step)).join(", ")}` : ""));
    const lines = rows.map((row) => {
      const name = game.kind(row.ids[0])?.name ?? game.name(row.ids[0]), shown = h("output"), turn = (by, sign) => button(".small", { "aria-label": `${by > 0 ? "One more" : "One less"}: ${name}`, on: { click: () => { row.count += by; draw(); } } }, icon(sign)), less = turn(-1, "minus"), more = turn(1, "plus");
      row.draw = () => { shown.textContent = `${row.count} of ${row.ids.length}`; less.disabled = !row.count; more.disabled = row.count === row.ids.length; };
      return h("div.line", { data: { sort: row.ids[0].split("#")[0] } }, h("span", {}, name), less, shown, more);
    });
    const made = h("div.choice.card.muster", { role: "group", "aria-label": `Who goes to ${game.name(place)}` }, h("b", {}, `To ${game.name(place)}`), lines, starts);
    function draw() { for (const row of rows) row.draw(); for (const start of starts) start.disabled = !who().length; }
    made.again = draw; // refused: it stands as it was, to be changed
    draw();
    beside(made, board, t.spotOf(place));
    starts[0].focus({ preventScroll: true });
  };
}
