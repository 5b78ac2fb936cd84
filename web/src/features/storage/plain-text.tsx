import type { ReactElement, ReactNode } from 'react'

/** A cell of words alone. */
export const PlainText = ({ title, children }: { title?: string; children: ReactNode }): ReactElement => (
  <span title={title} className="truncate pr-2 text-secondary text-fg-2">
    {children}
  </span>
)
