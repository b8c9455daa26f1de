// editor.js: a bot is written beside the board: it plays, is tested, checked and compared in this browser, kept here, and taken home as
// the folder that new-bot writes.
import { byId, html } from '../page/dom.js';
import { Code } from './code.js';
import { Programs } from './programs.js';
import { address } from '../page/shell.js';
import { pack, unpack, shared, share } from './folder.js';

const page = window.gridiron,
  local = page.server,
  utf8 = new TextEncoder(),
  game = location.pathname.split('/').at(-2),
  key = `gridiron/${game}/`,
  newBots = await (await fetch(new URL('new-bot.json', location.href))).json();

const KINDS = { python: 'Python', javascript: 'JavaScript', aiplayer: "Python, the original's form" };
const MAINS = ['bot.py', 'bot.js', 'my_team.py', 'AI/MyBot.py'];
const main = (files) => MAINS.find((name) => name in files);
// spec is how a command line names the bot of a folder.
function spec(files, folder = '') {
  const name = main(files);
  return name === 'bot.py' ? `exec:python3 ${folder}bot.py` : name === 'bot.js' ? `exec:node ${folder}bot.js` : folder + name;
}
const python = (files) => main(files) !== 'bot.js';

// --- what is kept in this browser: the text as it is, and versions by name and time
const kept = {
  get: (name, otherwise) => {
    try {
      return JSON.parse(localStorage.getItem(key + name)) ?? otherwise;
    } catch {
      return otherwise; // blocked
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(key + name, JSON.stringify(value));
    } catch {
      say('This browser keeps nothing: take the bot home with Download.');
    }
  },
};
let playing = false, // the programs that run play the game on the board
  comparing = null, // what runs until Stop
  files = kept.get('now', null) || structuredClone(newBots.python),
  versions = kept.get('versions', []),
  foreign = kept.get('foreign', false), // it came with a link
  shown = '';

// --- the panel
const button = (label, click, title) => html('button', { class: 'tog', title, on: { click: () => busy(click) } }, label);
const choose = (label, id, on = {}) => html('select', { id, 'aria-label': label, on });
const tabs = html('div', { class: 'tabs', role: 'group', 'aria-label': 'Files' }),
  foe = choose('Opponent', 'ed-foe', { change: () => foe.value === 'other' && other() }),
  seat = choose('Your seat', 'ed-seat'),
  limit = choose('Time for each move', 'ed-limit'),
  version = choose('Versions', 'ed-versions', { change: () => load(version.value) }),
  log = html('div', { id: 'ed-log', tabindex: 0, role: 'log', 'aria-label': 'What the bot prints' }),
  state = html('span', { id: 'ed-state', role: 'status' }),
  bar = html('progress', { max: 1, hidden: true, 'aria-label': 'Loading Python' }),
  area = html('div', { id: 'ed-code' });
const panel = html(
  'section', { id: 'editor', 'aria-label': 'Your bot', on: { keydown: (e) => e.stopPropagation() } },
  html('div', { class: 'bar' }, html('h2', {}, 'Your bot'), version, button('Save', save, 'Keep this version in this browser'),
    button('Download', download, 'The folder that new-bot writes'), button('Link', link, 'Copy a link that carries the bot'),
    ...(address().get('token') ? [button('Hand in', handIn, 'Send this bot to the course, which checks it')] : []),
    html('span', { class: 'gap' }), button('Close', () => open(false))),
  tabs, area,
  html('div', { class: 'bar' }, html('button', { class: 'go', id: 'ed-run', on: { click: () => busy(run) } }, 'Run'),
    button('Stop', stop), 'against', foe, seat, limit),
  html('div', { class: 'bar' }, button('Tests', tests), button('Check', check), button('Compare', compare, 'Plays pairs of games against your last version until it is sure which one is better'), bar, state),
  log,
);
const say = (text) => (state.textContent = text);
async function busy(what) {
  try {
    await what();
  } catch (e) {
    say(e.message);
  }
}

const code = new Code(area, (text) => {
  files[shown] = text;
  keep();
});
function keep() {
  kept.set('now', files);
  kept.set('foreign', foreign);
}

function show(name) {
  shown = name;
  tabs.replaceChildren(
    ...Object.keys(files).map((each) => html('button', { class: 'tog', 'aria-pressed': String(each === name), on: { click: () => show(each) } }, each)),
  );
  code.show(name, files[name]);
}

function take(given, strange = false, unread = false) {
  if (!main(given)) throw new Error(`a bot has one of ${MAINS.join(', ')}`);
  files = given;
  foreign = strange;
  if (!unread) keep();
  show(main(files));
}

function list() {
  version.replaceChildren(
    html('option', { value: '' }, 'New, or an earlier version …'),
    ...Object.keys(newBots).filter((k) => KINDS[k]).map((k) => html('option', { value: 'new ' + k }, 'new: ' + KINDS[k])),
    ...versions.map((v, i) => html('option', { value: 'old ' + i }, `${v.name}, ${new Date(v.time).toLocaleString()}`)),
  );
  const now = foe.value;
  foe.replaceChildren(
    ...page.me.setup.players.filter((p) => p.name !== 'human' && !p.here && !/[:./]/.test(p.name)).map((p) => html('option', { title: p.usage }, p.name)),
    html('option', { value: 'human' }, 'a person'),
    ...versions.map((v, i) => html('option', { value: 'old ' + i }, v.name)),
    html('option', { value: 'other' }, 'with a level …'),
  );
  foe.value = now || (page.me.setup.players.some((p) => p.name === 'random') ? 'random' : foe.options[0].value);
}

// other lets people name a bot with its parameters.
function other() {
  const name = (prompt('The opponent as on a command line, such as champion:nodes=1000', '') || '').trim();
  if (name) foe.prepend(html('option', {}, name));
  foe.selectedIndex = 0;
}

function load(what) {
  const [kind, which] = what.split(' ');
  if (kind === 'new') take(structuredClone(newBots[which]));
  if (kind === 'old') take(structuredClone(versions[which].files), versions[which].foreign);
  version.value = '';
}

function save() {
  const name = (prompt('Name of this version', `version ${versions.length + 1}`) || '').trim().slice(0, 40);
  if (!name) return;
  versions = [...versions, { name, time: Date.now(), files: structuredClone(files), foreign }].slice(-50);
  kept.set('versions', versions);
  list();
  say(`${name} is kept in this browser.`);
}

async function download() {
  const to = html('a', { href: URL.createObjectURL(await pack(files, `my-${game}-bot/`)) });
  to.download = `my-${game}-bot.zip`;
  to.click();
  URL.revokeObjectURL(to.href);
}

async function link() {
  const address = await share({ files: Object.fromEntries(Object.entries(files).filter(([name]) => name === main(files) || files[name] !== newBots[kindOf()]?.[name])) });
  try {
    await navigator.clipboard.writeText(address);
    say('The link is copied.');
  } catch {
    prompt('Copy this link', address);
  }
}
// handIn sends the bot to the course from whose page of a team this page was opened, and shows what its check says.
async function handIn() {
  const headers = { Authorization: `Bearer ${address().get('token')}` },
    form = new FormData();
  const ask = async (path, request = {}) => {
    const response = await fetch(new URL(path, location.origin), { headers, cache: 'no-store', ...request }),
      said = await response.json().catch(() => ({}));
    if (!response.ok) throw new Error(`The course says: ${said.error || response.statusText}`);
    return said;
  };
  form.append('game', game);
  if (!/^bot\./.test(main(files))) form.append('main', main(files)); // a folder with one of those is a bot by itself
  form.append('bot', await pack(files, `my-${game}-bot/`), 'bot.zip');
  say('sending …');
  let v = await ask('/api/bots', { method: 'POST', body: form });
  for (; v.state === 'waits'; v = await ask(v.check)) {
    say(`Version ${v.version} ${v.runs ? 'is being checked' : 'waits for its check'} …`);
    await new Promise((done) => setTimeout(done, 500));
  }
  const passed = v.state === 'ok';
  say(`Version ${v.version} ${passed ? 'passed the check' : 'did not pass the check'}${v.plays ? ': it plays from now on' : ''}.`);
  clear();
  for (const line of (v.report || '').split('\n').filter(Boolean)) entry(line, passed ? 'test' : 'wrong');
}
const kindOf = () => Object.keys(KINDS).find((k) => newBots[k] && main(newBots[k]) === main(files));

// --- programs
const programs = new Programs({
  tree: (extra) => ({ ...newBots.library, ...files, ...extra }),
  printed: (text, id) => print(text, id),
  progress(share) {
    bar.hidden = share >= 1;
    bar.value = share;
    say(share >= 1 ? '' : 'Python is loading …');
  },
});

const part = new Map(); // by program: an incomplete line, and the last place of a traceback
function print(text, id, kind = '') {
  const p = part.get(id) || { rest: '', at: null };
  part.set(id, p);
  const lines = (p.rest + text).split('\n');
  p.rest = lines.pop();
  for (const line of lines) {
    const at = /^ *File "(?:\/bot\/)?([^"]+)", line (\d+)/.exec(line) || /\(?([\w./-]+\.js):(\d+):\d+\)?$/.exec(line);
    if (at && at[1] in files) p.at = p.at && /^ *at /.test(line) ? p.at : at;
    if (/^[\w.]*(Error|Exception|Interrupt)\b/.test(line)) {
      p.error = line;
      if (/\.py$/.test(main(files)) && p.at) mark(p);
    } else if (p.error && p.at && /^ *at /.test(line)) mark(p);
    entry(line, kind);
  }
}
function mark(p) {
  if (shown !== p.at[1]) show(p.at[1]);
  code.mark(+p.at[2], p.error);
  p.at = p.error = null;
}
function entry(line, kind = '') {
  const ply = playing && page.live && page.record ? page.end : 0;
  log.append(html('div', { class: kind },
    ply ? html('button', { class: 'ply', title: `Look at ply ${ply}`, on: { click: () => page.go(ply) } }, String(ply)) : null, line));
  while (log.children.length > 500) log.firstChild.remove();
  log.scrollTop = log.scrollHeight;
}
function clear() {
  playing = false;
  log.replaceChildren();
  part.clear();
  code.mark(0);
}

const LINKS = 'Programs from links do not run in this browser, which has no JSPI.';
if (!programs.apart) log.before(html('p', { class: 'note' }, 'This browser has no JSPI: bots in Python have all rights of this page here, and those from links do not run.'));
// ready waits until the program, and that of a version if there is one, can start.
async function ready(old = null) {
  const all = old ? [old, { files, foreign }] : [{ files, foreign }];
  if (!programs.apart && all.some((each) => python(each.files)) && all.some((each) => each.foreign)) throw new Error(LINKS);
  for (const each of all) await programs.ready(python(each.files));
}
const allow = (...specs) => local.ask('allow', utf8.encode(JSON.stringify(specs)));

// opponent returns the player that was chosen, and the version that it is, with its files in a folder.
function opponent(chosen) {
  if (!chosen.startsWith('old ')) return { player: chosen, extra: {} };
  const old = versions[chosen.slice(4)];
  return { player: spec(old.files, 'old/'), old, extra: Object.fromEntries(Object.entries(old.files).map(([name, text]) => ['old/' + name, text])) };
}

async function run() {
  await stop();
  clear();
  const me = (comparing = {}); // Stop ends this, too
  const { player, old, extra } = opponent(foe.value),
    mine = spec(files);
  await ready(old);
  programs.extra = extra;
  await allow(mine, player);
  if (comparing !== me) return;
  playing = true;
  await local.post('control', { do: 'queue', with: { settings: { ...page.series.data?.settings, budget: limit.value } } });
  const { options, start } = page.me.setup.now;
  await local.post('control', { do: 'new', with: { players: +seat.value ? [player, mine] : [mine, player], options, start, seed: new URLSearchParams(location.search).get('seed') || '' } });
  say('');
}

async function stop() {
  comparing = null;
  programs.stop('stopped by you');
  await local.ask('stop');
}

async function tests() {
  if (!python(files)) throw new Error('The tests of JavaScript bots need Node: download the folder and run node --test.');
  await stop();
  clear();
  await ready();
  say('The tests run …');
  const status = await programs.run(['python3', '-m', 'unittest', '-v'], (text) => print(text, 'tests', 'test'));
  say(status === 'exit status 0' ? 'All tests pass.' : `The tests fail (${status}).`);
}

async function check() {
  await stop();
  clear();
  await ready();
  await allow(spec(files));
  say('Checking …');
  const wrong = JSON.parse(await local.ask('check', utf8.encode(JSON.stringify({ player: spec(files), budget: limit.value }))));
  say(wrong ? `${wrong} wrong` : 'It plays by the rules.');
}
programs.checked = ({ what, wrong, asked, answered }) => {
  entry(`${wrong ? 'WRONG' : 'ok'} ${what}${wrong ? ': ' + wrong : ''}`, wrong ? 'wrong' : 'test');
  for (const [name, text] of Object.entries({ asked, answered })) if (text) entry(`${name}: ${text}`, 'wrong');
};

// compare plays pairs of games, with the seats exchanged, until one of the two versions has won 5 pairs more than the other: by
// Wald's test, the better one is then found with 95 %, if it wins two of three pairs that are decided.
async function compare() {
  if (!versions.length) throw new Error('There is no earlier version: keep one with Save.');
  await stop();
  clear();
  const { player, old, extra } = opponent('old ' + (versions.length - 1)),
    mine = spec(files),
    me = (comparing = {}),
    name = versions.at(-1).name;
  await ready(old);
  programs.extra = extra;
  await allow(mine, player);
  let [better, worse, pairs] = [0, 0, 0];
  const score = () => `${better} pairs for this version, ${worse} for ${name}, ${pairs - better - worse} even`;
  while (Math.abs(better - worse) < 5 && pairs < 100) {
    let points = 0;
    for (const first of [mine, player]) {
      const players = [first, first === mine ? player : mine];
      const game = { players, seed: String(pairs + 1), options: page.me.setup.now.options, budget: limit.value };
      const { winner, text } = JSON.parse(await local.ask('pair', utf8.encode(JSON.stringify(game))));
      if (comparing !== me) return say(`${score()}: stopped`);
      entry(text, 'test');
      if (winner >= 0) points += players[winner] === mine ? 1 : -1;
    }
    pairs++;
    if (points > 0) better++;
    if (points < 0) worse++;
    say(score());
  }
  say(`${score()}: ${better - worse >= 5 ? 'this version is better' : worse - better >= 5 ? `${name} is better` : 'no difference was found'}`);
}

// --- dropped files
async function dropped(e) {
  const [file] = e.dataTransfer.files;
  if (!file || !/\.(zip|py|js)$/.test(file.name)) return;
  e.preventDefault();
  e.stopImmediatePropagation();
  busy(async () => {
    if (file.size > 1 << 20) throw new Error(`${file.name}: want at most 1 MiB`);
    if (file.name.endsWith('.zip')) take(await unpack(file));
    else take({ ...files, [main(files)]: await file.text() }, foreign);
  });
}
addEventListener('drop', dropped, true);

export function open(on = true) {
  if (on && !panel.isConnected) document.body.prepend(panel);
  document.body.classList.toggle('edits', on);
  panel.hidden = !on;
}
// For tests.
page.editor = {
  ready: () => ready(),
  running: () => programs.running.size,
  write: (from, to) => code.write(files[shown].replace(from, to)),
  zip: async () => btoa(String.fromCharCode(...new Uint8Array(await (await pack(files, 'bot/')).arrayBuffer()))),
};
for (const [i, s] of page.board.b.seats.entries()) seat.append(html('option', { value: i }, `as ${s.id}`));
for (const [value, text] of [['10s', '10 s a move'], ['1s', '1 s a move'], ['', 'no limit']]) limit.append(html('option', { value }, text));
open();
list();
show(main(files));
const given = await shared().catch((e) => say(e.message));
if (given) {
  take({ ...structuredClone(Object.values(newBots).find((n) => main(n) && main(n) === main(given.files)) || {}), ...given.files }, true, true);
  say(programs.apart || !python(files) ? 'This bot came with a link: read it before you press Run.' : LINKS);
}
