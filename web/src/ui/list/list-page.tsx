import { Clock } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { usePageTitle } from '../../lib/page-title.ts'

export interface ListPageProps {
  title: string
  /** Beside the title, such as how many rows there are. */
  note?: ReactNode
  /** At the right end of the head. */
  actions?: ReactNode
  /** What narrows the list or is done with the selection, and the table. */
  children: ReactNode
  /** Pager or note below the list. */
  foot?: ReactNode
  /** Drawers and dialogs. */
  overlays?: ReactNode
}

/** A list that fills a page of the administration: head, list, foot. */
export function ListPage({ title, note, actions, children, foot, overlays }: ListPageProps): ReactElement {
  usePageTitle(title)
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-0 flex-1 flex-col px-6 max-md:px-4">
        <div className="flex min-h-15 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
          <h1 className="text-page font-semibold max-md:sr-only">{title}</h1>
          <p className="tabular truncate text-secondary text-mut max-md:whitespace-normal">{note}</p>
          <span className="flex-1" />
          {actions}
        </div>
        {children}
      </div>
      {foot}
      {overlays}
    </div>
  )
}

/** Below a list that is read as one scrolls: what holds for all of it, and how much of it is shown. */
export const ListFoot = ({ note, shown }: { note: string; shown: string | false }): ReactElement => (
  <div className="tabular flex min-h-10 shrink-0 items-center justify-between gap-4 border-t border-line px-6 py-2 text-caption text-mut max-md:px-4">
    <span className="flex items-center gap-2">
      <Clock size={14} aria-hidden className="max-md:hidden" />
      {note}
    </span>
    {shown && <span className="shrink-0 max-md:hidden">{shown}</span>}
  </div>
)

/** Below such a list without a note; a phone has no room for it. */
export const ShownFoot = ({ children }: { children: string }): ReactElement => (
  <p className="tabular flex h-10 shrink-0 items-center border-t border-line px-6 text-caption text-mut max-md:hidden">
    {children}
  </p>
)
