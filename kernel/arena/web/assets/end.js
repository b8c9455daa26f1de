// end.js: what one does with a game: another one after its end, the review, files, links.
import { byId, html, sprite, svg } from './dom.js';
import { pictureOf, pngOf } from './picture.js';
import { copy, link, save } from './shell.js';

const MOST = 64 << 20; // bytes of a file
const WIDE = 1200; // pixels of a picture

// why is what a result says beside who has won, which stands above it.
const why = (text) => {
  const said = text.replace(/^(Draw|.+ wins): /s, '');
  return said[0].toUpperCase() + said.slice(1);
};

export class End {
  // page has record, at, board, me, server, replay(file) and another().
  constructor(page) {
    Object.assign(this, { page, marks: null, file: null, wait: '', said: '' });
    byId('b-share').addEventListener('click', () => this.share());
    addEventListener('dragover', (e) => e.preventDefault());
    addEventListener('drop', (e) => {
      e.preventDefault();
      if (e.dataTransfer.files[0]) this.open(e.dataTransfer.files[0]);
    });
  }
  // begin forgets what was said of the game before.
  begin() {
    Object.assign(this, { marks: null, wait: '', said: '' });
    this.drawn = null;
  }
  can(what) {
    return Boolean(this.page.me.can?.includes(what));
  }

  // show shows the panel at the end of a game and in a review.
  show(n, over) {
    const panel = byId('end');
    panel.hidden = !over && !this.marks && !this.wait;
    if (panel.hidden) return;
    const key = [over, this.wait, this.said, Boolean(this.marks), this.page.live, (this.page.me.can || []).length].join();
    if (key !== this.drawn) {
      this.drawn = key;
      this.draw(panel, over);
    }
    const mark = this.marks?.get(n);
    if (byId('mark')) byId('mark').textContent = mark ? mark.text : '';
  }
  draw(panel, over) {
    const { record, board } = this.page,
      winner = board.b.seats[record.result?.winner],
      button = (label, click, more = {}) => html('button', { type: 'button', class: 'tog', on: { click }, ...more }, label);
    panel.className = winner ? 's-' + winner.colour : '';
    const again = this.can('new') && this.page.live && over,
      players = this.page.me.setup?.now.players || [];
    panel.replaceChildren(
      html(
        'h2',
        { id: 'end-h' },
        winner && over ? sprite('emblem-' + winner.colour) : '',
        html('span', {}, over ? (winner ? winner.id + ' wins' : 'Draw') : 'Review'),
      ),
      over ? html('p', {}, why(record.result.text)) : '',
      this.marks ? this.review() : '',
      html(
        'div',
        { class: 'row' },
        ...(again ? [button('Rematch', () => this.again(players), { class: 'go' }), button('Swap sides', () => this.again([...players].reverse()))] : []),
        this.reviewable() ? button('Review', () => this.ask(), { disabled: Boolean(this.wait) }) : '',
        button('Save, share …', () => this.share(), { 'aria-haspopup': 'dialog' }),
      ),
      html('p', { role: 'status', id: 'end-said' }, this.wait || this.said),
    );
  }
  say(text) {
    this.said = text;
    if (byId('share-said')) byId('share-said').textContent = text;
    this.page.around();
  }
  async again(players) {
    const { now } = this.page.me.setup;
    try {
      await this.page.server.post('control', { do: 'new', with: { ...now, players, names: players === now.players ? now.names : [...(now.names || [])].reverse(), seed: '' } });
    } catch (e) {
      this.say(e.message);
    }
  }

  // --- the review: marks in the list, turning points on the curve
  reviewable() {
    return this.can('review') && !this.marks && (this.page.live || this.file);
  }
  async ask() {
    const game = this.page.record,
      tell = (text) => {
        if (game !== this.page.record) return;
        this.wait = text;
        this.page.around();
      };
    tell('the strongest bot looks at the game …');
    try {
      const found = await this.page.server.file('review', this.file || new Uint8Array(), ({ ply, of }) => tell(`ply ${ply} of ${of} …`));
      if (game === this.page.record) this.reviewed(found);
    } catch (e) {
      this.said = e.message;
    }
    tell('');
  }
  reviewed({ marks, values }) {
    const { record } = this.page;
    this.marks = new Map();
    for (const m of marks) {
      const n = record.scene(m.ply),
        other = this.marks.get(n);
      this.marks.set(n, other ? { ...m, text: `${other.text}; ${m.text}`, sign: other.sign.length > m.sign.length ? other.sign : m.sign } : m);
    }
    record.marks = this.marks;
    for (const ply of record.plies) delete ply.values;
    for (const v of values) {
      const ply = record.plies[record.scene(v.ply) - 1];
      if (ply) (ply.values ||= {})[v.seat] = v.value;
    }
    this.page.moves.build(this.page.at, this.page.end);
    this.page.curve();
  }
  // ticks are the turning points on the curve.
  ticks() {
    if (!this.marks) return;
    for (const [n, m] of this.marks)
      byId('curve').append(svg('path', { class: `tp s-${this.page.board.b.seats[m.seat].colour}`, d: `M${n} ${m.seat ? '20V40' : '0V20'}` }));
  }
  review() {
    const seats = this.page.board.b.seats,
      count = (i, sign) => [...this.marks.values()].filter((m) => m.seat === i && m.sign === sign).length,
      words = [['??', 'Blunders'], ['?', 'Mistakes'], ['?!', 'Inaccuracies']];
    return html(
      'div',
      { id: 'review' },
      html(
        'table',
        {},
        html('thead', {}, html('tr', {}, html('td'), ...seats.map((s) => html('th', { scope: 'col', class: 's-' + s.colour }, s.id)))),
        html(
          'tbody',
          {},
          ...words.map(([sign, word]) => html('tr', {}, html('th', { scope: 'row' }, word + ' ', html('b', { class: 'sign' }, sign)), ...seats.map((s, i) => html('td', {}, String(count(i, sign)))))),
        ),
      ),
      this.marks.size
        ? html('button', { type: 'button', class: 'tog', on: { click: () => this.next() } }, 'Next mistake ', html('kbd', {}, 'm'))
        : html('p', {}, 'No answer lost much.'),
      html('p', { id: 'mark', role: 'status' }),
    );
  }
  // next goes to the next mistake, after the last one to the first.
  next() {
    if (!this.marks?.size) return;
    const all = [...this.marks.keys()].sort((a, b) => a - b);
    this.page.pause();
    this.page.go(all.find((n) => n > this.page.at) ?? all[0]);
  }

  // --- files and links
  tools() {
    const { page } = this,
      name = (ending) => `${page.record.head.name.toLowerCase()}${page.record.head.seed ? '-' + page.record.head.seed : ''}.${ending}`,
      tried = (f) => async () => {
        try {
          await f();
        } catch (e) {
          this.say(e.message);
        }
      };
    return [
      this.can('record') && page.live && ['Save record', tried(async () => save(name('jsonl'), 'application/jsonl', await page.server.file('record')))],
      page.server && ['Save as page', tried(async () => save(name('html'), 'text/html', await this.asPage()))],
      ['Save SVG', () => save(name('svg'), 'image/svg+xml', pictureOf(page.board, WIDE))],
      ['Save PNG', tried(async () => save(name('png'), 'image/png', await pngOf(page.board, WIDE)))],
      ['Copy link', () => copy(link(page.record.count(page.at)), (text) => this.say(text))],
    ].filter(Boolean);
  }
  // asPage is the game as a page that needs nothing else.
  async asPage() {
    const { record } = this.page,
      response = await fetch(new URL('replay.html', import.meta.url));
    if (!response.ok) throw new Error(`replay.html: ${response.status}`);
    const data = JSON.stringify({ ...record.head, me: undefined, within: undefined, scene: record.kept[0], count: record.first, plies: record.plies, result: record.result });
    const title = html('p', {}, document.title).innerHTML;
    return (await response.text())
      .replace('<title>gridiron: </title>', () => `<title>${title}</title>`)
      .replace(/(id="replay">).*?(?=<\/script>)/, (_, start) => start + data.replaceAll('<', '\\u003c'));
  }
  share() {
    const d = byId('share');
    if (d.open) return d.close();
    const input = html('input', { type: 'file', id: 'file', class: 'sr', tabindex: -1, 'aria-label': 'A file of a game', on: { change: () => (this.open(input.files[0]), (input.value = ''), d.close()) } });
    const button = (label, click) => html('button', { type: 'button', class: 'tog', on: { click } }, label);
    d.replaceChildren(
      html('h2', { id: 'share-h' }, 'Save, share, open', html('button', { class: 'icon', 'aria-label': 'Close', on: { click: () => d.close() } }, '✕')),
      html('div', { class: 'row' }, ...(this.page.record ? this.tools().map(([label, click]) => button(label, click)) : []), this.reviewable() ? button('Review', () => (d.close(), this.ask())) : ''),
      html('div', { class: 'row' }, button('Open a file', () => input.click()), input, html('small', {}, this.can('show') ? 'a record, a page of a game, or another file of a game; or drop it on the page' : 'a page of a game that was saved; or drop it here')),
      html('p', { role: 'status', id: 'share-said' }),
    );
    d.showModal();
  }
  // open shows a game from a file: a page of one is read here, all else by the program that plays.
  async open(file) {
    const { page } = this,
      say = (text) => {
        byId('net').textContent = text;
      };
    try {
      if (file.size > MOST) throw new Error(`${file.size} bytes: want at most ${MOST >> 20} MiB`);
      const bytes = new Uint8Array(await file.arrayBuffer()),
        text = new TextDecoder().decode(bytes),
        [, data] = /<script type=.application\/json. id=.replay.>(.*?)<\/script>/s.exec(text) || [];
      if (!data && !this.can('show')) throw new Error('this page opens pages of games only; a program opens records: replay FILE --web');
      const game = data ? JSON.parse(data) : await page.server.file('show', bytes);
      if (!Array.isArray(game?.plies) || !game.scene?.board) throw new Error('this page holds no game');
      page.server?.leave();
      page.replay(game);
      this.file = data ? null : bytes;
      page.around();
      say(file.name);
      byId('b-back').hidden = !page.server;
    } catch (e) {
      say(`${file.name}: ${e.message}`);
    }
  }
}
