// clock.js: the time that players have left, on their cards.

// clockText writes seconds: minutes and seconds, tenths in the last ten.
const clockText = (s) => {
  if (s < 10) return (Math.floor(s * 10) / 10).toFixed(1);
  const n = Math.floor(s),
    two = (x) => String(x).padStart(2, '0'),
    hours = Math.floor(n / 3600);
  return (hours ? hours + ':' + two(Math.floor(n / 60) % 60) : Math.floor(n / 60)) + ':' + two(n % 60);
};

export class Clocks {
  // page has record, at, cards, human and thinks(seat).
  constructor(page) {
    Object.assign(this, { page, since: performance.now() });
    setInterval(() => this.draw(), 100);
  }
  // shown says that a scene came just now, or some milliseconds ago.
  shown(ago = 0) {
    this.since = performance.now() - ago;
    this.draw();
  }
  draw() {
    const { page } = this,
      left = page.record?.left(page.at);
    if (!left || (page.record.result && page.at === page.end)) return;
    page.cards.cards.forEach((k, i) => {
      if (!(left[i] >= 0)) return;
      const mine = page.human?.ask?.seat === i && page.human.until,
        on = page.thinks(i) || (mine && !page.past()),
        rest = !on ? left[i] : mine ? (mine - performance.now()) / 1000 : left[i] - (performance.now() - this.since) / 1000,
        text = clockText(Math.max(0, rest));
      if (k.clock.textContent !== text) k.clock.textContent = text;
      k.clock.title = 'time left';
      k.clock.className = 'clock' + (on ? ' runs' : '') + (rest < 10 ? ' low' : '');
    });
  }
}
