// new.js: the dialog that chooses the players, the start and the options of a new game.
import { byId, html } from './dom.js';

let fields = null;

// openNew shows the dialog. setup is the server's data for it, seats are those of the board, play receives the choices and throws
// what the server refuses.
export function openNew(setup, seats, play) {
  const d = byId('new');
  if (d.open) return d.close();
  const now = setup.now;
  const field = (label, input, note) => html('label', {}, html('span', {}, label), input, note ? html('small', {}, note) : null);
  const text = (value, placeholder, more) =>
    html('input', { type: 'text', value, placeholder, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', ...more });
  const players = seats.map((s, i) => text(now.players[i], '', { list: 'new-players', 'data-seat': String(i) }));
  const chosen = seats.map((s, i) => list(setup.players, s.id, players[i]));
  const options = (setup.options || []).map((o) => {
    const value = now.options?.[o.name] ?? o.default ?? '';
    const input =
      o.default === 'false' ? html('input', { type: 'checkbox', checked: value === 'true' }) : text(value, o.default || 'as usual');
    return [o, input];
  });
  const start = html('textarea', { rows: '2', placeholder: 'the usual one', spellcheck: 'false' });
  start.value = now.start;
  const seed = text('', 'drawn'),
    wrong = html('p', { role: 'alert', class: 'wrong' });
  const swap = () => {
    const values = players.map((p) => p.value);
    players.forEach((p, i) => {
      p.value = values[(i + 1) % values.length];
      p.dispatchEvent(new Event('input'));
    });
  };
  const name = text(remembered(), 'as the seat', { maxlength: 24, autocomplete: 'nickname' }),
    clock = html('select', {}, ...[...new Set([now.clock || '', ...CLOCKS.keys()])].map((c) => html('option', { value: c, selected: c === now.clock }, CLOCKS.get(c) || c)));
  const pick = picker(setup, seats, players);
  fields = { players, start, seed, options, clock, name, seats };
  const form = html(
    'form',
    { on: { submit: (e) => submit(e, play, wrong) } },
    html('datalist', { id: 'new-players' }, ...setup.players.map((p) => html('option', { value: p.name }, p.usage || ''))),
    ...pick,
    field('Clock', clock, 'of every player; a bot thinks by it'),
    field('Your name', name),
    html(
      'details',
      { open: Boolean(now.start), id: 'new-more' },
      html('summary', {}, 'Seats, start, rules'),
      ...seats.map((s, i) => html('div', { class: 'who' }, field(s.id, players[i]), chosen[i])),
      html('button', { type: 'button', class: 'tog', on: { click: swap } }, 'Swap seats'),
      field('Seed', seed, `this game: ${now.seed}`),
      field('Start', start, setup.layout),
      ...options.map(([o, input]) => field(o.name.replaceAll('-', ' '), input, o.usage)),
    ),
    wrong,
    html(
      'div',
      { class: 'row' },
      html('button', { type: 'submit', class: 'go' }, 'Play'),
      html('button', { type: 'button', class: 'tog', on: { click: () => d.close() } }, 'Cancel'),
    ),
  );
  d.replaceChildren(html('h2', { id: 'new-h' }, 'New game'), form);
  d.showModal();
  d.querySelector('input:checked')?.focus();
}

// CLOCKS are those that people are offered.
const CLOCKS = new Map([
  ['', 'none'],
  ['1m+1s', '1 min + 1 s a move'],
  ['5m+3s', '5 min + 3 s a move'],
  ['15m+10s', '15 min + 10 s a move'],
  ['10s a move', '10 s a move'],
  ['30s a move', '30 s a move'],
]);
const remembered = () => {
  try {
    return localStorage.getItem('name') || '';
  } catch {
    return ''; // blocked
  }
};

// picker lets a person choose a seat and an opponent: it writes into the fields of the seats, which are what counts.
function picker(setup, seats, players) {
  const now = setup.now.players,
    mine = now.map((p) => p === 'human'),
    people = mine.filter(Boolean).length,
    bots = setup.players.filter((p) => p.name !== 'human').sort((a, b) => (b.elo?.at(-1) ?? -1) - (a.elo?.at(-1) ?? -1)),
    plain = (spec) => spec.split(':')[0],
    known = (spec) => bots.find((b) => b.name === spec) || bots.find((b) => b.name === plain(spec));
  let seat = people === 1 ? String(mine.indexOf(true)) : people ? 'both' : 'none',
    bot = known(now.find((p) => p !== 'human') || '') || bots[0],
    level = +(/level=(\d+)/.exec(now.join())?.[1] || bot?.level || 1);
  const slider = html('input', { type: 'range', min: 1, 'aria-label': 'Level', on: { input: () => ((level = +slider.value), write()) } }),
    shown = html('b'),
    levels = html('label', { id: 'new-level' }, html('span', {}, 'Level'), html('span', {}, slider, shown));
  const tell = () => (shown.textContent = ` ${slider.value} of ${slider.max}${bot?.elo ? `, Elo ${bot.elo[slider.value - 1]}` : ''}`);
  const write = () => {
    levels.hidden = !bot?.levels || seat === 'both' || seat === 'none';
    slider.max = bot?.levels || 1;
    slider.value = level;
    tell();
    const spec = bot ? bot.name + (bot.levels && String(slider.value) !== bot.level ? ':level=' + slider.value : '') : 'human',
      own = seat === 'any' ? Math.floor(Math.random() * seats.length) : +seat;
    players.forEach((p, i) => {
      if (seat === 'none') p.value = p.value === 'human' ? spec : p.value;
      else p.value = seat === 'both' || i === own ? 'human' : spec;
      p.dispatchEvent(new Event('input'));
    });
    if (seat === 'none') byId('new-more').open = true;
  };
  const radio = (group, value, checked, choose, ...kids) =>
    html('label', {}, html('input', { type: 'radio', name: group, value, checked, on: { change: () => (choose(), write()) } }), ...kids);
  const as = [...seats.map((s, i) => [String(i), s.id]), ['any', 'by chance'], ['both', 'two people'], ['none', 'bots play']];
  levels.hidden = !bot?.levels || people !== 1;
  slider.max = bot?.levels || 1;
  slider.value = level;
  tell();
  return [
    html('fieldset', {}, html('legend', {}, 'You play'), html('div', { class: 'opts' }, ...as.map(([value, label]) => radio('as', value, value === seat, () => (seat = value), html('span', {}, label))))),
    html(
      'fieldset',
      {},
      html('legend', {}, 'Against'),
      html(
        'div',
        { class: 'bots', role: 'radiogroup', 'aria-label': 'Against' },
        ...bots.map((b) =>
          radio(
            'bot',
            b.name,
            b === bot,
            () => ((bot = b), (level = +(b.level || 1))),
            html('i', {}, b.elo ? `Elo ${b.elo.at(-1)}` : ''),
            html('span', {}, html('b', {}, b.name), ' ', html('small', {}, b.usage || (b.here ? 'in this folder' : 'of the command line'))),
          ),
        ),
      ),
      levels,
    ),
  ];
}

// list shows all players; one that is chosen there is put into the field, where parameters may be typed behind it.
function list(players, seat, input) {
  const option = (p) => html('option', { value: p.name, title: p.usage || p.name }, p.name);
  const group = (label, some) => (some.length ? [html('optgroup', { label }, ...some.map(option))] : []);
  const select = html(
    'select',
    { 'aria-label': `Players for ${seat}`, on: { change: () => (input.value = select.value) } },
    html('option', { value: '', disabled: true, hidden: true }, 'choose'),
    ...players.filter((p) => p.name === 'human').map(option),
    ...group('Bundled', players.filter((p) => p.usage && p.name !== 'human')),
    ...group('In this folder', players.filter((p) => p.here)),
    ...group('On the command line', players.filter((p) => !p.usage && !p.here)),
  );
  const follow = () => {
    select.value = players.some((p) => p.name === input.value) ? input.value : '';
  };
  input.addEventListener('input', follow);
  follow();
  return select;
}

async function submit(e, play, wrong) {
  e.preventDefault();
  const { players, start, seed, options, clock, name } = fields;
  wrong.textContent = '';
  try {
    localStorage.setItem('name', name.value.trim());
  } catch {
    /* file: or blocked */
  }
  try {
    await play({
      players: players.map((p) => p.value.trim()),
      start: start.value,
      seed: seed.value.trim(),
      clock: clock.value,
      names: players.map((p) => (p.value.trim() === 'human' ? name.value.trim() : '')),
      options: Object.fromEntries(options.map(([o, i]) => [o.name, i.type === 'checkbox' ? String(i.checked) : i.value.trim()])),
    });
    byId('new').close();
  } catch (error) {
    wrong.textContent = error.message;
  }
}
