// programs.js: players' programs in this browser. They run in workers of frame.html, which has no origin; the games talk to them by
// message ports.
const local = window.gridiron.server,
  FILES = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json'];

export class Programs {
  // on: tree(extra) gives the files of a program, printed(text, id) gets its standard error, progress(share) the loading of Python.
  constructor(on) {
    Object.assign(this, { on, running: new Map(), extra: {}, ids: 0, frame: null, python: null });
    this.apart = 'Suspending' in WebAssembly;
    local.worker.addEventListener('message', ({ data }) => {
      if (data.spawn) this.start(data.spawn, data.words, data.env, data.port);
      else if (data.kill) this.end(data.kill);
      else if (data.printed) this.on.printed(data.printed, data.program);
      else if (data.checked) this.checked(data.checked);
    });
    addEventListener('message', ({ source, data }) => {
      if (!this.frame || source !== this.frame.contentWindow) return;
      if (data.ready) this.loaded();
      else if (data.failed) this.broken(new Error('Python does not start here: ' + data.failed));
    });
  }
  // ready returns when programs can start; with Python, when that is there.
  ready(withPython) {
    if (withPython) return (this.python ||= this.load(true));
    return (this.plain ||= this.python || this.load(false));
  }
  async load(withPython) {
    if (withPython && !this.apart) throw new Error('This browser is too old for Python here: it needs WebAssembly with JSPI.');
    const files = withPython ? await this.fetched() : null;
    const text = async (name) => (await fetch(new URL(name, import.meta.url))).text();
    [this.program, this.runner] = [await text('program.js'), await text('run.py')];
    this.frame?.remove();
    const frame = document.createElement('iframe');
    frame.hidden = true;
    frame.title = 'Programs';
    frame.sandbox = 'allow-scripts';
    frame.src = new URL('frame.html', import.meta.url);
    await new Promise((loaded) => {
      frame.onload = loaded;
      document.body.append(frame);
    });
    this.frame = frame;
    return new Promise((resolve, reject) => {
      this.loaded = () => (this.on.progress(1), resolve());
      this.broken = reject;
      this.send({ load: { program: this.program, files, env: { HOME: '/bot', PYTHONHASHSEED: '0' } } });
    });
  }
  async fetched() {
    const files = {},
      whole = 13.5e6;
    let got = 0;
    this.on.progress(0);
    await Promise.all(
      FILES.map(async (name) => {
        const response = await fetch(new URL('python/' + name + '.gz', import.meta.url)),
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
  send(message, ports = []) {
    this.frame.contentWindow.postMessage(message, '*', ports);
  }
  start(id, words, env, port) {
    this.running.set(id, port);
    this.send({ spawn: id, words, env, tree: { ...this.on.tree(this.extra), '/run.py': this.runner } }, [port]);
  }
  end(id) {
    this.running.delete(id);
    if (this.frame) this.send({ stop: id });
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
