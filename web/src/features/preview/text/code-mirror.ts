import { defaultKeymap, history, historyKeymap, indentWithTab, selectAll } from '@codemirror/commands'
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  LanguageDescription,
  syntaxHighlighting,
} from '@codemirror/language'
import { languages } from '@codemirror/language-data'
import { openSearchPanel, search } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import type { LineEnd } from './read-text.ts'

/** CodeMirror as the preview uses it: dark, with the page's tokens, its search driven by our own bar. */

const theme = EditorView.theme(
  {
    '&': { height: '100%', backgroundColor: 'var(--bg)', color: 'var(--fg)', fontSize: '13px' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '20px' },
    '.cm-content': { caretColor: 'var(--fg)', padding: '8px 0' },
    '.cm-gutters': { backgroundColor: 'var(--bg)', color: 'var(--mut)', border: 'none' },
    '.cm-lineNumbers .cm-gutterElement': { padding: '0 16px', minWidth: '56px' },
    '.cm-line': { paddingRight: '24px' },
    '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
    '.cm-cursor': { borderLeftColor: 'var(--fg)' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
      backgroundColor: '#264a7a !important',
    },
    '.cm-searchMatch': { backgroundColor: 'var(--mark)', outline: 'none' },
    '.cm-searchMatch-selected, .cm-searchMatch-selected *': {
      backgroundColor: 'var(--warn-fill)',
      color: '#000 !important',
    },
    '.cm-panels': { display: 'none' },
  },
  { dark: true },
)

const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: '#c792ea' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.inserted], color: '#a5d6a7' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit], color: '#f5a97f' },
  { tag: [tags.comment, tags.meta, tags.docComment], color: '#8f97a3' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: '#82aaff' },
  { tag: [tags.typeName, tags.className, tags.namespace, tags.tagName], color: '#7fd5ea' },
  { tag: [tags.propertyName, tags.attributeName, tags.labelName], color: '#ffcb6b' },
  { tag: [tags.heading, tags.strong], color: '#82aaff', fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: '#8db4ff', textDecoration: 'underline' },
  { tag: [tags.deleted, tags.invalid], color: '#ff8f86' },
])

const hiddenPanel = search({ createPanel: () => ({ dom: document.createElement('div') }) })

/** What viewing and editing share. */
export const basics: Extension = [
  theme,
  syntaxHighlighting(colors),
  lineNumbers(),
  highlightSpecialChars(),
  drawSelection(),
  hiddenPanel,
]

export const viewing: Extension = [
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({ tabindex: '0' }),
  keymap.of([{ key: 'Mod-a', run: selectAll }]),
]

export const editing = (lineEnd: LineEnd): Extension => [
  EditorState.lineSeparator.of(lineEnd),
  history(),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
]

/** Our bar asks the questions; matches are only marked while a panel is open. */
export const openHiddenPanel = (view: EditorView): void => void openSearchPanel(view)

/** Loads the language of a file by its name; none for plain text. */
export async function languageOf(name: string): Promise<Extension> {
  const known = LanguageDescription.matchFilename(languages, name)
  return known ? known.load().catch(() => []) : []
}
