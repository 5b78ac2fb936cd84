import { Dialog as Base } from '@base-ui/react/dialog'
import type { Instance } from '@clouddisk/contract/files'
import { MergeView, unifiedMergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect, useRef } from 'react'
import { errorMessage } from '../../../lib/api.ts'
import { usePhone } from '../../../lib/media-query.ts'
import { Button } from '../../../ui/button.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { PreviewMessage } from '../messages.tsx'
import { basics, editing, languageOf, viewing } from './code-mirror.ts'
import { lineEndOf } from './read-text.ts'
import { type OtherSave, readSaved } from './save.ts'
import { t } from './strings.ts'

interface CompareProps {
  item: Instance
  other: OtherSave
  mine: string
  busy: boolean
  /** Told the text as it is edited here, before anything is done with it. */
  onMine: (text: string) => void
  /** @param over the version that was compared with. */
  onSave: (over: string) => void
  onKeepBoth: () => void
  onDiscard: () => void
  onBack: () => void
}

/** Both texts side by side, on phones in one column; one's own can be edited. */
export function Compare(props: CompareProps): ReactElement {
  const { item, other, mine, busy, onMine, onSave, onKeepBoth, onDiscard, onBack } = props
  const { instanceName: name } = item
  const saved = useQuery({
    queryKey: ['text-saved', item.instanceId, other.versionId],
    queryFn: () => readSaved(item),
    staleTime: 0,
    gcTime: 0,
  })
  const textNow = useRef(() => mine)
  const withMine = (act: () => void) => () => {
    onMine(textNow.current())
    act()
  }
  return (
    <Base.Root open onOpenChange={(open) => !open && withMine(onBack)()}>
      <Base.Portal>
        <Base.Popup
          data-theme="dark"
          data-skin={document.documentElement.dataset.skin}
          aria-label={t('compareTitle', { name })}
          className="fade-in fixed inset-0 z-[1100] flex flex-col bg-bg text-fg outline-none"
        >
          <header className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
            <Base.Title className="mr-auto min-w-0 truncate text-section font-semibold">
              {t('compareTitle', { name })}
            </Base.Title>
            <Button size="small" onClick={withMine(onBack)}>
              {t('backToEditing')}
            </Button>
            <Button size="small" danger variant="bare" onClick={withMine(onDiscard)}>
              {t('discardMine')}
            </Button>
            <Button size="small" busy={busy} onClick={withMine(onKeepBoth)}>
              {t('keepBoth')}
            </Button>
            <Button
              size="small"
              variant="primary"
              busy={busy}
              onClick={withMine(() => saved.data && onSave(saved.data.versionId))}
            >
              {t('saveMine')}
            </Button>
          </header>
          {saved.error ? (
            <PreviewMessage
              title={t('failedTitle')}
              text={errorMessage(saved.error)}
              onRetry={() => void saved.refetch()}
            />
          ) : saved.data ? (
            <Both
              name={name}
              theirs={saved.data.text}
              mine={mine}
              title={other.isOwn ? t('theirsOwn') : t('theirs', { user: other.user })}
              textNow={textNow}
            />
          ) : (
            <Loading label={t('loading')} />
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

interface BothProps {
  name: string
  theirs: string
  mine: string
  /** Of theirs. */
  title: string
  textNow: { current: () => string }
}

function Both({ name, theirs, mine, title, textNow }: BothProps): ReactElement {
  const box = useRef<HTMLDivElement>(null)
  const isNarrow = usePhone()
  useEffect(() => {
    const parent = box.current
    if (!parent) return
    let end = () => {}
    let gone = false
    void languageOf(name).then((language) => {
      if (gone) return
      const label = (text: string) => EditorView.contentAttributes.of({ 'aria-label': text })
      const own = [editing(lineEndOf(mine)), basics, language, EditorView.lineWrapping, label(t('mine'))]
      if (isNarrow) {
        const extensions = [own, unifiedMergeView({ original: theirs, mergeControls: false })]
        const view = new EditorView({ parent, doc: mine, extensions })
        textNow.current = () => view.state.sliceDoc()
        end = () => view.destroy()
      } else {
        const view = new MergeView({
          parent,
          a: { doc: theirs, extensions: [viewing, basics, language, EditorView.lineWrapping, label(title)] },
          b: { doc: EditorState.create({ doc: mine, extensions: own }).doc, extensions: own },
          collapseUnchanged: { margin: 5 },
        })
        textNow.current = () => view.b.state.sliceDoc()
        end = () => view.destroy()
      }
    })
    return () => {
      gone = true
      end()
    }
  }, [name, theirs, mine, title, isNarrow, textNow])
  return (
    <>
      <div aria-hidden className="grid border-b border-line text-caption text-mut md:grid-cols-2">
        <p className="px-4 py-1.5 max-md:hidden">{title}</p>
        <p className="px-4 py-1.5">{t('mine')}</p>
      </div>
      <div ref={box} className="min-h-0 flex-1 overflow-auto select-text" />
    </>
  )
}
