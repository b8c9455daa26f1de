// page.js: the shell around a board: time, controls, keys.
import { Board } from './board.js';
import { Clocks } from './clock.js';
import { controls, keydown } from './controls.js';
import { become, byId, html, icon, sheet } from './dom.js';
import { End } from './end.js';
import { Cards, Facts, did, drawCurve, inCell, inWords } from './facts.js';
import { Human } from './human.js';
import { goal, help } from './learn.js';
import { connect, fromFile } from './live.js';
import { Moves, Said } from './moves.js';
import { openNew } from './new.js';
import { GameRecord } from './scene.js';
import { Series } from './series.js';
import { sound, switchSound } from './sound.js';
import { ICONS, address, firstTheme, theme, toggleTheme } from './shell.js';

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 100];

const page = {
  record: null,
  board: null,
  cards: null,
  facts: null,
  moves: null,
  said: null,
  server: null,
  human: null,
  series: null,
  clocks: null,
  after: null,
  at: -1,
  following: true,
  playing: false,
  timer: 0,
  later: 0, // the timer of what stands around the board
  speed: 2,
  live: false,
  state: { paused: false },
  me: {},
  buttons: {},

  get end() {
    return this.record.length;
  },
  scene() {
    return this.record.at(Math.max(0, this.at));
  },
  past() {
    return this.live && !this.record.result && !this.following && this.at < this.end; // a ply that is not drawn yet is not the past
  },
  // running: the controls are those of the game itself, because the board shows it as it is now.
  running() {
    return this.live && (!this.record.result || this.state.more) && (this.following || this.at === this.end) && this.me.control;
  },
  // thinks reports whether a seat is asked now and somebody else than this person thinks.
  thinks(seat) {
    if (!this.live || this.record.result || this.at !== this.end || this.state.paused || this.state.missing || this.me.seats?.includes(seat)) return false;
    const turn = this.scene().turn;
    return turn == null || turn === seat;
  },
  // curve draws who was ahead, and the turning points of a review.
  curve() {
    drawCurve(this.record, this.board.b, this.end);
    this.after?.ticks();
  },
  isKey(key) {
    return 'flqv?!hunNp'.includes(key) || (this.board?.b.overlays || []).some((o) => o.key === key);
  },

  // --- a game begins
  begin(head, live) {
    this.pause();
    this.live = live;
    this.record = new GameRecord(head);
    const b = head.scene.board,
      wide = b.w / b.h > 1.3;
    sheet(head.sheet);
    this.board = new Board(byId('board'), head.scene, `${head.name} board`);
    byId('page').dataset.shape = wide ? 'wide' : 'square';
    byId('page').style.setProperty('--ratio', this.board.box[2] / this.board.box[3]);
    this.after?.begin();
    this.cards = new Cards(head, b);
    this.cards.thinks = (seat) => this.thinks(seat);
    this.facts = new Facts(b);
    const go = (n) => {
      this.pause();
      this.go(n);
    };
    this.moves = new Moves(byId('list'), this.record, b, go);
    this.said = new Said(byId('saidlist'), this.record, b, go);
    const title = address().get('title')?.slice(0, 100);
    document.title = title || `${head.name}: ${head.names.join(' – ')}`;
    byId('game').textContent = title || head.name;
    this.within(head.within);
    byId('h1').textContent = document.title;
    byId('sub').textContent = [head.sub, !head.sub?.includes(b.name) && b.name, head.seed && 'seed ' + head.seed, live ? 'live' : null].filter(Boolean).join(' · ');
    byId('sub').title = byId('sub').textContent;
    byId('moves-h').textContent = b.unit + 's';
    this.controls();
    const [own, other] = (live && this.me.seats) || [];
    if (own === b.up && other == null && b.flip === 'turn') this.board.setFlip(true); // a person's own side is below
    this.cards.order(b, byId('page').dataset.shape, this.board.flip);
    this.at = -1;
    this.cell = null;
    byId('cell').textContent = '';
    goal(head.name, head.learn, () => this.help());
    this.following = true;
  },

  // within shows to which tournament a game belongs, and its neighbours there.
  within(of) {
    const token = address().get('token') || this.server?.token,
      to = (href, label, ...kids) => (href ? html('a', { href: href + (token ? '?token=' + encodeURIComponent(token) : ''), 'aria-label': label, title: label }, ...kids) : null);
    byId('cup').hidden = !of;
    byId('cup').replaceChildren(
      ...[
        of && to(of.previous, 'Previous game', '‹'),
        of && to(of.back, null, `${of.title}: ${of.round ? of.round + ', ' : ''}game ${of.number}${of.of ? ' of ' + of.of : ''}`),
        of && to(of.next, 'Next game', '›'),
      ].filter(Boolean),
    );
  },
  // arrive goes where the address says: ply=N or turn=N, as the status line counts them. In a live game they may be still to come.
  arrive() {
    const to = address(),
      { record } = this,
      number = (key) => Math.max(0, Math.round(+to.get(key)) || 0);
    let n = null;
    if (to.has('ply')) n = record.scene(number('ply'));
    else if (to.has('turn')) for (n = 0; n < this.end && record.group(n + 1) <= number('turn'); ) n++;
    if (+to.get('speed') > 0) this.speed = Math.max(SPEEDS[0], Math.min(SPEEDS.at(-1), +to.get('speed')));
    this.shownSpeed();
    if (n != null) this.go(n, { still: true, force: true });
    if (to.has('autoplay') && to.get('autoplay') !== '0') this.play();
  },

  // comes arrives as soon as the ply of the address was played, or the game is over.
  comes() {
    const to = address(),
      n = this.end;
    if (!this.record.result && (to.has('ply') ? this.record.count(n) < +to.get('ply') : this.record.group(n) <= +to.get('turn'))) return;
    this.coming = false;
    this.arrive();
  },

  // --- going somewhere
  go(n, o = {}) {
    const { record, board } = this;
    n = Math.max(0, Math.min(this.end, n));
    const far = Math.abs(n - this.at) > 1,
      same = n === this.at;
    if (same && !o.force) return;
    const scene = record.at(n),
      next = n > 0 && n === this.at + 1;
    this.at = n;
    this.following = n === this.end;
    board.show(scene, {
      still: o.still || (far && !o.group),
      ms: Math.min(260, 900 / Math.max(this.speed, this.live ? this.state.speed || 1 : 0)),
    });
    if (next && !this.rushing()) this.sounds(n);
    if (!this.rushing()) this.around();
    else this.later ||= setTimeout(() => this.around(), 200);
    if (this.human?.ask) this.past() ? this.human.away() : this.human.start();
  },
  sounds(n) {
    const gone = Object.values(this.record.plies[n - 1].patch?.pieces || {}).includes(null);
    sound(this.record.result && n === this.end ? 'end' : gone ? 'take' : 'move');
  },
  // rushing: plies come faster than anybody reads. What stands around the board follows five times a second then.
  rushing() {
    const now = this.live && this.following && !this.record.result && !this.state.paused && !this.human?.ask;
    const speed = this.playing ? this.speed : now ? this.state.speed || 100 : 0;
    return speed > 15 && !(this.record.result && this.at === this.end);
  },
  // around shows what stands around the board.
  around() {
    clearTimeout(this.later);
    this.later = 0;
    const { record, at: n } = this,
      scene = this.scene(),
      ply = record.plies[n - 1],
      over = record.result && n === this.end;
    this.tip(null);
    this.status(n, scene, over);
    this.cards.show(scene, ply, over ? record.result : null);
    this.clocks?.draw();
    this.after?.show(n, over);
    this.facts.show(scene);
    this.moves.show(n, this.end, this.following && this.live, this.rushing());
    byId('said').hidden = !this.said.show(n) && !this.said.lines.length;
    if (byId('words').open) this.words();
    if (this.cell != null) this.looked();
    if (!this.playing) this.speak(n, ply, over);
  },
  status(n, scene, over) {
    const { record, board } = this,
      b = board.b,
      group = record.group(n),
      past = this.past();
    byId('page').toggleAttribute('data-past', past);
    byId('past').hidden = !past;
    byId('result').hidden = past;
    byId('result').textContent = over
      ? record.result.text
      : this.live && n === this.end && !record.result
        ? this.state.missing
          ? 'waiting for ' + this.state.missing.map((seat) => b.seats[seat].id).join(' and ')
          : this.state.paused
            ? 'paused' + (this.state.why ? ': ' + this.state.why : '')
            : this.human?.step || ''
        : '';
    const goes = this.live && !record.result,
      of = b.of || (goes ? '' : record.group(this.end)),
      here = group ? `${b.unit} ${group}` : 'Start';
    byId('where').replaceChildren(
      html('b', {}, here),
      (of ? ` of ${of}` : '') + (goes && n === this.end ? (n ? ` · ply ${record.count(n)}` : '') : ` · ply ${record.count(n)} of ${record.count(this.end)}`),
    );
    const then = group ? here.toLowerCase() : 'the start';
    byId('past-text').textContent = byId('then').textContent = `You look at ${then}, not at now`;
    byId('then').hidden = !past;
    this.facts.caption(past ? `As of ${then}` : '');
    const slider = byId('slider');
    slider.max = this.end;
    slider.value = n;
    slider.setAttribute('aria-valuetext', n ? `${b.unit} ${group}, ply ${record.count(n)}` : 'start');
    board.svg.setAttribute(
      'aria-label',
      `${record.head.name} board, ${b.seats.map((s, i) => `${s.id} ${scene.sides[i].score}`).join(', ')}`,
    );
    const now = this.running(),
      none = { first: !n, gback: !n, back: !n, fwd: n === this.end && !now, gfwd: n === this.end && !now, last: n === this.end };
    for (const k in none) this.buttons[k].setAttribute('aria-disabled', String(none[k]));
    this.icon();
    this.shownSpeed();
  },
  // happened says in words what led here.
  happened(n, ply, over) {
    const b = this.board.b;
    return (n ? `${b.unit} ${this.record.group(n)}: ${did(b, ply)}` : 'Start') + (over ? '. ' + this.record.result.text : '');
  },
  help(first) {
    help(this.record?.head.learn, this.keys, first);
  },
  // next says what a person has to do next.
  next() {
    if (this.at >= 0 && this.human.step) byId('result').textContent = this.human.step;
  },
  // tip explains the cell under the pointer, or under the cursor of the keys.
  tip(cell) {
    const tip = byId('tip');
    if (cell === this.tipped) return;
    this.tipped = cell;
    tip.hidden = cell == null;
    if (cell == null) return;
    tip.textContent = inCell(this.scene(), this.board.b, cell);
    const box = this.board.svg.getBoundingClientRect(),
      [left, top, width] = this.board.box,
      k = box.width / width,
      [x, y] = this.board.xy(cell);
    tip.style.left = Math.max(0, Math.min(box.width - tip.offsetWidth, (x - left + 40) * k)) + 'px';
    tip.style.top = Math.min(box.height - tip.offsetHeight, (y - top + 36) * k) + 'px';
  },
  speak(n, ply, over) {
    byId('live').textContent = this.happened(n, ply, over);
  },
  words() {
    const n = Math.max(0, this.at),
      over = this.record.result && n === this.end;
    become(byId('wordlist'), inWords(this.scene(), this.board.b, this.happened(n, this.record.plies[n - 1], over)));
  },
  group(d) {
    const r = this.record;
    let n = this.at;
    if (d > 0) {
      const g = r.group(Math.min(this.end, n + 1));
      while (n < this.end && r.group(n + 1) <= g) n++;
    } else {
      const g = r.group(n);
      while (n > 0 && r.group(n) >= g) n--;
    }
    this.go(n, { group: true });
  },

  // look shows what is in a cell that somebody clicked, as long as the game is looked at.
  look(cell) {
    this.cell = cell === this.cell ? null : cell;
    this.looked();
  },
  looked() {
    const on = this.cell != null && !this.human?.turn;
    byId('cell').textContent = on ? inCell(this.scene(), this.board.b, this.cell) : '';
    if (!this.human?.turn) this.board.targets(on ? [{ c: this.cell, kind: 'cursor' }] : []);
  },

  // --- playing what there is, as many plies as are due, one picture a frame
  tick() {
    clearTimeout(this.timer);
    if (!this.playing) return;
    if (this.at >= this.end) return this.pause();
    const now = performance.now(),
      due = this.speed <= 8 ? 1 : Math.max(1, Math.min(30, Math.floor(((now - this.since) * this.speed) / 1000)));
    this.since = Math.max(this.since + (due * 1000) / this.speed, now - 200);
    this.go(this.at + due, { group: due < 4, still: this.speed > 15 });
    this.timer = setTimeout(() => requestAnimationFrame(() => this.tick()), Math.max(0, 1000 / this.speed - 8));
  },
  play() {
    if (this.at >= this.end) this.go(0);
    this.playing = true;
    this.since = performance.now();
    this.icon();
    this.tick();
  },
  pause() {
    this.playing = false;
    clearTimeout(this.timer);
    if (this.later || this.moves?.few) this.around();
    if (this.record) this.icon();
  },
  icon() {
    const on = this.running() ? !this.state.paused : this.playing,
      b = this.buttons.play;
    if (!b || b.dataset.on === String(on)) return;
    b.dataset.on = on;
    b.replaceChildren(icon(on ? ICONS.pause : ICONS.play));
    b.setAttribute('aria-label', on ? 'Pause' : 'Play');
  },
  faster(d) {
    const live = this.running(),
      was = live ? this.state.speed || 100 : this.speed;
    const i = SPEEDS.findIndex((s) => s >= was),
      next = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, (i < 0 ? SPEEDS.length : i) + d))];
    if (live) return this.control('speed', next);
    this.speed = next;
    this.shownSpeed();
    if (this.playing) this.tick();
  },
  shownSpeed() {
    const speed = this.running() ? this.state.speed : this.speed;
    byId('speed').textContent = speed ? `${Number(speed.toPrecision(2))} a sec` : 'full speed';
  },
  async control(kind, value) {
    try {
      await this.server.post('control', { do: kind, value, ply: this.end });
    } catch (e) {
      byId('net').textContent = e.message;
    }
  },
  // another begins a new game, after a dialog where there is something to choose.
  another() {
    if (!this.me.setup) return this.control('new');
    const play = (choices) => this.server.post('control', { do: 'new', with: choices });
    openNew(this.me.setup, this.board.b.seats, play);
  },
  // act is what the transport and the keys do.
  act(kind) {
    const live = this.running();
    if (kind === 'play') {
      if (live) this.control(this.state.paused ? 'resume' : 'pause');
      else if (this.playing) this.pause();
      else this.play();
      return;
    }
    if (live && (kind === 'fwd' || kind === 'gfwd')) return this.control(kind === 'fwd' ? 'step' : 'round');
    this.pause();
    if (kind === 'first') this.go(0);
    if (kind === 'last') this.go(this.end);
    if (kind === 'back') this.go(this.at - 1);
    if (kind === 'fwd') this.go(this.at + 1);
    if (kind === 'gback') this.group(-1);
    if (kind === 'gfwd') this.group(1);
  },
  quit() {
    if (this.me.can?.includes('quit') && confirm('End the program?')) this.control('quit');
  },
  hear(button) {
    this.loud = !this.loud;
    switchSound(this.loud);
    button.setAttribute('aria-pressed', String(this.loud));
  },
  flip() {
    this.board.setFlip(!this.board.flip);
    this.cards.order(this.board.b, byId('page').dataset.shape, this.board.flip);
    if (this.human?.turn && !this.human.turn.sent) this.human.turn.draw();
  },

  // controls makes the buttons below the board.
  controls() {
    controls(this);
    this.shownSpeed();
    this.icon();
  },
};

// --- a live game: what comes is drawn with the next frame
let due = false,
  curveAt = 0;
function soon(force) {
  page.force ||= force;
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    const now = performance.now();
    if (now - curveAt > 250 || page.record.result) {
      curveAt = now;
      page.curve();
    } else setTimeout(soon, 260);
    if (page.coming) page.comes();
    if (page.following) page.go(page.end, { force: page.force });
    else page.go(page.at, { force: true, still: true });
    page.force = false;
  });
}

function listen() {
  let ask = null;
  page.server = connect({
    game(head) {
      const start = page.start;
      page.me = head.me || {};
      page.start = page.me.start;
      if (start && start !== page.start) byId('net').textContent = 'the program was started again: this is another game';
      page.begin(head, true);
      for (const ply of head.plies || []) page.record.push(ply);
      page.record.result = head.result || null;
      page.human.asked(null);
      page.human.plays = false;
      page.go(page.end, { force: true, still: true });
      page.curve();
      page.clocks.shown(page.me.since);
      byId('b-back').hidden = true;
      page.after.file = null;
      page.coming = !start && ['ply', 'turn', 'autoplay', 'speed'].some((key) => address().has(key));
    },
    ply(ply) {
      if (!page.record) return;
      page.following ||= page.at >= page.end;
      page.record.push(ply);
      page.clocks.shown();
      soon(false);
    },
    cut({ length, scene, count }) {
      page.record.cut(length, scene, count);
      page.after.begin();
      page.said.cut(length);
      page.moves.build(page.end, page.end);
      page.at = Math.min(page.at, page.end);
      page.following = true;
      soon(true);
    },
    end(result) {
      page.record.result = result;
      page.human.asked(null);
      soon(true);
    },
    ask(question) {
      ask = question.answers ? question : null;
      if (!page.record) return;
      if (page.at !== page.end && page.following) page.go(page.end);
      page.human.asked(ask);
    },
    beside(data) {
      page.series.get(data);
    },
    state(state) {
      page.state = state;
      if (page.record && !page.rushing()) page.around();
      page.series.draw();
      if (page.later || page.moves?.few) page.around();
      if (!page.record) return;
      page.shownSpeed();
      page.status(page.at, page.scene(), page.record.result && page.at === page.end);
    },
    lost(refused) {
      if (refused) this.over('refused: ' + refused);
      else byId('net').textContent = 'connection lost, trying again …';
    },
    back() {
      byId('net').textContent = '';
    },
    bye(closed) {
      this.over(closed ? 'this table is closed: go back to the others' : 'the program has ended');
    },
    // over: nothing more comes, and nothing can be done here.
    over(why) {
      byId('net').textContent = why;
      page.me = {};
      if (!page.record) return;
      page.human.asked(null);
      page.controls();
      page.status(page.at, page.scene(), page.record.result && page.at === page.end);
    },
  });
  page.human = new Human(page, page.server);
  page.series = new Series(page);
}

function replay(file) {
  page.human?.asked(null);
  page.begin(file, false);
  for (const ply of file.plies) page.record.push(ply);
  page.record.result = file.result || null;
  page.curve();
  page.go(0, { still: true });
  page.arrive();
}

theme(firstTheme(address()));
document.documentElement.classList.toggle('bare', address().get('controls') === '0');
byId('b-theme').append(icon(ICONS.theme));
byId('b-help').append(icon(ICONS.help));
byId('b-share').append(icon(ICONS.share));
byId('b-back').addEventListener('click', () => page.server.back());
byId('b-help').addEventListener('click', () => page.help());
byId('b-theme').addEventListener('click', toggleTheme);
byId('b-now').addEventListener('click', () => page.go(page.end));
byId('slider').addEventListener('input', (e) => {
  page.pause();
  page.go(+e.target.value);
});
byId('words').addEventListener('toggle', () => byId('words').open && page.record && page.words());
byId('board').tabIndex = -1;
for (const event of ['pointermove', 'pointerleave'])
  byId('board').addEventListener(event, (e) => {
    if (page.board && e.pointerType === 'mouse') page.tip(event === 'pointermove' && !e.buttons ? page.board.cellAt(e) : null);
  });
byId('board').addEventListener('click', (e) => {
  const cell = page.board && !page.human?.turn ? page.board.cellAt(e) : null;
  if (cell != null) page.look(cell);
});
addEventListener('keydown', (e) => keydown(page, e));
addEventListener('hashchange', () => page.record && page.arrive());
document.querySelector('.skip').addEventListener('click', (e) => {
  e.preventDefault(); // the address says where one is
  byId('transport').focus();
});
page.clocks = new Clocks(page);
page.after = new End(page);
const file = fromFile();
if (file) replay(file);
else listen();
window.gridiron = Object.assign(page, { replay }); // for tests, and for the playground
