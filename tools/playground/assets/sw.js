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
