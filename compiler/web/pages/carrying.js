/** Carrying a piece from place to place: the way it is dragged is the way it goes, judged as it grows.
 *
 * A way that is not allowed falls back to the one that is offered; let go where nothing leads, the table says why.
 */

const CENTRAL = 0.6; // of a hex: a corner that is cut is no step
const NEAR = 40; // pixels of the board, where there are no hexes
const MOST_STEPS = 40;

export function carrying(t) {
  const { game, s, board, marks, pieces, bubble } = t;
  let held = null, count = 0;

  const chosen = (id) => id === s.picked || (!s.picked && id === s.rings().picked);

  board.on.grab = (x, y, e) => {
    const made = e.target.closest?.(".piece"), id = made?.dataset.id;
    if (!s.live || !s.ask || s.ask.sealed || !id || !(chosen(id) || s.first().has(id))) return false;
    held = { id, from: made.dataset.at, way: [made.dataset.at], full: [made.dataset.at], begun: false, letGo: false, no: null, cost: null };
    return true;
  };

  board.on.drag = (x, y, e) => {
    if (!held) return;
    if (!held.begun) { held.begun = true; t.untip(); bubble.drop(); const kept = held; if (!chosen(held.id)) t.pick(held.id); held = kept; }
    grow(under(e) ?? game.at(x, y), x, y);
  };

  board.on.release = () => {
    if (!held) return;
    if (held.full.length < 2) { const { begun } = held; t.leave(); if (begun) t.at(s.over); return; }
    held.letGo = true;
    if (chosen(held.id)) finish(); // else what may follow is still being asked
  };
  board.on.leave = () => { if (held) { t.leave(); t.at(null); } };

  t.leave = () => { held = null; };
  /** The piece that is carried has been picked up: what its way costs can be asked. */
  t.carriedOn = () => { if (held) { judge(); if (held?.letGo) finish(); } };

  /** The place under the hand: of a piece that lies there, the one that is carried left out. */
  const under = (e) => document.elementsFromPoint(e.clientX, e.clientY).find((one) => one.matches?.(".piece") && one.dataset.id !== held.id)?.dataset.at;

  function grow(place, x, y) {
    if (!place || !game.middle(place)) return;
    const [mx, my] = game.middle(place), central = Math.hypot(x - mx, y - my) < (game.hex ? game.hex * CENTRAL : NEAR), at = held.way.indexOf(place);
    const full = at >= 0 ? held.way.slice(0, at + 1) : [...held.way, ...between(held.way.at(-1), place)];
    if (central) held.way = full;
    if (String(full) === String(held.full)) return;
    Object.assign(held, { full, no: null, cost: null, asked: 0 });
    s.over = place;
    marks.over(place);
    judge();
  }

  /** The steps from one place to another, the last one with them: those the hand was too quick for are filled in. */
  function between(from, to) {
    const before = new Map([[from, null]]), open = [from];
    for (const here of open) {
      if (here === to) break;
      for (const near of game.near[here] ?? []) if (!before.has(near) && before.size < 4000) { before.set(near, here); open.push(near); }
    }
    const way = [];
    for (let here = to; here && here !== from && way.length < MOST_STEPS; here = before.get(here)) way.unshift(here);
    return before.has(to) ? way : [to];
  }

  /** The steps of an option, without the place one stands at. */
  const steps = (o) => (o.path[0] === held.from ? o.path.slice(1) : o.path);
  const listed = () => s.offered().find(([o]) => o.path && String(steps(o)) === String(held.full.slice(1)));

  /** Whether the way may be gone, and at what cost: known of those that are offered, else asked. */
  function judge() {
    if (!chosen(held.id)) return;
    const found = listed(), ways = s.offered().filter(([o]) => o.path);
    if (found) Object.assign(held, { cost: found[0].cost ?? null, no: null });
    else if (!ways.length || ways.some(([o]) => o.takes)) held.no = true; // no question that is answered by a way alone
    else { held.asked = ++count; t.send({ t: "why", n: s.ask.n, answer: answerOf(ways[0][0]), taken: s.ahead ? s.pickedOption : undefined, re: `way ${count}` }); }
    show();
  }

  const answerOf = (like) => (like.path[0] === held.from ? held.full : held.full.slice(1));

  /** What the table says of the way as it is; of one before it matters no more. */
  t.judgedWay = (m) => {
    if (!held || m.re !== `way ${held.asked}`) return;
    Object.assign(held, { asked: 0, no: m.t === "refused" ? m : null, cost: m.cost ?? null });
    show();
    if (held.letGo) finish();
  };

  /** The way that would be gone: this one, or if it is not allowed the one that is offered. */
  function show() { if (held.no) t.at(held.full.at(-1)); else marks.draw(held.full, { cost: held.cost }); }

  function finish() {
    if (held.asked) return; // it is still being judged
    const { full, no } = held, place = full.at(-1), found = listed(), like = s.offered().find(([o]) => o.path)?.[0], given = like && answerOf(like);
    t.leave();
    if (found) return found[0].group === undefined || s.ahead ? t.choose(found[1]) : t.muster([found], place);
    if (no || !given) return t.click([...(s.table.stacks[place] ?? []).slice(-1), place]);
    if (!s.ahead) return t.send({ t: "answer", n: s.ask.n, answer: given });
    s.follow = () => ({ answer: given });
    t.answer(s.pickedOption);
  }
}
