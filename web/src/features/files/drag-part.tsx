import { formatSize } from '@clouddisk/contract/format'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Ban, Copy, FolderUp } from 'lucide-react'
import type { ReactElement } from 'react'
import { createPortal } from 'react-dom'
import { capacityQuery, freeBytes } from '../../lib/capacity.ts'
import type { FolderTarget } from '../../lib/extension-points.ts'
import { groupQuery } from '../../lib/group.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import type { DragState } from './drag-state.ts'
import { t } from './drag-strings.ts'
import type { OsDrop } from './use-os-drop.ts'

/** Lazily loaded part: drag and marquee gestures, and their overlays. */

export { startDrag, startFrame } from './pointer-gestures.ts'

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

/** Shown over the list while files are dragged from the desktop: target, number and free space. */
export function DropOverlay({ drop }: { drop: OsDrop }): ReactElement {
  const space = useSpace(drop.target)
  const facts = [drop.count > 0 && t('dropCount', { count: drop.count }), space].filter(Boolean)
  return (
    <div
      className={clsx(
        'pointer-events-none absolute inset-x-3 inset-y-1 z-30 flex flex-col items-center rounded-xl border-2 border-dashed border-info-fill',
        drop.onRow ? 'justify-end pb-6' : 'justify-center bg-info-soft/90',
      )}
    >
      <div
        role="status"
        className={clsx(
          'flex flex-col items-center gap-1 text-center',
          drop.onRow && 'rounded-l border border-info-line bg-pop px-6 py-3 shadow-2',
        )}
      >
        {!drop.onRow && <DropFolder />}
        <p className="flex items-center gap-2 text-section font-semibold">
          {drop.onRow && <FolderUp size={18} className="text-info" aria-hidden />}
          {t('dropTitle', { target: drop.target.instanceName })}
        </p>
        {facts.length > 0 && <p className="tabular text-secondary text-fg-2">{facts.join(' · ')}</p>}
      </div>
    </div>
  )
}

/** Free space at the target: the group's or the person's own; not shown for received folders. */
function useSpace({ groupId, received }: FolderTarget): string | undefined {
  const capacity = useQuery({ ...capacityQuery, enabled: groupId === undefined && !received }).data
  const group = useQuery({ ...groupQuery(groupId ?? ''), enabled: groupId !== undefined }).data
  if (groupId !== undefined) {
    const left = group && Math.max(0, group.totalCapacity - group.usedCapacity)
    return left === undefined ? undefined : t('dropGroupSpace', { size: formatSize(left) })
  }
  if (received) return t('usesOwnerSpace')
  if (!capacity) return undefined
  const free = freeBytes(capacity)
  return free === undefined ? t('dropUnlimited') : t('dropSpace', { size: formatSize(free) })
}

const DropFolder = (): ReactElement => (
  <svg width="84" height="64" viewBox="0 0 84 64" aria-hidden className="mb-2">
    <ellipse cx="42" cy="58" rx="40" ry="5" fill="currentColor" opacity=".07" />
    <path
      d="M11 9a4 4 0 0 1 4-4h16l6 7h31a4 4 0 0 1 4 4v34a5 5 0 0 1-5 5H16a5 5 0 0 1-5-5V9Z"
      fill="#fcc656"
    />
    <path
      d="M42 44V24m-9 8 9-9 9 9"
      fill="none"
      stroke="#7d5208"
      strokeWidth="4.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
