import { clsx } from 'clsx'
import {
  type KeyboardEvent,
  type ReactElement,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import type { Recipient } from '../../lib/people.ts'
import { CheckboxMark } from '../../ui/checkbox.tsx'
import { PrincipalAvatar } from '../../ui/principal-avatar.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import type { RecipientSelection } from './recipient-selection.ts'
import { t } from './strings.ts'

export interface PickListHandle {
  focus: () => void
}

export interface PickListProps {
  label: string
  list: readonly Recipient[]
  choice: RecipientSelection
  /** Into a department that is listed: → opens it. */
  onInto?: ((one: Recipient) => void) | undefined
  ref?: Ref<PickListHandle>
  className?: string | undefined
}

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
  PageDown: (at, last) => Math.min(last, at + 8),
  PageUp: (at) => Math.max(0, at - 8),
}

/** People, departments and groups with a box each: one tab stop, arrows walk, Space and Enter tick. */
export function PickList({ label, list, choice, onInto, ref, className }: PickListProps): ReactElement {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [cursor, setCursor] = useState(0)
  const at = Math.min(cursor, list.length - 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list
  useEffect(() => choice.listed(list), [list])
  useImperativeHandle(ref, () => ({ focus: () => box.current?.focus() }))
  const onKeyDown = (event: KeyboardEvent) => {
    const one = list[at]
    const step = STEPS[event.key]
    if (step) {
      const next = step(at, list.length - 1)
      setCursor(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (one && (event.key === ' ' || event.key === 'Enter')) choice.toggle(one)
    else if (one && event.key === 'ArrowRight' && one.principalType === 'department' && onInto) onInto(one)
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={box}
      role="listbox"
      aria-label={label}
      aria-multiselectable
      tabIndex={0}
      aria-activedescendant={list.length > 0 ? `${id}-${at}` : undefined}
      onKeyDown={onKeyDown}
      className={clsx('group/list flex flex-col rounded-m outline-none', className)}
    >
      {list.map((one, index) => (
        <Option
          key={one.principalId}
          id={`${id}-${index}`}
          one={one}
          choice={choice}
          cursor={index === at}
          onPick={() => {
            setCursor(index)
            choice.toggle(one)
          }}
        />
      ))}
    </div>
  )
}

function Option(props: {
  id: string
  one: Recipient
  choice: RecipientSelection
  cursor: boolean
  onPick: () => void
}): ReactElement {
  const { id, one, choice, cursor, onPick } = props
  const state = choice.of(one)
  const against = choice.disabledReason(one)
  const detail =
    against ??
    [one.detail, one.principalType === 'user' ? '' : t('people', { count: one.count })]
      .filter(Boolean)
      .join(' · ')
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the list has the focus and the keys
    <div
      id={id}
      role="option"
      aria-selected={state === true}
      aria-disabled={against !== undefined || undefined}
      onClick={onPick}
      className={clsx(
        'flex min-h-11 shrink-0 cursor-pointer items-center gap-2.5 rounded-m px-3 py-1 hover:bg-hover',
        cursor &&
          'group-focus-visible/list:outline-2 group-focus-visible/list:-outline-offset-2 group-focus-visible/list:outline-focus',
      )}
    >
      <span className={clsx('flex', against && 'opacity-[.42]')}>
        <CheckboxMark checked={state === true} indeterminate={state === 'mixed'} />
      </span>
      <PrincipalAvatar type={one.principalType} name={one.name} />
      <TwoLines className="flex-1" name={one.name} nameTitle={one.name} note={detail} noteTitle={detail} />
    </div>
  )
}
