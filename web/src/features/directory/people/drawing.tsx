import { line } from '../../../ui/empty-state.tsx'

/** Two people, for a list that has nobody. */
export const peopleDrawing = (
  <>
    <circle cx="76" cy="34" r="11" className={`fill-field ${line}`} />
    <path d="M58 76c0-12 8-20 18-20s18 8 18 20v4H58Z" className={`fill-field ${line}`} />
    <circle cx="48" cy="30" r="14" className={`fill-bg ${line}`} />
    <path d="M24 80c0-16 10-27 24-27s24 11 24 27v3H24Z" className={`fill-bg ${line}`} />
  </>
)
