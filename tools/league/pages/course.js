// course.js: the page of a team and that of the instructor. Everything goes through the interface that PROTOCOL.md describes, and
// texts of strangers are shown as text.
const token = decodeURIComponent(location.hash.slice(1));
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
let showing = '';

async function team() {
  const state = await json('GET', '/api/team');
  at('title').textContent = `Team ${state.team}`;
  document.title = `Team ${state.team}`;
  when(state);
  at('limits').textContent = `At most ${state.limits.bytes >> 20} MiB and ${state.limits.files} files, ${state.limits.uploads_an_hour} versions an hour.`;
  if (!at('game').options.length) at('game').append(...state.games.map((g) => make('option', g.game)));
  at('games').hidden = state.games.length < 2;
  const text = JSON.stringify(state.games);
  if (text === showing) return;
  showing = text;
  at('versions').replaceChildren(...state.games.flatMap((g) => {
    const heads = ['Version', 'State', 'Submitted', 'Files'];
    const rows = g.versions.map((v) => {
      const get = make('button', 'download', { 'aria-label': `download version ${v.version}` });
      get.addEventListener('click', () => save(`/api/bots/${g.game}/${v.version}`, `${g.game}-${v.version}.tar.gz`).catch((e) => problem(e.message)));
      const state = make('span', (words[v.state] ?? v.state) + (v.plays ? ', plays' : ''));
      if (v.report) state.append(make('pre', v.report));
      return [String(v.version), state, new Date(v.at).toLocaleString(), get];
    });
    const link = make('p', '');
    link.append(make('a', `the ladder of ${g.game}`, { href: `/league/${g.league}/?token=${encodeURIComponent(token)}` }));
    const out = [make('h3', g.game), link];
    if (!rows.length) return [...out, make('p', 'No version yet.', { class: 'none' })];
    out.push(table(`Versions for ${g.game}`, heads, rows));
    if (g.withdrawn) out.push(make('p', 'Withdrawn: submit again to play.'));
    else {
      const leave = make('button', `Withdraw from ${g.game}`);
      leave.addEventListener('click', () => json('POST', '/api/withdraw', { game: g.game }).then(team).catch((e) => problem(e.message)));
      out.push(leave);
    }
    return out;
  }));
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
  while (v.state === 'waits') {
    at('answer').textContent = `Version ${v.version} is being checked…`;
    await new Promise((done) => setTimeout(done, 500));
    v = await json('GET', v.check);
  }
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
  at('freeze').textContent = state.frozen ? 'Open again' : 'Freeze now';
  at('freeze').dataset.frozen = state.frozen ? '1' : '';
  const games = state.games;
  if (!at('game').options.length) at('game').append(...games.map((g) => make('option', g)));
  const text = JSON.stringify(state.teams);
  if (text === showing) return;
  showing = text;
  if (!state.teams.length) {
    at('teams').replaceChildren(make('p', 'No team yet.', { class: 'none' }));
    return;
  }
  at('teams').replaceChildren(table('Teams', ['Team', 'Students', 'Link', 'Versions', 'Renew'], state.teams.map((t) => {
    const renew = make('button', 'new link', { 'aria-label': `new link for ${t.team}` });
    renew.addEventListener('click', () => json('POST', `/api/teams/${t.team}/renew`).then(course).catch((e) => problem(e.message)));
    const versions = t.games.map((g) => {
      const v = g.versions[0];
      return `${g.game}: ${v ? `version ${v.version} ${words[v.state]}` : 'none'}`;
    }).join('; ');
    return [t.team, t.students.join('; '), make('a', t.link, { href: t.link }), versions, renew];
  })));
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
  does('links', 'click', () => save('/api/teams.csv', 'links.csv'));
  does('print', 'click', () => window.print());
  does('rules', 'submit', () => json('POST', '/api/course', { deadline: at('deadline').value }).then(course));
  does('freeze', 'click', () => json('POST', '/api/course', { frozen: !at('freeze').dataset.frozen }).then(course));
  does('final', 'submit', async () => {
    const { teams, games } = await json('POST', '/api/final', {
      game: at('game').value, scheme: at('scheme').value, pairs: Number(at('pairs').value), most: Number(at('most').value),
    });
    at('answer').textContent = `The final begins: ${teams} teams, ${games} games.`;
    await course();
  });
  const grades = (form) => save(`/api/grades.csv?${new URLSearchParams({ game: at('game').value, title: at('column').value, form })}`, 'grades.csv');
  does('grades', 'submit', () => grades('gradebook'));
  does('plain', 'click', () => grades('plain'));
}

const pages = { team: [teamPage, team], course: [coursePage, course] };
const [prepare, look] = pages[document.body.dataset.page];
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
} else problem('This page needs your link: it ends with # and a token.');
