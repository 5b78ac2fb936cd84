import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import { decodeText, detectEncoding, type Encoding } from '@clouddisk/contract/text-encoding'
import type { SavedText } from '@clouddisk/contract/texts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { timeInSentence } from '../../lib/format-date-time.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { createStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { showSaved, updatePreviewed } from './leaving.ts'
import { PreviewMessage } from './messages.tsx'
import { usePreviewSource } from './source.ts'
import { type Draft, draftOf, dropDraft } from './text/drafts.ts'
import { ENCODING_NAMES } from './text/encodings.tsx'
import { editableOf, readStart } from './text/read-text.ts'
import { t } from './text/strings.ts'
import type { TextActions } from './text/text-actions.ts'
import { TextBody } from './text/text-body.tsx'
import { TextTools, type ViewMode } from './text/text-tools.tsx'
import type { EditedFile } from './text/use-editing.ts'

const Editor = lazyPart(() => import('./text/editor.tsx'), 'Editor')

/** Beyond this a document is not rendered, bytes. */
const RENDERED_MAX = 1024 * 1024

export interface TextViewProps {
  url: string
  onRetry: () => void
  item: Instance
  /** An earlier version, which is not edited. */
  versionId: string | undefined
  /** Its editor is opened at once. */
  edit?: boolean | undefined
}

/** A text file: as it is, as a table or as a rendered document; edited in place where the user may. */
export function TextView({ url, onRetry, item, versionId, edit: editAtOnce }: TextViewProps): ReactElement {
  const { instanceId, fileType } = item
  const queries = useQueryClient()
  const source = usePreviewSource()
  const start = useQuery({
    queryKey: ['text-start', url],
    queryFn: ({ signal }) => readStart(url, item.fileSize === 0, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
  })
  const read = start.data
  const detected = useMemo(() => read && detectEncoding(read.bytes, !read.isWhole), [read])
  const [chosen, choose] = useChosenEncoding(instanceId)
  const encoding = chosen ?? detected
  const text = useMemo(
    () => read && encoding && decodeText(read.bytes, encoding, !read.isWhole),
    [read, encoding],
  )
  const [chosenMode, setMode] = useState<ViewMode>()
  const [wrap, setWrap] = useState(true)
  const [finding, setFinding] = useState(false)
  const [editing, setEditing] = useState<EditedFile>()
  const [draft, setDraft] = useState<Draft>()
  const saved = useRef<SavedText>(undefined)
  const actions = useRef<TextActions>(null)
  const mayEdit =
    source.hasChanges && versionId === undefined && item.fileAuth.includes('upload') && read?.isWhole === true
  const edit = (from?: Draft) => {
    if (!read || !encoding) return
    const editable = editableOf(read.bytes, encoding)
    if (from) setEditing({ ...from, isDraft: true })
    else if (editable) setEditing({ ...editable, versionId: read.versionId, isDraft: false })
    else toast.error(t('notEditable', { encoding: ENCODING_NAMES[encoding] }))
    setDraft(undefined)
  }
  useEffect(() => {
    if (!mayEdit) return
    let gone = false
    void draftOf(instanceId).then((found) => !gone && setDraft(found))
    return () => {
      gone = true
    }
  }, [mayEdit, instanceId])
  /** The list may be behind what was saved here or by somebody else. */
  const leaveEditor = async () => {
    setEditing(undefined)
    await queries.invalidateQueries({ queryKey: ['preview', instanceId] })
    updatePreviewed(saved.current ? { ...item, ...saved.current } : item)
  }
  // Closed without that, it may be opened again by Forward.
  useEffect(() => () => saved.current && updatePreviewed(saved.current), [])
  const find = () => {
    if (chosenMode !== 'source')
      setMode((mode) => (mode === 'table' || !isMarkdown(fileType) ? mode : 'source'))
    setFinding(true)
    actions.current?.focusFind()
  }
  useEditAtOnce(editAtOnce === true && mayEdit && encoding !== undefined, edit)
  useFindKey(editing === undefined, find)
  if (start.error)
    return <PreviewMessage title={t('failedTitle')} text={errorMessage(start.error)} onRetry={onRetry} />
  if (!read || text === undefined || !detected || !encoding) return <Loading label={t('loading')} />
  if (editing)
    return (
      <Editor
        item={item}
        start={editing}
        wrap={wrap}
        onSaved={(file) => {
          if (file.instanceId !== instanceId) return
          saved.current = file
          showSaved(file)
        }}
        onDone={() => void leaveEditor()}
      />
    )
  const modes = modesOf(fileType, read.size)
  const mode = modes.find((one) => one === chosenMode) ?? modes[0]
  const discardDraft = async () => {
    const agreed = await confirm({
      type: 'warning',
      title: t('discardDraftTitle'),
      text: t('discardDraftText'),
      confirmText: t('discardDraft'),
      danger: true,
    })
    if (!agreed) return
    await dropDraft(instanceId)
    setDraft(undefined)
  }
  return (
    <div className="flex h-full flex-col">
      <TextTools
        modes={modes}
        mode={mode}
        onMode={setMode}
        wrap={wrap}
        onWrap={setWrap}
        onFind={find}
        actions={actions}
        encoding={{ detected, chosen, onChoose: choose }}
        isEmpty={text === ''}
        onEdit={mayEdit ? () => edit(draft) : undefined}
      />
      {draft && mayEdit && (
        <p
          role="status"
          className="flex flex-wrap items-center gap-2 border-b border-line bg-warn-soft px-4 py-1.5 text-secondary text-warn"
        >
          {t('draftFound', { time: timeInSentence(new Date(draft.time).toISOString()) })}
          <Button size="small" onClick={() => edit(draft)}>
            {t('continueDraft')}
          </Button>
          <Button size="small" variant="bare" onClick={() => void discardDraft()}>
            {t('discardDraft')}
          </Button>
        </p>
      )}
      {read.size > RENDERED_MAX && isMarkdown(fileType) && (
        <p className="border-b border-line bg-info-soft px-4 py-1.5 text-secondary text-info">
          {t('tooLongToFormat', { limit: formatSize(RENDERED_MAX) })}
        </p>
      )}
      <div className="min-h-0 flex-1">
        <TextBody
          item={item}
          url={url}
          start={read}
          text={text}
          encoding={encoding}
          mode={mode}
          wrap={wrap}
          finding={finding}
          onFindClose={() => setFinding(false)}
          onRetry={onRetry}
          renew={() => source.addressOf({ instanceId, versionId })}
          ref={actions}
        />
      </div>
    </div>
  )
}

/** Once, as soon as the text is there. */
function useEditAtOnce(isReady: boolean, edit: () => void): void {
  const done = useRef(false)
  const latest = useRef(edit)
  latest.current = edit
  useEffect(() => {
    if (!isReady || done.current) return
    done.current = true
    latest.current()
  }, [isReady])
}

/** Ctrl+F wherever the focus is in the preview. */
function useFindKey(isOn: boolean, find: () => void): void {
  const latest = useRef(find)
  latest.current = find
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'f') return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOn])
}

const isMarkdown = (ext: string): boolean => ['md', 'markdown'].includes(ext.toLowerCase())

function modesOf(ext: string, size: number): readonly [ViewMode, ...ViewMode[]] {
  if (['csv', 'tsv'].includes(ext.toLowerCase()) && size > 0) return ['table', 'source']
  return isMarkdown(ext) && size > 0 && size <= RENDERED_MAX ? ['rendered', 'source'] : ['source']
}

/** The chosen encodings by file, until the page is closed. */
const chosenEncodings = createStore<Readonly<Record<string, Encoding>>>({})

function useChosenEncoding(
  instanceId: string,
): readonly [Encoding | undefined, (encoding: Encoding | undefined) => void] {
  const chosen = chosenEncodings.use()[instanceId]
  const choose = (encoding: Encoding | undefined) => {
    const { [instanceId]: _, ...others } = chosenEncodings.get()
    chosenEncodings.set(encoding ? { ...others, [instanceId]: encoding } : others)
  }
  return [chosen, choose]
}
