// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus, aria-activedescendant says where it is
// biome-ignore-all lint/a11y/useSemanticElements: rows are drawn as they come into view, which a table element cannot do
import { clsx } from 'clsx'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { memo, type ReactElement, type ReactNode, type Ref } from 'react'
import type { Action } from '../../../lib/action.ts'
import { CheckboxMark } from '../../../ui/checkbox.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { isShownCode } from '../messages.ts'
import { t } from '../strings.ts'
import type { RowDisplay, RowTone } from './row-display.ts'

export interface TransferRowView {
  readonly name: string
  readonly folder: boolean
  readonly icon: ReactNode
  readonly display: RowDisplay
  /** Buttons at the end of the row; on phones only the first. */
  readonly actions: readonly Action[]
  readonly level: 1 | 2
  /** Whether the folder is open; undefined for files. */
  readonly open?: boolean | undefined
  readonly onToggle?: (() => void) | undefined
}

interface RowFrameProps {
  view: TransferRowView
  id: string
  index: number
  count: number
  selected: boolean
  /** Shows the focus ring. */
  cursor: boolean
  /** Offset from the top of the list, px. */
  start: number
  phone: boolean
  ref?: Ref<HTMLDivElement>
}

const TONES: Record<RowTone, string> = {
  plain: 'text-fg-2',
  muted: 'text-mut',
  warn: 'text-warn',
  danger: 'text-danger',
  ok: 'text-ok',
}

/** One row of the upload or download list: checkbox, icon, name, progress, actions. */
export const RowFrame = memo(function RowFrame(props: RowFrameProps): ReactElement {
  const { view, id, index, count, selected, cursor, start, phone, ref } = props
  const { name, level } = view
  const shown = view.actions.filter((action) => action.visible !== false)
  return (
    <div
      ref={ref}
      role="row"
      id={id}
      data-index={index}
      aria-rowindex={index + 1}
      aria-level={level}
      aria-setsize={count}
      aria-expanded={view.open}
      aria-selected={selected}
      style={{ transform: `translateY(${start}px)` }}
      className={clsx(
        'absolute inset-x-0 top-0 flex items-center gap-3.5 border-b border-line px-4 py-2.5',
        level === 2 && 'pl-9',
        selected ? 'bg-sel hover:bg-sel-hover' : 'hover:bg-hover',
        cursor && 'outline-2 -outline-offset-2 outline-focus',
      )}
    >
      <span role="gridcell" className="flex">
        <button
          type="button"
          role="checkbox"
          tabIndex={-1}
          data-select
          aria-checked={selected}
          aria-label={t('select', { name })}
          className="-m-2 p-2"
        >
          <CheckboxMark checked={selected} />
        </button>
      </span>
      <span className="flex shrink-0">{view.icon}</span>
      <div role="gridcell" className="min-w-0 flex-1">
        <Lines {...view} />
      </div>
      <span role="gridcell" className="-mr-1.5 flex min-w-14 justify-end max-md:-mr-2.5 max-md:min-w-11">
        {shown.slice(0, phone ? 1 : undefined).map((action) => (
          <RowButton key={action.name} action={action} name={name} />
        ))}
      </span>
    </div>
  )
})

function Lines({ name, folder, display, open, onToggle }: TransferRowView): ReactElement {
  const { bar, head, error } = display
  return (
    <>
      <div className="flex items-baseline gap-3">
        <Name name={name} folder={folder} open={open} onToggle={onToggle} />
        {head === 'done' ? (
          <CircleCheck size={16} role="img" aria-label={t('done')} className="self-center text-ok" />
        ) : (
          <span className={clsx('tabular shrink-0 text-secondary', TONES[display.headTone])}>{head}</span>
        )}
      </div>
      {bar && (
        <ProgressBar
          value={bar.value}
          tone={bar.tone}
          label={t('progressOf', { name })}
          className="mt-1.5 mb-1.5"
        />
      )}
      {error ? (
        <ErrorLines error={error} tone={display.headTone} />
      ) : (
        <div className="flex justify-between gap-x-3 text-caption max-md:flex-wrap">
          <span
            // Tabular figures keep a changing rate in place. Phones have no tooltip, so the text wraps there.
            className={clsx(
              'min-w-0 truncate max-md:whitespace-normal',
              TONES[display.captionTone],
              bar?.tone === 'info' && 'tabular',
            )}
            title={display.caption}
          >
            {display.caption}
          </span>
          <span className="tabular shrink-0 text-mut">{display.amount}</span>
        </div>
      )}
    </>
  )
}

type NameProps = Pick<TransferRowView, 'name' | 'folder' | 'open' | 'onToggle'>

function Name({ name, folder, open, onToggle }: NameProps): ReactElement {
  const label = <FileName name={name} folder={folder} className="text-body" />
  if (!onToggle) return <span className="min-w-0 flex-1">{label}</span>
  return (
    <span className="min-w-0 flex-1">
      <button
        type="button"
        tabIndex={-1}
        onClick={onToggle}
        aria-label={t(open ? 'collapseFolder' : 'expandFolder', { name })}
        className="flex max-w-full items-center gap-1 rounded-s hover:text-accent-text"
      >
        {label}
        <svg
          width="14"
          height="14"
          viewBox="0 0 24 24"
          aria-hidden
          className={clsx(
            'shrink-0 fill-none stroke-current stroke-2 transition-transform',
            open && 'rotate-90',
          )}
        >
          <path d="m9 18 6-6-6-6" />
        </svg>
      </button>
    </span>
  )
}

interface ErrorLinesProps {
  error: NonNullable<RowDisplay['error']>
  tone: RowTone
}

function ErrorLines({ error, tone }: ErrorLinesProps): ReactElement {
  return (
    <div className="flex gap-1 text-caption">
      <CircleAlert size={13} aria-hidden className={clsx('mt-px', TONES[tone])} />
      <div className="min-w-0">
        <p className={clsx('break-words', TONES[tone])}>
          {isShownCode(error.code) && <b className="font-semibold">[{error.code}] </b>}
          {error.cause}
        </p>
        {error.remedy && <p className="text-fg-2 break-words">{error.remedy}</p>}
      </div>
    </div>
  )
}

function RowButton({ action, name }: { action: Action; name: string }): ReactElement | null {
  if (!action.icon) return null
  return (
    <IconButton
      size="small"
      tabIndex={-1}
      icon={action.icon}
      label={`${action.label} · ${name}`}
      disabledReason={action.disabled}
      onClick={() => action.run?.()}
      className="max-md:size-11"
    />
  )
}
