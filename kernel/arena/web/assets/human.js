// human.js: the panel of a person whose turn it is.
import { byId, html, sprite } from './dom.js';
import { Turn } from './play.js';
import { cellName, patched } from './scene.js';
import { inCell } from './facts.js';

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
    stage.addEventListener('pointermove', (e) => this.move(e));
    stage.addEventListener('pointerup', (e) => this.up(e));
    // A finger on a piece drags it; elsewhere it scrolls the page.
    stage.addEventListener('touchstart', (e) => this.active && this.grips(this.page.board.cellAt(e.touches[0])) && e.touches.length < 2 && e.preventDefault(), { passive: false });
    stage.addEventListener('pointercancel', () => {
      this.press = null;
      this.page.board?.hold(null);
    });
    for (const event of ['pointerdown', 'keydown']) document.addEventListener(event, (e) => this.elsewhere(e));
  }
  get active() {
    return Boolean(this.turn && !this.turn.sent && !this.page.past());
  }
  // step says what to do next; '': nothing.
  get step() {
    const steps = this.ask?.steps || [];
    return this.active ? 'Your turn: ' + (steps[Math.min(this.turn.path.length, steps.length - 1)] || 'answer') : '';
  }

  // asked shows a question, or none.
  asked(ask) {
    this.ask = ask;
    this.turn = null;
    this.plays ||= Boolean(ask);
    this.menu(null);
    const panel = byId('turn');
    panel.hidden = byId('to-turn').hidden = !ask;
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
    const some = ask.answers.find((a) => !a.off);
    byId('t-in').placeholder = some ? 'such as ' + some.text : '';
    this.pad();
    this.tools();
    this.until = ask.left == null ? 0 : performance.now() + ask.left;
    if (!this.page.past()) this.start();
  }
  // start lets a person answer; away takes the lights off while the past is looked at.
  start() {
    if (!this.ask || this.turn) return;
    this.turn = new Turn(this.page.board, this.ask, {
      send: (a) => this.send(a.text, a),
      change: (s) => this.changed(s),
      wrong: (cells) => (byId('menu').hidden ? this.why({ cells }, () => this.turn.path.length && this.turn.back()) : this.turn.back()),
    });
    this.page.next();
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
    byId('crumbs').textContent =
      path.map((c) => cellName(board, c)).join(' to ') + (path.length && next.size ? `: ${next.size} ${next.size === 1 ? 'cell' : 'cells'} to choose from` : '');
    byId('left').textContent = path.length && left > 1 ? `${left} possible` : '';
    this.page.next();
    const many = done.length > 1 || (done[0]?.off && !next.size);
    this.menu(many ? done : null, path.at(-1));
    this.buttons(done.length === 1 && next.size ? done[0] : null);
    this.preview(path);
    const cursor = this.turn?.cursor;
    if (cursor != null) this.page.tip(cursor);
    if (cursor != null && cursor !== this.spoken) {
      this.spoken = cursor;
      const lit = path.length ? next.has(cursor) : this.turn.roots(true).has(cursor);
      byId('live').textContent = inCell(this.page.scene(), board, cursor) + (lit ? ', can be chosen' : '');
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
      html('button', { type: 'button', class: cls, 'data-text': a.text, on: { click: () => this.turn?.send(a) } }, a.label || a.text, ...this.key(a));
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
          { type: 'button', disabled: !a, 'data-text': a?.text, 'aria-label': label, title: label, on: { click: () => a && this.turn?.send(a) } },
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
    if (!this.ask?.can?.includes(kind)) return;
    if (kind === 'resign' && !confirm('Resign this game?')) return;
    if (kind === 'hint') this.answered('Thinking about a hint …', 'busy');
    const reply = await this.request(kind);
    if (kind === 'hint' && reply?.text) this.hint(reply);
    else if (reply) this.answered(reply);
  }
  // request asks for something that is about this question, and returns the reply; null: it came too late.
  async request(kind, details) {
    const ask = this.ask;
    try {
      const { reply } = await this.server.post('control', { do: kind, seat: ask.seat, ply: ask.ply, with: details });
      return this.ask?.number === ask.number ? reply : null;
    } catch (e) {
      if (this.ask?.number === ask.number) this.answered(e.message, 'wrong');
      return null;
    }
  }
  answered(text, how = '') {
    byId('answered').className = how;
    byId('answered').replaceChildren(text);
  }
  // hint says in words what a bot would do, and shows it.
  hint({ text, say }) {
    const a = this.turn?.hint(text),
      cells = a?.via || a?.cells || [],
      scene = this.page.scene(),
      part = this.ask.steps?.includes(say) && cells.length ? ', on ' + cellName(scene.board, cells[0]) : '';
    this.answered('Hint: ');
    byId('answered').append(html('b', {}, (say || text) + part));
    if (cells.length > 1) {
      const line = (cls, ...way) => ({ as: 'line', cls, cells: way, seat: this.ask.seat });
      const marks = a.via ? [line('move', ...a.via)] : cells.slice(1).map((c, i) => line(i ? 'shot' : 'move', cells[i], c));
      this.page.board.show({ ...scene, marks });
    }
    for (const b of document.querySelectorAll('#pad button, #buttons button')) b.classList.toggle('hinted', Boolean(a) && b.dataset.text === a.text);
  }
  // why says which rule keeps one from what was clicked or typed; without one, it does something else.
  async why(tried, otherwise) {
    if (!this.ask.can?.includes('why')) return otherwise();
    const reply = await this.request('why', tried);
    if (reply) this.answered(reply, 'wrong');
    else if (reply === '' && this.active) otherwise();
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
    this.answered('Sent ');
    byId('answered').append(html('b', {}, text));
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
      this.answered(e.message, 'wrong');
      this.page.board.hold(null);
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
    if (this.ask.free) return this.why({ text: input }, () => this.turn?.send({ text: input }));
    this.answered(`${input}: not possible now`, 'wrong');
  }

  // --- pointer: a click, a drag from cell to cell, or a swipe where answers are directions
  down(e) {
    if (!this.active || e.button) return;
    this.press = { x: e.clientX, y: e.clientY, cell: this.page.board.cellAt(e) };
    if (this.ask.answers.some((a) => NAMES[a.key])) e.target.setPointerCapture?.(e.pointerId);
  }
  // grips reports whether something on a cell can be dragged.
  grips(cell) {
    return cell != null && (this.turn.path.at(-1) === cell ? this.turn.next().size > 0 : this.turn.withCells().some((a) => a.cells.length > 1 && a.cells[0] === cell));
  }
  // move drags what was pressed: it follows, and the cells light up where it may go.
  move(e) {
    const p = this.press;
    if (!p || !this.active || (!p.held && (Math.hypot(e.clientX - p.x, e.clientY - p.y) < 8 || !this.grips(p.cell)))) return;
    if (!p.held) {
      e.target.setPointerCapture?.(e.pointerId);
      if (this.turn.path.at(-1) !== p.cell) this.turn.click(p.cell);
    }
    p.held = true;
    this.page.board.hold(p.cell, e);
  }
  up(e) {
    const p = this.press;
    this.press = null;
    if (!this.active || !p) return;
    const dx = e.clientX - p.x,
      dy = e.clientY - p.y,
      far = Math.hypot(dx, dy) > 24;
    const key = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'ArrowRight' : 'ArrowLeft') : dy > 0 ? 'ArrowDown' : 'ArrowUp';
    const swiped = far && !p.held && this.ask.answers.find((a) => a.key === key);
    if (swiped) return this.turn.send(swiped);
    const cell = this.page.board.cellAt(e);
    if (p.held || (far && this.grips(p.cell))) {
      const goes = cell != null && this.turn.drag(p.cell, cell);
      if (!this.turn.sent) this.page.board.hold(null);
      if (!goes && cell != null && cell !== p.cell) this.why({ cells: [...this.turn.path, cell] }, () => {});
      return;
    }
    if (cell == null) return;
    this.turn.cursor = null;
    if (cell === p.cell) this.turn.click(cell);
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
