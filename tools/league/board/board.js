// board.js: keeps a page of a league up to date while somebody looks at it.
const every = 3000; // milliseconds
let tag = '';

// put puts a new main in the place of the old one; what was scrolled or has the focus stays so.
function put(text) {
  const next = new DOMParser().parseFromString(text, 'text/html').querySelector('main');
  const now = document.querySelector('main');
  if (!next || next.innerHTML === now.innerHTML) return;
  const scrolled = [...now.querySelectorAll('.scroll')].map((e) => [e.scrollLeft, e.scrollTop]);
  const focus = document.activeElement?.getAttribute('href');
  const open = [...now.querySelectorAll('details[open]')].map((e) => e.id);
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
