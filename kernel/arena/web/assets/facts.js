// facts.js: what stands around the board: the players, a table of facts, the curve, the board and moves in words.
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
    this.when = html('caption', { hidden: true });
    byId('facts').replaceChildren(
      html(
        'table',
        {},
        this.when,
        html(
          'thead',
          {},
          html('tr', {}, head(a), html('th', { scope: 'col' }, html('span', { class: 'sr' }, 'what')), head(b, true)),
        ),
        html('tbody', {}, ...this.rows.map((r) => r.tr)),
      ),
    );
  }
  // caption says of which moment the facts are; '': of now.
  caption(text) {
    this.when.hidden = !text;
    this.when.textContent = text;
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

// wordsOf says what is in each cell, in the game's words: the ground, and what stands there. What has no words is not said.
function wordsOf(scene, board) {
  const said = Array.from({ length: board.w * board.h }, () => []),
    words = board.words || {};
  for (const [name, l] of Object.entries(scene.layers))
    for (const c in l.cells || {}) {
      const word = words[l.cells[c]] ?? words[name];
      if (word) said[c]?.push(word);
    }
  const pieces = Object.values(scene.pieces).filter((p) => p.title);
  for (const p of pieces.sort((a, b) => (a.z || 0) - (b.z || 0))) said[p.at]?.push(p.title);
  return said.map((list) => list.join(', ') || 'empty');
}

// inWords describes a scene for people who do not see it: what happened, the sides, and the board as a table.
export function inWords(scene, board, happened) {
  const words = wordsOf(scene, board),
    columns = board.top || board.bottom || [],
    label = (list, i) => String(list?.[i] ?? i),
    across = (f) => Array.from({ length: board.w }, (_, x) => f(x));
  return [
    html('p', {}, happened),
    ...board.seats.map((seat, i) => {
      const rows = (board.rows || []).map((r) => `${r.caption} ${[].concat(scene.sides[i].rows?.[r.id] ?? 'none').join(' of ')}`);
      return html('p', {}, [`${seat.id}: ${board.score} ${number(scene.sides[i].score)}`, ...rows].join(', '));
    }),
    html(
      'table',
      {},
      html('caption', {}, 'The board, row by row'),
      html('thead', {}, html('tr', {}, html('td'), ...across((x) => html('th', { scope: 'col' }, label(columns, x))))),
      html(
        'tbody',
        {},
        ...Array.from({ length: board.h }, (_, y) =>
          html('tr', {}, html('th', { scope: 'row' }, label(board.left, y)), ...across((x) => html('td', {}, words[y * board.w + x]))),
        ),
      ),
    ),
  ];
}

// inCell says what is in a cell: its name, the ground, what stands there.
export const inCell = (scene, board, cell) => `${cellName(board, cell)}: ${wordsOf(scene, board)[cell]}`;

// did says in words what led to a ply: the moves, or what went wrong instead.
export const did = (board, ply) => {
  const who = (m) => board.seats[m.seat]?.id || '';
  return ply.moves ? ply.moves.map((m) => `${who(m)} ${spoken(board, m.text)}`).join(' and ') : (ply.faults || []).map((f) => `${who(f)} ${f.text}`).join(' and ');
};

// spoken puts words in the place of the signs of a move.
const spoken = (board, text) =>
  [...text].map((c) => (c in (board.words || {}) ? ` ${board.words[c]} ` : c)).join('').replace(/\s+(?=,)/g, '').replace(/\s+/g, ' ').trim();
