// outline.js: the borders of sets of cells.

// outline is the border of a set of cells, given by their upper left corners, as rounded loops.
export function outline(corners, S, inset = 1.2, r = 5) {
  const set = new Set(corners.map((c) => c.join())),
    has = (x, y) => set.has(`${x * S},${y * S}`),
    next = new Map();
  const add = (a, b) => (next.get(a.join()) || next.set(a.join(), []).get(a.join())).push(b);
  for (const k of set) {
    const [x, y] = k.split(',').map((v) => v / S);
    if (!has(x, y - 1)) add([x, y], [x + 1, y]);
    if (!has(x + 1, y)) add([x + 1, y], [x + 1, y + 1]);
    if (!has(x, y + 1)) add([x + 1, y + 1], [x, y + 1]);
    if (!has(x - 1, y)) add([x, y + 1], [x, y]);
  }
  let out = '';
  for (const [start] of next) {
    while (next.get(start).length) {
      const loop = [start.split(',').map(Number)];
      let at = next.get(start).pop();
      while (at.join() !== start) {
        loop.push(at);
        const list = next.get(at.join()),
          was = loop[loop.length - 2],
          dx = at[0] - was[0],
          dy = at[1] - was[1];
        const own = list.length > 1 ? list.findIndex((n) => n[0] - at[0] === -dy && n[1] - at[1] === dx) : 0;
        at = list.splice(Math.max(0, own), 1)[0];
      }
      out += rounded(loop, S, inset, r);
    }
  }
  return out;
}
// rounded is a loop of corners of cells, a little inside and with round corners.
function rounded(points, S, inset, r) {
  let out = '';
  points.forEach((b, i) => {
    const a = points[(i + points.length - 1) % points.length],
      c = points[(i + 1) % points.length];
    const u = [b[0] - a[0], b[1] - a[1]],
      v = [c[0] - b[0], c[1] - b[1]];
    if (u[0] === v[0] && u[1] === v[1]) return;
    const x = b[0] * S - (u[1] + v[1]) * inset,
      y = b[1] * S + (u[0] + v[0]) * inset;
    out += `${out ? 'L' : 'M'}${x - u[0] * r} ${y - u[1] * r}Q${x} ${y} ${x + v[0] * r} ${y + v[1] * r}`;
  });
  return out + 'z';
}
