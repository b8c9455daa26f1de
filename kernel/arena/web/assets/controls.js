// controls.js: the buttons below the board, and the keys.
import { byId, html, icon } from './dom.js';
import { ICONS, address, toggleTheme } from './shell.js';

// controls makes the buttons of a game below the board, and page.keys, the list of keys.
export function controls(page) {
  const b = page.board.b,
    unit = b.unit.toLowerCase(),
    T = (page.buttons = {});
  const button = (k, label, key, cls = '') =>
    (T[k] = html(
      'button',
      { class: 'tr ' + cls, 'aria-label': label, title: `${label} (${key})`, on: { click: () => page.act(k) } },
      icon(ICONS[k]),
    ));
  page.overlays = (b.overlays || []).map((o) => {
    const toggle = html('button', { class: 'tog', 'aria-pressed': String(!page.board.hidden.has(o.id)) }, o.label, ' ', html('kbd', {}, o.key));
    const set = (on) => {
      toggle.setAttribute('aria-pressed', String(on));
      page.board.setOverlay(o.id, on);
    };
    toggle.addEventListener('click', () => set(toggle.getAttribute('aria-pressed') !== 'true'));
    if (address().get('on')?.split(',').includes(o.id)) set(true);
    return { ...o, toggle };
  });
  const round = b.per === 1 ? [] : ['gback', 'gfwd'];
  const group = (...kids) => html('div', { class: 'grp' }, ...kids);
  byId('transport').replaceChildren(
    group(
      button('first', 'Start', 'Home'),
      button('gback', `${b.unit} back`, 'Shift ←'),
      button('back', 'Step back', '←'),
      button('play', 'Play', 'Space', 'play'),
      button('fwd', 'Step', '→'),
      button('gfwd', `${b.unit} forward`, 'Shift →'),
      button('last', page.live ? 'Now' : 'End', 'End'),
    ),
    group(
      html('button', { class: 'icon', 'aria-label': 'Slower', title: 'Slower (−)', on: { click: () => page.faster(-1) } }, '−'),
      html('span', { id: 'speed' }),
      html('button', { class: 'icon', 'aria-label': 'Faster', title: 'Faster (+)', on: { click: () => page.faster(1) } }, '+'),
    ),
    group(
      ...page.overlays.map((o) => o.toggle),
      b.flip === 'none'
        ? null
        : html('button', { class: 'tog', on: { click: () => page.flip() } }, 'Flip ', html('kbd', {}, 'v')),
      html('button', { class: 'tog', 'aria-pressed': String(Boolean(page.loud)), on: { click: (e) => page.hear(e.currentTarget) } }, 'Sound'),
      page.me.can?.includes('new')
        ? html('button', { class: 'tog', on: { click: () => page.another() } }, 'New game')
        : null,
    ),
  );
  for (const k of round) T[k].hidden = true;
  for (const g of byId('transport').querySelectorAll('.grp')) if (!g.children.length) g.remove();
  page.keys = [
    ['←', '→', 'one ply back, forward'],
    ['Shift ←', 'Shift →', `one ${unit} back, forward`],
    ['Home', 'End', page.live ? 'to the start, to now' : 'to the start, to the end'],
    ['Space', 'p', 'play, pause'],
    ['−', '+', 'slower, faster'],
    ['Enter', null, 'step'],
    ['Shift Enter', null, unit],
    ...(b.flip === 'none' ? [] : [['v', null, 'flip the board']]),
    ...page.overlays.map((o) => [o.key, null, `${o.label.toLowerCase()} on, off`]),
    ['f', null, 'full screen'],
    ['l', null, 'light, dark'],
    ...(page.me.can?.includes('quit') ? [['q', null, 'end the program']] : []),
    ['?', null, 'how to play, rules, keys'],
    ['h', null, 'this list'],
    ...(page.me.can?.includes('review') ? [['m', null, 'after a review: the next mistake']] : []),
    ['!', 'u', 'your turn: hint, undo'],
    ['n', 'N', 'your turn: next, previous light'],
    ['↑ ↓', '← →', 'your turn: move the cursor, or the way to go'],
    ['Space', 'Enter', 'your turn: choose'],
    ['Esc', null, 'your turn: one step back'],
    [',', '.', 'your turn: one ply back, forward'],
  ];
}

// keydown does what a key means, unless a person who is asked answers with it.
export function keydown(page, e) {
  if (page.series && page.series.shown !== 'game') {
    if (e.key === 'Escape') page.series.show('game');
    return;
  }
  if (e.ctrlKey || e.metaKey || e.altKey || !page.record) return;
  if (e.target.matches?.('input:not([type=range]), textarea, select')) {
    if (e.key === 'Escape') byId('board').querySelector('svg').parentElement.focus();
    return;
  }
  if ((e.key === '?' || e.key === 'h') && !byId('new').open) return (page.help(e.key === 'h' && 'keys'), e.preventDefault());
  if (document.querySelector('dialog[open]')) return;
  const onButton = e.target.closest?.('button, a, summary') && (e.key === ' ' || e.key === 'Enter');
  if (onButton) return;
  const taken = page.human?.pressed(e);
  if (taken === 'pass') return;
  if (taken) return e.preventDefault();
  const act = (k) => () => page.act(k);
  const f =
    {
      ArrowLeft: act(e.shiftKey ? 'gback' : 'back'),
      ArrowRight: act(e.shiftKey ? 'gfwd' : 'fwd'),
      ',': act('back'),
      '.': act('fwd'),
      Home: act('first'),
      End: act('last'),
      ' ': act('play'),
      p: act('play'),
      Enter: act(e.shiftKey ? 'gfwd' : 'fwd'),
      '+': () => page.faster(1),
      '=': () => page.faster(1),
      '>': () => page.faster(1),
      '-': () => page.faster(-1),
      '<': () => page.faster(-1),
      f: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.()),
      q: () => page.quit(),
      m: page.after.marks ? () => page.after.next() : null,
      v: page.board.b.flip === 'none' ? null : () => page.flip(),
      l: toggleTheme,
      '#': () => page.overlays.forEach((o) => o.toggle.click()),
    }[e.key] || page.overlays.find((o) => o.key === e.key)?.toggle.click.bind(page.overlays.find((o) => o.key === e.key)?.toggle);
  if (!f) return;
  f();
  e.preventDefault();
}
