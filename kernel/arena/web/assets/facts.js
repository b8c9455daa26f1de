// facts.js: what stands around the board: the players, a table of facts, the curve, the board in words.
import { byId, html, sprite, svg } from './dom.js';
import { cellName } from './scene.js';

const number = (v) => (typeof v === 'number' ? String(Math.round(v * 100) / 100) : String(v));

// Cards are the players.
export class Cards {
  constructor(head, board) {
    this.head = head;
    this.cards = board.seats.slice(0, 2).map((seat, i) => {
      const card = byId('p' + i),
        name = head.names[i] || seat.id;
      const k = {
        seat,
        card,
        win: html('span', { class: 'win', hidden: true }, 'winner'),
        score: html('div', { class: 'score', title: board.score }),
        who: html('div', { class: 'who' }),
        clock: html('div', { class: 'clock', title: 'thinking time used' }),
        say: html('div', { class: 'say', hidden: true }),
      };
      card.className = 'card s-' + seat.colour;
      card.setAttribute('aria-label', `${seat.id}, ${name}`);
      const title = html('div', { class: 'name', title: name }, html('span', {}, name), k.win);
      card.replaceChildren(sprite('emblem-' + seat.colour, { class: 'emb' }), title, k.score, k.who, k.clock, k.say);
      return k;
    });
  }
  // order puts the seats above and below the board as it is turned.
  order(board, shape, flip) {
    const top = (shape === 'wide' ? 0 : board.up) ^ (flip && shape !== 'wide' ? 1 : 0);
    this.cards.forEach((k, i) => {
      k.card.classList.toggle('up', i === top);
      k.card.classList.toggle('down', i !== top);
    });
  }
  show(scene, ply, result) {
    this.cards.forEach((k, i) => {
      const side = scene.sides[i],
        on = scene.turn === i && !result;
      k.card.classList.toggle('turn', on);
      k.score.replaceChildren(number(side.score));
      if (side.of) k.score.append(html('small', {}, ` / ${side.of}`));
      k.who.replaceChildren(...(on ? [html('b', {}, scene.next ? `${scene.next} moves` : this.thinks?.(i) ? 'thinks …' : 'to move'), ' · '] : []), k.seat.id);
      const used = ply?.used?.[i];
      const flag = result && ply?.faults?.some((f) => f.seat === i && f.kind === 'late');
      k.clock.textContent = flag ? 'time is up' : used == null ? '' : `${used.toFixed(used < 1 ? 2 : 1)} s`;
      k.win.hidden = !(result && result.winner === i);
      const said = (ply?.said || []).filter((s) => s.seat === i && !s.error).map((s) => s.text);
      k.say.hidden = !said.length;
      k.say.textContent = said.at(-1) || '';
    });
  }
}

// Facts is the table: a row each, a column for each seat.
export class Facts {
  constructor(board) {
    const [a, b] = board.seats;
    this.rows = [{ id: '', caption: board.score }, ...(board.rows || [])].map((row) => {
      const cells = [html('td', { class: 's-' + a.colour }), html('td', { class: 's-' + b.colour })];
      return { id: row.id, cells, tr: html('tr', {}, cells[0], html('th', { scope: 'row' }, row.caption), cells[1]), shown: [] };
    });
    const head = (seat, last) =>
      html(
        'th',
        { scope: 'col' },
        ...(last ? [seat.id + ' ', sprite('emblem-' + seat.colour)] : [sprite('emblem-' + seat.colour), ' ' + seat.id]),
      );
    byId('facts').replaceChildren(
      html(
        'table',
        {},
        html(
          'thead',
          {},
          html('tr', {}, head(a), html('th', { scope: 'col' }, html('span', { class: 'sr' }, 'what')), head(b, true)),
        ),
        html('tbody', {}, ...this.rows.map((r) => r.tr)),
      ),
    );
  }
  show(scene) {
    for (const row of this.rows) {
      const values = [0, 1].map((i) => (row.id ? scene.sides[i].rows?.[row.id] : scene.sides[i].score));
      values.forEach((v, i) => {
        const key = JSON.stringify(v);
        if (row.shown[i] === key) return;
        row.shown[i] = key;
        this.value(row.cells[i], v);
      });
      row.tr.className = values.every((v) => v === 0) ? 'z' : '';
    }
  }
  value(td, v) {
    if (!Array.isArray(v)) return td.replaceChildren(v == null ? '–' : number(v));
    const pips = Array.from({ length: Math.min(v[1], 20) }, (_, i) => html('i', { class: i < v[0] ? null : 'off' }));
    td.replaceChildren(html('span', { class: 'pips', role: 'img', 'aria-label': `${v[0]} of ${v[1]}` }, ...pips));
  }
}

// drawCurve draws who was ahead, and where something went wrong.
export function drawCurve(record, board, length) {
  const v = record.curve,
    n = Math.max(length, 1),
    most = Math.max(4, ...v.map(Math.abs)),
    s = byId('curve');
  const y = (x) => (20 - (x / most) * 18.5).toFixed(2),
    seats = board.seats;
  const area = (sign) =>
    'M0 20' + v.map((x, i) => `L${i} ${y(sign > 0 ? Math.max(0, x) : Math.min(0, x))}`).join('') + `L${v.length - 1} 20z`;
  s.setAttribute('viewBox', `0 0 ${n} 40`);
  const faults = record.plies.flatMap((p, i) => (p.faults?.length ? [`M${i + 1} 1V39`] : [])).join('');
  // What the players themselves think of their chances: a line each, to a scale of their own.
  const thinks = seats.slice(0, 2).map((seat, i) => {
    const points = record.plies.flatMap((p, n) => (p.values && i in p.values ? [[n + 1, p.values[i] * (i ? -1 : 1)]] : []));
    const high = Math.max(1e-9, ...points.map(([, v]) => Math.abs(v)));
    return svg('path', {
      class: 'th s-' + seat.colour,
      d: points.map(([x, v], k) => `${k ? 'L' : 'M'}${x} ${(20 - (v / high) * 17).toFixed(2)}`).join(''),
    });
  });
  s.replaceChildren(
    ...thinks,
    svg('path', { class: 'mid', d: `M0 20H${n}` }),
    svg('path', { class: 'ar s-' + seats[0].colour, d: area(1) }),
    svg('path', { class: 'ar s-' + (seats[1]?.colour || ''), d: area(-1) }),
    svg('path', { class: 'ev', d: faults }),
  );
}

// inWords describes a scene for people who do not see it.
export function inWords(scene, board) {
  const rows = board.seats.map((seat, i) => {
    const side = scene.sides[i],
      facts = (board.rows || []).map((r) => `${r.caption} ${[].concat(side.rows?.[r.id] ?? '–').join(' of ')}`);
    const own = Object.values(scene.pieces).filter((p) => p.seat === i && p.title && !p.show);
    own.sort((a, b) => a.at - b.at);
    return html(
      'div',
      {},
      html('h3', {}, `${seat.id}: ${board.score} ${number(side.score)}, ${facts.join(', ')}`),
      html('ul', {}, ...own.map((p) => html('li', {}, `${cellName(board, p.at)}: ${p.title}`))),
    );
  });
  const others = Object.values(scene.pieces)
    .filter((p) => p.seat == null && p.title)
    .sort((a, b) => a.at - b.at);
  if (others.length) rows.push(html('ul', {}, ...others.map((p) => html('li', {}, `${cellName(board, p.at)}: ${p.title}`))));
  for (const [name, l] of Object.entries(scene.layers)) {
    const cells = Object.keys(l.cells || {}).map(Number);
    if (l.as !== 'sprite' || !cells.length || cells.length > 120 || l.show) continue;
    rows.push(html('p', {}, `${name}: ${cells.map((c) => cellName(board, c)).join(' ')}`));
  }
  return rows;
}

// inCell says what is in a cell: its name, the ground, what stands there.
export function inCell(scene, board, cell) {
  const ground = Object.entries(scene.layers)
    .filter(([, l]) => cell in (l.cells || {}) && !l.show)
    .map(([name, l]) => (l.as === 'sprite' ? l.cells[cell] : name).replaceAll('-', ' '));
  const on = Object.values(scene.pieces)
    .filter((p) => p.at === cell && p.title && !p.show)
    .map((p) => p.title);
  return `${cellName(board, cell)}: ${[...ground, ...on].join(', ') || 'empty'}`;
}

// pieceOn says what stands on a cell.
export function pieceOn(scene, board, cell) {
  const on = Object.values(scene.pieces)
    .filter((p) => p.at === cell && p.title && !p.show)
    .map((p) => p.title);
  return cellName(board, cell) + (on.length ? ', ' + on.join(', ') : ', empty');
}
