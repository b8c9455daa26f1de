// scene.js: scenes are plain data; each ply is an RFC 7396 merge patch on the scene before it.

// patched returns what a patch makes of a value. It never changes the value: parts that are untouched keep their identity.
export function patched(value, patch) {
  if (patch === null || typeof patch !== 'object' || Array.isArray(patch)) return patch;
  const out = value && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};
  for (const key of Object.keys(patch)) {
    if (key === '__proto__') continue;
    if (patch[key] === null) delete out[key];
    else out[key] = patched(out[key], patch[key]);
  }
  return out;
}

// GameRecord holds one game: its head, its first scene and its plies. Every 64th scene is kept, so that a jump is cheap and a long
// game small.
export class GameRecord {
  constructor(head) {
    this.head = head;
    this.first = head.count || 0;
    this.plies = [];
    this.curve = [head.scene.curve || 0];
    this.kept = [head.scene];
    this.near = [0, head.scene];
    this.result = null;
  }
  get length() {
    return this.plies.length;
  }
  push(ply) {
    const patch = ply.scene || ply.patch || {};
    this.plies.push(ply);
    this.curve.push('curve' in patch ? patch.curve || 0 : this.curve.at(-1));
  }
  // cut takes plies back; at the start the first scene may be another one, too.
  cut(length, scene, count) {
    if (scene) [this.kept[0], this.first] = [scene, count || 0];
    this.plies.length = Math.min(this.plies.length, length);
    this.curve.length = this.plies.length + 1;
    this.kept.length = Math.min(this.kept.length, Math.floor(length / 64) + 1);
    this.near = [0, this.kept[0]];
    this.result = null;
  }
  at(n) {
    let [from, scene] = this.near;
    const base = Math.min(Math.floor(n / 64), this.kept.length - 1);
    if (from > n || from < base * 64) [from, scene] = [base * 64, this.kept[base]];
    for (; from < n;) {
      scene = this.plies[from].scene || patched(scene, this.plies[from].patch || {});
      from++;
      if (from % 64 === 0 && this.kept.length === from / 64) this.kept.push(scene);
    }
    this.near = [n, scene];
    return scene;
  }
  // count is the number of plies up to a scene as records, `review` and `replay --at` count them: where all move at once, each answer
  // is one. scene is the first one with so many.
  // left is the time that each seat has for its next answer, in seconds, below 0 without a limit; undefined: nobody has one.
  left(n) {
    return (n > 0 ? this.plies[n - 1] : this.head).left;
  }
  count(n) {
    return n > 0 ? this.plies[n - 1].count || n : this.first;
  }
  scene(ply) {
    let n = 0;
    while (n < this.length && this.count(n) < ply) n++;
    return n;
  }
  group(n) {
    return n > 0 ? this.plies[n - 1].group || 0 : 0;
  }
}

// cellName is what a cell is called on a board: "xy" stands for the labels.
export function cellName(board, cell) {
  const x = cell % board.w,
    y = Math.floor(cell / board.w),
    columns = board.top || board.bottom || [];
  return board.cell.replace(/[xy]/g, (k) => (k === 'x' ? (columns[x] ?? x) : ((board.left || [])[y] ?? y)));
}
