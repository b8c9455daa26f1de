// code.js: CodeMirror as the editor of one bot. It lies in a shadow root: there its styles need no permission of the page's policy.
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { python } from '@codemirror/lang-python';
import { bracketMatching, defaultHighlightStyle, indentOnInput, indentUnit, syntaxHighlighting, HighlightStyle } from '@codemirror/language';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const wrong = StateEffect.define();
const marks = StateField.define({
  create: () => Decoration.none,
  update(set, change) {
    for (const effect of change.effects) {
      if (!effect.is(wrong)) continue;
      const { line, message } = effect.value;
      if (!line || line > change.state.doc.lines) return Decoration.none;
      return Decoration.set([Decoration.line({ class: 'cm-wrong', attributes: { title: message } }).range(change.state.doc.line(line).from)]);
    }
    return change.docChanged ? Decoration.none : set;
  },
  provide: (field) => EditorView.decorations.from(field),
});
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.self], color: 'var(--acc)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--red-text)' },
  { tag: [tags.comment], color: 'var(--mut)', fontStyle: 'italic' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--blue-text)' },
]);
const look = EditorView.theme({
  '&': { height: '100%', fontSize: '.87rem', color: 'var(--ink)', backgroundColor: 'var(--panel)' },
  '.cm-scroller': { fontFamily: 'ui-monospace, "DejaVu Sans Mono", monospace', overflow: 'auto' },
  '.cm-gutters': { backgroundColor: 'var(--sunk)', color: 'var(--mut)', border: '0' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--ink) 6%, transparent)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'color-mix(in srgb, var(--acc) 25%, transparent) !important' },
  '.cm-wrong': { backgroundColor: 'color-mix(in srgb, var(--red) 10%, transparent)', boxShadow: 'inset 3px 0 var(--red)' },
});

export class Code {
  // changed gets the text when somebody has edited it.
  constructor(parent, changed) {
    this.changed = changed;
    const root = parent.attachShadow({ mode: 'open' });
    this.view = new EditorView({ parent: root, root });
  }
  show(name, text) {
    const extensions = [
      lineNumbers(), history(), drawSelection(), indentOnInput(), bracketMatching(), highlightActiveLine(), highlightSelectionMatches(),
      syntaxHighlighting(colours), syntaxHighlighting(defaultHighlightStyle, { fallback: true }), marks, look,
      indentUnit.of(name.endsWith('.py') ? '    ' : '  '), name.endsWith('.py') ? python() : /\.js(on)?$/.test(name) ? javascript() : [],
      keymap.of([indentWithTab, ...defaultKeymap, ...historyKeymap, ...searchKeymap]),
      EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': `${name}: Escape and Tab leave the editor` }),
      EditorView.updateListener.of((u) => u.docChanged && this.changed(u.state.doc.toString())),
    ];
    this.view.setState(EditorState.create({ doc: text, extensions }));
  }
  write(text) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }
  // mark marks a line, from 1, until the text changes; 0: none.
  mark(line, message = '') {
    const effects = [wrong.of({ line, message })];
    if (line && line <= this.view.state.doc.lines) effects.push(EditorView.scrollIntoView(this.view.state.doc.line(line).from, { y: 'center' }));
    this.view.dispatch({ effects });
  }
}
