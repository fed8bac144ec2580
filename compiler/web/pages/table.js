/** The table: one state, changed by messages and by pointing, drawn after every change. It knows no rule.
 *
 * `t` is what the parts share: the game, the state, the board and panels; each part adds what it does.
 */

import { bar, little, rail, room } from "./around.js";
import { Board } from "./board.js";
import { cards } from "./cards.js";
import { carrying } from "./carrying.js";
import { h } from "./dom.js";
import { art, load, picture } from "./game.js";
import { hearing, LOST } from "./hearing.js";
import { keys } from "./keys.js";
import { looking } from "./looking.js";
import { Marks } from "./marks.js";
import { mustering } from "./mustering.js";
import { Pieces } from "./pieces.js";
import { pointing } from "./pointing.js";
import { Prompt, toast } from "./prompt.js";
import { Ribbon } from "./ribbon.js";
import { Side } from "./side.js";
import { State } from "./state.js";
import { Bubble, theme } from "./talk.js";
import { Wire } from "./wire.js";

theme();
const t = { toast, send: (message) => { const sent = wire.send(message); if (!sent) t.lost.hidden = false; return sent; } };
const wire = new Wire(() => ({ n: t.s?.view?.n ?? -1, lines: t.s?.view ? t.s.lines.length : 0 })); // the line is opened while the game comes
const game = (t.game = await load()), s = (t.s = new State(game));
document.documentElement.dataset.game = game.id;
document.documentElement.style.setProperty("--game", game.accent);

// -- the page ----------------------------------------------------------------------------------------------------------
const view = (t.view = h("main.view#view", { "aria-label": "The board" }));
const { size: [width, height], image, tiles } = game.board;
const board = (t.board = new Board(view, { width, height, image: picture(image), tiles, at: art }));
const marks = (t.marks = new Marks(board, game)), pieces = (t.pieces = new Pieces(board, game));
t.bubble = new Bubble(board, game, () => [...[...s.rings().legal].map((id) => pieces.where.get(id)), ...[...s.reach().keys()].map((place) => game.middle(place))].filter(Boolean));
const side = (t.side = new Side(game, { thing: (id) => t.click([id]), near: (id) => t.card(id), go: (to) => t.look(to), light: (line) => t.light(line), folded: () => t.refit() }));
const prompt = (t.prompt = new Prompt(game, {
  answer: (n) => t.answer(n), choose: (n) => t.choose(n), drop: () => t.drop(), undo: () => t.undo(), live: () => t.live(), list: () => t.list(), over: () => t.over(), hold: () => t.hold(),
  branch: () => t.send({ t: "branch", to: s.to }), wish: () => t.send({ t: "wish", n: s.view.n }), rest: () => t.rest(), only: (verb) => t.only(verb),
  judge: (value, re) => t.send({ t: "why", n: s.ask.n, answer: value, re }),
  form: (value, words) => { s.sealedText = words; t.send({ t: s.ask.sealed ? "seal" : "answer", n: s.ask.n, answer: value }); },
}));
const ribbon = (t.ribbon = new Ribbon(game, { go: (to) => t.look(to), live: () => t.live() }));
t.lost = h("div.lost", { hidden: true, role: "status" }, LOST);
for (const part of [bar, rail, little, room, cards, looking, pointing, mustering, carrying, keys]) part(t);
view.addEventListener("scroll", () => view.scrollTo(0, 0)); // whatever gets the focus, the board moves only by hand
document.body.append(view, t.top, t.lost, t.rail, side.at, t.mini, t.unit, prompt.at, prompt.form, ribbon.at);

// -- drawing -----------------------------------------------------------------------------------------------------------
let drawn = false;
t.draw = (still = false) => {
  if (!s.view) return;
  const rings = s.rings();
  t.header();
  prompt.draw(s);
  t.pad();
  if (!drawn) { t.focusAsk(); t.laid = t.lies(); }
  pieces.lay(s.table, { ...rings, still });
  marks.reach(s.reach());
  marks.crests(s.marked());
  if (s.layer.owners) marks.hold(s.owners());
  side.draw({ table: s.table, seat: s.seat, legal: new Set([...rings.legal, ...s.first()]), picked: s.picked, lines: s.lines, to: s.to });
  ribbon.draw(s);
  document.body.classList.toggle("past", !s.live);
  t.little();
  t.recard();
  t.mini.hidden = !prompt.form.hidden || (!t.unit.hidden && innerHeight < 1000);
  if (drawn) return;
  drawn = true;
  document.body.dataset.ready = "yes";
  requestAnimationFrame(() => setTimeout(() => game.drawings().then(() => t.draw(true)))); // faces for panels, once the board is seen
};

t.measure();
board.fit();
wire.listen(hearing(t));
