// board.js: keeps a page of a league up to date while it is visible.
const every = 3000; // milliseconds
let tag = '';

// bare returns the HTML of a main element without its boards, which are updated separately.
function bare(main) {
  const copy = main.cloneNode(true);
  copy.querySelector('#boards')?.replaceChildren();
  return copy.innerHTML;
}

// put replaces the main element with a new one; scroll positions and the focus stay.
function put(text) {
  const next = new DOMParser().parseFromString(text, 'text/html').querySelector('main');
  const now = document.querySelector('main');
  if (!next || bare(next) === bare(now)) return;
  const scrolled = [...now.querySelectorAll('.scroll')].map((e) => [e.scrollLeft, e.scrollTop]);
  const focus = document.activeElement?.getAttribute('href');
  const open = [...now.querySelectorAll('details[open]')].map((e) => e.id);
  const boards = now.querySelector('#boards');
  if (boards) next.querySelector('#boards')?.replaceWith(boards);
  now.replaceWith(document.adoptNode(next));
  [...next.querySelectorAll('.scroll')].forEach((e, i) => {
    if (scrolled[i]) [e.scrollLeft, e.scrollTop] = scrolled[i];
  });
  for (const a of next.querySelectorAll('a')) if (focus && a.getAttribute('href') === focus) a.focus();
  for (const id of open) if (id) document.getElementById(id)?.setAttribute('open', '');
}

async function look() {
  if (!document.hidden) {
    try {
      const r = await fetch(location.href, { headers: tag ? { 'If-None-Match': tag } : {}, cache: 'no-store' });
      if (r.ok) {
        tag = r.headers.get('ETag') ?? '';
        put(await r.text());
      }
      document.body.classList.toggle('lost', !r.ok && r.status !== 304);
    } catch {
      document.body.classList.add('lost');
    }
  }
  setTimeout(look, every);
}
setTimeout(look, every);
document.addEventListener('visibilitychange', () => document.hidden || (tag = ''));

// The running games, as small boards, or one of them alone. What workers send is shown as text only; the drawing is made by the
// server and shown as an image.
const often = 1000; // milliseconds
let last = ''; // the tag of the boards that are shown

// span makes an element with a text.
function span(name, text, kind = '') {
  const e = document.createElement(name);
  e.textContent = text;
  if (kind) e.className = kind;
  return e;
}

// draw shows a board in its element.
function draw(a, board) {
  if (a.svg !== board.svg) {
    a.svg = board.svg;
    a.querySelector('img').src = 'data:image/svg+xml,' + encodeURIComponent(board.svg);
  }
  const text = JSON.stringify([board.game, board.teams, board.scores, board.where]);
  if (a.words === text) return;
  a.words = text;
  if (a.tagName === 'A') a.href = board.link;
  a.querySelector('img').alt = `board of game ${board.game}`;
  const rows = board.teams.map((team, i) => {
    const row = span('span', '', `who ${board.seats[i]}`);
    row.append(span('b', team), span('span', board.scores[i]));
    return row;
  });
  a.replaceChildren(a.querySelector('img'), ...rows, span('small', `game ${board.game} · ${board.where}`));
}

async function watch() {
  const box = document.getElementById('boards');
  if (box && !document.hidden) {
    try {
      const at = new URL(box.dataset.from, location.href);
      if (matchMedia('(prefers-color-scheme: dark)').matches) at.searchParams.set('dark', '1');
      const r = await fetch(at, { headers: last && box.children.length ? { 'If-None-Match': last } : {}, cache: 'no-store' });
      if (r.ok) {
        last = r.headers.get('ETag') ?? '';
        show(box, await r.json());
      }
    } catch {
      // look shows that there is no connection
    }
  }
  setTimeout(watch, often);
}

function show(box, { boards, over, replay }) {
  const alone = box.classList.contains('alone');
  if (alone && over && replay) return location.reload(); // now there is a replay
  if (alone) {
    byId('over').textContent = over ? 'The game is over.' : boards.length ? '' : 'No worker shows this game any more.';
    if (!boards.length) return; // the last position stays
  }
  const old = new Map([...box.children].map((a) => [a.dataset.key, a]));
  const next = boards.map((board) => {
    const a = old.get(board.key) ?? document.createElement(alone ? 'div' : 'a');
    if (!a.dataset.key) {
      a.dataset.key = board.key;
      a.append(document.createElement('img'));
    }
    draw(a, board);
    return a;
  });
  if (next.some((a, i) => box.children[i] !== a) || box.children.length !== next.length) box.replaceChildren(...next);
}
const byId = (id) => document.getElementById(id);
watch();
