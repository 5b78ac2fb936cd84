import { clsx } from 'clsx'
import type { ReactElement, ReactNode } from 'react'

interface TwoLinesProps {
  name: ReactNode
  note: ReactNode
  /** Tooltips of lines that may be cut off. */
  nameTitle?: string | undefined
  noteTitle?: string | undefined
  /** Classes of the name. */
  nameClass?: string | undefined
  className?: string | undefined
}

/** A name, and below it in small letters what distinguishes it. */
export const TwoLines = (props: TwoLinesProps): ReactElement => (
  <span className={clsx('min-w-0', props.className)}>
    <span className={clsx('block truncate', props.nameClass ?? 'text-body')} title={props.nameTitle}>
      {props.name}
    </span>
    <span className="tabular block truncate text-caption text-mut" title={props.noteTitle}>
      {props.note}
    </span>
  </span>
)
