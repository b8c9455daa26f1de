// live.js: where games come from. A file holds one game; a server sends games as they are played and takes answers.
import { byId, html, within } from './dom.js';
import { address } from './shell.js';

// fromFile returns what a one-file replay holds, or null.
export function fromFile() {
  const data = byId('replay');
  return data ? { learn: window.learn, ...JSON.parse(data.textContent) } : null; // pages of one folder share the former
}

// connect returns where live games come from: a server, or a worker of this browser, in the playground.
export function connect(on) {
  const program = document.querySelector('meta[name=program]')?.content;
  return program ? new Local(on, program) : new Server(on);
}

class Server {
  // on has a function for every event: game, ply, cut, end, ask, state, beside, lost, back, bye.
  constructor(on) {
    this.on = on;
    const inAddress = () => address().get('token');
    const given = inAddress();
    try {
      if (given) sessionStorage.setItem('token', given);
      this.kept = !given && sessionStorage.getItem('token');
      this.token = given || this.kept || '';
    } catch {
      this.token = given || ''; // blocked
    }
    // The address of another seat, or of a program that was started again: the browser itself loads nothing anew.
    addEventListener('hashchange', () => inAddress() && inAddress() !== this.token && location.reload());
    this.query = this.token ? '?token=' + encodeURIComponent(this.token) : '';
    this.open();
  }
  open() {
    this.events = new EventSource('events' + this.query);
    for (const kind of ['game', 'ply', 'cut', 'end', 'ask', 'state', 'beside']) {
      this.events.addEventListener(kind, (e) => this.on[kind](JSON.parse(e.data)));
    }
    this.events.addEventListener('bye', (e) => {
      this.events.close();
      this.on.bye(JSON.parse(e.data).closed);
    });
    this.events.addEventListener('open', () => {
      this.welcome = true;
      this.on.back();
    });
    this.events.addEventListener('error', () => {
      this.on.lost();
      if (this.events.readyState === EventSource.CLOSED) this.refused();
    });
  }
  // refused asks why there are no events, which the browser does not tell: a table may have been closed, or the server be full.
  async refused() {
    const [status, why] = await fetch('text' + this.query).then(async (r) => [r.status, await r.text()], () => [0]);
    if (status === 404) this.on.bye(true);
    else if (status === 403 && !this.welcome && this.kept) {
      this.token = this.kept = this.query = ''; // of an earlier game in this tab; the address has none
      sessionStorage.removeItem('token');
      this.open();
    } else if (status === 403) this.on.lost(why.trim());
    else setTimeout(() => this.open(), 2000);
  }
  // leave receives no more of the game while the page shows a file; back does again.
  leave() {
    this.away = true;
    this.events.close();
  }
  back() {
    this.away = false;
    this.open();
  }
  // file does something with a game as a file: record, show or review, see web.Files. seen is told how far it is.
  async file(what, bytes = new Uint8Array(), seen) {
    const response = await fetch('file?do=' + what, {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream', Authorization: 'Bearer ' + this.token },
      body: bytes,
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += value;
      const line = what === 'review' && text.lastIndexOf('\n');
      if (line > 0) {
        seen(JSON.parse(text.slice(text.lastIndexOf('\n', line - 1) + 1, line)));
        text = text.slice(line + 1);
      }
    }
    if (what === 'record' && response.ok) return text;
    const said = JSON.parse(text);
    if (said.error) throw new Error(said.error);
    return said;
  }
  // post returns the answer of the server, and throws what it refuses.
  async post(path, body) {
    if (this.away && (body.do === 'new' || body.do === 'queue')) this.back();
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer ' + this.token },
      body: JSON.stringify(body),
    });
    const said = await response.json().catch(() => ({ error: response.statusText }));
    if (!response.ok) throw new Error(said.error || 'refused');
    return said;
  }
}

const SILENT = 'The games in this browser have not answered for a minute: reload the page.',
  LONG = ['review', 'check', 'pair', 'show']; // they take their time

// Local is what Server is, with the games in a web worker.
class Local {
  constructor(on, program) {
    Object.assign(this, { on, waiting: new Map(), ids: 0, away: false });
    this.wait = byId('board').firstElementChild;
    if (!window.Worker || !window.WebAssembly || !window.DecompressionStream)
      return this.failed('this browser is too old: it needs WebAssembly, workers and DecompressionStream');
    this.bar = html('progress', { max: 1, 'aria-label': 'Loading the game' });
    this.wait.replaceChildren('Loading the game … ', this.bar);
    this.worker = new Worker(new URL('worker.js', import.meta.url));
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (e) => this.failed(e.message || 'its files cannot be loaded');
    this.worker.postMessage(new URL(program, location.href).href);
    this.loads();
  }
  failed(why) {
    this.wait.textContent = byId('net').textContent = 'The game does not run here: ' + why;
  }
  // loads says when nothing has come for a minute while the game loads.
  loads() {
    within(new Promise((heard) => (this.heard = heard)), 'nothing has come for a minute: reload the page').catch((e) => this.failed(e.message));
  }
  hear({ loaded, failed, said, ply, of, event, id, ok, body }) {
    this.heard();
    if (failed) this.failed(failed);
    else if (said) byId('net').textContent = said;
    else if (of) this.seen?.({ ply, of });
    else if (loaded != null) {
      this.bar.value = loaded;
      this.loads();
    }
    else if (event && !this.away) {
      const [, kind, data] = /^event: (.*)\n(?:id: .*\n)?data: (.*)\n\n$/.exec(event);
      this.on[kind](JSON.parse(data));
    } else if (id) {
      const [resolve, reject] = this.waiting.get(id);
      this.waiting.delete(id);
      ok ? resolve(body) : reject(new Error(body));
    }
  }
  // ask sends the worker a message; body is bytes. The answer is text.
  ask(what, body = new Uint8Array()) {
    this.worker.postMessage({ id: ++this.ids, what, body });
    const answer = new Promise((...both) => this.waiting.set(this.ids, both));
    return LONG.includes(what) ? answer : within(answer, SILENT);
  }
  async post(path, body) {
    const text = new TextEncoder().encode(JSON.stringify(body));
    if (this.away && (body.do === 'new' || body.do === 'queue')) this.back();
    try {
      return JSON.parse(await this.ask(path, text));
    } catch (e) {
      throw e.message === SILENT ? e : new Error(JSON.parse(e.message).error || 'refused');
    }
  }
  async file(what, bytes, seen) {
    this.seen = seen;
    const text = await this.ask(what, bytes);
    return what === 'record' ? text : JSON.parse(text);
  }
  leave() {
    this.away = true;
  }
  back() {
    this.away = false;
    return this.ask('stream');
  }
}
