// live.js: where games come from. A file holds one game; a server sends games as they are played and takes answers.
import { byId } from './dom.js';

// fromFile returns what a one-file replay holds, or null.
export function fromFile() {
  const data = byId('replay');
  return data ? JSON.parse(data.textContent) : null;
}

export class Server {
  // on has a function for every event: game, ply, cut, end, ask, state, beside, lost, back, bye.
  constructor(on) {
    this.on = on;
    const inAddress = () => new URLSearchParams(location.hash.slice(1)).get('token');
    const given = inAddress();
    try {
      if (given) sessionStorage.setItem('token', given);
      this.token = given || sessionStorage.getItem('token') || '';
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
    this.events.addEventListener('open', () => this.on.back());
    this.events.addEventListener('error', () => {
      this.on.lost();
      if (this.events.readyState === EventSource.CLOSED) this.refused();
    });
  }
  // refused asks why there are no events, which the browser does not tell: a table may have been closed, or the server be full.
  async refused() {
    const status = await fetch('text' + this.query).then((r) => r.status, () => 0);
    if (status === 404) this.on.bye(true);
    else if (status === 403) this.on.lost(true);
    else setTimeout(() => this.open(), 2000);
  }
  // post returns the answer of the server, and throws what it refuses.
  async post(path, body) {
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
