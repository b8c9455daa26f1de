// sw.js: what was loaded once is there without a network, too. The version below is that of all files: when the folder is written anew,
// browsers load it anew.
const NAME = 'gridiron-playground-VERSION';
addEventListener('install', () => skipWaiting());
addEventListener('activate', (e) =>
  e.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith('gridiron-playground-') && name !== NAME) await caches.delete(name);
      await clients.claim();
    })(),
  ),
);
addEventListener('fetch', (e) => {
  const { href, search } = new URL(e.request.url);
  if (href.split('?')[0] === registration.scope + 'editor/line') return e.respondWith(line(...search.slice(1).split(':')));
  if (e.request.method === 'GET' && e.request.url.startsWith(registration.scope)) e.respondWith(answer(e.request));
});
async function answer(request) {
  const cache = await caches.open(NAME),
    found = await cache.match(request, { ignoreSearch: true });
  if (found) return found;
  const response = await fetch(request);
  if (response.ok && response.type === 'basic') await cache.put(request, response.clone());
  return response;
}

// Where Python cannot wait for a message (no JSPI), a program asks for what it reads: line?NAME:NUMBER is answered when the page that
// has it sends it. 204 is the end. After a while the answer is 205, ask again: browsers end service workers that take too long.
const wanted = new Map();
addEventListener('message', ({ data }) => (data.claim ? clients.claim() : wanted.get(`${data.name}:${data.at}`)?.(data)));
async function line(name, at) {
  const came = new Promise((resolve) => {
    wanted.set(`${name}:${at}`, resolve);
    setTimeout(resolve, 5000);
  });
  for (const page of await clients.matchAll({ type: 'window' })) page.postMessage({ name, at: +at });
  const data = await came;
  wanted.delete(`${name}:${at}`);
  return new Response(data?.content ?? null, { status: !data ? 205 : data.content === null ? 204 : 200 });
}
