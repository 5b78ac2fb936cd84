import { clsx } from 'clsx'
import { Ban, Copy } from 'lucide-react'
import type { ReactElement } from 'react'
import { createPortal } from 'react-dom'
import { FileIcon } from '../../ui/file-icon.tsx'
import type { DragState } from './drag-state.ts'

/** Shown beside the pointer during a drag: the items, their number and the effect of a drop. */
export const DragGhost = ({ drag }: { drag: DragState }): ReactElement =>
  createPortal(<Ghost drag={drag} />, document.body)

function Ghost({ drag }: { drag: DragState }): ReactElement {
  const { items, x, y, verdict } = drag
  const [first] = items
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed top-0 left-0 z-[1900] flex flex-col items-start gap-1.5"
      style={{ transform: `translate(${x + 14}px, ${y + 10}px)` }}
    >
      <span className="relative flex h-10 max-w-64 items-center gap-2.5 rounded-m border border-line bg-pop px-3 shadow-2">
        {items.length > 1 && (
          <span className="absolute -right-1 -bottom-1 -z-10 h-10 w-full rounded-m border border-line bg-pop shadow-1" />
        )}
        <FileIcon ext={first?.fileType} folder={first?.classifierId === 'Folder'} size={22} />
        <span className="truncate text-secondary font-medium">{first?.instanceName}</span>
        {items.length > 1 && (
          <span className="tabular flex h-[18px] min-w-[18px] items-center justify-center rounded-full bg-accent px-1.5 text-micro font-semibold text-accent-fg">
            {items.length}
          </span>
        )}
      </span>
      {verdict && (
        <span
          className={clsx(
            'flex max-w-72 items-center gap-1.5 rounded-s px-2 py-1 text-caption shadow-2',
            verdict.allowed ? 'bg-tip text-tip-fg' : 'bg-danger-fill text-danger-fg',
          )}
        >
          {!verdict.allowed && <Ban size={13} />}
          {verdict.allowed && verdict.copy && <Copy size={13} />}
          <span className="truncate">{verdict.text}</span>
        </span>
      )}
    </div>
  )
}
