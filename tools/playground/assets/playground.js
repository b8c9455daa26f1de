// playground.js: what the page has where the games are played in the browser.
import { byId, html } from './dom.js';

const page = window.gridiron,
  local = page.server,
  say = (text) => (byId('net').textContent = text);

const writer = document.querySelector('meta[name=editor]') && html('button', { class: 'tog', id: 'b-editor', on: { click: write } }, 'Write a bot');
async function write() {
  if (!page.me.setup) return say('the game is loading …');
  writer.disabled = true;
  try {
    (await import(new URL('../editor/editor.js', import.meta.url))).open();
  } catch (e) {
    say(`the editor: ${e.message}`);
  }
  writer.disabled = false;
}
byId('b-share').before(html('a', { class: 'tog', href: '../index.html' }, 'Games'), ...(writer ? [writer] : []));
const { game } = local.on;
let linked = writer && /[#&](bot|token)=/.test(location.hash); // from a link, or from the page of a team
local.on.game = (head) => {
  game(head);
  if (linked) write();
  linked = false;
};
// What was loaded once works without a network, too; only secure pages can have that. The first visit is kept when it is complete.
async function keep() {
  const fresh = !navigator.serviceWorker.controller;
  await navigator.serviceWorker.register(new URL('../sw.js', import.meta.url));
  if (!fresh) return;
  await new Promise((claimed) => navigator.serviceWorker.addEventListener('controllerchange', claimed, { once: true }));
  const program = document.querySelector('meta[name=program]').content,
    files = ['worker.js', 'wasm_exec.js'].map((name) => new URL(name, import.meta.url).href);
  for (const entry of performance.getEntriesByType('resource')) files.push(entry.name);
  for (const file of new Set([location.href.split('#')[0], new URL(program, location.href).href, ...files])) await fetch(file, { cache: 'force-cache' });
  document.documentElement.dataset.kept = '';
}
if (!isSecureContext) say('This address is plain HTTP: browsers let only https: and this machine keep pages for when there is no network, and copy links.');
else if (navigator.serviceWorker) keep().catch((e) => say(`without a network this page does not work: ${e.message}`));
