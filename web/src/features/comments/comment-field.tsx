import { COMMENT_MAX } from '@clouddisk/contract/comments'
import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactElement, useId, useRef, useState } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { showError } from '../../ui/failures.ts'
import { Textarea } from '../../ui/textarea.tsx'
import { type Draft, EMPTY, type Mention, useMentions } from './comments.ts'
import { t } from './strings.ts'

export interface CommentFieldProps {
  instanceId: string
  label: string
  initial: Draft
  sendText: string
  /** Title of the message when sending fails. */
  failed: string
  /** Rejects with the call's error. */
  onSend: (draft: Draft) => Promise<void>
  onDraft?: (draft: Draft) => void
  onCancel?: () => void
}

/** The name that is being typed after an @; not in an address such as a@b. */
const TYPED = /(?:^|[^\w.@])@([^\s@]{0,40})$/

/** A field for a comment, with a list of colleagues while a name is typed after an @. */
export function CommentField(props: CommentFieldProps): ReactElement {
  const { instanceId, label, initial, sendText, failed, onSend, onDraft, onCancel } = props
  const [draft, setDraft] = useState(initial)
  const [caret, setCaret] = useState(initial.text.length)
  const [closed, setClosed] = useState(false)
  const [at, setAt] = useState(0)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const typed = closed ? undefined : TYPED.exec(draft.text.slice(0, caret))?.[1]
  const found = useMentions(instanceId, typed)
  const people = typed === undefined ? undefined : found.data?.list
  const chosen = people?.[Math.min(at, people.length - 1)]
  const left = COMMENT_MAX - draft.text.length

  const change = (next: Draft) => {
    setDraft(next)
    onDraft?.(next)
  }
  const mention = (person: Mention) => {
    const { text } = draft
    const before = text.slice(0, caret).replace(/@[^@]*$/, `@${person.userRealName} `)
    change({ text: before + text.slice(caret), people: [...draft.people, person] })
    setCaret(before.length)
    // After the text has been drawn.
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(before.length, before.length)
    })
  }
  const send = async () => {
    if (draft.text.trim() === '' || busy) return
    setBusy(true)
    try {
      await onSend(draft)
      change(EMPTY)
      setCaret(0)
    } catch (error) {
      showError(failed, error)
    } finally {
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const handle = (run: () => void) => {
      event.preventDefault()
      event.stopPropagation()
      run()
    }
    if (people && chosen) {
      const { length } = people
      if (event.key === 'ArrowDown') return handle(() => setAt((at + 1) % length))
      if (event.key === 'ArrowUp') return handle(() => setAt((at + length - 1) % length))
      if (event.key === 'Enter' || event.key === 'Tab') return handle(() => mention(chosen))
    }
    if (event.key === 'Escape' && people) return handle(() => setClosed(true))
    if (event.key === 'Escape' && onCancel) return handle(onCancel)
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return handle(() => void send())
  }
  return (
    <div className="flex flex-col gap-2">
      <Textarea
        ref={field}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={people ? listId : undefined}
        aria-activedescendant={chosen ? `${listId}-${chosen.userId}` : undefined}
        placeholder={t('placeholder')}
        rows={3}
        maxLength={COMMENT_MAX}
        value={draft.text}
        onChange={({ target }) => {
          change({ ...draft, text: target.value })
          setCaret(target.selectionStart)
          setClosed(false)
          setAt(0)
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
      />
      {people && (
        <People id={listId} people={people} chosen={chosen} searching={found.isFetching} onChoose={mention} />
      )}
      <div className="flex items-center gap-2">
        <span className="tabular min-w-0 flex-1 truncate text-caption text-mut">
          {left <= 100 ? t('left', { count: left }) : <span className="max-md:hidden">{t('sendKeys')}</span>}
        </span>
        {onCancel && (
          <Button size="small" variant="bare" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
        <Button
          size="small"
          variant={draft.text.trim() === '' ? 'outline' : 'primary'}
          busy={busy}
          onClick={() => (draft.text.trim() === '' ? field.current?.focus() : void send())}
        >
          {sendText}
        </Button>
      </div>
    </div>
  )
}

interface PeopleProps {
  id: string
  people: readonly Mention[]
  chosen: Mention | undefined
  searching: boolean
  onChoose: (person: Mention) => void
}

function People({ id, people, chosen, searching, onChoose }: PeopleProps): ReactElement {
  return (
    <div className="rounded-m border border-line bg-pop p-1 shadow-2">
      <p role="status" className={people.length > 0 ? 'sr-only' : 'px-2 py-1.5 text-secondary text-mut'}>
        {people.length > 0 ? t('peopleFound', { count: people.length }) : searching ? '' : t('noPeople')}
      </p>
      <div id={id} role="listbox" aria-label={t('people')} hidden={people.length === 0}>
        {people.map((person) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled in the field, which keeps the focus
          <div
            key={person.userId}
            id={`${id}-${person.userId}`}
            role="option"
            tabIndex={-1}
            aria-selected={person === chosen}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(person)}
            className={clsx(
              'flex h-9 cursor-pointer items-center gap-2 rounded-s px-2 text-secondary max-md:h-11',
              person === chosen ? 'bg-hover' : 'hover:bg-hover',
            )}
          >
            <Avatar name={person.userRealName} size={22} />
            <span className="truncate">{person.userRealName}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
