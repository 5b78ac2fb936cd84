import type { Instance } from '@clouddisk/contract/files'
import { LIMITS } from '@clouddisk/contract/limits'
import { lengthOf } from '@clouddisk/contract/names'
import { clsx } from 'clsx'
import { Pencil, Plus } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { saveRemark } from './mutations.ts'
import { t } from './strings.ts'

/** What is typed and not saved yet, by item: another file may be looked at in between. */
const drafts = new Map<string, string>()

/** The remark of an item, edited in place. */
export function RemarkSection({ item }: { item: Instance }): ReactElement | null {
  const { remark, fileAuth } = item
  const editable = fileAuth.includes('label') || fileAuth.includes('rename')
  const [editing, setEditing] = useState(drafts.has(item.instanceId))
  const section = useRef<HTMLElement>(null)
  const ended = useRef(false)
  // Once the button is there, which may be later than the next frame.
  useEffect(() => {
    if (!editing && ended.current) section.current?.querySelector('button')?.focus()
    ended.current = false
  }, [editing])
  if (!editable && remark === '') return null
  const end = () => {
    drafts.delete(item.instanceId)
    ended.current = true
    setEditing(false)
  }
  return (
    <section ref={section} className="border-t border-line px-5 py-4">
      <h3 className="mb-1.5 flex h-7 items-center justify-between text-secondary font-semibold">
        {t('remark')}
        {editable && !editing && remark !== '' && (
          <IconButton
            size="small"
            icon={Pencil}
            label={t('editRemark')}
            onClick={() => setEditing(true)}
            className="-mr-1.5"
          />
        )}
      </h3>
      {editing ? (
        <Editor item={item} onEnd={end} />
      ) : remark === '' ? (
        <Button size="small" icon={Plus} onClick={() => setEditing(true)}>
          {t('addRemark')}
        </Button>
      ) : (
        <p className="text-secondary break-words whitespace-pre-wrap select-text">{remark}</p>
      )}
    </section>
  )
}

function Editor({ item, onEnd }: { item: Instance; onEnd: () => void }): ReactElement {
  const [initialDraft] = useState(drafts.get(item.instanceId))
  const [text, setText] = useState(initialDraft ?? item.remark)
  const [refused, setRefused] = useState<string>()
  const [busy, setBusy] = useState(false)
  const noteId = useId()
  const buttons = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // No return: the newest browsers answer a promise, which would be taken for the effect's clean-up.
    if (initialDraft === undefined) buttons.current?.scrollIntoView({ block: 'nearest' })
  }, [initialDraft])
  const limit = LIMITS.remarkMax
  const length = lengthOf(text.trim())
  const problem = length > limit ? t('remarkTooLong', { limit }) : refused
  const save = async () => {
    if (length > limit || busy) return
    if (text.trim() === item.remark) return onEnd()
    setBusy(true)
    try {
      await saveRemark(item, text.trim())
      onEnd()
    } catch (error) {
      setRefused(`${t('remarkNotSaved')} · ${errorMessage(error)}`)
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
    else if (event.key === 'Escape') {
      event.stopPropagation()
      onEnd()
    }
  }
  return (
    <>
      <Textarea
        // Only where it was asked for: a kept draft leaves the focus in the list.
        autoFocus={initialDraft === undefined}
        aria-label={t('remark')}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={noteId}
        rows={4}
        value={text}
        onChange={(event) => {
          drafts.set(item.instanceId, event.target.value)
          setText(event.target.value)
          setRefused(undefined)
        }}
        onKeyDown={onKeyDown}
        className="text-secondary!"
      />
      <p id={noteId} className="mt-1 flex justify-between gap-3 text-caption">
        <span role="alert" className="text-danger">
          {problem}
        </span>
        <span className={clsx('tabular shrink-0', length > limit ? 'text-danger' : 'text-mut')}>
          {t('typed', { length, limit })}
        </span>
      </p>
      <div ref={buttons} className="mt-2 flex scroll-mb-4 gap-2">
        <Button size="small" variant="primary" busy={busy} onClick={() => void save()}>
          {t('save')}
        </Button>
        <Button size="small" onClick={onEnd}>
          {t('cancel')}
        </Button>
      </div>
    </>
  )
}
