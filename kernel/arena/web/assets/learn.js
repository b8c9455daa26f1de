// learn.js: how a game is played, its rules, and the keys, in one dialog; and the goal above the board of a first visit.
import { Board } from './board.js';
import { byId, html } from './dom.js';

// inline returns text with **bold** and `code`; links are their text.
const inline = (text) =>
  text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*)/)
    .map((part) => {
      const mark = /^(\*\*|`|\*)(.+)\1$/.exec(part);
      return mark ? html({ '**': 'b', '`': 'code', '*': 'em' }[mark[1]], {}, mark[2]) : part;
    });

// markdown returns the blocks of a text: paragraphs, lists and tables.
function markdown(text) {
  return text.split(/\n{2,}/).map((block) => {
    const lines = block.split('\n');
    if (block.startsWith('|')) {
      const rows = lines.filter((l) => !/^[|\s:-]+$/.test(l)).map((l) => l.split('|').slice(1, -1).map((c) => c.trim()));
      const row = (cells, head) => html('tr', {}, ...cells.map((c, i) => (c ? html(head ? 'th' : i ? 'td' : 'th', { scope: head ? 'col' : i ? null : 'row' }, ...inline(c)) : html('td'))));
      return html('table', {}, html('thead', {}, row(rows[0], true)), html('tbody', {}, ...rows.slice(1).map((r) => row(r))));
    }
    const [, sign] = /^(-|\d+\.) /.exec(block) || [];
    if (!sign) return html('p', {}, ...inline(block));
    const items = block.split(/\n(?=-|\d+\. )/).map((i) => html('li', {}, ...inline(i.replace(/^(-|\d+\.) /, ''))));
    return html(sign === '-' ? 'ul' : 'ol', {}, ...items);
  });
}

// picture is a text with a small board above it.
function picture({ text, scene }) {
  const root = html('div', {}),
    figure = html('figure', {}, root, html('figcaption', {}, ...inline(text)));
  new Board(root, scene, text).show(scene, { still: true });
  figure.style.setProperty('--cells', scene.board.w);
  return figure;
}

function keyList(keys) {
  const rows = (keys || []).flatMap(([a, b, t]) => [
    html('dt', {}, html('kbd', {}, a), ...(b ? [' ', html('kbd', {}, b)] : [])),
    html('dd', {}, t),
  ]);
  return [html('dl', {}, ...rows)];
}

// help opens the dialog, or closes it.
export function help(learn, keys, first) {
  const d = byId('help');
  if (d.open) return d.close();
  const tabs = [
    ...(learn ? [['How to play', () => [html('p', { class: 'goal' }, ...inline(learn.goal)), ...learn.lessons.flatMap((l) => (l.scene ? [picture(l)] : markdown(l.text)))]], ['Rules', () => markdown(learn.rules)]] : []),
    ['Keys', () => keyList(keys)],
  ];
  const close = html('button', { class: 'icon', 'aria-label': 'Close', autofocus: true, on: { click: () => d.close() } }, '✕'),
    pane = html('div', { id: 'help-pane', role: 'tabpanel', tabindex: 0, 'aria-labelledby': 'help-tab-0' });
  const show = (i) => {
    heads.forEach((t, k) => {
      t.setAttribute('aria-selected', String(k === i));
      t.tabIndex = k === i ? 0 : -1;
    });
    pane.setAttribute('aria-labelledby', heads[i].id);
    pane.replaceChildren(...tabs[i][1]());
    pane.scrollTop = 0;
  };
  const heads = tabs.map(([name], i) => html('button', { role: 'tab', id: 'help-tab-' + i, 'aria-controls': 'help-pane', on: { click: () => show(i) } }, name));
  const bar = html('div', { role: 'tablist', 'aria-label': 'Help' }, ...heads);
  bar.addEventListener('keydown', (e) => {
    const step = { ArrowRight: 1, ArrowLeft: heads.length - 1 }[e.key];
    if (!step) return;
    const i = (heads.indexOf(document.activeElement) + step) % heads.length;
    heads[i].focus();
    show(i);
  });
  d.replaceChildren(html('h2', { id: 'help-h' }, 'Help', close), bar, pane);
  d.showModal();
  show(first === 'keys' ? tabs.length - 1 : 0);
}

// goal shows what a game is about, above the board, to who has not seen it yet.
export function goal(game, learn, open) {
  const p = byId('goal'),
    key = 'seen ' + game;
  let seen = false;
  try {
    seen = Boolean(localStorage.getItem(key));
  } catch {
    /* file: or blocked */
  }
  p.hidden = !learn || seen;
  if (p.hidden) return;
  const done = () => {
    p.hidden = true;
    try {
      localStorage.setItem(key, '1');
    } catch {
      /* the same */
    }
  };
  const more = () => {
    done();
    open();
  };
  p.replaceChildren(
    html('span', {}, ...inline(learn.goal)),
    html('button', { class: 'tog', on: { click: more } }, 'How to play'),
    html('button', { class: 'icon', 'aria-label': 'Close', on: { click: done } }, '✕'),
  );
}
