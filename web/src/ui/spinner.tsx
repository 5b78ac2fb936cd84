import { clsx } from 'clsx'
import type { ReactElement } from 'react'

/** A spinning arc, hidden from assistive technology; a text beside it describes the state. */
export function Spinner({ size = 18, className }: { size?: number; className?: string }): ReactElement {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 18 18"
      aria-hidden
      className={clsx('shrink-0 motion-safe:animate-spin', className)}
    >
      <circle cx="9" cy="9" r="7" fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="30 14" />
    </svg>
  )
}
