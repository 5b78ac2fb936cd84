import { type ReactElement, useState } from 'react'
import { Button } from './button.tsx'
import { t } from './form-strings.ts'

/** Rows with menus are expensive to render; this many are rendered at a time. */
const STEP = 100

export interface ListHead<T> {
  readonly shown: readonly T[]
  /** Number of rows in the next step; 0 if all are shown. */
  readonly next: number
  readonly showNext: () => void
}

/** The shown beginning of a list with expensive rows. */
export function useListHead<T>(list: readonly T[]): ListHead<T> {
  const [count, setCount] = useState(STEP)
  return {
    shown: list.slice(0, count),
    next: Math.max(0, Math.min(STEP, list.length - count)),
    showNext: () => setCount(count + STEP),
  }
}

/** Button below such a list. */
export function ShowNext({ of: { next, showNext } }: { of: ListHead<unknown> }): ReactElement | null {
  return next === 0 ? null : (
    <div className="flex justify-center p-2">
      <Button size="small" variant="bare" onClick={showNext}>
        {t('showNext', { count: next })}
      </Button>
    </div>
  )
}
