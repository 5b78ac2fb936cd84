import type { Instance } from '@clouddisk/contract/files'
import { restoreTrash } from '@clouddisk/contract/trash'
import { Trash2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { call } from '../../lib/api.ts'
import { callInBatches, groupByParent, sortResults } from '../../lib/batches.ts'
import { limits } from '../../lib/limits.ts'
import { useTouch } from '../../lib/media-query.ts'
import { beginPending, FAVORITES_LIST } from '../../lib/pending.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { showError, showFailures } from '../../ui/failures.ts'
import { toast } from '../../ui/toast.tsx'
import { knownPath } from './known-paths.ts'
import { t as changing } from './mutation-strings.ts'
import { refreshAround, refreshFolders } from './refresh.ts'
import { type ConfirmedCount, confirmMassRemoval, hidesInFolders, removeAsOne } from './remove-batches.ts'
import { t } from './strings.ts'
import { CancelledError, type DoneAction, undoable } from './undo.ts'

const KEY = 'clouddisk.files.removeWithoutAsking'

/**
 * Moves items to the recycle bin after a confirmation (A§5), unless the user turned it off. Can be undone.
 */
export async function removeItems(items: readonly Instance[]): Promise<void> {
  if (items.length === 0) {
    toast.info(t('nothingSelected'))
    return
  }
  try {
    const confirmed = mayAffectOthers(items)
      ? await confirmMassRemoval(items.map((item) => item.instanceId))
      : undefined
    if (!confirmed && readStored(KEY) !== '1') {
      const answer = await confirmRemoval(items, limits().trashDays)
      if (!answer.confirmed) return
      if (answer.dontAsk) writeStored(KEY, '1')
    }
    await removeNow(items, confirmed ?? {})
  } catch (error) {
    if (!(error instanceof CancelledError)) showError(t('notRemoved'), error)
  }
}

/** Whether other people may lose many items: then confirmed before anything is hidden. */
function mayAffectOthers(items: readonly Instance[]): boolean {
  const isLarge =
    items.length > limits().massDeleteItems || items.some((item) => item.classifierId === 'Folder')
  const own = knownPath('0')?.[0]?.instanceId
  return isLarge && items.some((item) => item.groupId !== null || rootOf(item) !== own)
}

const rootOf = ({ instancePathIds }: Instance): string | undefined => instancePathIds.split('/')[0]

function removeNow(items: readonly Instance[], confirmed: ConfirmedCount): Promise<void> {
  const ids = items.map((item) => item.instanceId)
  const pending = beginPending({
    hides: [{ list: FAVORITES_LIST, ids }, ...hidesInFolders(items)],
  })
  return undoable(async () => {
    try {
      const answers = await removeAsOne(ids, confirmed)
      const { done, failed } = sortResults(items, answers)
      pending.release(failed.map((one) => one.item.instanceId))
      pending.settle()
      await refreshAfter(items)
      showFailures(t('notRemoved'), failed)
      const entries = done.map(({ item, result }) => ({ item, recycleId: result.newId ?? item.instanceId }))
      return removedText(entries)
    } catch (error) {
      pending.release()
      void refreshAfter(items)
      if (!(error instanceof CancelledError)) showError(t('notRemoved'), error)
      return undefined
    }
  })
}

interface RemovedItem {
  readonly item: Instance
  readonly recycleId: string
}

function removedText(removed: readonly RemovedItem[]): DoneAction | undefined {
  const [only] = removed
  if (!only) return undefined
  const one = removed.length === 1
  const name = only.item.instanceName
  const count = removed.length
  const undoneText = one ? changing('undoneRemoveOne', { name }) : changing('undoneRemove', { count })
  return {
    text: one ? changing('removedOne', { name }) : changing('removed', { count }),
    undo: { run: () => restoreRemoved(removed), text: undoneText },
  }
}

async function restoreRemoved(entries: readonly RemovedItem[]): Promise<void> {
  const recycled = entries.map(({ item, recycleId }) => ({ ...item, instanceId: recycleId }))
  const answers = await callInBatches(
    recycled.map((item) => item.instanceId),
    (instanceIds) => call(restoreTrash, { instanceIds }),
  )
  await refreshAfter(entries.map(({ item }) => item))
  showFailures(t('notUndoneItems'), sortResults(recycled, answers).failed)
}

async function refreshAfter(items: readonly Instance[]): Promise<void> {
  refreshAround('details', 'favorites', 'trash', 'capacity')
  await refreshFolders(groupByParent(items).keys())
}

/** Confirms moving items to the recycle bin, with their number and retention (DESIGN.md voice 18). */
async function confirmRemoval(
  items: readonly Instance[],
  days: number,
): Promise<{ confirmed: boolean; dontAsk: boolean }> {
  let dontAsk = false
  const hasFolders = items.some((item) => item.classifierId === 'Folder')
  const confirmed = await confirm({
    type: 'warning',
    title: titleOf(items, hasFolders),
    text: hasFolders
      ? changing('removeFolderText', { days })
      : changing('removeText', { days, count: items.length }),
    details: (
      <DontAskCheckbox
        onChange={(next) => {
          dontAsk = next
        }}
      />
    ),
    confirmText: changing('removeConfirm'),
    confirmIcon: Trash2,
    danger: true,
    // It can be undone, so Enter right after Del confirms.
    focus: 'confirm',
  })
  return { confirmed, dontAsk }
}

function titleOf(items: readonly Instance[], hasFolders: boolean): string {
  const [only] = items
  if (items.length === 1 && only) return changing('removeOneTitle', { name: only.instanceName })
  return changing(hasFolders ? 'removeItemsTitle' : 'removeFilesTitle', { count: items.length })
}

function DontAskCheckbox({ onChange }: { onChange: (on: boolean) => void }): ReactElement {
  const [on, setOn] = useState(false)
  const touch = useTouch()
  return (
    <Checkbox
      className="mt-3"
      checked={on}
      label={changing(touch ? 'dontAskTouch' : 'dontAsk')}
      onChange={(next) => {
        setOn(next)
        onChange(next)
      }}
    />
  )
}
