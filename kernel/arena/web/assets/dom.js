// dom.js: making elements. Text always becomes a text node.
export const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, kids) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'on') for (const [event, f] of Object.entries(value)) element.addEventListener(event, f);
    else if (value != null && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...kids.filter((k) => k != null));
  return element;
}

export const html = (tag, attributes = {}, ...kids) => fill(document.createElement(tag), attributes, kids);
export const svg = (tag, attributes = {}, ...kids) => fill(document.createElementNS(SVG, tag), attributes, kids);

// become makes the nodes in an element like fresh ones. What fits stays, so that only what differs is laid out and painted again.
// Fresh nodes listen to nothing: what stays has the listeners that it had.
export function become(element, fresh) {
  const old = [...element.childNodes];
  fresh.forEach((node, i) => {
    if (!old[i]) element.append(node);
    else if (old[i].nodeName !== node.nodeName) old[i].replaceWith(node);
    else if (node.nodeType === Node.TEXT_NODE) old[i].data === node.data || (old[i].data = node.data);
    else alike(old[i], node);
  });
  for (const rest of old.slice(fresh.length)) rest.remove();
}
function alike(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) === value) continue;
    if (name === 'style') old.style.cssText = fresh.style.cssText; // the attribute is not for scripts here
    else old.setAttribute(name, value);
  }
  become(old, [...fresh.childNodes]);
}

export const icon = (d) => svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d }));
export const sprite = (name, attributes = {}) =>
  svg('svg', { viewBox: '0 0 32 32', 'aria-hidden': 'true', ...attributes }, svg('use', { href: '#' + name }));
// within throws why if a promise takes longer than a minute: whoever is to keep it may have been ended by the browser.
export function within(promise, why) {
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(why)), 60_000)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

export const byId = (id) => document.getElementById(id);

// sheet puts the symbols of a sprite sheet into the document, where <use> finds them. Scripts and styles have no place in one.
export function sheet(text) {
  document.querySelector('svg.sheet')?.remove();
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  const all = svg('svg', { class: 'sheet', 'aria-hidden': 'true' });
  for (const symbol of parsed.querySelectorAll('symbol')) all.append(document.importNode(symbol, true));
  document.body.prepend(all);
}
