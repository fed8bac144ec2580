/** Keys: every action of the table without a pointer. */

import { findBox, keysDialog, saveDialog } from "./dialogs.js";
import { $, say } from "./dom.js";
import { popRule } from "./talk.js";

const WAYS = { w: -90, e: -30, d: 30, s: 90, a: 150, q: -150 }; // where the keys lie around the hand
const STEP = 90; // pixels an arrow moves the board

export function keys(t) {
  const { game, s, board, side, prompt, ribbon, bubble } = t;
  const pan = (x, y) => () => { board.x += x; board.y += y; board.moving(); board.lay(); };

  /** To the neighbour that lies most in a direction. */
  function step(letter) {
    const here = s.over ?? s.table.pieces[s.picked ?? s.ask?.about[0]]?.at, near = (game.near[here] ?? []).filter((p) => game.middle(p));
    if (!near.length) return;
    const [x, y] = game.middle(here), off = (p) => { const [a, b] = game.middle(p), turn = Math.abs((Math.atan2(b - y, a - x) * 180) / Math.PI - WAYS[letter]) % 360; return Math.min(turn, 360 - turn); };
    $(".piece:focus")?.blur();
    t.at(near.reduce((best, p) => (off(p) < off(best) ? p : best)));
    if (!board.shows(...game.middle(s.over))) board.centre(...game.middle(s.over));
    say(game.name(s.over));
  }

  /** Seal or answer a form; choose what the cursor is at; else be done. */
  function enter() {
    if (!prompt.form.hidden) return $("#seal:not(:disabled)")?.click();
    const here = s.over && (s.picked ? s.offered().some(([o]) => o.target === s.over) : s.first().has(s.over)) ? [s.over] : [];
    const lying = (s.table.stacks[s.over] ?? []).filter((id) => (s.picked ? s.offered().some(([o]) => o.target === id) : s.first().has(id)));
    if (s.turn !== null && s.turn !== undefined && !here.length && lying.length > 1) return t.fan(s.over, lying);
    if (here.length || s.picked) return t.click(here.length ? here : [...(s.table.stacks[s.over] ?? []).slice(-1), s.over].filter(Boolean));
    if (s.ask && s.ask.stop !== null && s.live) t.answer(s.ask.stop);
  }

  const KEYS = {
    "+": () => board.zoom(1.25), "=": () => board.zoom(1.25), "-": () => board.zoom(0.8), 0: () => board.fit(),
    ArrowLeft: pan(STEP, 0), ArrowRight: pan(-STEP, 0), ArrowUp: pan(0, STEP), ArrowDown: pan(0, -STEP),
    Escape: () => { if (!bubble.at && !$(".pop")) return s.verb && !s.picked && !$(".choice") ? t.only(s.verb) : t.drop(); bubble.drop(); $(".pop")?.remove(); }, u: t.undo, r: t.rest, v: t.verb, o: () => t.layer("owners"), z: () => t.layer(s.zoned ? "zones" : "owners"), i: () => t.layer("ids"), k: () => t.layer("links"), l: t.list,
    Home: () => t.look(0), End: t.live, ",": () => ribbon.step(-1), ".": () => ribbon.step(1), " ": () => (s.live && s.computers && !s.ask ? t.hold() : ribbon.play()),
    Tab: (e) => t.next(e.shiftKey ? -1 : 1), S: () => saveDialog(s, t.send), "?": () => (s.over ? t.why([s.over]) : keysDialog()), "/": () => findBox(s, game, t.see),
    1: () => side.show("log"), 2: () => side.show("boxes"), 3: () => side.show("tables"), 4: () => side.show("rules"), Enter: enter,
    ...Object.fromEntries(Object.keys(WAYS).map((letter) => [letter, () => step(letter)])),
  };
  addEventListener("keydown", (e) => {
    const veil = $(".veil:not(.solid)");
    if (e.key === "Escape" && veil) return veil.shut();
    if (e.target.closest("input,select,textarea") || e.ctrlKey || e.metaKey || e.altKey || $(".veil")) return;
    if (e.key === "Tab" && e.target.closest(".choice")) return; // from choice to choice, as the browser does it
    if ((e.key === "Enter" || e.key === " ") && e.target.closest("button")) { if (e.target.matches(".piece")) { e.preventDefault(); t.click([e.target.dataset.id, e.target.dataset.at]); } return; }
    const act = KEYS[e.key] ?? KEYS[e.key.toLowerCase()];
    if (act) { e.preventDefault(); act(e); }
  });
  addEventListener("click", (e) => {
    const chip = e.target.closest("[data-rule]"), thing = e.target.closest("[data-see]");
    if (chip) { e.stopPropagation(); popRule(game, chip.dataset.rule, chip); return; }
    if (thing) t.see(thing.dataset.see);
    if (!e.target.closest(".pop")) $(".pop")?.remove();
  }, true);
}
