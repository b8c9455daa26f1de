// playground.js: what the page has where the games are played in the browser: games are saved as files and opened again.
import { byId, html } from './dom.js';

const page = window.gridiron,
  local = page.server,
  say = (text) => (byId('net').textContent = text);

async function save() {
  const text = await local.ask('record'),
    link = html('a', { href: URL.createObjectURL(new Blob([text], { type: 'application/jsonl' })) });
  link.download = `${page.record?.head.name.toLowerCase()}-${page.record?.head.seed}.jsonl`;
  link.click();
  URL.revokeObjectURL(link.href);
}

// shown is the file that the page shows; null: the game that is played.
let shown = null;

async function open(file) {
  if (!file) return;
  if (file.size > 4 << 20) return say(`${file.name}: ${file.size} bytes: want a file of a game, at most 4 MiB`);
  await show('replay', file.name, new Uint8Array(await file.arrayBuffer()));
}

async function show(what, name, bytes) {
  reviewer.disabled = true;
  try {
    page.replay(await local.show(what, bytes));
    if (what === 'review') page.go(page.end, { still: true }); // what was said of all plies
    shown = bytes;
    say(name);
    back.hidden = false;
    saver.hidden = true;
  } catch (e) {
    say(`${name}: ${e.message}`);
  }
  reviewer.disabled = false;
}

async function review() {
  await show('review', 'reviewed', shown || new TextEncoder().encode(await local.ask('record')));
}

const input = html('input', { type: 'file', hidden: true, id: 'file', on: { change: () => (open(input.files[0]), (input.value = '')) } }),
  saver = html('button', { class: 'tog', on: { click: save } }, 'Save game'),
  reviewer = html('button', { class: 'tog', title: 'The strongest bot names the turning points', on: { click: review } }, 'Review'),
  back = html('button', { class: 'tog', hidden: true, on: { click: () => local.back() } }, 'Back to the game');
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
byId('b-theme').before(
  html('a', { class: 'tog', href: '../index.html' }, 'Games'),
  ...(writer ? [writer] : []),
  saver,
  reviewer,
  back,
  html('button', { class: 'tog', on: { click: () => input.click() } }, 'Open'),
  input,
);
const { game } = local.on;
let linked = writer && /[#&]bot=/.test(location.hash);
local.on.game = (head) => {
  shown = null;
  back.hidden = true;
  saver.hidden = false;
  say('');
  game(head);
  if (linked) write();
  linked = false;
};
addEventListener('dragover', (e) => e.preventDefault());
addEventListener('drop', (e) => {
  e.preventDefault();
  open(e.dataTransfer.files[0]);
});
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
if (navigator.serviceWorker) keep().catch((e) => say(`without a network this page does not work: ${e.message}`));
