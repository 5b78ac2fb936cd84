import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactElement, type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Action } from '../../../lib/action.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { t } from '../strings.ts'

interface ToolbarProps {
  /** Numbers of selected rows and of all rows. */
  selected: number
  total: number
  onSelectAll: (all: boolean) => void
  actions: readonly Action[]
  /** At the right end. */
  children?: ReactNode
}

/** Actions on the selected rows; a disabled action gives the reason (R58). */
export function Toolbar({ selected, total, onSelectAll, actions, children }: ToolbarProps): ReactElement {
  const all = total > 0 && selected === total
  return (
    <RovingToolbar label={t('toolbar')}>
      <Checkbox
        checked={all}
        indeterminate={selected > 0 && !all}
        onChange={() => onSelectAll(!all)}
        ariaLabel={t('selectAll')}
        disabled={total === 0}
      />
      <span className="tabular mr-0.5 ml-1.5 min-w-14 text-secondary whitespace-nowrap text-fg-2 max-md:sr-only">
        {selected > 0 ? t('selected', { count: selected }) : t('selectAll')}
      </span>
      {actions.map((action) => (
        <ToolbarButton key={action.name} action={action} />
      ))}
      <span className="-mr-1.5 ml-auto flex items-center gap-1">{children}</span>
    </RovingToolbar>
  )
}

/** A toolbar: one tab stop, arrows move among its controls (DESIGN.md section 6). */
export function RovingToolbar({ label, children }: { label: string; children: ReactNode }): ReactElement {
  const { ref, onKeyDown } = useRovingTabIndex()
  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label={label}
      onKeyDown={onKeyDown}
      className="flex min-h-11 shrink-0 items-center gap-1 border-b border-line bg-canvas px-4 py-1.5 max-md:gap-0.5 max-md:pr-3"
    >
      {children}
    </div>
  )
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** The last focused control is the tab stop, initially the first one. */
function useRovingTabIndex() {
  const ref = useRef<HTMLDivElement>(null)
  const last = useRef<HTMLElement>(undefined)
  const controls = () => [
    ...(ref.current?.querySelectorAll<HTMLElement>('button:not(:disabled), input:not(:disabled)') ?? []),
  ]
  const stopAt = (stop: HTMLElement | undefined) => {
    last.current = stop
    for (const control of controls()) control.tabIndex = control === stop ? 0 : -1
  }
  // The selection changes which controls exist.
  useLayoutEffect(() => {
    const all = controls()
    stopAt(all.find((control) => control === last.current) ?? all[0])
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const all = controls()
    const index = all.indexOf(event.target as HTMLElement)
    if (step === undefined || index < 0) return
    const next = all.at((index + step) % all.length)
    stopAt(next)
    next?.focus()
    event.preventDefault()
  }
  return { ref, onKeyDown }
}

/** Icon and label; on phones only the icon. */
export function ToolbarButton({ action }: { action: Action }): ReactElement | null {
  if (action.visible === false) return null
  return (
    <Button
      variant="bare"
      size="small"
      icon={action.icon}
      danger={action.danger}
      disabledReason={action.disabled}
      onClick={() => action.run?.()}
      aria-label={action.label}
      className={clsx('!gap-1 !px-2 !font-normal max-md:size-11 max-md:!px-0', !action.danger && 'text-fg-2')}
    >
      <span className="max-md:hidden">{action.label}</span>
    </Button>
  )
}
