// human.js: the panel of a person whose turn it is.
import { byId, html, sprite } from './dom.js';
import { Turn } from './play.js';
import { cellName, patched } from './scene.js';
import { pieceOn } from './facts.js';

const PAD = ['', 'ArrowUp', '', 'ArrowLeft', '.', 'ArrowRight', '', 'ArrowDown', ''];
const SIGNS = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', '.': 'stay', ' ': 'space' };
const NAMES = { ArrowUp: 'Up', ArrowDown: 'Down', ArrowLeft: 'Left', ArrowRight: 'Right' };

export class Human {
  // page has board, scene() and control(kind, value); server takes answers.
  constructor(page, server) {
    Object.assign(this, { page, server, turn: null, ask: null });
    byId('typed').addEventListener('submit', (e) => this.typed(e));
    const stage = byId('board');
    stage.addEventListener('pointerdown', (e) => this.down(e));
    stage.addEventListener('pointerup', (e) => this.up(e));
    stage.addEventListener('pointercancel', () => {
      this.press = null;
    });
    for (const event of ['pointerdown', 'keydown']) document.addEventListener(event, (e) => this.elsewhere(e));
  }
  get active() {
    return Boolean(this.turn && !this.turn.sent && !this.page.past());
  }

  // asked shows a question, or none.
  asked(ask) {
    this.ask = ask;
    this.turn = null;
    this.plays ||= Boolean(ask);
    this.menu(null);
    const panel = byId('turn');
    panel.hidden = !ask;
    this.page.board?.targets([]);
    byId('board').classList.remove('swipe');
    if (!ask) return;
    const seat = this.page.board.b.seats[ask.seat];
    panel.className = 's-' + seat.colour;
    byId('turn-h').replaceChildren(
      sprite('emblem-' + seat.colour),
      html('span', {}, 'Your turn'),
      html('small', {}, seat.id),
    );
    byId('steps').replaceChildren(...(ask.steps || []).map((s) => html('li', {}, s)));
    byId('answered').textContent = '';
    byId('t-in').value = '';
    this.pad();
    this.tools();
    this.until = ask.left == null ? 0 : performance.now() + ask.left;
    if (!this.page.past()) this.start();
  }
  // start lets a person answer; away takes the lights off while the past is looked at.
  start() {
    if (!this.ask || this.turn) return;
    this.turn = new Turn(this.page.board, this.ask, { send: (a) => this.send(a.text, a), change: (s) => this.changed(s) });
  }
  away() {
    if (this.turn?.sent) return;
    this.turn = null;
    this.menu(null);
    this.page.board?.targets([]);
  }
  changed({ path, next, done, left }) {
    const board = this.page.board.b;
    [...byId('steps').children].forEach((li, i) => {
      li.className = i < path.length ? 'was' : i === path.length ? 'now' : '';
    });
    const way = path.map((c) => cellName(board, c)).join(' → ');
    byId('crumbs').replaceChildren(
      way || '',
      html('span', {}, path.length ? (next.size ? ` → ? (${next.size})` : '') : `${left} answers`),
    );
    byId('left').textContent = path.length ? `${left} left` : '';
    const many = done.length > 1 || (done[0]?.off && !next.size);
    this.menu(many ? done : null, path.at(-1));
    this.buttons(done.length === 1 && next.size ? done[0] : null);
    this.preview(path);
    const cursor = this.turn?.cursor;
    if (cursor != null && cursor !== this.spoken) {
      this.spoken = cursor;
      const lit = path.length ? next.has(cursor) : this.turn.roots(true).has(cursor);
      byId('live').textContent = pieceOn(this.page.scene(), board, cursor) + (lit ? ', lit' : '');
    }
  }
  // preview shows the piece of the first cell where it would be; nothing is sent yet.
  preview(path) {
    const scene = this.page.scene(),
      found = path.length > 1 && Object.entries(scene.pieces).find(([, p]) => p.at === path[0] && !(p.z < 0) && !p.lift);
    if (!found) return this.page.board.scene !== scene && this.page.board.show(scene);
    const line = { as: 'line', cls: 'move', cells: path.slice(0, 2), seat: this.ask.seat };
    this.page.board.show(patched(scene, { pieces: { [found[0]]: { at: path[1] } }, marks: [line] }));
  }
  buttons(stay) {
    const answers = this.ask.answers,
      plain = answers.filter((a) => !a.cells?.length && !NAMES[a.key] && a.key !== '.');
    const shown = plain.length <= 24 ? plain : [],
      groups = new Map();
    for (const a of shown) groups.set(a.group || '', [...(groups.get(a.group || '') || []), a]);
    const button = (a, cls) =>
      html('button', { type: 'button', class: cls, on: { click: () => this.turn?.send(a) } }, a.label || a.text, ...this.key(a));
    byId('buttons').replaceChildren(
      ...(stay ? [button({ ...stay, label: stay.label || 'That is all' }, 'sec')] : []),
      ...[...groups]
        .flatMap(([name, list]) => [name ? html('span', { class: 'group' }, name) : null, ...list.map((a) => button(a))])
        .filter(Boolean),
    );
  }
  key(a) {
    return a.key ? [' ', html('kbd', {}, SIGNS[a.key] || a.key)] : [];
  }
  pad() {
    const keyed = new Map(this.ask.answers.filter((a) => a.key).map((a) => [a.key, a]));
    const pad = byId('pad');
    pad.hidden = !['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'].some((k) => keyed.has(k));
    this.steers = !pad.hidden;
    byId('board').classList.toggle('swipe', !pad.hidden); // or the browser takes the swipe and scrolls
    if (pad.hidden) return pad.replaceChildren();
    pad.replaceChildren(
      ...PAD.map((k) => {
        const a = keyed.get(k);
        if (!k) return html('span');
        const label = NAMES[k] || a?.label || 'Stay',
          sign = k === '.' ? (label.length > 4 ? '•' : label.toLowerCase()) : SIGNS[k];
        return html(
          'button',
          { type: 'button', disabled: !a, 'aria-label': label, title: label, on: { click: () => a && this.turn?.send(a) } },
          sign,
        );
      }),
    );
  }
  tools() {
    const can = new Set(this.ask.can || []),
      list = [
        ['hint', 'Hint', '!'],
        ['undo', 'Undo', 'u'],
        ['deal', 'Place the rest by chance', ''],
        ['resign', 'Resign', ''],
      ];
    byId('tools').replaceChildren(
      ...list
        .filter(([k]) => can.has(k))
        .map(([k, label, key]) =>
          html(
            'button',
            { type: 'button', class: 'tog', on: { click: () => this.tool(k) } },
            label,
            ...(key ? [' ', html('kbd', {}, key)] : []),
          ),
        ),
    );
  }
  async tool(kind) {
    const ask = this.ask;
    if (!ask?.can?.includes(kind)) return;
    if (kind === 'resign' && !confirm('Resign this game?')) return;
    try {
      const { reply } = await this.server.post('control', { do: kind, seat: ask.seat, ply: ask.ply });
      if (this.ask?.number === ask.number && kind === 'hint' && reply) {
        this.turn?.hint(reply);
        byId('answered').replaceChildren('hint: ', html('b', {}, reply));
      }
    } catch (e) {
      if (this.ask?.number === ask.number) byId('answered').textContent = e.message;
    }
  }
  menu(list, cell) {
    const menu = byId('menu');
    menu.hidden = !list;
    if (!list) return menu.replaceChildren();
    const seat = this.page.board.b.seats[this.ask.seat];
    menu.replaceChildren(
      ...list.map((a) =>
        html(
          'button',
          { type: 'button', role: 'menuitem', class: 's-' + seat.colour, 'aria-disabled': a.off ? 'true' : null, title: a.off, on: { click: () => this.turn?.send(a) } },
          a.sprite ? sprite(a.sprite) : html('span'),
          a.label || a.text,
          html('small', {}, a.off || a.note || ''),
        ),
      ),
    );
    const box = this.page.board.svg.getBoundingClientRect(),
      [left, top, width] = this.page.board.box,
      k = box.width / width;
    const [x, y] = this.page.board.xy(cell);
    menu.style.left = Math.max(0, Math.min(box.width - 210, (x - left + 36) * k)) + 'px';
    menu.style.top = Math.max(0, (y - top) * k) + 'px';
    menu.firstChild.focus({ preventScroll: true });
  }
  // elsewhere closes the menu when something else is touched, and walks in it by keys.
  elsewhere(e) {
    const menu = byId('menu');
    if (menu.hidden) return;
    if (e.type === 'keydown' && ['ArrowUp', 'ArrowDown'].includes(e.key) && menu.contains(document.activeElement)) {
      const list = [...menu.children],
        i = list.indexOf(document.activeElement);
      list[(i + (e.key === 'ArrowDown' ? 1 : list.length - 1)) % list.length].focus();
      e.preventDefault();
      e.stopPropagation();
    } else if (e.type === 'pointerdown' && !menu.contains(e.target) && !byId('board').contains(e.target)) this.turn?.back();
  }
  async send(text, answer) {
    const { seat, ply } = this.ask;
    this.menu(null);
    byId('answered').replaceChildren('sent ', html('b', {}, text));
    byId('crumbs').textContent = '';
    byId('buttons').replaceChildren();
    [...byId('steps').children].forEach((li) => {
      li.className = 'was';
    });
    if (answer?.cells) this.preview(answer.cells);
    try {
      await this.server.post('answer', { seat, ply, text });
    } catch (e) {
      if (this.ask?.ply !== ply) return;
      byId('answered').textContent = e.message;
      if (this.turn) this.turn.refused();
    }
  }
  typed(e) {
    e.preventDefault();
    const input = byId('t-in').value.trim(),
      plain = (t) => t.toUpperCase().replace(/[^A-Z0-9]/g, '');
    if (!this.active || !input) return;
    const answers = this.ask.answers.filter((x) => !x.off),
      a = answers.find((x) => x.text === input) || answers.find((x) => plain(x.text) === plain(input) && plain(input));
    if (a) return this.turn.send(a);
    if (this.ask.free) return this.turn.send({ text: input });
    byId('answered').textContent = `${input}: no legal answer`;
  }

  // --- pointer: a click, a drag from cell to cell, or a swipe where answers are directions
  down(e) {
    if (!this.active || e.button) return;
    this.press = { x: e.clientX, y: e.clientY, cell: this.page.board.cellAt(e) };
    if (this.ask.answers.some((a) => NAMES[a.key])) e.target.setPointerCapture?.(e.pointerId);
  }
  up(e) {
    const p = this.press;
    this.press = null;
    if (!this.active || !p) return;
    const dx = e.clientX - p.x,
      dy = e.clientY - p.y,
      far = Math.hypot(dx, dy) > 24;
    const key = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'ArrowRight' : 'ArrowLeft') : dy > 0 ? 'ArrowDown' : 'ArrowUp';
    const swiped = far && this.ask.answers.find((a) => a.key === key);
    if (swiped) return this.turn.send(swiped);
    const cell = this.page.board.cellAt(e);
    if (cell == null) return;
    this.turn.cursor = null;
    if (!(far && p.cell != null && this.turn.drag(p.cell, cell)) && cell === p.cell) this.turn.click(cell);
  }
  // pressed takes a key; true if it was one of the turn's.
  pressed(e) {
    // A person who plays chooses with these keys: pressed too late, between two questions, they do nothing, unless the game is
    // paused: then Enter is a step and Space goes on. So do the ways of who steers; one that is no answer now neither steps
    // through the game nor is typed.
    const chooses = e.key === 'Enter' || e.key === ' ',
      steers = this.steers && !e.shiftKey && (NAMES[e.key] || 'wasd'.includes(e.key));
    if (!this.active) return Boolean((chooses || steers) && this.plays && !this.page.record.result && !this.page.past() && !this.page.state.paused);
    if (e.key === '!' && this.ask.can?.includes('hint')) return (this.tool('hint'), true);
    if (e.key === 'u' && this.ask.can?.includes('undo')) return (this.tool('undo'), true);
    if (this.turn.key(e) || chooses || steers) return true;
    if (/^[a-z0-9]$/i.test(e.key) && !this.page.isKey(e.key)) {
      byId('t-in').focus(); // and the letter goes there
      return 'pass';
    }
    return false;
  }
}
