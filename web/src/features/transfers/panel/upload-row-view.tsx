import { isFailed, type UploadItem } from '@clouddisk/client/uploads/state'
import { splitName } from '@clouddisk/contract/names'
import { X } from 'lucide-react'
import type { Action } from '../../../lib/action.ts'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { lookOfGroup } from './group-display.ts'
import { lookOfItem } from './row-display.ts'
import type { RowView } from './row-frame.tsx'
import { ROW_HEIGHT } from './transfer-grid.tsx'
import { type UploadActions, waitsForPerson } from './upload-actions.ts'
import type { GroupRow, ItemRow, UploadRow } from './upload-rows.ts'

/** What the list draws for a file and for a folder upload. */

/** Enter: what the row waits for, else its details. */
export function mainAction({ resume, pause, info }: UploadActions): void {
  const main = [resume, pause, info].find((action) => action.disabled === undefined)
  main?.run?.()
}

export const itemsIn = (row: UploadRow): readonly UploadItem[] =>
  row.kind === 'item' ? [row.item] : row.items

export function heightOf(row: UploadRow): number {
  if (row.kind === 'group') return ROW_HEIGHT.bar
  const { status, percentage } = row.item
  if (isFailed(row.item)) return percentage > 0 ? ROW_HEIGHT.errorBar : ROW_HEIGHT.error
  return status === 'ready' || status === 'success' ? ROW_HEIGHT.plain : ROW_HEIGHT.bar
}

export const rowView = (
  row: UploadRow,
  actions: UploadActions,
  onToggle: (groupId: string) => void,
): RowView => (row.kind === 'group' ? groupView(row, actions, onToggle) : itemView(row, actions))

function groupView(row: GroupRow, actions: UploadActions, onToggle: (groupId: string) => void): RowView {
  const unfinished = row.items.filter((item) => item.status !== 'success')
  const waits = unfinished.length > 0 && unfinished.every(waitsForPerson)
  return {
    name: row.group.name,
    folder: true,
    icon: <FileIcon folder />,
    look: lookOfGroup(row),
    actions: rowActions(actions, waits, unfinished.some(moves)),
    level: 1,
    open: row.open,
    onToggle: () => onToggle(row.group.groupId),
  }
}

function itemView({ item, place, inside }: ItemRow, actions: UploadActions): RowView {
  const done = item.status === 'success'
  return {
    name: item.name,
    folder: false,
    icon: <FileIcon ext={splitName(item.name).ext} />,
    look: lookOfItem(item, place),
    actions: done
      ? [actions.locate, removeFromList(actions.remove)]
      : rowActions(actions, waitsForPerson(item), moves(item)),
    level: inside ? 2 : 1,
  }
}

const moves = ({ status }: UploadItem): boolean => status === 'checking' || status === 'uploading'

/** The one thing the row wants, and away with it. */
function rowActions(actions: UploadActions, waits: boolean, pauses: boolean): Action[] {
  const first = waits
    ? [actions.resume]
    : pauses && actions.pause.disabled === undefined
      ? [actions.pause]
      : []
  return [...first, ...(actions.choose.visible ? [actions.choose] : []), removeFromList(actions.remove)]
}

const removeFromList = (remove: Action): Action => ({ ...remove, icon: X })
