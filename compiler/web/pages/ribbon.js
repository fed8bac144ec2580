/** The replay at the foot: a slider over all that this seat has heard. */

import { button, h, icon, mend } from "./dom.js";

const NAMED = 80; // pixels the name of a turn takes
const WIDE = 600; // pixels of the slider until it is there

export class Ribbon {
  constructor(game, on) {
    Object.assign(this, { game, on, playing: 0 });
    this.at = h("footer.ribbon#ribbon", { "aria-label": "Replay" });
    this.at.addEventListener("pointerdown", (e) => this.drag(e));
  }

  /** Nothing of what was heard is kept. */
  forget() { this.at.replaceChildren(); }

  draw(s) {
    this.s = s;
    const all = s.lines.length, to = s.to ?? all, at = (i) => `${all ? ((100 * i) / all).toFixed(2) : 100}%`;
    const go = (name, title, act) => button(".bare", { title, "aria-label": title, data: { go: name }, on: { click: act } }, icon(name));
    const turns = s.lines.map((line, i) => [line, i]).filter(([line]) => line.track && line.track === this.game.turnTrack);
    mend(this.at, go("first", "To the start (Home)", () => this.on.go(0)), go("back", "Back (,)", () => this.step(-1)), go("play", "Play (Space)", () => this.play()), go("next", "On (.)", () => this.step(1)), go("last", "To now (End)", () => this.on.live()),
      h("div.scrub", { role: "slider", tabindex: "0", "aria-label": "Moment of the game", "aria-valuemin": "0", "aria-valuemax": String(all), "aria-valuenow": String(to) }, h("div.bar"), h("div.fill", { style: { width: at(to) } }),
        this.ticks(turns.slice(-14), all).map(([line, i, named]) => h("span.tick", { style: { left: at(i) } }, named ? this.game.standing(line.track, line.value).toLowerCase().slice(0, 12) : null)),
        s.lines.length < 1500 ? s.lines.map((line, i) => (line.dice ? h("span.ev", { style: { left: at(i) } }) : null)) : null, h("div.knob", { style: { left: at(to) } })),
      h("span.now-label.num", {}, s.to === null ? "now" : `${to} / ${all}`));
  }

  /** Turns with whether there is room for their names: where turns were short only the first of them is named. */
  ticks(turns, all) {
    const wide = this.at.querySelector(".scrub")?.clientWidth ?? WIDE;
    let end = -1;
    return turns.map(([line, i]) => { const left = (wide * i) / all, named = left >= end; if (named) end = left + NAMED; return [line, i, named]; });
  }

  step(by) { const to = (this.s.to ?? this.s.lines.length) + by; to >= this.s.lines.length ? this.on.live() : this.on.go(Math.max(0, to)); }

  play() {
    if (this.playing) { clearInterval(this.playing); this.playing = 0; return; }
    if (this.s.to === null) this.on.go(0);
    this.playing = setInterval(() => { if (this.s.to === null && this.started) { clearInterval(this.playing); this.playing = 0; this.started = false; return; } this.started = true; this.step(1); }, 420);
  }

  drag(e) {
    const scrub = e.target.closest(".scrub");
    if (!scrub) return;
    const box = scrub.getBoundingClientRect(), all = this.s.lines.length;
    const to = (x) => { const n = Math.round(all * Math.max(0, Math.min(1, (x - box.left) / box.width))); n >= all ? this.on.live() : this.on.go(n); };
    to(e.clientX);
    const move = (q) => to(q.clientX), up = () => { removeEventListener("pointermove", move); removeEventListener("pointerup", up); };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
  }
}
