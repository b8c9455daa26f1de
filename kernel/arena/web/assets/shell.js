// shell.js: what a page has beside its games: icons, light and dark.

export const ICONS = {
  first: 'M6 5v14M19 5 9 12l10 7z',
  gback: 'M12 5 3 12l9 7zM21 5l-9 7 9 7z',
  back: 'M17 5 7 12l10 7z',
  play: 'M7 4.5 19.5 12 7 19.5z',
  pause: 'M7 5h3.4v14H7zM13.6 5H17v14h-3.4z',
  fwd: 'M7 5l10 7L7 19z',
  gfwd: 'M3 5l9 7-9 7zM12 5l9 7-9 7z',
  last: 'M18 5v14M5 5l10 7-10 7z',
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
