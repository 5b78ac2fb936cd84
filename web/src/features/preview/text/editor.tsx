import type { Instance } from '@clouddisk/contract/files'
import type { SavedText } from '@clouddisk/contract/texts'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { Save, Search } from 'lucide-react'
import {
  type KeyboardEvent,
  lazy,
  type ReactElement,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { editing as editingKeys } from './code-mirror.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { dropDraft } from './drafts.ts'
import { EncodingSelect } from './encodings.tsx'
import { FindBar, type FindBarHandle } from './find-bar.tsx'
import { t } from './strings.ts'
import { useCodeMirror, useCodeSearch } from './use-code-mirror.ts'
import { type EditedFile, useEditing } from './use-editing.ts'

const Compare = lazy(() => import('./compare.tsx').then(({ Compare }) => ({ default: Compare })))

interface EditorProps {
  item: Instance
  start: EditedFile
  wrap: boolean
  /** After each save. */
  onSaved: (saved: SavedText) => void
  onDone: () => void
}

/** A text that is edited in place. */
export function Editor({ item, start, wrap, onSaved, onDone }: EditorProps): ReactElement {
  const { instanceName: name } = item
  const box = useRef<HTMLDivElement>(null)
  const hint = useId()
  const bar = useRef<FindBarHandle>(null)
  const [finding, setFinding] = useState(false)
  const [asked, setAsked] = useState({ query: '', caseSensitive: false })
  const [comparing, setComparing] = useState(false)
  const commands = useRef({ save: () => {}, change: () => {} })
  const onSave = useCallback(() => {
    commands.current.save()
    return true
  }, [])
  const extensions = useMemo(
    () => [
      editingKeys(start.lineEnd),
      keymap.of([{ key: 'Mod-s', preventDefault: true, run: onSave }]),
      EditorView.contentAttributes.of({ 'aria-describedby': hint }),
      EditorView.updateListener.of((update) => update.docChanged && commands.current.change()),
    ],
    [start, onSave, hint],
  )
  const view = useCodeMirror(box, {
    name,
    text: start.text,
    label: t('editorOf', { name }),
    wrap,
    extensions,
  })
  const { found, search, step } = useCodeSearch(view)
  const textNow = () => (view ? view.state.sliceDoc() : start.text)
  const editing = useEditing(item, start, textNow, onSaved)
  const { dirty, busy, conflict } = editing
  const save = () => {
    if (!busy && !conflict) void editing.save()
  }
  commands.current = { save, change: editing.onChange }
  useEffect(() => view?.focus(), [view])
  const done = async () => {
    if (await editing.mayLeave()) onDone()
  }
  const discard = async () => {
    const agreed = await confirm({
      type: 'warning',
      title: t('discardMineTitle'),
      text: conflict?.isOwn ? t('discardMineTextOwn') : t('discardMineText', { user: conflict?.user ?? '' }),
      confirmText: t('discardMine'),
      danger: true,
    })
    if (!agreed) return
    editing.abandon()
    await dropDraft(item.instanceId)
    onDone()
  }
  const setText = (text: string) => {
    if (!view || text === textNow()) return
    const doc = EditorState.create({ doc: text, extensions: EditorState.lineSeparator.of(start.lineEnd) }).doc
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: doc } })
  }
  const keepBoth = async () => {
    if (await editing.keepBoth()) onDone()
  }
  const onQuery = (query: string, caseSensitive: boolean) => {
    setAsked({ query, caseSensitive })
    search(query, caseSensitive)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isCommand = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
    if (isCommand && event.key === 's') save()
    else if (isCommand && event.key === 'f') {
      setFinding(true)
      bar.current?.focus()
    } else {
      // Esc lets Tab leave the editor; it would close the preview.
      if (event.key === 'Escape' && (event.target as Element).closest('.cm-editor')) event.stopPropagation()
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of what is inside
    <div className="flex h-full flex-col bg-bg" onKeyDown={onKeyDown}>
      <div
        role="toolbar"
        aria-label={t('tools')}
        className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-1.5"
      >
        <IconButton
          icon={Search}
          label={t('find')}
          keys="Mod+F"
          pressed={finding}
          onClick={() => setFinding(!finding)}
        />
        <EncodingSelect
          detected={start.encoding}
          chosen={editing.encoding === start.encoding ? undefined : editing.encoding}
          onChoose={(encoding) => editing.setEncoding(encoding ?? start.encoding)}
        />
        <span role="status" className="ml-auto text-caption text-warn">
          {dirty && t('unsaved')}
        </span>
        <Button size="small" onClick={() => void done()}>
          {t('done')}
        </Button>
        <Button size="small" variant="primary" icon={Save} busy={busy} onClick={save}>
          {t('save')}
        </Button>
      </div>
      {finding && (
        <FindBar
          ref={bar}
          {...asked}
          found={found}
          onQuery={onQuery}
          onStep={step}
          onClose={() => {
            onQuery('', asked.caseSensitive)
            setFinding(false)
            view?.focus()
          }}
        />
      )}
      <div ref={box} className="peer min-h-0 flex-1 select-text" />
      {/* Its line is there without the focus too, or the text would move. */}
      <p
        id={hint}
        className="invisible border-t border-line px-4 py-1 text-caption text-mut peer-focus-within:visible pointer-coarse:hidden"
      >
        {t('leaveByKeys')}
      </p>
      {conflict && !comparing && (
        <ConflictDialog
          name={name}
          other={conflict}
          busy={busy}
          onKeepBoth={() => void keepBoth()}
          onCompare={() => setComparing(true)}
          onDiscard={() => void discard()}
          onClose={editing.forgetConflict}
        />
      )}
      {conflict && comparing && (
        <Suspense fallback={<Loading label={t('loading')} />}>
          <Compare
            item={item}
            other={conflict}
            mine={textNow()}
            busy={busy}
            onMine={setText}
            onSave={(over) => void editing.save(over).then((saved) => saved && setComparing(false))}
            onKeepBoth={() => void keepBoth()}
            onDiscard={() => void discard()}
            onBack={() => {
              setComparing(false)
              editing.forgetConflict()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
