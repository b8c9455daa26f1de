// playground.js: what the page has where the games are played in the browser.
import { byId, html } from './dom.js';

byId('b-share').before(html('a', { class: 'tog', href: '../index.html' }, 'Games'));
