// course.js: the page of a team and that of the instructor. Everything goes through the interface that PROTOCOL.md describes, and
// texts of strangers are shown as text.
const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
const at = (id) => document.getElementById(id);

// make makes an element with a text.
function make(name, text, attributes = {}) {
  const e = document.createElement(name);
  e.textContent = text;
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  return e;
}

function problem(text) {
  at('problem').textContent = text;
  at('problem').hidden = !text;
}

// ask sends a request; the error is what the server says.
async function ask(method, path, body, type) {
  const headers = { Authorization: `Bearer ${token}` };
  if (type) headers['Content-Type'] = type;
  let answer;
  try {
    answer = await fetch(path, { method, headers, body, cache: 'no-store' });
  } catch {
    throw new Error('no connection to the server: try again');
  }
  if (answer.ok) return answer;
  let text = `${answer.status} ${answer.statusText}`;
  try {
    text = (await answer.json()).error ?? text;
  } catch { /* it is no JSON */ }
  throw new Error(text);
}

const json = (method, path, value) =>
  ask(method, path, value && JSON.stringify(value), value && 'application/json').then((answer) => answer.json());

// save downloads a file of the interface.
async function save(path, name) {
  const a = make('a', '', { download: name, href: URL.createObjectURL(await (await ask('GET', path)).blob()) });
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 60000);
}

// does calls a function when something happens, and shows its error.
function does(id, event, what) {
  at(id).addEventListener(event, async (e) => {
    e.preventDefault();
    problem('');
    try {
      await what(e);
    } catch (error) {
      problem(error.message);
    }
  });
}

// press makes a button that does something, or shows its error; what it is about is read aloud.
function press(text, about, what) {
  const b = make('button', text, { type: 'button', 'aria-label': `${text} ${about}` });
  b.addEventListener('click', async () => {
    problem('');
    try {
      await what();
    } catch (error) {
      problem(error.message);
    }
  });
  return b;
}

// board is the address of a page of the board for the owner of the token.
const board = (path) => `/league/${path}?token=${encodeURIComponent(token)}`;

// put shows elements unless they are shown already; a list that does not change keeps its focus.
const shown = {};
function put(id, what, made) {
  const text = JSON.stringify(what);
  if (shown[id] === text) return;
  shown[id] = text;
  at(id).replaceChildren(...made());
}

// table makes a table of rows whose cells are texts or elements.
function table(label, heads, rows) {
  const head = make('tr', '');
  head.append(...heads.map((text) => make('th', text, { scope: 'col' })));
  const body = make('tbody', '');
  for (const cells of rows) {
    const row = make('tr', '');
    cells.forEach((cell, i) => {
      const e = make(i ? 'td' : 'th', '', i ? {} : { scope: 'row' });
      e.append(cell);
      row.append(e);
    });
    body.append(row);
  }
  const t = make('table', '', { class: 'plain' });
  t.append(make('thead', ''), body);
  t.tHead.append(head);
  const box = make('div', '', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `${label}, scrolls sideways` });
  box.append(t);
  return box;
}

function when(state) {
  const moment = (text) => new Date(text).toLocaleString();
  let text = state.deadline ? `Deadline: ${moment(state.deadline)} in your time. ` : 'There is no deadline. ';
  if (state.frozen) text += 'Submissions are frozen.';
  at('when').textContent = text;
}

const words = { waits: 'is being checked', ok: 'passed the check', wrong: 'did not pass the check' };

// The page of a team.
const outcomes = { us: 'won', them: 'lost', nobody: 'no winner' };

async function team() {
  const state = await json('GET', '/api/team');
  at('title').textContent = `Team ${state.team}`;
  document.title = `Team ${state.team}`;
  when(state);
  const { bytes, files, uploads_an_hour: uploads, challenges_an_hour: dares } = state.limits;
  at('limits').textContent = `At most ${bytes >> 20} MiB and ${files} files; ${uploads} versions and ${dares} challenges an hour.`;
  if (!at('game').options.length) at('game').append(...state.games.map((g) => make('option', g.game)));
  at('games').hidden = state.games.length < 2;
  const now = state.games.find((g) => g.game === at('game').value) ?? state.games[0];
  put('opponents', now.opponents, () => now.opponents.map((bot) => make('option', '', { value: bot })));
  put('versions', state.games, () => state.games.flatMap((g) => versions(g, state.playground)));
  const { challenges } = await json('GET', '/api/challenges');
  put('challenges', challenges, () => (challenges.length ? [table('Challenges', ['Against', 'Game', 'First seat', 'Second seat'],
    challenges.map((c) => [c.against, c.game, ...c.games.map((g) => {
      const cell = make('span', g.won ? `${outcomes[g.won]}, ${g.reason} ` : 'is being played');
      if (g.won) cell.append(...replay('challenges', g.id, `against ${c.against}`));
      return cell;
    })]))] : []));
  const { games } = await json('GET', '/api/games');
  put('played', games, () => [games.length ? table('My games', ['Game', 'Teams', 'Result', 'Watch', 'At'], games.map((g) => {
    const watch = make('span', '');
    watch.append(...replay(g.league, g.n, `of game ${g.n}`));
    const result = make('span', `${outcomes[g.won]}, ${g.reason}, ${g.plies} plies`);
    if (g.wrong) result.append(make('pre', g.wrong));
    return [`${g.league} ${g.n}`, g.seats.join(' – '), result, watch, new Date(g.at).toLocaleString()];
  })) : make('p', 'No game yet.', { class: 'none' })]);
}

// replay are a link to the replay of a game and a button for its record.
const replay = (league, id, about) => [
  make('a', 'watch', { href: board(`${league}/game/${id}`), 'aria-label': `watch the game ${about}` }), ' ',
  press('record', about, () => save(`/api/games/${league}/${id}`, `${league}-${id}.jsonl`)),
];

// versions shows what the team has submitted for a game.
function versions(g, playground) {
  const choose = (version) => json('POST', '/api/choose', { game: g.game, version }).then(team);
  const rows = g.versions.map((v) => {
    const state = make('span', (words[v.state] ?? v.state) + (v.plays ? ', plays' : ''));
    if (v.report) state.append(make('pre', v.report));
    const todo = make('span', '');
    todo.append(press('download', `version ${v.version}`, () => save(`/api/bots/${g.game}/${v.version}`, `${g.game}-${v.version}.tar.gz`)));
    if (v.state === 'ok' && !v.plays) todo.append(press('choose', `version ${v.version}`, () => choose(v.version)));
    return [String(v.version), state, new Date(v.at).toLocaleString(), todo];
  });
  const link = make('p', '');
  link.append(make('a', `the ladder of ${g.game}`, { href: board(`${g.league}/`) }), ' · ',
    make('a', 'a starter bot in Python', { href: `/api/starter/${g.game}/python` }));
  if (playground) link.append(' · ', make('a', 'write a bot in the browser', { href: `/play/${g.game}/#token=${encodeURIComponent(token)}` }));
  const out = [make('h3', g.game), link];
  if (!rows.length) return [...out, make('p', 'No version yet.', { class: 'none' })];
  out.push(table(`Versions for ${g.game}`, ['Version', 'State', 'Submitted', 'Files'], rows));
  if (g.withdrawn) return [...out, make('p', 'Withdrawn: submit or choose a version to play again.')];
  return [...out, press('Withdraw', `from ${g.game}`, () => json('POST', '/api/withdraw', { game: g.game }).then(team))];
}

// follow shows how a check goes on, from the stream of its events, and returns the version when it is over.
async function follow(v) {
  const say = () => { at('answer').textContent = `Version ${v.version} ${v.runs ? 'is being checked…' : 'waits for its check…'}`; };
  say();
  while (v.state === 'waits') {
    const answer = await fetch(v.check, { headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' }, cache: 'no-store' });
    if (!answer.ok) throw new Error((await answer.json()).error);
    let text = '';
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const events = (text + value).split('\n\n');
      text = events.pop();
      for (const event of events) v = JSON.parse(event.slice('data: '.length));
      if (v.state === 'waits') say();
    }
  }
  return v;
}

// submit sends files with their paths, and shows how the check ends.
async function submit(files) {
  if (!files.length) return;
  const form = new FormData();
  form.append('game', at('game').value);
  if (at('main').value.trim()) form.append('main', at('main').value.trim());
  for (const [path, file] of files) form.append('bot', file, path);
  at('answer').textContent = 'sending…';
  let v;
  try {
    v = await (await ask('POST', '/api/bots', form)).json();
  } catch (error) {
    at('answer').textContent = '';
    throw error;
  }
  v = await follow(v);
  at('answer').replaceChildren(make('p', `Version ${v.version} ${words[v.state]}${v.plays ? ': it plays from now on' : ''}.`));
  if (v.report) at('answer').append(make('pre', v.report));
  await team();
}

// found returns the files of a folder that was dropped, with their paths.
async function found(entry) {
  if (entry.isFile) return [[entry.fullPath.slice(1), await new Promise((yes, no) => entry.file(yes, no))]];
  const list = [];
  const reader = entry.createReader();
  for (;;) {
    const some = await new Promise((yes, no) => reader.readEntries(yes, no));
    if (!some.length) return list;
    for (const e of some) list.push(...await found(e));
  }
}

function teamPage() {
  const picked = (e) => {
    const files = [...e.target.files].map((f) => [f.webkitRelativePath || f.name, f]);
    e.target.value = '';
    return submit(files);
  };
  does('files', 'change', picked);
  does('folder', 'change', picked);
  does('submit', 'submit', () => submit([[at('name').value, new Blob([at('text').value])]]));
  does('challenge', 'submit', async () => {
    await json('POST', '/api/challenges', { game: at('game').value, against: at('against').value.trim() });
    await team();
  });
  does('drop', 'dragover', () => at('drop').classList.add('over'));
  does('drop', 'dragleave', () => at('drop').classList.remove('over'));
  does('drop', 'drop', async (e) => {
    at('drop').classList.remove('over');
    const entries = [...e.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    const loose = [...e.dataTransfer.files].map((f) => [f.name, f]);
    const list = [];
    for (const entry of entries) list.push(...await found(entry));
    await submit(list.length ? list : loose);
  });
}

// The page of the instructor.
async function course() {
  const state = await json('GET', '/api/course');
  when(state);
  for (const [id, on, text] of [['freeze', state.frozen, ['Freeze now', 'Open again']], ['pause', state.paused, ['Pause all games', 'Go on with all games']]]) {
    at(id).textContent = text[on ? 1 : 0];
    at(id).dataset.on = on ? '1' : '';
  }
  if (!at('game').options.length) {
    at('game').append(...state.games.map((g) => make('option', g)));
    at('uploads').value = state.limits.uploads;
    at('dares').value = state.limits.challenges;
    at('private').checked = state.private;
    at('flags').textContent = state.flags.length ? `Fixed since the first start: ${state.flags.join(' ')}` : '';
  }
  put('boards', state.games, () => state.games.flatMap((g) => [make('a', `${g}: ladder, games and what went wrong`, { href: board(`${g}/`) }), ' ']));
  put('teams', state.teams, () => (state.teams.length ? [table('Teams', ['Team', 'Students', 'Link', 'Versions', 'Change'], state.teams.map((t) => {
    const post = (what, body) => json('POST', `/api/teams/${t.team}/${what}`, body).then(course);
    const versions = t.games.map((g) => {
      const v = g.versions[0];
      return `${g.game}: ${v ? `version ${v.version} ${words[v.state]}` : 'none'}`;
    }).join('; ');
    const todo = make('span', '');
    todo.append(press('new link', `for ${t.team}`, () => post('renew')));
    if (!t.annulled) {
      todo.append(press('annul', `the games of ${t.team}`, async () => {
        at('whom').value = t.team;
        at('why').focus();
      }));
    }
    todo.append(press('remove', t.team, async () => {
      if (confirm(`Remove ${t.team}? Its link becomes void and its bot leaves the ladder.`)) await post('remove');
    }));
    return [t.team, t.students.join('; '), make('a', t.link, { href: t.link }), versions + (t.annulled ? ` (annulled: ${t.annulled})` : ''), todo];
  }))] : [make('p', 'No team yet.', { class: 'none' })]));
  const count = state.teams.filter((t) => !t.annulled).map((t) => t.team);
  const whom = at('whom').value;
  put('whom', count, () => count.map((t) => make('option', t)));
  if (count.includes(whom)) at('whom').value = whom;
  at('annul').hidden = !count.length;
  if (at('log').open) at('lines').textContent = (await json('GET', '/api/log')).lines.join('\n');
}

function coursePage() {
  const enroll = async (text) => {
    const answer = await (await ask('POST', '/api/teams', text, 'text/csv')).json();
    at('answer').textContent = `${answer.teams} teams added.`;
    at('names').value = '';
    await course();
  };
  does('roster', 'submit', () => enroll(at('names').value));
  does('csv', 'change', async (e) => {
    const text = await e.target.files[0]?.text();
    e.target.value = '';
    if (text) await enroll(text);
  });
  does('annul', 'submit', async () => {
    const team = at('whom').value;
    await json('POST', `/api/teams/${team}/annul`, { reason: at('why').value });
    at('why').value = '';
    at('answer').textContent = `The games of ${team} count for nobody.`;
    await course();
  });
  does('links', 'click', () => save('/api/teams.csv', 'links.csv'));
  does('print', 'click', () => window.print());
  does('rules', 'submit', () => json('POST', '/api/course', { deadline: at('deadline').value }).then(course));
  const set = (what) => json('POST', '/api/course', what).then(course);
  does('freeze', 'click', () => set({ frozen: !at('freeze').dataset.on }));
  does('pause', 'click', () => set({ paused: !at('pause').dataset.on }));
  does('limits', 'submit', () => set({ limits: { uploads: Number(at('uploads').value), challenges: Number(at('dares').value) }, private: at('private').checked }));
  at('log').addEventListener('toggle', () => course().catch((e) => problem(e.message)));
  const final = async (dry) => {
    const { teams, games, seconds } = await json('POST', '/api/final', {
      game: at('game').value, scheme: at('scheme').value, pairs: Number(at('pairs').value), most: Number(at('most').value), dry,
    });
    const long = seconds ? `, about ${seconds < 90 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`}` : '';
    at('final-answer').textContent = `${dry ? 'It would be' : 'The final begins:'} ${teams} teams, ${games} games${long}.`;
    await course();
  };
  does('dry', 'click', () => final(true));
  does('final', 'submit', () => final(false));
  const grades = (form) => save(`/api/grades.csv?${new URLSearchParams({ game: at('game').value, title: at('column').value, form })}`, 'grades.csv');
  does('grades', 'submit', () => grades('gradebook'));
  does('plain', 'click', () => grades('plain'));
}

const pages = { team: [teamPage, team], course: [coursePage, course] };
const [prepare, look] = pages[document.body.dataset.page];
at('plain-http').hidden = location.protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
if (token) {
  prepare();
  for (;;) {
    try {
      if (!document.hidden) await look();
    } catch (error) {
      problem(error.message);
    }
    await new Promise((done) => setTimeout(done, 3000));
  }
} else problem('This page needs your link: it ends with #token= and a token.');
