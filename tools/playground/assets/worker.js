// worker.js: the worker in which the games are played. The first message is the address of the program, a file compressed with
// gzip; from then on the program takes the messages, see page.Main.
importScripts('wasm_exec.js');

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
