// play.js: how a person answers. One mechanism for all games: an answer is {text, cells, ...}; cells is the path of clicks.
export class Turn {
  // on.send is called with the answer chosen, on.change after every step.
  constructor(board, ask, on) {
    Object.assign(this, { board, ask, on, path: [], cursor: null, sent: null, hinted: null });
    this.draw();
  }
  // withCells are the answers by cells; those that are off are seen in a menu and cannot be chosen.
  withCells() {
    return this.ask.answers.filter((a) => a.cells?.length);
  }
  matches() {
    return this.withCells().filter((a) => this.path.every((x, i) => a.cells[i] === x));
  }
  done() {
    return this.path.length ? this.matches().filter((a) => a.cells.length === this.path.length) : [];
  }
  next() {
    return new Set(
      this.matches()
        .map((a) => a.cells[this.path.length])
        .filter((c) => c != null),
    );
  }
  // roots are the cells where an answer begins; lit are those that light up: something there can be chosen.
  roots(lit) {
    return new Set(
      this.withCells()
        .filter((a) => !lit || !a.off)
        .map((a) => a.cells[0]),
    );
  }
  buttons() {
    return this.ask.answers.filter((a) => !a.cells?.length || a.key);
  }

  click(c) {
    if (this.sent) return;
    const done = this.done();
    this.hinted = null;
    if (this.next().has(c)) this.path.push(c);
    else if (c === this.path.at(-1) && done.length === 1 && !done[0].off)
      return this.send(done[0]); // the piece itself again: it stays
    else if (c === this.path[0])
      this.path = []; // the first cell again: put it back
    else if (this.roots().has(c))
      this.path = [c]; // another piece
    else return this.on.wrong([...this.path, c]); // anywhere else
    this.settle();
  }
  // drag is a press on one cell and a release on another: the piece there, and where it goes.
  drag(from, to) {
    if (this.sent || from === to || !(this.roots().has(from) || this.path.at(-1) === from)) return false;
    if (this.path.at(-1) !== from) this.path = [from];
    const goes = this.next().has(to);
    if (goes) this.path.push(to);
    goes ? this.settle() : this.draw();
    return goes;
  }
  // An answer is sent when its path is complete and nothing can follow, not when only one is left.
  settle() {
    const done = this.done();
    if (done.length === 1 && !done[0].off && !this.next().size) return this.send(done[0]);
    this.draw();
  }
  back() {
    this.path.pop();
    this.draw();
  }
  send(answer) {
    if (this.sent || answer.off) return;
    this.sent = answer;
    this.kept = this.path;
    this.path = [];
    this.board.targets([]);
    this.on.send(answer);
  }
  // refused gives the turn back: nothing is lost.
  refused() {
    this.sent = null;
    this.path = [];
    this.draw();
  }
  hint(text) {
    this.hinted = this.ask.answers.find((a) => a.text === text) || null;
    this.path = [];
    this.draw();
    return this.hinted;
  }
  key(e) {
    if (this.sent) return false;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    const letters = { w: 'ArrowUp', a: 'ArrowLeft', s: 'ArrowDown', d: 'ArrowRight' };
    const button = this.buttons().find((a) => a.key && (a.key === e.key || a.key === letters[e.key]));
    if (e.key === 'Escape') return (this.back(), true);
    if (button && !(e.key === 'Enter' && this.cursor != null && this.path.length)) return (this.send(button), true);
    if (!this.withCells().length) return false;
    if (way) return (this.move(way), true);
    if ((e.key === ' ' || e.key === 'Enter') && this.cursor != null) return (this.click(this.cursor), true);
    if (e.key === 'n' || e.key === 'N') {
      const list = [...(this.next().size && this.path.length ? this.next() : this.roots(true))].sort((a, b) => a - b),
        i = list.indexOf(this.cursor);
      this.cursor = list[(i + (e.key === 'n' ? 1 : list.length - (i < 0 ? 0 : 1))) % list.length];
      this.draw();
      return true;
    }
    return false;
  }
  move([dx, dy]) {
    const B = this.board,
      f = B.flip ? -1 : 1,
      g = B.flip && B.b.flip === 'turn' ? -1 : 1;
    if (this.cursor == null) this.cursor = [...this.roots()][0] ?? 0;
    else {
      const x = Math.max(0, Math.min(B.W - 1, (this.cursor % B.W) + dx * f));
      const y = Math.max(0, Math.min(B.H - 1, Math.floor(this.cursor / B.W) + dy * g));
      this.cursor = y * B.W + x;
    }
    this.draw();
  }
  draw() {
    const t = [],
      pieces = Object.values(this.board.scene.pieces),
      busy = new Set(pieces.filter((p) => !(p.z < 0)).map((p) => p.at));
    const next = this.next(),
      done = this.done(),
      take = new Set(
        this.matches()
          .filter((a) => a.take)
          .map((a) => a.cells.at(-1)),
      );
    for (const c of this.ask.done || []) t.push({ c, kind: 'done' });
    if (this.hinted)
      (this.hinted.cells || this.hinted.via || []).forEach((c, i, all) => t.push({ c, kind: i === all.length - 1 ? 'chosen' : 'done' }));
    if (!this.path.length) for (const c of this.roots(true)) t.push({ c, kind: take.has(c) ? 'take' : 'own' });
    else {
      this.path.forEach((c, i) => t.push({ c, kind: i === this.path.length - 1 ? 'chosen' : 'done' }));
      for (const c of next) t.push({ c, kind: take.has(c) ? 'take' : 'go', busy: busy.has(c) });
      if (done.length === 1 && !done[0].off && next.size) t.push({ c: this.path.at(-1), kind: 'both' });
    }
    if (this.cursor != null) t.push({ c: this.cursor, kind: 'cursor' });
    this.board.targets(t);
    this.on.change?.({ path: this.path, next, done, left: (this.path.length ? this.matches() : this.ask.answers).filter((a) => !a.off).length });
  }
}
