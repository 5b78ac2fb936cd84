import { splitName } from '@clouddisk/contract/names'
import { clsx } from 'clsx'
import {
  type KeyboardEvent,
  type ReactElement,
  type Ref,
  Suspense,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { Spinner } from '../../ui/spinner.tsx'
import { NameButtons, NameNote } from './lazy-parts.ts'

export interface InlineNameProps {
  initial: string
  /** Text typed before the field was unmounted; the field is then restored without focus. */
  typed?: string | undefined
  onType?: ((name: string) => void) | undefined
  label: string
  /** A folder's name is selected whole, a file's without its extension. */
  isFolder: boolean
  /** Validates a name; returns an error message. */
  problem: (name: string) => string | undefined
  /** The server's error for the current name. */
  refused?: string | undefined
  busy?: boolean | undefined
  onSubmit: (name: string) => void
  /** Called on Esc, or on blur with an invalid name. */
  onCancel: () => void
  /** Shows create and cancel buttons; blur then does neither. */
  buttons?: 'behind' | 'above' | undefined
  /** Returns the focus to the field. */
  ref?: Ref<HTMLInputElement> | undefined
  className?: string | undefined
}

/**
 * The inline name field: Enter submits, Esc cancels; errors are shown while typing. Blur submits a rename but
 * never a new folder.
 */
export function InlineName(props: InlineNameProps): ReactElement {
  const { initial, typed, label, isFolder, problem, refused, busy, onSubmit, onCancel, buttons, className } =
    props
  const [name, setName] = useState(typed ?? initial)
  const [touched, setTouched] = useState(typed !== undefined)
  const field = useRef<HTMLInputElement>(null)
  useImperativeHandle(props.ref, () => field.current as HTMLInputElement)
  const over = useRef(false)
  const noteId = useId()
  const wrong =
    (refused !== undefined && name === initial ? refused : undefined) ?? (touched ? problem(name) : undefined)
  const changesExtension = !isFolder && !wrong && splitName(initial).ext !== splitName(name).ext
  const comesBack = useRef(typed !== undefined)
  useEffect(() => {
    const input = field.current
    if (!input || comesBack.current) return
    input.focus()
    input.setSelectionRange(0, isFolder ? initial.length : splitName(initial).base.length)
    input.scrollIntoView({ block: 'nearest' })
  }, [initial, isFolder])

  const finish = (action: () => void) => {
    if (over.current) return
    over.current = true
    action()
  }
  const submit = () => {
    if (busy) return
    setTouched(true)
    if (problem(name) !== undefined) return
    finish(() => onSubmit(name))
  }
  const leave = () => {
    // If the window lost the focus, the field is still this window's active element.
    if (busy || buttons || document.activeElement === field.current) return
    finish(() => (problem(name) === undefined && refused === undefined ? onSubmit(name) : onCancel()))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    // Ignore Enter that ends an IME composition.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') submit()
    else if (event.key === 'Escape') finish(onCancel)
    else return
    event.preventDefault()
  }
  // Keep keys from the list and dialog around the field.
  const onButtonKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') finish(onCancel)
  }
  return (
    <span className={clsx('relative flex min-w-0 flex-1 items-center gap-1', className)}>
      <input
        ref={field}
        value={name}
        aria-label={label}
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong || changesExtension ? noteId : undefined}
        readOnly={busy}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setName(event.target.value)
          props.onType?.(event.target.value)
          setTouched(true)
          over.current = false
        }}
        onKeyDown={onKeyDown}
        onBlur={leave}
        className={clsx(
          'h-8 w-full min-w-0 flex-1 rounded-m border bg-bg px-2 text-body text-fg select-text dark:bg-field',
          wrong ? 'border-danger outline-offset-0' : 'border-ctl -outline-offset-1',
        )}
      />
      {busy && <Spinner size={16} className="text-mut" />}
      <Suspense>
        {buttons && (
          <NameButtons
            above={buttons === 'above'}
            wrong={wrong}
            onCreate={submit}
            onCancel={() => finish(onCancel)}
            onKeyDown={onButtonKeyDown}
          />
        )}
        {(wrong || changesExtension) && <NameNote id={noteId} wrong={wrong} />}
      </Suspense>
    </span>
  )
}
