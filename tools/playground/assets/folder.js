// folder.js: a bot's files as a ZIP archive (PKWARE's APPNOTE), and as a link.

const through = async (stream, bytes) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
const MOST = 256 << 10; // bytes of all files

const table = Array.from({ length: 256 }, (_, n) => {
  for (let i = 0; i < 8; i++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});
const crc32 = (bytes) => ~bytes.reduce((crc, b) => table[(crc ^ b) & 255] ^ (crc >>> 8), -1) >>> 0;

// fields are little-endian numbers of 2 and 4 bytes.
function fields(list) {
  const view = new DataView(new ArrayBuffer(list.reduce((sum, [size]) => sum + size, 0)));
  let at = 0;
  for (const [size, value] of list) {
    size === 2 ? view.setUint16(at, value, true) : view.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(view.buffer);
}

// pack returns the archive of files, texts by name, below a folder.
export async function pack(files, folder) {
  const parts = [],
    index = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const path = new TextEncoder().encode(folder + name),
      bytes = new TextEncoder().encode(text),
      small = await through(new CompressionStream('deflate-raw'), bytes);
    const shared = [[2, 20], [2, 0x800], [2, 8], [2, 0], [2, 0x21], [4, crc32(bytes)], [4, small.length], [4, bytes.length], [2, path.length], [2, 0]];
    const mode = text.startsWith('#!') ? 0o100755 : 0o100644;
    index.push(fields([[4, 0x02014b50], [2, 0x314], ...shared, [2, 0], [2, 0], [2, 0], [4, mode * 65536], [4, at]]), path);
    const head = fields([[4, 0x04034b50], ...shared]);
    parts.push(head, path, small);
    at += head.length + path.length + small.length;
  }
  const size = index.reduce((sum, p) => sum + p.length, 0),
    n = index.length / 2;
  return new Blob([...parts, ...index, fields([[4, 0x06054b50], [2, 0], [2, 0], [2, n], [2, n], [4, size], [4, at], [2, 0]])], { type: 'application/zip' });
}

// unpack returns the files of such an archive, without the folder that they are in.
export async function unpack(file) {
  const bytes = new Uint8Array(await file.arrayBuffer()),
    view = new DataView(bytes.buffer),
    refuse = (why) => {
      throw new Error(`${file.name}: ${why}`);
    };
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) refuse('want a ZIP archive');
  const files = {};
  let at = view.getUint32(end + 16, true),
    whole = 0;
  for (let n = view.getUint16(end + 10, true); n > 0; n--) {
    const [method, size, full, length, extra, comment] = [10, 20, 24, 28, 30, 32].map((o) => (o === 20 || o === 24 ? view.getUint32(at + o, true) : view.getUint16(at + o, true)));
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length)),
      head = view.getUint32(at + 42, true),
      from = head + 30 + view.getUint16(head + 26, true) + view.getUint16(head + 28, true);
    at += 46 + length + extra + comment;
    if (name.endsWith('/') || /(^|\/)(__|\.)/.test(name)) continue;
    if ((whole += full) > MOST) refuse(`its files have more than ${MOST} bytes`);
    if (method !== 0 && method !== 8) refuse(`${name} is compressed in an unknown way`);
    const part = bytes.subarray(from, from + size);
    const content = method ? await through(new DecompressionStream('deflate-raw'), part) : part;
    if (content.length !== full) refuse(`${name} is damaged`);
    files[name] = new TextDecoder().decode(content);
  }
  const names = Object.keys(files),
    top = names[0]?.split('/')[0] + '/';
  return names.every((name) => name.startsWith(top)) ? Object.fromEntries(names.map((name) => [name.slice(top.length), files[name]])) : files;
}

const LONGEST = 32 << 10; // characters of a link

// share returns the address of this page with a bot behind #bot=.
export async function share(bot) {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(JSON.stringify(bot)));
  const text = btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  if (text.length > LONGEST) throw new Error(`The bot is too long for a link (${text.length} characters, at most ${LONGEST}): use Download.`);
  return location.href.split('#')[0] + '#bot=' + text;
}

// shared returns the bot of this page's address; null: there is none.
export async function shared() {
  const text = new URLSearchParams(location.hash.slice(1)).get('bot');
  if (!text) return null;
  const bad = new Error('The link carries no bot: perhaps a part of it is missing.');
  if (text.length > LONGEST) throw bad;
  let bot;
  try {
    const bytes = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader(), parts = [];
    let whole = 0;
    for (let part; !(part = await reader.read()).done; parts.push(part.value)) if ((whole += part.value.length) > MOST) throw bad;
    bot = JSON.parse(await new Blob(parts).text());
  } catch {
    throw bad;
  }
  const fine = bot?.files && Object.entries(bot.files).every(([name, content]) => typeof content === 'string' && /^[\w-][\w. -]*(\/[\w-][\w. -]*)*$/.test(name));
  if (!fine) throw bad;
  return bot;
}
