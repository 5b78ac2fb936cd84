import { formatSize } from '@clouddisk/contract/format'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { FolderUp } from 'lucide-react'
import type { ReactElement } from 'react'
import { capacityQuery, freeBytes } from '../../lib/capacity.ts'
import type { FolderTarget } from '../../lib/extension-points.ts'
import { groupQuery } from '../../lib/group.ts'
import { texts } from '../../lib/i18n.ts'
import { t as dragging } from './drag-strings.ts'
import type { OsDrop } from './use-os-drop.ts'

/** Shown over the list while files are dragged from the desktop: target, number and free space. */
export function DropOverlay({ drop }: { drop: OsDrop }): ReactElement {
  const space = useSpace(drop.target)
  const facts = [drop.count > 0 && dragging('dropCount', { count: drop.count }), space].filter(Boolean)
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
          {dragging('dropTitle', { target: drop.target.instanceName })}
        </p>
        {facts.length > 0 && <p className="tabular text-secondary text-fg-2">{facts.join(' · ')}</p>}
      </div>
    </div>
  )
}

const own = texts('files-drop', {
  takesTheirs: ['占用共享人的空间', 'Uses the owner’s space'],
})

/** Free space at the target: the group's or the person's own; not shown for received folders. */
function useSpace({ groupId, received }: FolderTarget): string | undefined {
  const capacity = useQuery({ ...capacityQuery, enabled: groupId === undefined && !received }).data
  const group = useQuery({ ...groupQuery(groupId ?? ''), enabled: groupId !== undefined }).data
  if (groupId !== undefined) {
    const left = group && Math.max(0, group.totalCapacity - group.usedCapacity)
    return left === undefined ? undefined : dragging('dropGroupSpace', { size: formatSize(left) })
  }
  if (received) return own('takesTheirs')
  if (!capacity) return undefined
  const free = freeBytes(capacity)
  return free === undefined ? dragging('dropUnlimited') : dragging('dropSpace', { size: formatSize(free) })
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
