import { EditorView } from '@codemirror/view'
import { type ReactElement, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { viewing } from './code-mirror.ts'
import { FindBar, type FindBarHandle } from './find-bar.tsx'
import type { TextActions } from './text-actions.ts'
import { goToLine, useCodeMirror, useCodeSearch } from './use-code-mirror.ts'

interface CodeViewProps {
  name: string
  text: string
  wrap: boolean
  finding: boolean
  onFindClose: () => void
  ref?: Ref<TextActions>
}

/** A small text with the colours of its language. */
export function CodeView({ name, text, wrap, finding, onFindClose, ref }: CodeViewProps): ReactElement {
  const box = useRef<HTMLDivElement>(null)
  const bar = useRef<FindBarHandle>(null)
  const view = useCodeMirror(box, { name, text, wrap, label: name, extensions: viewing })
  const { found, search, step } = useCodeSearch(view)
  const [asked, setAsked] = useState({ query: '', caseSensitive: false })
  const onQuery = (query: string, caseSensitive: boolean) => {
    setAsked({ query, caseSensitive })
    search(query, caseSensitive)
  }
  useImperativeHandle(ref, () => ({
    goToLine: (line) => view && goToLine(view, line),
    toEnd: () => {
      if (!view) return
      view.dispatch({ effects: EditorView.scrollIntoView(view.state.doc.length, { y: 'end' }) })
      view.focus()
    },
    focusFind: () => bar.current?.focus(),
    focus: () => view?.focus(),
  }))
  return (
    <div className="flex h-full flex-col bg-bg">
      {finding && (
        <FindBar
          ref={bar}
          {...asked}
          found={found}
          onQuery={onQuery}
          onStep={step}
          onClose={() => {
            onQuery('', asked.caseSensitive)
            onFindClose()
            view?.focus()
          }}
        />
      )}
      <div ref={box} className="min-h-0 flex-1 select-text" />
    </div>
  )
}
