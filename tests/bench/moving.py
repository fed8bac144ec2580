"""What a hand does with a board in Chromium, and how long that takes: scripts for the page, and for a bare picture."""

# when the page stands, and the board is decoded: noted by the page's own clock
NOTED = """
addEventListener("DOMContentLoaded", () => new MutationObserver(async () => {
  const sheet = document.querySelector("img.sheet");
  if (!document.body.dataset.ready || !sheet || window.painted) return;
  window.painted = -1;
  await sheet.decode();
  window.painted = performance.now();
}).observe(document.body, { attributes: true, childList: true }));
"""
# what a hand does, once a frame; how long each frame took
MOVED = """async ([kind, frames]) => {
  const view = document.querySelector(".view"), x = innerWidth / 3, y = innerHeight / 2, taken = [];
  const sent = (kind, name, more) => view.dispatchEvent(new kind(name, { bubbles: true, cancelable: true, ...more }));
  const hand = (name, by) => sent(PointerEvent, name, { pointerId: 7, clientX: x + by, clientY: y + by / 2 });
  const turn = (by) => sent(WheelEvent, "wheel", { clientX: x, clientY: y, deltaY: by });
  const by = (n) => (kind === "zoom in" ? -40 : kind === "zoom out" || (n - 1) % 60 >= 30 ? 40 : -40);
  if (kind === "pan") hand("pointerdown", 0);
  let last = await new Promise(requestAnimationFrame);
  for (let n = 1; n <= frames; n++) {
    kind === "pan" ? hand("pointermove", 120 * Math.sin(n / 12)) : turn(by(n));
    const now = await new Promise(requestAnimationFrame);
    taken.push(now - last);
    last = now;
  }
  if (kind === "pan") hand("pointerup", 0);
  return taken;
}"""
# one picture as large as the board, where the board lies, moved and stretched in the same way and no more than that: a
# page cannot be faster in this browser. Without a graphics card it stretches pixel by pixel, on one core.
FLOOR = """<body style="margin:0;overflow:hidden">
<div class="view" style="position:absolute;inset:0;overflow:hidden">
<div style="position:absolute;left:0;top:0;transform-origin:0 0;will-change:transform"></div></div>"""
LAID = """([left, top, width, height]) => {
  const made = document.querySelector(".view > div");
  const ground = "linear-gradient(135deg,#dcd3be,#1f5a7a)";
  Object.assign(made.style, { width: `${width}px`, height: `${height}px`, background: ground });
  let [x, y, k, held] = [left, top, 1, null];
  const lay = () => { made.style.transform = `translate(${Math.round(x)}px,${Math.round(y)}px) scale(${k})`; };
  addEventListener("pointerdown", (e) => { held = [e.clientX - x, e.clientY - y]; });
  addEventListener("pointermove", (e) => { if (held) { [x, y] = [e.clientX - held[0], e.clientY - held[1]]; lay(); } });
  addEventListener("wheel", (e) => {
    const by = Math.exp(-e.deltaY * 0.0016);
    [x, y, k] = [e.clientX - (e.clientX - x) * by, e.clientY - (e.clientY - y) * by, k * by];
    lay();
  });
  lay();
}"""
LIES = "(at) => { const b = at.getBoundingClientRect(); return [b.x, b.y, b.width, b.height]; }"
# one turn of the wheel; until the board has come to rest and its tiles are there
SHARP = """async () => {
  const world = document.querySelector(".world"), x = innerWidth / 3, y = innerHeight / 2;
  const turn = { bubbles: true, cancelable: true, clientX: x, clientY: y, deltaY: -120 };
  document.querySelector(".view").dispatchEvent(new WheelEvent("wheel", turn));
  const begun = performance.now();
  while (!world.dataset.sharp) await new Promise(requestAnimationFrame);
  return performance.now() - begun;
}"""
