/** What the page knows of the game as it stands: changed by messages and by pointing, read by everything that draws. */

const SPENT = ["moved", "marched", "acted", "spent", "fought", "battled"];
const NOTHING = { pieces: {}, stacks: {}, tracks: {}, marks: [] };

export class State {
  constructor(game) {
    Object.assign(this, { game, place: "", seat: "", seats: [], view: null, ask: null, lines: [], to: null, past: null, picked: null, pickedOption: null, ahead: null,
      follow: null, held: false, layer: {}, sealedText: null, cursor: null, over: null, times: 1, verb: null });
  }

  get table() { return (this.to !== null && this.past ? this.past.table : this.view?.table) ?? NOTHING; }
  get computers() { return this.seats.some((seat) => seat.kind === "random" || seat.kind === "greedy"); }
  get live() { return this.to === null; }

  /** Whether a thing can be pointed at: it lies on the board or in a panel. */
  pointable(id) { return id in this.table.pieces || this.game.onBoard(id) || Boolean(this.game.spaces[id]?.away && this.table.stacks[id]); }

  /** The options of the question, each with its number; those of one verb, if one is chosen. */
  get options() { return (this.ask?.options ?? []).map((o, n) => [o, n]).filter(([o]) => !this.verb || o.verb === this.verb); }

  /** What can be done to things that are pointed at, and in how many ways; nothing if there is but one verb. */
  verbs() {
    const found = new Map();
    for (const { verb, target, takes } of this.ask?.options ?? []) if (verb && (target || (takes ?? []).some((t) => this.pointable(t)))) found.set(verb, (found.get(verb) ?? 0) + 1);
    return found.size > 1 ? found : new Map();
  }

  /** The things one may begin with. */
  first() {
    const found = new Set();
    if (this.live && this.ask) for (const [o] of this.options) for (const t of o.takes ?? (o.target ? [o.target] : [])) found.add(t);
    return found;
  }

  /** The options that follow what is picked, each with its number. */
  offered() {
    if (this.ahead) return this.ahead.options.map((o, n) => [o, n]);
    return this.options.filter(([o]) => !this.picked || (o.takes ?? []).includes(this.picked));
  }

  /** The options a click on a thing stands for: those that begin with it, or that are done to it. */
  meant(thing) { return this.live && this.ask ? this.offered().filter(([o]) => (this.picked || !o.takes ? o.target === thing : o.takes.includes(thing))) : []; }

  /** Whether a click must say first what it does: several things can be done, or one that can be left undone. */
  get unsaid() { if (this.verb) return false; const verbs = new Set((this.ask?.options ?? []).map((o) => o.verb).filter(Boolean)); return verbs.size > 1 || (verbs.size === 1 && this.ask.stop !== null); }

  /** Whether what is picked goes to the places it is offered, and is not only about them. */
  get marches() { return this.offered().some(([o]) => o.path || o.cost !== undefined); }

  /** The places one can go to from here, each with its least cost: what the options point at. */
  reach() {
    const found = new Map();
    if (!this.live || !this.ask) return found;
    for (const [o] of this.picked ? this.offered() : this.options) for (const t of this.picked ? [o.target] : o.takes ?? [o.target]) {
      const place = t && !(t in this.table.pieces) ? t : null;
      if (place && (!found.has(place) || (o.cost ?? 0) < (found.get(place).cost ?? 0))) found.set(place, { cost: o.cost, ends: o.ends });
    }
    return found;
  }

  /** How pieces are ringed: can be chosen now, could be if another were dropped, is chosen, is done. */
  rings() {
    const { table } = this, begin = [...this.first()].filter((id) => id in table.pieces);
    const legal = new Set(this.picked ? this.offered().map(([o]) => o.target).filter((id) => id in table.pieces) : begin);
    const about = this.live && this.ask?.about.length && this.ask.options.some((o) => o.target && !o.takes) ? this.ask.about[0] : null;
    return { legal, may: new Set(this.picked ? begin : []), picked: this.picked ?? about, spent: (piece) => (piece.marks ?? []).some(([id]) => SPENT.includes(id)) };
  }

  /** Whose a place is, where a mark says so. */
  marked() {
    const found = new Map(), { game } = this;
    for (const [place, mark, value] of this.table.marks) if (value in game.sides && game.spaces[place] && !game.marks[mark].passing) found.set(place, value);
    return found;
  }

  /** The same; where no mark says it, whose pieces stand there. */
  owners() {
    const found = this.marked(), { table, game } = this;
    if (!found.size) for (const [place, ids] of Object.entries(table.stacks)) {
      const sides = new Map();
      for (const id of ids) { const owner = table.pieces[id].side; if (owner) sides.set(owner, (sides.get(owner) ?? 0) + 1); }
      if (sides.size && game.spaces[place] && !game.spaces[place].size) found.set(place, [...sides].sort((a, b) => b[1] - a[1])[0][0]);
    }
    return found;
  }

  /** Whether the question is about what one holds. */
  inHand() {
    const held = Object.entries(this.game.piles).filter(([, pile]) => pile.owners.includes(this.seat)).flatMap(([id]) => this.table.stacks[id] ?? []);
    return this.ask.options.some((o) => (o.takes ?? []).some((t) => held.includes(t)));
  }
}
