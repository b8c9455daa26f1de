// programs.js: players' programs in this browser. They run in workers of frame.html, which has no origin; the games talk to them by
// message ports. Only where Python cannot wait for a message (no JSPI) has the frame of Python programs the page's origin.
const local = window.gridiron.server,
  FILES = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json'],
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
    const kind = python ? 'python' : 'plain';
    return (this.frames[kind] ||= this.load(python).catch((e) => {
      delete this.frames[kind];
      throw e;
    }));
  }
  async load(python) {
    const start = performance.now();
    const load = { env: { HOME: '/bot', PYTHONHASHSEED: '0' } },
      text = async (name) => (await fetch(at(name))).text();
    const page = python && !this.apart;
    if (page) {
      await controlled();
      Object.assign(load, { address: at('program.js').href, name: crypto.getRandomValues(new Uint32Array(2)).join('-') + '-' });
    }
    [load.program, this.runner] = [await text('program.js'), await text('run.py')];
    const memory = python && new Memory((load.files = await this.fetched()), this.apart);
    if (python) load.snapshot = await memory.read().catch(() => null);
    const frame = document.createElement('iframe');
    frame.hidden = true;
    frame.title = 'Programs';
    if (!page) frame.sandbox = 'allow-scripts';
    frame.src = at('frame.html');
    await new Promise((loaded) => {
      frame.onload = loaded;
      document.body.append(frame);
    });
    const said = answer(frame);
    this.send(frame, { load });
    const made = await said.catch(async (e) => {
      frame.remove();
      if (!load.snapshot) throw new Error('Python does not start here: ' + e.message);
      await memory.forget(); // perhaps that was the reason
      return this.load(python);
    });
    if (made instanceof HTMLElement) return made; // it was loaded again
    if (made) memory.write(made).catch(() => {}); // no room: the next start takes longer
    this.on.progress(1);
    performance.measure(python ? 'Python' : 'JavaScript', { start, detail: load.snapshot ? 'from its kept memory' : 'anew' });
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
        files[name] = new Uint8Array(await new Response(body).arrayBuffer());
      }),
    );
    return files;
  }
  send(frame, message, ports = []) {
    frame.contentWindow.postMessage(message, '*', ports);
  }
  async start(id, words, env, port) {
    this.running.set(id, port);
    try {
      const frame = await this.ready(isPython(words));
      if (this.running.has(id)) this.send(frame, { spawn: id, words, env, tree: { ...this.on.tree(this.extra), '/run.py': this.runner } }, [port]);
    } catch (e) {
      port.postMessage({ err: new TextEncoder().encode(e.message + '\n') });
      port.postMessage({ exit: 'exit status 127' });
    }
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

// answer waits until a frame says that programs can start; it returns the memory of Python. It is a function of its own because what
// listens keeps all that is around it, for ever.
function answer(frame) {
  return new Promise((resolve, reject) =>
    addEventListener('message', ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      if (data.ready) resolve(data.snapshot);
      else if (data.failed) reject(new Error(data.failed));
    }),
  );
}

// controlled returns when the service worker answers this page's frames.
async function controlled() {
  const { serviceWorker } = navigator;
  try {
    await serviceWorker.register(at('../sw.js'));
    const { active } = await serviceWorker.ready;
    if (serviceWorker.controller) return;
    const claimed = new Promise((done) => serviceWorker.addEventListener('controllerchange', done, { once: true }));
    active.postMessage({ claim: true });
    await claimed;
  } catch {
    throw new Error('Python does not run here: this browser has no JSPI, and then the page needs a service worker, which only addresses of https: and of this machine have.');
  }
}

// Memory keeps that of a Python that has started, for the next visit; the service worker removes it when the folder is another one.
class Memory {
  constructor(files, apart) {
    this.cache = self.caches?.open('gridiron-playground-python').catch(() => null); // blocked
    this.name = this.cache && hash(...FILES.map((name) => files[name])).then((sum) => at(`python/memory-${sum}-${apart}`));
  }
  async read() {
    const kept = await (await this.cache)?.match(await this.name);
    if (kept) return new Uint8Array(await new Response(kept.body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());
  }
  async write(memory) {
    await (await this.cache)?.put(await this.name, new Response(new Blob([memory]).stream().pipeThrough(new CompressionStream('gzip'))));
  }
  async forget() {
    await (await this.cache)?.delete(await this.name);
  }
}

async function hash(...parts) {
  const sum = await crypto.subtle.digest('SHA-256', await new Blob(parts).arrayBuffer());
  return Array.from(new Uint8Array(sum), (b) => b.toString(16).padStart(2, '0')).join('');
}
