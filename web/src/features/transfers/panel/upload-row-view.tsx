import { isFailed, type UploadItem } from '@clouddisk/client/uploads/state'
import { splitName } from '@clouddisk/contract/names'
import { X } from 'lucide-react'
import type { Action } from '../../../lib/action.ts'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { groupDisplay } from './group-display.ts'
import { itemDisplay } from './row-display.ts'
import type { TransferRowView } from './row-frame.tsx'
import { ROW_HEIGHT } from './transfer-grid.tsx'
import { needsUser, type UploadActions } from './upload-actions.ts'
import type { UploadGroupRow, UploadItemRow, UploadRow } from './upload-rows.ts'

/** The row views of files and folder uploads. */

/** The action of Enter: resume or pause if possible, else details. */
export function runMainAction({ resume, pause, info }: UploadActions): void {
  const main = [resume, pause, info].find((action) => action.disabled === undefined)
  main?.run?.()
}

export const rowItems = (row: UploadRow): readonly UploadItem[] =>
  row.kind === 'item' ? [row.item] : row.items

export function uploadRowHeight(row: UploadRow): number {
  if (row.kind === 'group') return ROW_HEIGHT.bar
  const { status, percentage } = row.item
  if (isFailed(row.item)) return percentage > 0 ? ROW_HEIGHT.errorBar : ROW_HEIGHT.error
  return status === 'ready' || status === 'success' ? ROW_HEIGHT.plain : ROW_HEIGHT.bar
}

export const uploadRowView = (
  row: UploadRow,
  actions: UploadActions,
  onToggle: (groupId: string) => void,
): TransferRowView => (row.kind === 'group' ? groupView(row, actions, onToggle) : itemView(row, actions))

function groupView(
  row: UploadGroupRow,
  actions: UploadActions,
  onToggle: (groupId: string) => void,
): TransferRowView {
  const unfinished = row.items.filter((item) => item.status !== 'success')
  const waits = unfinished.length > 0 && unfinished.every(needsUser)
  return {
    name: row.group.name,
    folder: true,
    icon: <FileIcon folder />,
    display: groupDisplay(row),
    actions: rowActions(actions, waits, unfinished.some(isInProgress)),
    level: 1,
    open: row.open,
    onToggle: () => onToggle(row.group.groupId),
  }
}

function itemView({ item, place, inside }: UploadItemRow, actions: UploadActions): TransferRowView {
  const done = item.status === 'success'
  return {
    name: item.name,
    folder: false,
    icon: <FileIcon ext={splitName(item.name).ext} />,
    display: itemDisplay(item, place),
    actions: done
      ? [actions.locate, removeFromList(actions.remove)]
      : rowActions(actions, needsUser(item), isInProgress(item)),
    level: inside ? 2 : 1,
  }
}

const isInProgress = ({ status }: UploadItem): boolean => status === 'checking' || status === 'uploading'

/** Resume or pause, and removal. */
function rowActions(actions: UploadActions, waits: boolean, pauses: boolean): Action[] {
  const first = waits
    ? [actions.resume]
    : pauses && actions.pause.disabled === undefined
      ? [actions.pause]
      : []
  return [...first, ...(actions.choose.visible ? [actions.choose] : []), removeFromList(actions.remove)]
}

const removeFromList = (remove: Action): Action => ({ ...remove, icon: X })
