import type { Instance } from '@clouddisk/contract/files'
import { LIMITS } from '@clouddisk/contract/limits'
import { restoreTrash } from '@clouddisk/contract/trash'
import { call } from '../../lib/api.ts'
import { callInBatches, groupByParent, sortResults } from '../../lib/batches.ts'
import { limits } from '../../lib/limits.ts'
import { beginPending, FAVORITES_LIST } from '../../lib/pending.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { showError, showFailures } from '../../ui/failures.ts'
import { toast } from '../../ui/toast.tsx'
import { CancelledError } from './cancelled.ts'
import { confirmRemoval } from './confirm-removal.tsx'
import { knownPath } from './known-paths.ts'
import { t as changing } from './mutation-strings.ts'
import { refreshAround, refreshFolders } from './refresh.ts'
import { type ConfirmedCount, confirmMassRemoval, hidesInFolders, removeAsOne } from './remove-batches.ts'
import { t } from './strings.ts'
import { type DoneAction, undoable } from './undo.ts'

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
    items.length > LIMITS.massDeleteItems || items.some((item) => item.classifierId === 'Folder')
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
  const words = one ? changing('undoneRemoveOne', { name }) : changing('undoneRemove', { count })
  return {
    text: one ? changing('removedOne', { name }) : changing('removed', { count }),
    undo: { run: () => restoreRemoved(removed), text: words },
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
