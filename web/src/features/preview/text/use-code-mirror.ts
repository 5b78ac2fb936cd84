import { findNext, findPrevious, getSearchQuery, SearchQuery, setSearchQuery } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { basics, languageOf, openHiddenPanel } from './code-mirror.ts'
import type { Found } from './find-bar.tsx'
import { MATCHES_MAX } from './search.ts'

interface CodeOptions {
  name: string
  text: string
  label: string
  wrap: boolean
  extensions: Extension
}

/** CodeMirror in an element; a new one for each text. */
export function useCodeMirror(
  parent: RefObject<HTMLElement | null>,
  { name, text, label, wrap, extensions }: CodeOptions,
): EditorView | undefined {
  const [view, setView] = useState<EditorView>()
  const wrapping = useRef(new Compartment())
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changes later is reconfigured below
  useEffect(() => {
    const language = new Compartment()
    const made = new EditorView({
      ...(parent.current && { parent: parent.current }),
      state: EditorState.create({
        doc: text,
        extensions: [
          extensions,
          basics,
          language.of([]),
          wrapping.current.of(wrap ? EditorView.lineWrapping : []),
          EditorView.contentAttributes.of({ 'aria-label': label }),
        ],
      }),
    })
    openHiddenPanel(made)
    let gone = false
    void languageOf(name).then((found) => {
      if (!gone) made.dispatch({ effects: language.reconfigure(found) })
    })
    setView(made)
    return () => {
      gone = true
      made.destroy()
      setView(undefined)
    }
  }, [text, name])
  useEffect(() => {
    view?.dispatch({ effects: wrapping.current.reconfigure(wrap ? EditorView.lineWrapping : []) })
  }, [view, wrap])
  return view
}

interface CodeSearch {
  readonly found: Found | undefined
  readonly search: (query: string, caseSensitive: boolean) => void
  readonly step: (step: 1 | -1) => void
}

/** Marks and counts matches in a CodeMirror. */
export function useCodeSearch(view: EditorView | undefined): CodeSearch {
  const [found, setFound] = useState<Found>()
  const count = () => {
    if (!view) return
    const query = getSearchQuery(view.state)
    if (!query.valid) return setFound(undefined)
    const { from } = view.state.selection.main
    let total = 0
    let index = 0
    const cursor = query.getCursor(view.state)
    for (let next = cursor.next(); !next.done && total < MATCHES_MAX; next = cursor.next()) {
      if (next.value.from === from) index = total
      total++
    }
    setFound({ count: total, index, isCapped: total >= MATCHES_MAX, done: true })
  }
  return {
    found,
    search: (query, caseSensitive) => {
      view?.dispatch({
        effects: setSearchQuery.of(new SearchQuery({ search: query, caseSensitive, literal: true })),
      })
      if (view && query !== '') {
        // From the present match on, which grows with what is typed.
        view.dispatch({ selection: { anchor: view.state.selection.main.from } })
        findNext(view)
      }
      count()
    },
    step: (step) => {
      if (!view) return
      if (step === 1) findNext(view)
      else findPrevious(view)
      count()
    },
  }
}

/** Puts the cursor into a line and shows it. */
export function goToLine(view: EditorView, line: number): void {
  const { from } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines))
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
  view.focus()
}
