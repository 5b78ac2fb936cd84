import type { ReactElement } from 'react'

/** What a number in a field counts, at the field's end. */
export const Unit = ({ children }: { children: string }): ReactElement => (
  <span className="shrink-0 pr-2 text-secondary text-mut">{children}</span>
)
