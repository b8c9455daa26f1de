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
  fields = { players, start, seed, options };
  const form = html(
    'form',
    { on: { submit: (e) => submit(e, play, wrong) } },
    html('datalist', { id: 'new-players' }, ...setup.players.map((p) => html('option', { value: p.name }, p.usage || ''))),
    ...seats.map((s, i) => html('div', { class: 'who' }, field(s.id, players[i]), chosen[i])),
    html('button', { type: 'button', class: 'tog', on: { click: swap } }, 'Swap seats'),
    field('Seed', seed, `this game: ${now.seed}`),
    html(
      'details',
      { open: Boolean(now.start) },
      html('summary', {}, 'Start and options'),
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
  players[0].focus();
  players[0].select();
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
  const { players, start, seed, options } = fields;
  wrong.textContent = '';
  try {
    await play({
      players: players.map((p) => p.value.trim()),
      start: start.value,
      seed: seed.value.trim(),
      options: Object.fromEntries(options.map(([o, i]) => [o.name, i.type === 'checkbox' ? String(i.checked) : i.value.trim()])),
    });
    byId('new').close();
  } catch (error) {
    wrong.textContent = error.message;
  }
}
