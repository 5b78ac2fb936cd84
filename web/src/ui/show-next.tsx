import { type ReactElement, useState } from 'react'
import { Button } from './button.tsx'
import { t } from './form-strings.ts'

/** Rows with menus of their own weigh; this many are drawn before one asks for more. */
const STEP = 100

export interface ListHead<T> {
  readonly shown: readonly T[]
  /** How many come next; 0 where all are shown. */
  readonly next: number
  readonly showNext: () => void
}

/** The beginning of a list of rows that are heavy to draw, and how it goes on. */
export function useListHead<T>(list: readonly T[]): ListHead<T> {
  const [count, setCount] = useState(STEP)
  return {
    shown: list.slice(0, count),
    next: Math.max(0, Math.min(STEP, list.length - count)),
    showNext: () => setCount(count + STEP),
  }
}

/** Below such a list. */
export function ShowNext({ of: { next, showNext } }: { of: ListHead<unknown> }): ReactElement | null {
  return next === 0 ? null : (
    <div className="flex justify-center p-2">
      <Button size="small" variant="bare" onClick={showNext}>
        {t('showNext', { count: next })}
      </Button>
    </div>
  )
}
