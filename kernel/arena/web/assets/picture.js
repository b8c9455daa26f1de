// picture.js: the board as a file.
import { svg } from './dom.js';

// rulesFor are the rules of the page's style sheets that something in a drawing follows.
function rulesFor(drawing) {
  const all = [...document.styleSheets].flatMap((s) => [...s.cssRules]);
  const fits = (r) => r.selectorText && (/:root|data-theme/.test(r.selectorText) || drawing.querySelector(r.selectorText) || drawing.matches(r.selectorText));
  return all
    .filter(fits)
    .map((r) => r.cssText)
    .join('\n');
}

// pictureOf returns the board as an SVG document that needs nothing else.
export function pictureOf(board, width) {
  const copy = board.svg.cloneNode(true),
    [x, y, w, h] = board.box,
    used = svg('defs');
  for (const symbol of document.querySelectorAll('svg.sheet symbol')) used.append(symbol.cloneNode(true));
  copy.querySelector('.g-targets').replaceChildren();
  copy.prepend(used, svg('rect', { x, y, width: w, height: h, fill: 'var(--bg)' }));
  const style = svg('style');
  style.textContent = rulesFor(copy);
  copy.prepend(style);
  const root = document.documentElement.dataset.theme;
  if (root) copy.dataset.theme = root;
  for (const [name, value] of Object.entries({ xmlns: 'http://www.w3.org/2000/svg', width, height: Math.round((width * h) / w) })) copy.setAttribute(name, value);
  copy.style.cssText = `font-family:Inter,'DejaVu Sans',Arial,sans-serif;width:auto;--px:${board.px}`;
  return new XMLSerializer().serializeToString(copy);
}

// pngOf draws the picture.
export async function pngOf(board, width) {
  const image = new Image();
  image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(pictureOf(board, width));
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext('2d').drawImage(image, 0, 0);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}
