import type { ReactElement } from 'react'

/** A cell of words or figures alone; the tooltip shows what is cut off. */
export const PlainCell = ({
  children,
  title = children,
}: {
  children: string
  title?: string
}): ReactElement => (
  <span title={title} className="tabular truncate pr-2 text-secondary text-fg-2">
    {children}
  </span>
)
