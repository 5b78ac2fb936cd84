import {
  type FolderGroup,
  isActive,
  isFailed,
  shownItems,
  type UploadItem,
  type UploadState,
} from '@clouddisk/client/uploads/state'
import type { GroupTotals } from './group-totals.ts'

/** Rows of the upload list: files, and folder uploads as one expandable row. Pure. */

export interface QueuePosition {
  /** Position in the queue, from 1. */
  readonly at: number
  /** Whether another file is being uploaded now. */
  readonly behind: boolean
}

export interface UploadItemRow {
  readonly kind: 'item'
  readonly key: string
  readonly item: UploadItem
  /** Null unless the item waits. */
  readonly place: QueuePosition | null
  /** Whether the row is inside an open folder. */
  readonly inside: boolean
}
export interface UploadGroupRow {
  readonly kind: 'group'
  readonly key: string
  readonly group: FolderGroup
  readonly items: readonly UploadItem[]
  readonly totals: GroupTotals
  readonly place: QueuePosition | null
  readonly open: boolean
}
export type UploadRow = UploadItemRow | UploadGroupRow

const GROUP = 'folder:'
export const groupKey = (groupId: string): string => GROUP + groupId

/** @param open ids of open folder uploads. */
export function uploadRows(
  state: UploadState,
  totalsOf: (groupId: string) => GroupTotals,
  open: ReadonlySet<string>,
): UploadRow[] {
  const items = shownItems(state)
  const places = queuePositions(items)
  const byGroup = Map.groupBy(items, (item) => item.groupId)
  const groups = new Map(state.groups.map((group) => [group.groupId, group]))
  const rows: UploadRow[] = []
  const listed = new Set<string>()
  for (const item of items) {
    const group = item.groupId === null ? undefined : groups.get(item.groupId)
    if (!group) {
      rows.push(itemRow(item, places, false))
    } else if (!listed.has(group.groupId)) {
      listed.add(group.groupId)
      rows.push(...rowsOfGroup(group, byGroup.get(group.groupId) ?? [], places, totalsOf, open))
    }
  }
  // Folder uploads without files still have folders to create.
  for (const group of state.groups) {
    if (!listed.has(group.groupId) && (group.status === 'waiting' || group.status === 'creating'))
      rows.push(...rowsOfGroup(group, [], places, totalsOf, open))
  }
  return rows
}

function rowsOfGroup(
  group: FolderGroup,
  items: readonly UploadItem[],
  places: ReadonlyMap<string, QueuePosition>,
  totalsOf: (groupId: string) => GroupTotals,
  open: ReadonlySet<string>,
): UploadRow[] {
  const waiting = items.find((item) => item.status === 'ready')
  const head: UploadGroupRow = {
    kind: 'group',
    key: groupKey(group.groupId),
    group,
    items,
    totals: totalsOf(group.groupId),
    place: waiting ? (places.get(waiting.uid) ?? null) : null,
    open: open.has(group.groupId),
  }
  return head.open ? [head, ...items.map((item) => itemRow(item, places, true))] : [head]
}

const itemRow = (
  item: UploadItem,
  places: ReadonlyMap<string, QueuePosition>,
  inside: boolean,
): UploadItemRow => ({
  kind: 'item',
  key: item.uid,
  item,
  place: places.get(item.uid) ?? null,
  inside,
})

function queuePositions(items: readonly UploadItem[]): Map<string, QueuePosition> {
  const behind = items.some(isActive)
  const waiting = items.filter((item) => item.status === 'ready')
  return new Map(waiting.map((item, index) => [item.uid, { at: index + 1, behind }]))
}

/** uids of the selected rows; a folder's row includes its files. */
export function rowUids(rows: readonly UploadRow[], keys: ReadonlySet<string>): string[] {
  const chosen = rows.filter((row) => keys.has(row.key))
  const uids = chosen.flatMap((row) =>
    row.kind === 'item' ? [row.item.uid] : row.items.map(({ uid }) => uid),
  )
  return [...new Set(uids)]
}

export type GroupStatus = 'creating' | 'uploading' | 'waiting' | 'pause' | 'error' | 'success'

/** The status of a folder upload: active before waiting before stopped. */
export function groupStatus({ group, items }: Pick<UploadGroupRow, 'group' | 'items'>): GroupStatus {
  if (group.status === 'failed') return 'error'
  if (items.some(isActive)) return 'uploading'
  if (group.status === 'creating') return 'creating'
  if (items.some((item) => item.status === 'ready') || group.status === 'waiting') return 'waiting'
  if (items.some((item) => item.status === 'pause')) return 'pause'
  return items.some(isFailed) ? 'error' : 'success'
}

/** Bytes of a folder upload sent so far. */
export const groupSentBytes = ({ items, totals }: Pick<UploadGroupRow, 'items' | 'totals'>): number =>
  items.reduce(
    (sum, item) => sum + (item.status === 'success' ? 0 : item.uploadInfo.currentSize),
    totals.doneSize,
  )
