// program.js: the worker in which a player's program runs, in Python or in JavaScript. It is made of a blob inside of frame.html,
// where there is no network and no storage: what it needs comes in messages.
//
// The first message is {files, module, snapshot, env}: Python's files by name, the compiled one, the memory of a Python that was
// started before, and variables; without files there is no Python. The second is {words, env, tree}, the program, with a port to
// whoever talks to it: the port gets {out} and {err} with bytes and at last {exit} with how it ended, and sends {in} with bytes,
// null at the end.
//
// Where Python cannot wait for a message, the second message has {name} in place of a port: what would come in messages is asked for
// by that name, what would go to the port goes to the frame.
'use strict';
const text = new TextEncoder();
let python = null,
  children = 0;

onmessage = async ({ data, ports: [port = self] }) => {
  const say = (bytes, to = 'err') => port.postMessage({ [to]: bytes }),
    exit = (status) => port.postMessage({ exit: 'exit status ' + status });
  try {
    if (!data.words) return await prepare(data);
    const input = data.name ? asked(data.name) : stream();
    if (!data.name) port.onmessage = ({ data }) => input.put(data.in);
    if (python) exit(await runPython(data, input, say));
    else runNode(data, input, say, exit);
  } catch (e) {
    if (!data.words) return postMessage({ failed: String(e.stack || e) });
    say(text.encode(`${e.stack || e}\n`));
    exit(1);
  }
};

// stream is what comes from a port. next gives the next bytes; undefined is the end.
function stream() {
  const waiting = [];
  let wake = null,
    over = false;
  return {
    put(bytes) {
      over ||= !bytes;
      if (wake) wake(bytes || undefined);
      else if (bytes) waiting.push(bytes);
      wake = null;
    },
    next: async () => waiting.shift() || (over ? undefined : new Promise((resolve) => (wake = resolve))),
  };
}

// asked is what is asked for by a name. next waits itself, and returns '' if nothing has come for a while.
function asked(name) {
  let at = 0, failed = 0, over = false;
  return {
    next() {
      if (over) return undefined;
      const request = new XMLHttpRequest();
      request.open('GET', new URL(`line?${name}:${at}`, location), false);
      request.responseType = 'arraybuffer';
      try {
        request.send();
      } catch (e) {
        if (++failed > 9) throw e;
        return ''; // the service worker was ended, and starts again
      }
      if (request.status === 205) return '';
      if (request.status !== 200 && request.status !== 204) throw new Error(`the service worker does not answer: ${request.status}`);
      failed = 0;
      at++;
      over = request.status === 204;
      return over ? undefined : new Uint8Array(request.response);
    },
  };
}

// --- Python

async function unreachable(url) {
  throw new TypeError(`${url}: there is no network here`);
}

async function prepare({ files, module, snapshot, env }) {
  if (!files) return postMessage({ ready: true });
  const address = (name) => URL.createObjectURL(files[name]);
  self.fetch = async (url) => {
    const name = String(url).split('/').pop();
    if (!files[name]) return unreachable(name);
    return new Response(files[name]);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => ({ module, instance: await WebAssembly.instantiate(module, imports) });
  self.importScripts = () => { throw new Error('Pyodide has modules'); }; // it refuses workers that have this
  const { loadPyodide } = await import(address('pyodide.mjs'));
  const { default: createPyodideModule } = await import(address('pyodide.asm.mjs'));
  const memory = await snapshot?.arrayBuffer();
  python = await loadPyodide({
    indexURL: 'https://python.invalid/', env, createPyodideModule,
    ...(memory ? { _loadSnapshot: memory } : { _makeSnapshot: true }),
  });
  memory?.transfer?.(0); // 30 MB, which wait for the garbage collector otherwise
  self.fetch = unreachable;
  postMessage({ ready: true, snapshot: snapshot ? null : new Blob([python.makeMemorySnapshot()]) });
}

async function runPython({ words, env, tree, name }, input, say) {
  python.setStdout({ write: (b) => (say(b.slice(), 'out'), b.length), isatty: false });
  python.setStderr({ write: (b) => (say(b.slice()), b.length), isatty: false });
  for (const [name, content] of Object.entries(tree)) {
    const path = name.startsWith('/') ? name : '/bot/' + name;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    python.FS.writeFile(path, content);
  }
  python.FS.chdir('/bot');
  Object.assign(self, { asks: Boolean(name), nextInput: input.next, spawnChild: name ? (words) => askedChild(words, name) : spawnChild });
  python.globals.set('WORDS', python.toPy(words));
  python.globals.set('ENV', python.toPy(env || []));
  return python.runPythonAsync(tree['/run.py']);
}

// spawnChild starts another program of the same files, for a program that talks to it as a test does.
function spawnChild(words) {
  const { port1, port2 } = new MessageChannel(),
    [out, err] = [stream(), stream()],
    id = ++children;
  let ended;
  const exit = new Promise((resolve) => (ended = resolve));
  const end = (status) => (out.put(null), err.put(null), port1.close(), postMessage({ kill: id }), ended(status));
  port1.onmessage = ({ data }) => {
    if (data.out) out.put(data.out);
    if (data.err) err.put(data.err);
    if (data.exit) end(data.exit);
  };
  postMessage({ child: id, words: [...words], port: port2 }, [port2]);
  return {
    out: out.next, err: err.next,
    exit: () => exit,
    write: (bytes) => port1.postMessage({ in: bytes }),
    end: () => port1.postMessage({ in: null }),
    kill: () => end('signal: killed'),
  };
}

// askedChild does the same for a program that asks for what it reads.
function askedChild(words, name) {
  const id = ++children,
    [out, err, exit] = ['out', 'err', 'exit'].map((end) => asked(`${name}.${id}/${end}`));
  const put = (content) => postMessage({ put: '.' + id, content });
  postMessage({ child: id, words: [...words] });
  return {
    out: out.next, err: err.next, write: put,
    exit() {
      const status = exit.next();
      return status && new TextDecoder().decode(status);
    },
    end: () => put(null),
    kill: () => postMessage({ kill: id }),
  };
}

// --- JavaScript, with the part of Node that bots need

function runNode({ words, tree }, input, say, exit) {
  let over = false;
  const leave = (status) => !over && ((over = true), exit(status));
  const print = (to) => (...all) => say(text.encode(all.map((v) => (typeof v === 'string' ? v : JSON.stringify(v))).join(' ') + '\n'), to);
  const fail = (e) => (say(text.encode(`${e.stack || e}\n`)), leave(1));
  const stdin = emitter();
  const outlet = (to) => ({ write: (s) => (say(typeof s === 'string' ? text.encode(s) : s.slice(), to), true) });
  const process = { argv: words, env: {}, stdin, stdout: outlet('out'), stderr: outlet('err'), exit: (n = 0) => { leave(n); throw new Error('exit'); }, on() {} };
  const console = { log: print('out'), info: print('out'), error: print('err'), warn: print('err') };
  const builtin = {
    crypto: { createHash: () => hash() },
    readline: { createInterface: ({ input }) => lines(input) },
    assert: null, fs: null,
  };
  const loaded = {};
  const require = (name, from = '') => {
    const plain = name.replace(/^node:/, '');
    if (builtin[plain]) return builtin[plain];
    const path = new URL(name, 'file:///' + from).pathname.slice(1),
      file = [path, path + '.js', path + '.json', path + '/index.js'].find((f) => f in tree);
    if (!name.startsWith('.') || !file) throw new Error(`require('${name}'): in a browser there are only the bot's own files, node:crypto and node:readline`);
    if (file.endsWith('.json')) return JSON.parse(tree[file]);
    if (loaded[file]) return loaded[file].exports;
    const module = (loaded[file] = { exports: {} });
    const code = `self.module_ = (require, module, exports, process, console, __filename, __dirname) => {${tree[file].replace(/^#!/, '//')}\n}\n//# sourceURL=${file}`;
    importScripts(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
    self.module_((n) => require(n, file), module, module.exports, process, console, '/bot/' + file, '/bot');
    return module.exports;
  };
  self.onerror = (message, _1, _2, _3, e) => (over || fail(e || message), true);
  self.onunhandledrejection = (e) => (over || fail(e.reason), e.preventDefault());
  try {
    require('./' + words.slice(1).find((w) => !w.startsWith('-')).replace(/^\.\//, ''));
  } catch (e) {
    if (!over) fail(e);
  }
  (async () => {
    for (let bytes; !over && (bytes = await input.next()); ) {
      try {
        stdin.emit('data', bytes);
      } catch (e) {
        return over || fail(e);
      }
    }
    stdin.emit('end');
    setTimeout(() => leave(0)); // Node ends when nothing is left to do
  })();
}

function emitter() {
  const heard = {};
  return {
    setEncoding() {}, resume() {},
    on(kind, f) { (heard[kind] ||= []).push(f); return this; },
    once(kind, f) { return this.on(kind, f); },
    emit: (kind, ...all) => (heard[kind] || []).forEach((f) => f(...all)),
  };
}

function lines(input) {
  const events = emitter(), decoder = new TextDecoder();
  let rest = '';
  input.on('data', (bytes) => {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = parts.pop();
    for (const line of parts) events.emit('line', line.replace(/\r$/, ''));
  });
  input.on('end', () => (rest && events.emit('line', rest), events.emit('close')));
  return events;
}

// hash is SHA-256 (FIPS 180-4), which browsers have only for those who can wait.
function hash() {
  let all = new Uint8Array(0);
  const primes = [], fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  return {
    update(part) {
      const more = typeof part === 'string' ? text.encode(part) : part;
      all = Uint8Array.from([...all, ...more]);
      return this;
    },
    digest(form) {
      const state = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p))), K = primes.map((p) => fraction(Math.cbrt(p)));
      const padded = new Uint8Array(((all.length + 8) >> 6 << 6) + 64), view = new DataView(padded.buffer);
      padded.set(all);
      padded[all.length] = 0x80;
      view.setUint32(padded.length - 8, Math.floor(all.length / 2 ** 29));
      view.setUint32(padded.length - 4, all.length << 3);
      const turn = (x, n) => (x >>> n) | (x << (32 - n)), w = new Int32Array(64);
      for (let at = 0; at < padded.length; at += 64) {
        for (let i = 0; i < 64; i++) {
          const a = w[i - 15], b = w[i - 2];
          w[i] = i < 16 ? view.getInt32(at + 4 * i)
            : w[i - 16] + w[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
        }
        let [a, b, c, d, e, f, g, h] = state;
        for (let i = 0; i < 64; i++) {
          const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
          const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
          [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
        }
        [a, b, c, d, e, f, g, h].forEach((v, i) => (state[i] = (state[i] + v) | 0));
      }
      const out = new Uint8Array(32), to = new DataView(out.buffer);
      state.forEach((v, i) => to.setInt32(4 * i, v));
      if (form === 'hex') return [...out].map((b) => b.toString(16).padStart(2, '0')).join('');
      for (const [name, get, little] of [['readUInt32LE', 'getUint32', true], ['readUInt32BE', 'getUint32', false], ['readInt32LE', 'getInt32', true]])
        out[name] = (at = 0) => to[get](at, little);
      return out;
    },
  };
}
