// moves.js: the list of moves, and what was said. However long a game is, a few hundred plies are in the document.
import { html } from './dom.js';
import { did } from './facts.js';

const AROUND = 150,
  FEW = 20; // while plies come faster than anybody reads: the browser looks at the whole document with every frame

export class Moves {
  constructor(list, record, board, go) {
    Object.assign(this, { list, record, board, go, from: 0, to: 0, around: AROUND, buttons: new Map() });
    this.rest = html('li', { class: 'more' }, html('button', { on: { click: () => this.go(this.to + 1) } }, '… later'));
    list.replaceChildren();
  }
  // few says that the list is a short one.
  get few() {
    return this.around === FEW;
  }
  // show makes the ply at the one that is marked, and builds the list around it if it is not there. The list is short if few.
  show(at, end, follow, few) {
    const far = at && (at <= this.from || at > this.to),
      grown = end > this.to && this.to - this.from < 2 * this.around,
      other = this.few !== few;
    this.around = few ? FEW : AROUND;
    if (far || other || this.to > end || (at === 0 && this.from > 0) || !this.buttons.size) this.build(at, end);
    else if (grown) this.grow(Math.min(end, this.from + 2 * this.around));
    if (this.to >= end) this.rest.remove();
    else if (this.list.lastChild !== this.rest) this.list.append(this.rest);
    this.list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const b = this.buttons.get(at);
    if (!b) {
      this.list.scrollTop = 0;
      return;
    }
    b.setAttribute('aria-current', 'true');
    const r = b.getBoundingClientRect(),
      f = this.list.getBoundingClientRect();
    if (r.top < f.top + 4 || r.bottom > f.bottom - 4)
      this.list.scrollTop += r.top - f.top - (follow ? f.height - r.height - 8 : f.height / 2);
  }
  build(at, end) {
    this.list.replaceChildren();
    this.buttons.clear();
    this.group = null;
    this.from = this.to = Math.max(0, Math.min(at, end) - this.around);
    while (this.from > 0 && this.record.group(this.from) === this.record.group(this.from + 1)) this.to = --this.from;
    if (this.from > 0)
      this.list.append(html('li', { class: 'more' }, html('button', { on: { click: () => this.go(this.from) } }, '… earlier')));
    this.grow(Math.min(end, this.from + 2 * this.around));
  }
  grow(to) {
    while (this.to < to) this.add(++this.to);
  }
  add(n) {
    const ply = this.record.plies[n - 1],
      faults = ply.faults || [],
      moves = ply.moves || faults, // an answer that was no move is what went wrong with it
      seats = this.board.seats,
      per = this.board.per;
    if (ply.group !== this.group || !this.row) {
      this.group = ply.group;
      this.row = html('div', { class: per ? null : 'flow' });
      if (per) this.row.style.setProperty('--per', Math.max(per, 1));
      this.list.append(html('li', {}, html('span', {}, String(ply.group || '')), this.row));
    }
    const seat = (s) => 's-' + (seats[s]?.colour || ''),
      both = moves.length > 1,
      mark = this.record.marks?.get(n);
    const text = moves.map((m) => m.text).join(' ') || '·';
    // Signs are not read aloud: the label says in words what happened.
    const words = [did(this.board, ply) || 'nothing', ...(moves === faults ? [] : faults.map((f) => f.text)), ...(mark ? [mark.text] : [])];
    const b = html(
      'button',
      { class: both ? 'duo' : seat(moves[0]?.seat), tabindex: -1, title: both ? null : text, 'aria-label': words.join('; '), on: { click: () => this.go(n) } },
      ...(both ? moves.map((m) => html('em', { class: seat(m.seat) }, m.text)) : [moves === faults ? html('b', { class: 'bad' }, text) : text]),
    );
    if (mark) b.append(html('b', { class: 'sign', title: mark.text }, mark.sign));
    if (faults.length && moves !== faults) b.append(html('b', { class: 'bad', title: faults.map((f) => f.text).join('; ') }, '!'));
    this.row.append(b);
    this.buttons.set(n, b);
  }
}

// Said is what players said and what went wrong, up to a ply; the last 60 lines.
export class Said {
  constructor(list, record, board, go) {
    Object.assign(this, { list, record, board, go, lines: [], seen: 0, shown: '' });
    list.replaceChildren();
  }
  cut(length) {
    this.lines = this.lines.filter((l) => l.n <= length);
    this.seen = Math.min(this.seen, length);
  }
  show(at) {
    for (; this.seen < this.record.length; this.seen++) {
      const ply = this.record.plies[this.seen],
        n = this.seen + 1;
      for (const s of ply.said || []) this.lines.push({ n, seat: s.seat, text: s.text, kind: s.error ? 'err' : 'says' });
      for (const f of ply.faults || []) this.lines.push({ n, seat: f.seat, text: f.text, kind: 'bad' });
    }
    const until = this.lines.filter((l) => l.n <= at).slice(-60),
      key = until.length + '.' + (until.at(-1)?.n ?? 0);
    if (key === this.shown) return until.length;
    this.shown = key;
    this.list.replaceChildren(
      ...until.map((l) => {
        const who = this.board.seats[l.seat];
        const b = html('button', { on: { click: () => this.go(l.n) } }, `${this.record.count(l.n)}`);
        return html(
          'li',
          { class: `${l.kind} s-${who?.colour || ''}` },
          b,
          html('b', {}, who?.id || ''),
          html('span', {}, l.text),
        );
      }),
    );
    this.list.scrollTop = this.list.scrollHeight;
    return until.length;
  }
}
