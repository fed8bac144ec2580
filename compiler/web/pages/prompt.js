/** The question at the foot: its choices, undo, what is waited for; forms for answers that are numbers. */

import { button, die, fill, h, icon, key, mend } from "./dom.js";
import { rule, upper } from "./talk.js";

const MOST_BUTTONS = 5;

export class Prompt {
  constructor(game, on) {
    Object.assign(this, { game, on });
    this.at = h("section.prompt.card#prompt", { "aria-label": "Your question" });
    this.form = h("section.form.card#form", { "aria-label": "Your answer", hidden: true });
  }

  /** Nothing of what was asked and meant is kept. */
  forget() { Object.assign(this, { asked: null, values: null, judged: null, parts: null, last: null }); for (const at of [this.at, this.form]) at.replaceChildren(); }

  draw(s) {
    const { ask, view } = s;
    this.form.hidden = true;
    this.at.hidden = false;
    this.at.style.setProperty("--c", s.to !== null ? "var(--warn)" : this.game.colour(s.seat));
    if (s.to !== null) return this.say(`Looking back${s.when ? `: ${s.when}` : ""}`, `${s.to} of ${s.lines.length} events · nothing you do here changes the game`, [s.place === "screen" && (view?.outcome || !s.seats.some((seat) => seat.kind === "link")) ? button("", { id: "branch", title: "A new table from this moment; this one stays as it is", on: { click: () => this.on.branch() } }, "Play on from here") : null, button(".main", { on: { click: () => this.on.live() } }, "Back to now ", key("End"))]);
    if (view?.outcome) return this.say(view.outcome.text, null, [button(".main", { on: { click: () => this.on.over() } }, "How it ended")], view.outcome.rule);
    if (view?.mine) return this.sealed(s);
    if (!ask) return this.waiting(s);
    if (ask.form && ask.form.fields.length && (ask.form.fields.length > 1 || ask.options.length > 12)) return this.numbers(s);
    if (s.picked) return this.picked(s);
    const plain = ask.options.map((option, n) => [option, n]).filter(([o, n]) => n !== ask.stop && !o.target && !(o.takes ?? []).some((t) => s.pointable(t)));
    const targets = ask.options.length - plain.length - (ask.stop === null ? 0 : 1);
    const few = plain.length <= MOST_BUTTONS;
    const acts = [this.several(s), this.undo(s), this.rest(s), few ? plain.map(([o, n]) => button("", { data: { option: n }, on: { click: () => this.on.answer(n) } }, upper(o.text.replaceAll("_", " ")))) : null,
      !few || targets > 0 ? button("", { on: { click: () => this.on.list() } }, icon("log"), few ? "List " : `${ask.options.length} choices `, key("L")) : null,
      ask.stop !== null ? button(".main", { data: { option: ask.stop }, on: { click: () => this.on.answer(ask.stop) } }, `${upper(ask.options[ask.stop].text.replaceAll("_", " "))} `, key("⏎")) : null];
    const only = [...s.verbs()].map(([verb, count]) => button(s.verb === verb ? ".small.on" : ".small", { data: { verb }, title: "Show only these; again, all", "aria-pressed": String(s.verb === verb), on: { click: () => this.on.only(verb) } }, s.verb === verb ? icon("ok") : null, `${upper(verb.replaceAll("_", " "))} ${count}`));
    this.say(upper(ask.prompt), only.length ? h("span.verbs", { role: "group", "aria-label": "Show only" }, only, key("V")) : targets > 0 ? `${targets} ${targets === 1 ? "choice" : "choices"} to point at` : ask.sealed ? "Nobody sees your answer before all are in" : null, acts, ask.rule);
  }

  /** What stands there already stays: a button is not taken away from under a finger. */
  say(title, more, acts, cited) {
    mend(this.at, h("div.q", {}, h("b", {}, title), h("span", {}, more, cited ? rule(cited) : null)), h("div.acts", {}, acts));
  }

  undo(s) {
    const asks = s.seats.some((seat) => seat.id !== s.seat && (seat.kind === "link" || (seat.kind === "human" && s.place !== "screen")));
    if (!s.view?.undo && s.view?.wish) return button("", { id: "wish", title: asks ? "Others have gone on since: they are asked whether you may" : "Your last answer, and all that came after it", disabled: s.wished, on: { click: () => this.on.wish() } }, icon("undo"), s.wished ? "The others are asked" : asks ? "Ask to take back" : "Take back");
    return s.view?.undo ? button("", { id: "undo", title: "Take your last answer back", on: { click: () => this.on.undo() } }, icon("undo"), "Undo ", key("U")) : null;
  }

  /** How many pieces of a sort are placed by one answer. */
  several(s) {
    const { alike } = s.ask, turn = (by, name, sign) => button("", { "aria-label": name, disabled: by < 0 ? s.times <= 1 : s.times >= alike, on: { click: () => { s.times += by; this.draw(s); } } }, icon(sign));
    return alike ? h("div.step", { id: "times", role: "group", "aria-label": "How many at once", title: "How many of them the next click places" }, turn(-1, "One less at once", "minus"), h("output", {}, `${s.times} of ${alike}`), turn(1, "One more at once", "plus")) : null;
  }

  /** Questions of one kind in a row may be left to advice. */
  rest(s) { return s.ask.rest ? button("", { id: "rest", title: "This and what else is asked of the same kind is answered as a computer would; Undo takes all of it back", on: { click: () => this.on.rest() } }, "The rest as suggested ", key("R")) : null; }

  picked(s) {
    const options = s.offered(), plain = options.filter(([o]) => !o.target), ask = s.ahead ?? s.ask;
    const acts = [plain.slice(0, MOST_BUTTONS).map(([o, n]) => button("", { data: { choice: n }, on: { click: () => this.on.choose(n) } }, upper(o.text.replaceAll("_", " ")))), button("", { on: { click: () => this.on.drop() } }, "Another ", key("Esc"))];
    const places = new Set(options.map(([o]) => o.target).filter(Boolean)).size;
    const verbs = new Set(options.filter(([o]) => o.target).map(([o]) => o.verb)), what = s.unsaid ? [...verbs].filter(Boolean).join(" or ") : "";
    this.say(s.ahead ? upper(s.ahead.prompt) : what ? `${upper(what)}, ${this.game.name(s.picked)}: where?` : `${this.game.name(s.picked)}: where to?`, places ? `${places} ${places === 1 ? "place" : "places"} within reach` : null, acts, ask.rule);
  }

  waiting(s) {
    const names = (s.view?.waiting ?? []).map((seat) => this.game.name(seat)), who = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0] ?? "The game";
    this.say([`${who} ${names.length > 1 || / & /.test(who) ? "are" : "is"} thinking`, s.seat ? h("span.dot3") : null], s.view?.undo ? "You may still take your last answer back" : s.seat ? "" : "You look on: you see what everybody sees",
      [this.undo(s), s.seat && s.computers ? button("", { on: { click: () => this.on.hold() } }, s.held ? "Play on " : "Hold ", key("Space")) : null]);
  }

  sealed(s) {
    const others = s.seats.filter((seat) => seat.id !== s.seat && (s.view.waiting.includes(seat.id) || s.view.sealed.includes(seat.id)));
    this.at.hidden = true;
    this.form.hidden = false;
    (this.form.querySelector(".seal-stamp") ? mend : fill)(this.form, h("header", {}, h("span.hanko.seal-stamp", {}, "封"), h("div", {}, h("b", {}, "Your answer is sealed"), h("div.priv", {}, icon("lock"), s.sealedText ?? "Only you know it"))),
      h("div.others", {}, others.map((seat) => h("span.seat", {}, this.game.discs(seat.id), `${seat.name} `, h("small", {}, s.view.sealed.includes(seat.id) ? "sealed" : "is thinking")))),
      h("footer", {}, h("span.judge", {}, "Nobody sees an answer before all are in."), button("", { on: { click: () => this.on.undo() } }, "Open it again ", key("U"))));
  }

  // -- answers that are numbers ----------------------------------------------------------------------------------------
  numbers(s) {
    this.at.hidden = true;
    this.form.hidden = false;
    if (this.asked !== s.ask || !this.parts?.bins.isConnected) this.build(s);
    this.mend(s);
  }

  /** The form of a question is built once: a button that is pressed stays the same until it is let go. */
  build(s) {
    const { fields } = s.ask.form, sealed = s.ask.sealed;
    if (this.asked !== s.ask) { this.asked = s.ask; this.values = Object.fromEntries(fields.map((f) => [f.name, f.least])); this.judged = null; this.judge(); }
    const step = (f, by) => { this.values[f.name] = Math.max(0, this.values[f.name] + by); this.judge(); this.mend(s); };
    const turn = (f, by, name) => button("", { "aria-label": `${by > 0 ? "One more" : "One less"}: ${f.name}`, on: { click: () => step(f, by) } }, icon(name));
    const rows = fields.map((f) => ({ f, less: turn(f, -1, "minus"), count: h("output"), more: turn(f, 1, "plus") }));
    const bins = h(`div.bins${fields.length < 5 ? ".few" : ""}`, {}, rows.map(({ f, less, count, more }) => h("div.bin", { data: { field: f.name } }, h("h3", {}, upper(f.name.replaceAll("_", " "))), h("div.step", {}, less, count, more), h("small", {}, `${f.least} to ${f.most}`))));
    const left = s.ask.form.total === undefined ? null : h("output.left", { "aria-live": "off" });
    const judge = h("div.judge", { role: "status" }), clear = () => { for (const f of fields) this.values[f.name] = 0; this.judge(); this.mend(s); };
    const seal = button(sealed ? ".seal" : ".main", { id: "seal", on: { click: () => this.on.form(this.answer(), this.words()) } }, sealed ? icon("lock") : null, sealed ? "Seal it " : "Answer ", key("⏎"));
    fill(this.form, h("header", {}, h("div", {}, h("b", {}, upper(s.ask.prompt)), h("div.priv", {}, sealed ? [icon("lock"), "Only you see this until all have sealed"] : null, rule(s.ask.rule))), left),
      bins, h("footer", {}, judge, this.undo(s), button(".bare", { on: { click: clear } }, "Clear"), seal));
    this.parts = { bins, rows, judge, seal, left };
  }

  mend(s) {
    const { rows, judge, seal, left } = this.parts, over = left && s.ask.form.total - Object.values(this.values).reduce((a, b) => a + b), no = this.judged?.t === "refused" ? this.judged : null;
    for (const { f, less, count, more } of rows) { const value = this.values[f.name]; count.textContent = String(value); less.disabled = value <= 0; more.disabled = value >= Math.max(f.most, 1) || (left && over <= 0); }
    if (left) left.textContent = `${over} left`;
    judge.className = `judge ${no ? "no" : "ok"}`;
    mend(judge, icon(no ? "err" : "ok"), h("span", {}, no ? [h("b", {}, `${upper(no.because).replaceAll("`", "")}.`), " ", rule(no.rule), " ", h("span.gist", {}, no.gist ?? "")] : this.judged ? h("b", {}, "Allowed.") : ""));
    seal.disabled = !this.judged || Boolean(no);
    this.last = s;
  }

  answer() { const { verb, fields } = this.asked.form, parts = fields.map((f) => this.values[f.name]); return verb ? { [verb]: parts } : parts[0]; }
  words() { return this.asked.form.fields.map((f) => `${upper(f.name)} ${this.values[f.name]}`).join(", "); }
  judge() { this.judged = null; this.judging = (this.judging ?? 0) + 1; this.on.judge(this.answer(), `form ${this.judging}`); }
  /** What is said of the numbers as they stand; of those before it matters no more. */
  judgement(message) { if (message.re !== `form ${this.judging}`) return; this.judged = message; if (!this.form.hidden && this.last && this.parts?.bins.isConnected) this.mend(this.last); }
}

/** Dice that have just fallen, beside the sentence that needs them. */
export function toast(line, after) {
  document.querySelector(".toast")?.remove();
  const made = h("div.toast.card", { role: "status" }, h("span.dice", {}, line.dice.map((v) => die(v))), h("div", {}, h("b", {}, after ?? upper(line.for)), h("span", {}, `${after ? `${upper(line.for)}: ` : ""}${line.dice.join(" + ")}${line.dice.length > 1 ? ` = ${line.dice.reduce((a, b) => a + b)}` : ""} `, rule(line.rule))));
  document.body.append(made);
  setTimeout(() => made.remove(), 3200);
}
