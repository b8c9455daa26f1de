// programs.js: players' programs in this browser. They run in workers of frame.html, which has no origin; the games talk to them by
// message ports. Only where Python cannot wait for a message (no JSPI) has the frame of Python programs the page's origin.
import { within } from '../page/dom.js';

const local = window.gridiron.server,
  FILES = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json'],
  TYPES = { mjs: 'text/javascript', wasm: 'application/wasm' },
  at = (name) => new URL(name, import.meta.url);

const isPython = (words) => /(^|\/)python[0-9.]*$/.test(words[0]);

export class Programs {
  // on: tree(extra) gives the files of a program, printed(text, id) gets its standard error, progress(share) the loading of Python.
  constructor(on) {
    Object.assign(this, { on, running: new Map(), extra: {}, ids: 0, frames: {} });
    this.apart = 'Suspending' in WebAssembly;
    local.worker.addEventListener('message', ({ data }) => {
      if (data.spawn) this.start(data.spawn, data.words, data.env, data.port);
      else if (data.kill) this.end(data.kill);
      else if (data.printed) this.on.printed(data.printed, data.program);
      else if (data.checked) this.checked(data.checked);
    });
  }
  // ready returns the frame for programs in Python or in JavaScript when they can start.
  ready(python) {
    return (this.frames[python] ||= this.load(python).catch((e) => {
      delete this.frames[python];
      throw e;
    }));
  }
  async load(python) {
    const start = performance.now(),
      kind = python ? 'Python' : 'JavaScript';
    const load = { env: { HOME: '/bot', PYTHONHASHSEED: '0' } },
      text = async (name) => (await fetch(at(name))).text();
    const page = python && !this.apart;
    if (page) {
      await controlled();
      Object.assign(load, { address: at('program.js').href, name: crypto.getRandomValues(new Uint32Array(2)).join('-') + '-' });
    }
    [load.program, this.runner] = [await text('program.js'), await text('run.py')];
    const memory = new Memory(this.apart);
    if (python) [load.files, load.snapshot] = [await this.fetched(), await memory.read().catch(() => null)];
    const frame = document.createElement('iframe');
    frame.hidden = true;
    frame.title = 'Programs';
    if (!page) frame.sandbox = 'allow-scripts';
    frame.src = at('frame.html');
    frame.onload = () => this.send(frame, { load });
    document.body.append(frame);
    const { snapshot, failed } = await heard(frame, (data) => data.ready || data.failed).catch((e) => ({ failed: e.message }));
    if (failed) {
      frame.remove();
      if (!load.snapshot) throw new Error(`${kind} does not start here: ${failed}`);
      await memory.forget(); // perhaps that was the reason
      return this.load(python);
    }
    if (snapshot) memory.write(snapshot).catch(() => {}); // no room: the next start takes longer
    this.on.progress(1);
    performance.measure(kind, { start, detail: load.snapshot ? 'from its kept memory' : 'anew' });
    return frame;
  }
  async fetched() {
    const files = {},
      whole = 6.4e6 // bytes, as they are sent;
    let got = 0;
    this.on.progress(0);
    await Promise.all(
      FILES.map(async (name) => {
        const response = await fetch(at('python/' + name + '.gz')),
          reader = response.body.getReader(),
          parts = [];
        if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
        for (let part; !(part = await reader.read()).done; this.on.progress(Math.min(0.99, (got += part.value.length) / whole))) parts.push(part.value);
        let body = new Blob(parts).stream();
        if (parts[0][0] === 0x1f) body = body.pipeThrough(new DecompressionStream('gzip'));
        files[name] = await new Response(body, { headers: { 'Content-Type': TYPES[name.split('.').pop()] || '' } }).blob();
      }),
    );
    return files;
  }
  send(frame, message, ports = []) {
    frame.contentWindow?.postMessage(message, '*', ports);
  }
  async start(id, words, env, port) {
    this.running.set(id, port);
    const python = isPython(words);
    let frame;
    try {
      frame = await this.ready(python);
    } catch (e) {
      port.postMessage({ err: new TextEncoder().encode(e.message + '\n') });
      return port.postMessage({ exit: 'exit status 127' });
    }
    if (!this.running.has(id)) return;
    const began = heard(frame, (data) => data.began === String(id));
    this.send(frame, { spawn: id, words, env, tree: { ...this.on.tree(this.extra), '/run.py': this.runner } }, [port]);
    began.catch((e) => {
      this.stop(e.message);
      delete this.frames[python]; // the next program gets another frame
      frame.remove();
    });
  }
  end(id) {
    this.running.delete(id);
    for (const frame of Object.values(this.frames)) frame.then((f) => this.send(f, { stop: id }), () => {});
  }
  // stop ends all programs, and says why to those who talk to them.
  stop(why) {
    for (const id of this.running.keys()) {
      this.end(id);
      if (typeof id === 'number') local.worker.postMessage({ stopped: id, why });
      else this.over?.(why);
    }
  }
  // run runs a program that only prints, and returns how it ended.
  run(words, printed) {
    const { port1, port2 } = new MessageChannel(),
      id = 'page' + ++this.ids,
      text = new TextDecoder();
    return new Promise((resolve) => {
      this.over = (status) => {
        this.end(id);
        printed('\n');
        resolve(status);
      };
      port1.onmessage = ({ data }) => {
        const bytes = data.out || data.err;
        if (bytes) printed(text.decode(bytes, { stream: true }));
        if (data.exit) this.over(data.exit);
      };
      this.start(id, words, [], port2);
    });
  }
}

// heard returns the next message of a frame that is wanted. What listens keeps all that is around it, and ends with that.
function heard(frame, wanted) {
  const end = new AbortController();
  const came = new Promise((resolve) => {
    addEventListener('message', ({ source, data }) => source === frame.contentWindow && wanted(data) && resolve(data), { signal: end.signal });
  });
  return within(came, 'the frame of programs has not answered for a minute: reload the page').finally(() => end.abort());
}

// controlled returns when the service worker answers this page's frames.
async function controlled() {
  const { serviceWorker } = navigator;
  const control = async () => {
    await serviceWorker.register(at('../sw.js'));
    const { active } = await serviceWorker.ready;
    if (serviceWorker.controller) return;
    const claimed = new Promise((done) => serviceWorker.addEventListener('controllerchange', done, { once: true }));
    active.postMessage({ claim: true });
    await claimed;
  };
  try {
    await within(control());
  } catch {
    throw new Error('Python does not run here: this browser has no JSPI, and then the page needs a service worker, which only addresses of https: and of this machine have.');
  }
}

// Memory keeps that of a Python that has started, for the next visit; Pyodide refuses that of another version, and the service worker
// removes it when the folder is another one.
class Memory {
  constructor(apart) {
    this.cache = self.caches?.open('gridiron-playground-python').catch(() => null); // blocked
    this.name = at(`python/memory-${apart}`);
  }
  async read() {
    const kept = await (await this.cache)?.match(this.name);
    if (kept) return new Response(kept.body.pipeThrough(new DecompressionStream('gzip'))).blob();
  }
  async write(memory) {
    await (await this.cache)?.put(this.name, new Response(memory.stream().pipeThrough(new CompressionStream('gzip'))));
  }
  async forget() {
    await (await this.cache)?.delete(this.name);
  }
}
