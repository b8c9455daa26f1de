// worker.js: the worker in which the games are played. The first message is the address of the program, a file compressed with
// gzip; from then on the program takes the messages, see page.Main.
importScripts('wasm_exec.js');

// Programs of players are workers that the page starts. It gets {spawn, words, env, port} for one, {printed, program} for what it
// writes to standard error, {kill} when it is not needed any more, and sends {stopped, why} when it has ended one itself.
const programs = new Map();
self.gridiron = {
  spawn(words, env, out, err, exit) {
    const { port1, port2 } = new MessageChannel(),
      id = ++programs.last,
      text = new TextDecoder();
    programs.set(id, exit);
    port1.onmessage = ({ data }) => {
      if (!programs.has(id)) return;
      if (data.out) out(data.out);
      if (data.err) {
        postMessage({ printed: text.decode(data.err, { stream: true }), program: id });
        err(data.err);
      }
      if (data.exit) exit(data.exit);
    };
    postMessage({ spawn: id, words, env, port: port2 }, [port2]);
    return {
      write: (bytes) => port1.postMessage({ in: bytes }),
      end: () => port1.postMessage({ in: null }),
      kill: () => programs.delete(id) && (port1.close(), postMessage({ kill: id })),
    };
  },
};
programs.last = 0;
addEventListener('message', (e) => {
  if (!e.data.stopped) return;
  e.stopImmediatePropagation(); // it is not for the program
  programs.get(e.data.stopped)?.(e.data.why);
});

onmessage = async ({ data }) => {
  const go = new Go();
  try {
    const program = new Response(await load(data), { headers: { 'Content-Type': 'application/wasm' } });
    const { instance } = await WebAssembly.instantiateStreaming(program, go.importObject);
    await go.run(instance);
    throw new Error('the program has ended');
  } catch (e) {
    postMessage({ failed: e.message });
  }
};

// load fetches a file and tells the page how much of it has come.
async function load(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  const size = +response.headers.get('Content-Length') || 2.5e6;
  const reader = response.body.getReader();
  let got = 0;
  const read = async () => {
    const part = await reader.read();
    if (!part.done) postMessage({ loaded: Math.min(1, (got += part.value.length) / size) });
    return part;
  };
  const first = await read();
  const stream = new ReadableStream({
    start: (to) => (first.done ? to.close() : to.enqueue(first.value)),
    async pull(to) {
      const { done, value } = await read();
      done ? to.close() : to.enqueue(value);
    },
  });
  // A server that says Content-Encoding: gzip has the browser decompress it.
  return first.value?.[0] === 0x1f ? stream.pipeThrough(new DecompressionStream('gzip')) : stream;
}
