// shell.js: what a page has beside its games: icons, light and dark.
import { byId, html } from './dom.js';

// address is what stands behind the # of the address, as key=value&...; earlier versions put it behind the ?.
export function address() {
  const all = new URLSearchParams(location.search);
  for (const [key, value] of new URLSearchParams(location.hash.slice(1))) all.set(key, value);
  return all;
}

const KEPT = ['speed', 'title', 'controls', 'theme', 'on'];
// link is the address of this page at a ply, without what lets somebody play.
export function link(ply) {
  const all = address();
  for (const key of [...all.keys()]) if (!KEPT.includes(key)) all.delete(key);
  all.set('ply', ply);
  return location.href.replace(/[?#].*/, '') + '#' + all;
}

// copy copies a text; where the browser forbids that, a person copies it from a field.
export async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    done('copied');
  } catch {
    const d = byId('share'),
      field = html('input', { type: 'text', readonly: true, value: text, 'aria-label': 'Link' });
    d.replaceChildren(
      html('h2', { id: 'share-h' }, 'Copy this', html('button', { class: 'icon', 'aria-label': 'Close', on: { click: () => d.close() } }, '✕')),
      html('p', {}, 'The browser lets only pages of https and of this machine copy by themselves, and nothing of them works offline.'),
      field,
    );
    if (!d.open) d.showModal();
    field.select();
  }
}

// save lets a person keep a file.
export function save(name, type, content) {
  const a = html('a', { href: URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type })), download: name });
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 1000);
}

export const ICONS = {
  first: 'M6 5v14M19 5 9 12l10 7z',
  gback: 'M12 5 3 12l9 7zM21 5l-9 7 9 7z',
  back: 'M17 5 7 12l10 7z',
  play: 'M7 4.5 19.5 12 7 19.5z',
  pause: 'M7 5h3.4v14H7zM13.6 5H17v14h-3.4z',
  fwd: 'M7 5l10 7L7 19z',
  gfwd: 'M3 5l9 7-9 7zM12 5l9 7-9 7z',
  last: 'M18 5v14M5 5l10 7-10 7z',
  share: 'M12 3v12M7.5 7.5 12 3l4.5 4.5M5 12v8h14v-8',
  theme: 'M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z',
  help: 'M9 9a3 3 0 1 1 4.2 2.7c-.9.4-1.2 1-1.2 2M12 17.5v.1',
};

// --- light and dark: the system's, unless somebody chose
export function theme(name) {
  document.documentElement.dataset.theme = name;
}
export function toggleTheme() {
  const name = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  theme(name);
  try {
    localStorage.setItem('theme', name);
  } catch {
    /* file: or blocked */
  }
}
function chosenTheme() {
  try {
    return localStorage.getItem('theme');
  } catch {
    return null;
  }
}

// firstTheme is the one that the address, somebody here, or the system chose.
export const firstTheme = (query) =>
  query.get('theme') || chosenTheme() || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
