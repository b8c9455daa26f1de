// board.js: draws scenes. One renderer for all games; it knows ways of drawing, but no game.
import { become, svg } from './dom.js';
import { outline } from './outline.js';

const S = 32;
const SIDES = { U: [0, -1], R: [1, 0], D: [0, 1], L: [-1, 0] };
const ANGLES = { R: 0, D: 90, L: 180, U: 270 };
const PLATES = {
  // under small pieces: the seat's shape once more
  blue: 'M16 1.4a13.4 13.4 0 0 1 0 26.8 13.4 13.4 0 0 1 0-26.8z',
  red: 'M16 .2 31 14.8 16 29.4 1 14.8z',
  yellow: 'M16 0 31.4 27.6H.6z',
};
const LOOKS = ['sprite', 'seat', 'dir', 'bar', 'aura', 'tag', 'carry', 'state']; // of a piece, wherever it stands
const still = matchMedia('(prefers-reduced-motion: reduce)');
const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);
const square = ([x, y]) => `M${x} ${y}h${S}v${S}h${-S}z`;

export class Board {
  // opt.mini leaves labels and bubbles out.
  constructor(root, scene, name, opt = {}) {
    Object.assign(this, { b: scene.board, opt, flip: false, hidden: new Set(), pieces: new Map(), uses: new Map(), widths: new Map(), drawn: {}, scene: null });
    const b = this.b;
    [this.W, this.H] = [b.w, b.h];
    for (const o of b.overlays || []) if (!o.on) this.hidden.add(o.id);
    this.margin = 1.55 * b.w;
    const edge = (labels) => (labels && !opt.mini ? this.margin : 3);
    const left = edge(b.left),
      top = edge(b.top),
      bottom = edge(b.bottom);
    this.box = [-left, -top, b.w * S + left + 3, b.h * S + top + bottom];
    this.px = this.box[2] / 600;
    this.svg = svg('svg', {
      viewBox: this.box.join(' '),
      class: `board look-${b.look}${opt.mini ? ' mini' : ''}`,
      role: 'img',
      'aria-label': name,
    });
    this.g = {};
    for (const k of ['ground', 'zones', 'under', 'layers', 'marks', 'pieces', 'peek', 'over', 'targets', 'labels', 'says']) {
      this.svg.append((this.g[k] = svg('g', { class: 'g-' + k })));
    }
    root.replaceChildren(this.svg);
    this.base();
    if (!opt.mini) {
      new ResizeObserver(() => {
        const w = this.svg.clientWidth;
        if (!w) return;
        this.px = this.box[2] / w;
        this.svg.style.setProperty('--px', this.px);
        this.base();
        if (this.scene) this.marks(this.scene.marks || []);
      }).observe(this.svg);
    }
  }

  // --- geometry
  xy(c) {
    let x = c % this.W,
      y = Math.floor(c / this.W);
    if (this.flip) {
      x = this.W - 1 - x;
      if (this.b.flip === 'turn') y = this.H - 1 - y;
    }
    return [x * S, y * S];
  }
  mid(c) {
    const [x, y] = this.xy(c);
    return [x + S / 2, y + S / 2];
  }
  dir(d) {
    if (!this.flip || !d) return d;
    return this.b.flip === 'turn' || 'LR'.includes(d) ? { L: 'R', R: 'L', U: 'D', D: 'U' }[d] : d;
  }
  colour(seat) {
    return seat == null ? '' : ' s-' + (this.b.seats[seat]?.colour || '');
  }
  // cellAt returns the cell under a pointer, or null.
  cellAt(event) {
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    let x = Math.floor(p.x / S),
      y = Math.floor(p.y / S);
    if (x < 0 || y < 0 || x >= this.W || y >= this.H) return null;
    if (this.flip) {
      x = this.W - 1 - x;
      if (this.b.flip === 'turn') y = this.H - 1 - y;
    }
    return y * this.W + x;
  }
  again() {
    const scene = this.scene;
    this.drawn = {};
    this.scene = null;
    if (scene) this.show(scene, { still: true });
  }
  setFlip(flip) {
    this.flip = flip;
    this.base();
    this.again();
  }
  setOverlay(id, on) {
    if (on) this.hidden.delete(id);
    else this.hidden.add(id);
    this.again();
  }

  // --- what never changes
  base() {
    const { W, H, b, g } = this,
      turned = this.flip && b.flip === 'turn';
    g.ground.replaceChildren(svg('rect', { class: 'floor', x: 0, y: 0, width: W * S, height: H * S, rx: 3 }));
    g.labels.replaceChildren();
    g.zones.replaceChildren();
    let d = '';
    if (b.look === 'checker' || b.look === 'lawn') {
      for (let y = 0; y < H; y++) for (let x = (y + 1) % 2; x < W; x += 2) d += square([x * S, y * S]);
      g.ground.append(svg('path', { class: 'alt', d }));
    } else if (b.look !== 'maze' && b.look !== 'discs') {
      for (let x = 1; x < W; x++) d += `M${x * S} 0V${H * S}`;
      for (let y = 1; y < H; y++) d += `M0 ${y * S}H${W * S}`;
      g.ground.append(svg('path', { class: 'lines', d }));
    }
    for (const z of b.zones || []) {
      const x = this.flip ? W - z.x - z.w : z.x,
        y = turned ? H - z.y - z.h : z.y;
      g.zones.append(svg('rect', { class: 'zone' + this.colour(z.seat), x: x * S, y: y * S, width: z.w * S, height: z.h * S }));
    }
    if (this.opt.mini) return;
    const label = (text, x, y) => g.labels.append(svg('text', { x, y, 'text-anchor': 'middle', class: 'coord' }, text));
    const order = (list, back) => (back ? [...(list || [])].reverse() : list || []);
    order(b.left, turned).forEach((t, i) => label(t, -this.margin / 2, i * S + S / 2 + 4 * this.px));
    order(b.top, this.flip).forEach((t, i) => label(t, i * S + S / 2, -this.margin / 2 + 4 * this.px));
    order(b.bottom, this.flip).forEach((t, i) => label(t, i * S + S / 2, H * S + this.margin / 2 + 4.5 * this.px));
  }

  // --- a scene
  show(scene, o = {}) {
    const old = this.scene;
    this.scene = scene;
    for (const k of Object.keys(scene.layers).sort()) {
      if (this.drawn[k] === scene.layers[k]) continue;
      this.layer(k, scene.layers[k]);
      this.drawn[k] = scene.layers[k];
    }
    for (const k in this.drawn) {
      if (k in scene.layers) continue;
      this.svg.querySelector(`[data-l="${CSS.escape(k)}"]`)?.remove();
      this.uses.delete(k);
      delete this.drawn[k];
    }
    this.place(scene, old, o);
    this.peeks(scene);
    this.marks(scene.marks || []);
  }
  peeks(scene) {
    if (!this.g.peek.childElementCount) return;
    const busy = new Set(
      Object.values(scene.pieces)
        .filter((p) => !(p.z < 0))
        .map((p) => p.at),
    );
    for (const [name, { cells }] of this.uses) {
      if (!scene.layers[name]?.peek) continue;
      for (const u of cells.values()) {
        const small = busy.has(u.c);
        if (small === u.small) continue;
        u.small = small;
        const [x, y] = this.xy(u.c);
        u.element.setAttribute('x', x + (small ? 18.5 : 0));
        u.element.setAttribute('y', y + (small ? 12 : 0));
        u.element.setAttribute('width', small ? 14 : S);
        u.element.setAttribute('height', small ? 14 : S);
      }
    }
  }
  layer(name, l) {
    let g = this.svg.querySelector(`[data-l="${CSS.escape(name)}"]`);
    if (!g) {
      g = svg('g', { 'data-l': name });
      (l.as === 'region' ? this.g.under : l.peek ? this.g.peek : this.g.layers).append(g);
    }
    g.setAttribute('class', `l-${l.as} ${l.cls || ''}${this.colour(l.seat)}`);
    if (l.show && this.hidden.has(l.show)) {
      this.uses.delete(name);
      return g.replaceChildren();
    }
    if (l.as === 'lines') return this.lines(g);
    const ids = Object.keys(l.cells || {});
    if (l.as === 'sprite') this.sprites(g, name, l.cells, ids);
    else if (l.as === 'stroke') this.stroke(g, l.cells, ids);
    else if (l.as === 'ribbon') this.ribbon(g, l.cells, ids);
    else if (l.as === 'region')
      g.replaceChildren(
        svg('path', {
          class: 'rg',
          d: outline(
            ids.map((c) => this.xy(+c)),
            S,
          ),
        }),
      );
    else if (l.as === 'cells')
      g.replaceChildren(...ids.map((c) => svg('path', { d: square(this.xy(+c)), fill: l.cells[c], 'fill-opacity': 0.6 })));
  }
  // Lines between all cells, and the numbers of columns and rows in the first ones.
  lines(g) {
    let d = '';
    for (let x = 1; x < this.W; x++) d += `M${x * S} 0V${this.H * S}`;
    for (let y = 1; y < this.H; y++) d += `M0 ${y * S}H${this.W * S}`;
    const number = (c, n) => svg('text', { x: this.mid(c)[0], y: this.mid(c)[1] + 5, class: 'num gn' }, String(n));
    const numbers = Array.from({ length: this.W }, (_, x) => number(x, x));
    for (let y = 1; y < this.H; y++) numbers.push(number(y * this.W, y));
    g.replaceChildren(svg('path', { class: 'gl', d }), ...numbers);
  }
  // sprites updates the sprites that differ from those in the document.
  sprites(g, name, cells, ids) {
    let uses = this.uses.get(name);
    if (!uses || uses.flip !== this.flip) {
      g.replaceChildren();
      this.uses.set(name, (uses = { flip: this.flip, cells: new Map() }));
    }
    for (const [c, u] of uses.cells) {
      if (cells[c] === u.v) continue;
      u.element.remove();
      uses.cells.delete(c);
    }
    for (const c of ids) {
      if (uses.cells.has(c)) continue;
      const [x, y] = this.xy(+c),
        element = svg('use', { href: '#' + cells[c], x, y, width: S, height: S });
      g.append(element);
      uses.cells.set(c, { v: cells[c], element, c: +c, small: false });
    }
  }
  // Neighbours are joined by a round stroke, blocks of four are filled.
  stroke(g, cells, ids) {
    const right = this.flip ? -S : S,
      down = this.flip && this.b.flip === 'turn' ? -S : S;
    const has = (x, y) => x < this.W && y < this.H && y * this.W + x in cells;
    let d = '',
      f = '';
    for (const id of ids) {
      const c = +id,
        x = c % this.W,
        y = Math.floor(c / this.W),
        at = this.mid(c),
        r = has(x + 1, y),
        b = has(x, y + 1);
      d += `M${at}h${r ? right : 0.01}` + (b ? `M${at}v${down}` : '');
      if (r && b && has(x + 1, y + 1)) f += `M${at}h${right}v${down}h${-right}z`;
    }
    g.replaceChildren(svg('path', { class: 'st', d }), svg('path', { class: 'fi', d: f }));
  }
  // A value names the sides to which the ribbon goes on: "LR", "UL", "D".
  ribbon(g, cells, ids) {
    let d = '';
    for (const id of ids) {
      const [x, y] = this.mid(+id);
      const ends = [...cells[id]]
        .map((q) => SIDES[this.dir(q)])
        .filter(Boolean)
        .map(([a, b]) => [x + (a * S) / 2, y + (b * S) / 2]);
      if (ends.length === 2) d += `M${ends[0]}L${x} ${y} ${ends[1]}`;
      else d += ends.map((e) => `M${x} ${y}L${e}`).join('') || `M${x} ${y}h.01`;
    }
    g.replaceChildren(...['case', 'band', 'core'].map((k) => svg('path', { class: k, d })));
  }
  // --- pieces glide, because they keep their id
  place(scene, old, o) {
    const lift = (this.b.lift || 0) * S,
      now = scene.pieces,
      ms = o.still || still.matches ? 0 : (o.ms ?? 240);
    const key = (p) => (p.z || 0) * 1e6 + (lift ? (this.xy(p.at)[1] / S) * 100 : 0) + (p.lift || 0);
    const off = (p) => p.show && this.hidden.has(p.show);
    for (const [id, P] of this.pieces) {
      if (id in now && !off(now[id])) continue;
      this.pieces.delete(id);
      if (ms) P.g.animate([{ opacity: 1 }, { opacity: 0 }], ms).onfinish = () => P.g.remove();
      else P.g.remove();
    }
    const order = Object.keys(now).filter((id) => !off(now[id]));
    order.sort((a, b) => key(now[a]) - key(now[b]) || (a < b ? -1 : 1));
    const moved = [];
    for (const id of order) {
      const p = now[id],
        fresh = !this.pieces.has(id);
      if (fresh) this.pieces.set(id, { g: svg('g', { 'data-p': id }) });
      const P = this.pieces.get(id),
        [x, row] = this.xy(p.at),
        y = row - (p.lift || 0) * lift;
      if (P.p !== p || P.flip !== this.flip) {
        const look = LOOKS.map((k) => p[k] ?? '').join() + (this.flip ? ' flipped' : '');
        if (P.look !== look) this.dress(P, p);
        Object.assign(P, { p, look, flip: this.flip });
      }
      if (!P.to || P.to[0] !== x || P.to[1] !== y) {
        if (!fresh && ms) moved.push([P, P.to, [x, y], P.at, p.at]);
        Object.assign(P, { to: [x, y], at: p.at });
        P.g.style.transform = `translate(${x}px,${y}px)`;
      }
      if (fresh && ms && old) P.g.animate([{ opacity: 0 }, { opacity: 1 }], ms);
    }
    this.sort(order);
    for (const [P, a, b, from, to] of moved) this.glide(scene, P, a, b, from, to, ms, lift);
  }
  // sort puts the elements in order, moving as few as possible.
  sort(order) {
    const kids = this.g.pieces.children;
    let i = 0;
    for (const id of order) {
      const g = this.pieces.get(id).g;
      while (kids[i] && kids[i] !== g && !this.pieces.has(kids[i].dataset.p)) i++;
      if (kids[i] !== g) this.g.pieces.insertBefore(g, kids[i] || null);
      i++;
    }
  }
  glide(scene, P, a, b, from, to, ms, lift) {
    const way = (scene.marks || []).find(
      (m) => m.as === 'line' && m.cells.length > 2 && m.cells[0] === from && m.cells.at(-1) === to,
    );
    const points = way ? way.cells.map((c) => this.xy(c)) : [a, b];
    if (!way && lift) points.splice(1, 0, [(a[0] + b[0]) / 2, Math.min(a[1], b[1]) - 9]);
    if (!this.b.left && Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) > S * 12) {
      P.g.animate([{ opacity: 0 }, { opacity: 1 }], ms * 2); // it did not walk there
      return;
    }
    P.g.animate(
      points.map(([x, y]) => ({ transform: `translate(${x}px,${y}px)` })),
      { duration: ms, easing: 'cubic-bezier(.3,.1,.2,1)' },
    );
  }
  dress(P, p) {
    const kids = [],
      colour = this.b.seats[p.seat]?.colour,
      d = this.dir(p.dir);
    let symbol = document.getElementById(p.sprite || '');
    const name = symbol?.nodeName === 'symbol' ? p.sprite : 'emblem-' + colour;
    symbol = document.getElementById(name);
    const turn = symbol?.dataset.turn;
    if (p.bar) kids.push(svg('path', { d: PLATES[colour], class: 'plate' }));
    if (p.aura) kids.push(svg('use', { href: '#aura-' + p.aura, width: S, height: S, class: 'aura' }));
    let t = '';
    if (turn === 'flip' && d === 'L') t = 'matrix(-1 0 0 1 32 0)';
    else if (turn && ANGLES[d]) t = `rotate(${ANGLES[d]} 16 16)`;
    const k = +(symbol?.dataset.scale || 1);
    if (k !== 1) t = `translate(${16 - 16 * k} ${16 - 16 * k - (p.bar ? 1.6 : 0)}) scale(${k}) ${t}`;
    kids.push(svg('g', { transform: t || null, class: 'body' }, svg('use', { href: '#' + name, width: S, height: S })));
    if (p.tag && symbol?.dataset.tag) kids.push(this.tag(p, symbol, turn, d));
    if (p.carry) {
      kids.push(
        svg('circle', { cx: 7, cy: 7, r: 7, class: 'pad' }),
        svg('use', { href: '#' + p.carry, x: 1.6, y: 1.4, width: 11, height: 11 }),
      );
    }
    if (p.bar) kids.push(...this.bar(p.bar));
    if (p.state === 'spent')
      kids.push(...['tick halo', 'tick'].map((c) => svg('path', { class: c, d: 'M2.6 22.4 5 24.8 9.4 19.6' })));
    if (p.bar) kids.push(svg('text', { x: 30.5, y: 8.4, 'font-size': 9, class: 'num' }, String(p.bar[0])));
    P.g.setAttribute('class', `piece${this.colour(p.seat)}${p.state ? ' is-' + p.state : ''}`);
    become(P.g, kids);
  }
  tag(p, symbol, turn, d) {
    let [x, y, size] = symbol.dataset.tag.split(' ').map(Number);
    if (turn === 'flip' && d === 'L') x = S - x;
    else if (turn === 'flip' && d === 'U') [x, y] = [y, S - x];
    else if (turn === 'flip' && d === 'D') [x, y] = [S - y, x];
    const ink = symbol.dataset.ink;
    const text = svg('text', { x, y: y + size * 0.36, 'font-size': size, class: 'tag' + (ink === 't' ? ' t' : '') }, p.tag);
    if (ink && ink !== 't') text.style.fill = ink;
    return text;
  }
  bar([v, of]) {
    const w = 26 / of,
      n = Math.max(0, Math.min(v, of));
    return [
      svg('rect', { x: 2.4, y: 27.2, width: 27.2, height: 4.4, rx: 1.6, class: 'bar0' }),
      ...Array.from({ length: n }, (_, i) =>
        svg('rect', { x: 3 + i * w + 0.25, y: 27.9, width: w - 0.5, height: 3, class: 'bar1' }),
      ),
    ];
  }

  // --- marks are of each ply
  marks(list) {
    const low = [],
      high = [],
      says = [],
      said = [];
    for (const m of list) {
      if (m.show && this.hidden.has(m.show)) continue;
      const cls = `m-${m.as} ${m.cls || ''}${this.colour(m.seat)}`,
        cells = m.cells || [];
      if (m.as === 'last') low.push(svg('path', { class: cls, d: cells.map((c) => square(this.xy(c))).join('') }));
      else if (m.as === 'ring') high.push(...cells.map((c) => this.frame(c, 1.5, { class: cls, rx: 4.5 })));
      else if (m.as === 'focus')
        low.push(...cells.map((c) => svg('circle', { class: cls, cx: this.mid(c)[0], cy: this.mid(c)[1], r: 19 })));
      else if (m.as === 'line' && cells.length > 1) low.push(...this.line(m, cls));
      else if (m.as === 'reach' && cells.length) {
        const [x, y] = this.mid(cells[0]),
          r = (m.r + 0.5) * S;
        low.push(svg('path', { class: cls, d: `M${x} ${y - r}L${x + r} ${y} ${x} ${y + r} ${x - r} ${y}z` }));
      } else if (m.as === 'burst') high.push(...cells.flatMap((c) => this.burst(m, c, cls)));
      else if (m.as === 'say' && !this.opt.mini) says.push(...this.say(m, cls, said));
    }
    become(this.g.marks, low);
    become(this.g.over, high);
    become(this.g.says, says);
  }
  frame(c, inset, a) {
    const [x, y] = this.xy(c);
    return svg('rect', { x: x + inset, y: y + inset, width: S - 2 * inset, height: S - 2 * inset, ...a });
  }
  line(m, cls) {
    const p = m.cells.map((c) => this.mid(c)),
      [bx, by] = p.at(-1),
      [ax, ay] = p.at(-2),
      length = Math.hypot(bx - ax, by - ay) || 1;
    const ux = (bx - ax) / length,
      uy = (by - ay) / length,
      back = m.cls === 'step' ? 0 : this.b.lift ? 9 : 19;
    const ex = bx - ux * back,
      ey = by - uy * back;
    const body = svg('path', {
      class: cls,
      d:
        'M' +
        p
          .slice(0, -1)
          .concat([[ex, ey]])
          .join('L'),
    });
    if (m.cls === 'step') return [body];
    const tip = `M${ex + ux * 4} ${ey + uy * 4}L${ex - ux * 5 - uy * 5} ${ey - uy * 5 + ux * 5} ${ex - ux * 5 + uy * 5} ${ey - uy * 5 - ux * 5}z`;
    return [body, svg('path', { class: cls + ' tip', d: tip })];
  }
  burst(m, c, cls) {
    const [x, y] = this.mid(c);
    let d = '';
    for (let i = 0; i < 10; i++) {
      const cos = Math.cos((i * Math.PI) / 5),
        sin = Math.sin((i * Math.PI) / 5);
      d += `M${x + 17 * cos} ${y + 17 * sin}L${x + 24 * cos} ${y + 24 * sin}`;
    }
    const out = [svg('path', { class: cls, d })];
    if (m.text) {
      const size = Math.max(14, 0.85 * rem() * this.px),
        half = Math.max(20, 0.32 * size * m.text.length),
        at = { x: Math.min(this.W * S - half, Math.max(half, x)), y: y < 44 ? y + 40 : y - 28 };
      out.push(svg('text', { class: 'm-text' + this.colour(m.seat), ...at, 'font-size': size }, m.text));
    }
    return out;
  }
  say(m, cls, said) {
    const p = this.scene.pieces[m.piece];
    if (!p || !m.text) return [];
    const [x, y] = this.mid(p.at),
      f = Math.max(12, 0.84 * rem() * this.px),
      h = f * 1.85;
    const text = svg('text', { 'font-size': f }, m.text),
      w = this.wide(text, f, cls) + f * 1.2;
    const left = Math.min(this.W * S - w - 2, Math.max(2, x - w / 2)),
      // above the piece, else below it, else a line further: where no other bubble is
      tops = [y - h - 24, y + 24, y - 2 * h - 26, y + h + 26].filter((t) => t > 1 && t + h < this.H * S),
      covers = (t) => said.some((b) => left < b.left + b.w && b.left < left + w && t < b.top + h && b.top < t + h),
      top = tops.find((t) => !covers(t)) ?? tops[0] ?? y + 24,
      up = top < y;
    said.push({ left, top, w });
    text.setAttribute('x', left + w / 2);
    text.setAttribute('y', top + h / 2 + f * 0.36);
    const tip = up
      ? `M${x - 5} ${top + h - 1}L${x} ${top + h + 7} ${x + 5} ${top + h - 1}z`
      : `M${x - 5} ${top + 1}L${x} ${top - 7} ${x + 5} ${top + 1}z`;
    const box = svg('rect', { x: left, y: top, width: w, height: h, rx: f * 0.55 });
    return [svg('g', { class: cls }, svg('path', { d: tip }), box, text)];
  }
  // wide measures a text of a bubble, once: that lays the page out.
  wide(text, size, cls) {
    const key = size + ' ' + text.textContent;
    if (!this.widths.has(key)) {
      if (this.widths.size > 100) this.widths.clear();
      const g = svg('g', { class: cls }, text);
      this.g.says.append(g);
      this.widths.set(key, text.getComputedTextLength() || text.textContent.length * size * 0.56);
      g.remove();
    }
    return this.widths.get(key);
  }

  // hold makes what stands on a cell follow a pointer; null puts back what was held and has gone nowhere since.
  hold(c, event) {
    const p = event && new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    for (const P of this.pieces.values()) {
      if (event && P.p.at === c && !(P.p.z < 0)) {
        P.home ||= P.to;
        P.to = P.held = [p.x - S / 2, p.y - S / 2 + P.home[1] - this.xy(c)[1]];
      } else if (P.held) {
        if (P.to === P.held) P.to = P.home;
        P.home = P.held = null;
      } else continue;
      P.g.classList.toggle('held', Boolean(P.held));
      P.g.style.transform = `translate(${P.to[0]}px,${P.to[1]}px)`;
    }
  }

  // --- a person's turn: [{c, kind: own | chosen | go | take | both | done | cursor, busy}]
  targets(list) {
    this.g.targets.replaceChildren(
      ...list.flatMap((t) => {
        const k = 't-' + t.kind,
          [x, y] = this.xy(t.c);
        if (t.kind === 'go' || t.kind === 'both') {
          const hit = this.frame(t.c, 0, { class: k + ' hit', rx: 3 }),
            r = t.kind === 'both' ? 12.6 : 5.2;
          return [
            hit,
            t.busy ? this.frame(t.c, 2, { class: k, rx: 6 }) : svg('circle', { class: k, cx: x + S / 2, cy: y + S / 2, r }),
          ];
        }
        if (t.kind === 'take') {
          const d = `M${x + 2} ${y + 10}v-8h8M${x + 22} ${y + 2}h8v8M${x + 30} ${y + 22}v8h-8M${x + 10} ${y + 30}h-8v-8`;
          return [this.frame(t.c, 0, { class: 'hit' }), svg('path', { class: k, d })];
        }
        return [this.frame(t.c, 1.4, { class: k, rx: 4 })];
      }),
    );
  }
}
