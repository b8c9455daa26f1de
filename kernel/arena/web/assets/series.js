// series.js: what stands beside the games: panes with the scores, and with the queue, its settings and what pauses a game.
import { byId, html } from './dom.js';

const ANY = ['any player', 'any bot'];
const SETTINGS = [
  ['alternate', 'Alternate who starts', 'in the second, fourth, ... game of a pair'],
  ['verbose', 'Print the scores', 'of a pair in the terminal, before each of its games'],
  ['restart', 'Restart by itself', 'the queue begins anew at its end'],
  ['pauseStart', 'Pause on start', 'the first game begins paused'],
  ['deal', 'Random layout', 'what a human places before a game is drawn'],
];

const button = (label, click, more = {}) => html('button', { type: 'button', class: 'tog', on: { click }, ...more }, label);
const select = (values, label, more = {}) =>
  html('select', { 'aria-label': label, ...more }, ...values.map((v) => html('option', { value: v }, v)));
const time = (s) =>
  [Math.floor(s / 3600), Math.floor(s / 60) % 60].map((n) => String(n).padStart(2, '0')).join(':') + ':' + (s % 60).toFixed(2).padStart(5, '0');

export class Series {
  // page has me, state, board and the server; show is called with the name of the pane that is chosen.
  constructor(page) {
    Object.assign(this, { page, data: null, shown: 'game', drawn: null, wrong: '' });
    for (const tab of byId('panes').querySelectorAll('button')) tab.addEventListener('click', () => this.show(tab.dataset.pane));
  }
  // get receives the server's data about the games.
  get(data) {
    this.data = data;
    byId('panes').hidden = false;
    this.draw();
  }
  show(name) {
    this.shown = name;
    for (const tab of byId('panes').querySelectorAll('button')) tab.setAttribute('aria-pressed', String(tab.dataset.pane === name));
    byId('page').hidden = name !== 'game';
    for (const pane of ['stats', 'settings']) byId(pane).hidden = name !== pane;
    if (name === 'settings') this.form();
    this.draw();
  }
  async send(order, done = '') {
    try {
      const { reply } = await this.page.server.post('control', { do: 'queue', with: order });
      if (order.reload) this.reloaded(reply);
      this.say(done, true);
    } catch (e) {
      this.say(e.message);
    }
  }
  // reloaded receives the current players.
  reloaded(setup) {
    this.page.me.setup = setup;
    this.drawn = null;
    this.form();
    this.draw();
  }
  // pauses changes the rules by which games pause.
  async pauses(change) {
    const now = this.page.state.rules || {};
    try {
      await this.page.server.post('control', { do: 'pauses', with: { faults: now.faults, when: now.when || [], ...change } });
      this.say('');
    } catch (e) {
      this.say(e.message);
    }
  }
  say(text, good = false) {
    for (const id of ['q-wrong', 's-wrong']) {
      if (!byId(id)) continue;
      byId(id).textContent = text;
      byId(id).classList.toggle('wrong', !good);
    }
  }
  async control(kind) {
    try {
      await this.page.server.post('control', { do: kind });
      this.say('');
    } catch (e) {
      this.say(e.message);
    }
  }
  draw() {
    if (!this.data) return;
    if (this.shown === 'stats') this.stats();
    if (this.shown === 'settings') this.queue();
  }

  // --- the scores
  stats() {
    const d = this.data;
    const table = (caption, head, rows) =>
      html(
        'table',
        {},
        html('caption', {}, caption),
        html('thead', {}, html('tr', {}, ...head.map((h) => html('th', { scope: 'col' }, h)))),
        html('tbody', {}, ...rows.map(([name, ...cells]) => html('tr', {}, html('th', { scope: 'row' }, name), ...cells.map((c) => html('td', {}, String(c)))))),
      );
    const log = d.tables.map((t) =>
      table(
        `${t.players.join(' – ')} · ${time(t.seconds)}` + (t.faults ? ` · ${t.faults} by a fault` : ''),
        ['Player', 'Wins', 'Losses', 'Drawn'],
        t.players.map((name, i) => [name, t.wins[i], t.wins[1 - i], t.drawn]),
      ),
    );
    const can = this.page.me.control;
    byId('stats').replaceChildren(
      html('h2', {}, 'Stats'),
      can ? html('div', { class: 'row' }, ...this.buttons(), html('span', { id: 's-wrong', class: 'wrong', role: 'alert' })) : '',
      html(
        'div',
        { class: 'cols' },
        html('section', { 'aria-label': 'Game log' }, html('h3', {}, 'Game log'), ...(log.length ? log.reverse() : [html('p', {}, 'No game yet.')])),
        html(
          'section',
          { 'aria-label': 'Totals' },
          html('h3', {}, 'Totals'),
          table('all games', ['Player', 'Wins', 'Losses', 'Drawn'], d.totals.map((t) => [t.name, t.wins, t.losses, t.drawn])),
          html('p', {}, `total time ${time(d.seconds)}`),
        ),
      ),
    );
  }
  buttons() {
    return [
      button('End this game', () => this.control('kill'), { title: 'it counts for nobody; the next one follows' }),
      button('Restart all', () => this.send({ restart: true }), { title: 'the whole queue, from its first game' }),
    ];
  }

  // --- the queue and the settings. The forms stay as they are while games go on.
  form() {
    const { page, data } = this;
    if (this.drawn === page.record) return;
    this.drawn = page.record;
    const all = (page.me.setup?.players || []).map((p) => p.name),
      bots = all.filter((n) => n !== 'human');
    const list = html('div', { class: 'checks' }),
      kind = select(data?.kinds || [], 'Type', { id: 'q-kind' }),
      games = html('input', { type: 'number', min: 1, max: 100000, value: 1, id: 'q-games' });
    const players = () => [...list.querySelectorAll('input:checked, select')].map((i) => i.value);
    const choose = () => {
      const k = kind.value,
        many = k === 'Quick start' || k === 'Round robin';
      if (!many) {
        const two = k === 'Two players';
        return list.replaceChildren(...(two ? [0, 1] : [0]).map((i) => select(two ? all : bots, two ? ['First player', 'Second player'][i] : 'Player')));
      }
      const box = (n) => html('label', {}, html('input', { type: 'checkbox', value: n }), n);
      const every = () => {
        const boxes = [...list.querySelectorAll('input')],
          on = boxes.some((b) => !b.checked);
        for (const b of boxes) b.checked = on;
      };
      list.replaceChildren(...bots.map(box), button('Select all', every));
    };
    kind.addEventListener('change', choose);
    choose();
    const add = () => this.send({ add: { kind: kind.value, players: players(), games: +games.value } });
    const field = (label, ...kids) => html('label', { class: 'field' }, html('span', {}, label), ...kids);
    const hint = html('small', {}, 'Start and options are those of the game that is played now; New game changes them. One player in a quick start plays against a human.');
    byId('settings').replaceChildren(
      html('h2', {}, 'Settings'),
      html('p', { id: 'q-wrong', class: 'wrong', role: 'alert' }),
      html(
        'div',
        { class: 'cols' },
        html(
          'section',
          { 'aria-label': 'Queue' },
          html('h3', {}, 'Queue'),
          html('ol', { id: 'q-list' }),
          html('div', { class: 'row', id: 'q-do' }),
          ...(page.me.control
            ? [
                html('h3', {}, 'Add games'),
                field('Type', kind),
                html('div', { class: 'field' }, html('span', {}, 'Players'), list),
                field('Games of each pair', games),
                hint,
                html('div', { class: 'row' }, button('Add', add, { id: 'q-add' })),
              ]
            : []),
        ),
        html(
          'section',
          { 'aria-label': 'Settings of all games' },
          html('h3', {}, 'Additional settings'),
          html('div', { id: 'q-set' }),
          html('h3', {}, 'Pause conditions'),
          html('ul', { id: 'q-when' }),
          ...(page.me.control ? this.condition(bots) : []),
        ),
      ),
    );
  }
  // condition is the form of a new pause condition: two players, and facts of each.
  condition(bots) {
    const b = this.page.board.b,
      facts = [['', b.score], ...(b.rows || []).map((r) => [r.id, r.caption])],
      names = [...ANY, ...bots, 'human'];
    const who = [0, 1].map((i) => select(names, `Player ${i + 1}`));
    const field = (i, [id, caption]) =>
      html('input', { type: 'number', min: 0, placeholder: '–', 'aria-label': `player ${i + 1}: ${caption}`, 'data-player': String(i), 'data-fact': id });
    const rows = facts.map((f) => html('tr', {}, html('td', {}, field(0, f)), html('th', { scope: 'row' }, f[1]), html('td', {}, field(1, f))));
    const table = html(
      'table',
      { class: 'when' },
      html('thead', {}, html('tr', {}, html('td', {}, who[0]), html('th', {}, 'is'), html('td', {}, who[1]))),
      html('tbody', {}, ...rows),
    );
    const add = () => {
      const counts = [...table.querySelectorAll('input')]
        .filter((i) => i.value !== '')
        .map((i) => ({ player: +i.dataset.player, fact: i.dataset.fact, is: +i.value }));
      if (!counts.length) return this.say('a pause condition: want at least one number');
      this.pauses({ when: [...(this.page.state.rules?.when || []), { players: who.map((w) => w.value), counts }] });
      for (const i of table.querySelectorAll('input')) i.value = '';
    };
    return [
      html('small', {}, 'A game pauses after every action with which all numbers of a condition hold.'),
      table,
      html('div', { class: 'row' }, button('Add pause condition', add, { id: 'q-pause' })),
    ];
  }
  queue() {
    const { data, page } = this,
      can = page.me.control,
      rules = page.state.rules || {};
    byId('q-list').replaceChildren(
      ...data.entries.map((e, i) =>
        html(
          'li',
          { class: e.now ? 'now' : e.done === e.of ? 'was' : null },
          html('b', {}, e.kind),
          html('span', {}, e.players.join(', ')),
          html('small', {}, e.now || e.done ? `${e.done} of ${e.of} games` : `${e.of} game${e.of === 1 ? '' : 's'}`),
          ...(can
            ? [
                i ? button('↑', () => this.send({ up: e.id }), { class: 'icon', 'aria-label': `${e.kind} ${i + 1}: earlier`, title: 'earlier' }) : html('span'),
                button('✕', () => this.send({ remove: e.id }), { class: 'icon', 'aria-label': `${e.kind} ${i + 1}: remove`, title: e.now ? 'break off and remove' : 'remove' }),
              ]
            : []),
        ),
      ),
    );
    if (!data.entries.length) byId('q-list').append(html('li', { class: 'was' }, 'empty'));
    byId('q-do').replaceChildren(
      ...(can
        ? [
            data.idle ? button('Start', () => this.send({ start: true }), { id: 'q-start', class: 'go', disabled: !data.entries.length }) : '',
            button('Clear all', () => this.send({ clear: true })),
            data.saves
              ? button('Save', () => this.send({ save: true }, 'saved'), { id: 'q-save', title: 'queue, settings and pause conditions, in the file of --settings' })
              : '',
            button('Reload players', () => this.send({ reload: true }, 'the players were looked for; they begin anew with the next game'), {
              id: 'q-reload', disabled: data.anew, title: 'players in the folder are looked for, and programs and files are read anew before the next game',
            }),
            ...this.buttons(),
          ]
        : []),
    );
    const facts = page.board.b,
      caption = (id) => (id ? (facts.rows || []).find((r) => r.id === id)?.caption : facts.score);
    byId('q-when').replaceChildren(
      ...(rules.when || []).map((c, i) =>
        html(
          'li',
          {},
          html('span', {}, `${c.players.join(' – ')}: ` + c.counts.map((n) => `player ${n.player + 1} ${caption(n.fact)} is ${n.is}`).join(', ')),
          can
            ? button('✕', () => this.pauses({ when: rules.when.filter((_, k) => k !== i) }), { class: 'icon', 'aria-label': `Remove pause condition ${i + 1}` })
            : '',
        ),
      ),
    );
    if (byId('q-set').contains(document.activeElement) && document.activeElement.type === 'text') return;
    const had = document.activeElement?.dataset?.set;
    const box = (name, label, note, on, change) =>
      html(
        'label',
        { class: 'field' },
        html('input', { type: 'checkbox', checked: on, disabled: !can, 'data-set': name, on: { change: (e) => change(e.target.checked) } }),
        html('span', {}, label),
        html('small', {}, note),
      );
    const set = (change) => this.send({ settings: { ...data.settings, ...change } });
    byId('q-set').replaceChildren(
      ...SETTINGS.map(([name, label, note]) => box(name, label, note, data.settings[name], (on) => set({ [name]: on }))),
      box('faults', 'Pause on illegal moves', 'and on answers that are late or missing', rules.faults, (faults) => this.pauses({ faults })),
      html(
        'label',
        { class: 'field' },
        html('span', {}, 'Budget'),
        html('input', {
          type: 'text', value: data.settings.budget, placeholder: 'as the command line has it', disabled: !can,
          on: { change: (e) => set({ budget: e.target.value.trim() }) },
        }),
        html('small', {}, 'timeout of each answer of a bot, from the next game on: seconds, or 500ms, 1m'),
      ),
    );
    if (had) byId('q-set').querySelector(`[data-set=${had}]`)?.focus();
  }
}
