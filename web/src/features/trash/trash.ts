import { queryInstanceDetail } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import {
  clearTrash,
  pageTrash,
  removeTrash,
  restoreDeletion,
  restoreTrash,
  type TrashItem,
} from '@clouddisk/contract/trash'
import { Trash2 } from 'lucide-react'
import { call, errorMessage } from '../../lib/api.ts'
import { callInBatches, type ItemFailure, type ItemResult, sortResults } from '../../lib/batches.ts'
import { extensionFor, type FolderTreeRoot } from '../../lib/extension-points.ts'
import { limits } from '../../lib/limits.ts'
import { beginPending, TRASH_LIST } from '../../lib/pending.ts'
import { queryClient } from '../../lib/query-client.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { confirm } from '../../ui/confirm.tsx'
import { showError, showFailures } from '../../ui/failures.ts'
import { toast } from '../../ui/toast.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { t } from './strings.ts'

/** Restoring and deleting permanently. Rows are hidden at once and shown again if the server refuses. */

export type TrashOrder = 'instanceName' | 'fileSize' | 'deleteTime'

/** Whose bin: the person's own, or a group's. */
export interface TrashScope {
  readonly groupId?: string
}

/** The bin, or the entries of one deletion. */
export interface TrashView extends TrashScope {
  readonly deletionId?: string
}

export const PAGE_SIZE = 200

export const fetchTrash = (
  view: { orderBy: TrashOrder; orderType: 'asc' | 'desc'; keyword: string },
  bin: TrashView,
  cursor: string | undefined,
  signal: AbortSignal,
) => call(pageTrash, { ...view, ...bin, pageSize: PAGE_SIZE, ...(cursor ? { cursor } : {}) }, { signal })

/** As the batch calls take it: the entry's own id in place of the file's. */
type Entry = TrashItem & { readonly instanceId: string }
const entriesOf = (items: readonly TrashItem[]): Entry[] =>
  items.map((item) => ({ ...item, instanceId: item.recycleId }))

async function refresh(): Promise<void> {
  const kinds = ['folders', 'subfolders', 'favorites', 'capacity', 'details', 'groups'] as const
  for (const kind of kinds) void queryClient.invalidateQueries({ queryKey: queryKeys[kind] })
  await queryClient.invalidateQueries({ queryKey: queryKeys.trash })
}

/** Runs a call over entries and hides their rows meanwhile. */
async function hideDuring(
  items: readonly TrashItem[],
  run: (ids: string[]) => Promise<{ list: ItemResult[] }>,
): Promise<{ done: { item: Entry; result: ItemResult }[]; failed: ItemFailure<Entry>[] }> {
  const entries = entriesOf(items)
  const ids = entries.map((entry) => entry.instanceId)
  const pending = beginPending({ hides: [{ list: TRASH_LIST, ids }] })
  try {
    const outcome = sortResults(entries, await callInBatches(ids, run))
    pending.release(outcome.failed.map(({ item }) => item.recycleId))
    pending.settle()
    await refresh()
    return outcome
  } catch (error) {
    pending.release()
    void refresh()
    throw error
  }
}

/** To their original folders; a missing folder is created. */
export async function restoreEntries(items: readonly TrashItem[], bin: TrashScope): Promise<void> {
  if (items.length === 0) return void toast.info(t('nothingSelected'))
  await withErrorMessage(t('notRestored'), async () => {
    const { done, failed } = await hideDuring(items, (instanceIds) =>
      call(restoreTrash, { instanceIds, ...bin }),
    )
    showRestored(done, inNewFolders(done))
    showFailures(t('notRestored'), failed)
  })
}

/** Restores everything of one deletion. Returns whether anything was restored. */
export async function restoreWholeDeletion(deletionId: string, bin: TrashScope): Promise<boolean> {
  try {
    const input = { deletionId, ...bin }
    const { restored, failed, list } = await call(restoreDeletion, input, { timeoutMs: 10 * 60_000 })
    await refresh()
    if (restored > 0) toast.ok(t('restored', { count: restored }))
    const failures = list.map((line) => ({
      item: { instanceId: line.instanceId, instanceName: line.instanceName ?? line.instanceId },
      errcode: line.errcode,
      errmsg: line.errmsg,
    }))
    if (failed > 0) showFailures(t('notRestored'), failures)
    return restored > 0
  } catch (error) {
    void refresh()
    showError(t('notRestored'), error)
    return false
  }
}

/** Into a folder that the person chooses. */
export async function restoreTo(
  items: readonly TrashItem[],
  bin: TrashScope,
  within: FolderTreeRoot | undefined,
): Promise<void> {
  if (items.length === 0) return void toast.info(t('nothingSelected'))
  const target = await extensionFor('folderPicker')?.pick({
    mode: 'recycleMove',
    subject: `${t('items', { count: items.length })} · ${formatSize(totalSize(items))}`,
    ...(within && { within }),
  })
  if (!target) return
  await withErrorMessage(t('notRestored'), async () => {
    const { done, failed } = await hideDuring(items, (instanceIds) =>
      call(restoreTrash, { instanceIds, targetInstanceId: target.instanceId, ...bin }),
    )
    showRestored(done)
    showFailures(t('notRestored'), failed)
  })
}

type RestoredEntry = readonly { readonly item: Entry; readonly result: ItemResult }[]

/** Whether a folder had to be created; folders restored by the same call do not count. */
function inNewFolders(done: RestoredEntry): boolean {
  const back = done.map(({ item }) => `${item.originalPath}/${item.instanceName}/`)
  return done.some(
    ({ item }) => !item.originalExists && !back.some((path) => `${item.originalPath}/`.startsWith(path)),
  )
}

function showRestored(done: RestoredEntry, inNewFolder = false): void {
  const [first] = done
  if (!first) return
  const { item, result } = first
  const renamed = result.instanceName !== undefined && result.instanceName !== item.instanceName
  const restored =
    done.length > 1
      ? t('restored', { count: done.length })
      : renamed
        ? t('restoredAs', { name: result.instanceName ?? '' })
        : t('restoredOne', { name: item.instanceName })
  const { newId } = result
  const text = inNewFolder ? t('inNewFolder', { restored }) : restored
  toast.ok(text, newId ? { action: { label: t('openLocation'), run: () => void openRestored(newId) } } : {})
}

async function openRestored(instanceId: string): Promise<void> {
  try {
    const { parentId } = await call(queryInstanceDetail, { instanceId })
    extensionFor('navigation')?.openFolder(parentId, instanceId)
  } catch (error) {
    toast.error(errorMessage(error))
  }
}

/** Bytes of some entries. */
export const totalSize = (items: readonly TrashItem[]): number =>
  items.reduce((sum, item) => sum + item.fileSize, 0)

/** Deletes permanently; asks first. */
export async function deleteForever(items: readonly TrashItem[], bin: TrashScope): Promise<void> {
  const [only] = items
  if (!only) return void toast.info(t('nothingSelected'))
  const sure = await confirm({
    type: 'warning',
    title:
      items.length === 1
        ? t('removeOneTitle', { name: only.instanceName })
        : t('removeTitle', { count: items.length }),
    text: t('removeText', { size: formatSize(totalSize(items)), days: limits().secondTrashDays }),
    confirmText: t('remove'),
    confirmIcon: Trash2,
    danger: true,
  })
  if (!sure) return
  await withErrorMessage(t('notRemoved'), async () => {
    const { done, failed } = await hideDuring(items, (instanceIds) =>
      call(removeTrash, { instanceIds, ...bin }),
    )
    if (done.length > 0) toast.ok(t('removed', { count: done.length }))
    showFailures(t('notRemoved'), failed)
  })
}

/** Empties the bin; asks first, saying how much it holds. */
export const emptyTrash = (bin: TrashScope) =>
  withErrorMessage(t('notEmptied'), async () => {
    const { total, totalSize: bytes } = await call(pageTrash, { pageSize: 1, ...bin })
    const sure = await confirm({
      type: 'warning',
      title: t('emptyTitle'),
      text: t('emptyText', {
        items: t('items', { count: total }),
        size: formatSize(bytes),
        days: limits().secondTrashDays,
      }),
      confirmText: t('empty'),
      confirmIcon: Trash2,
      danger: true,
    })
    if (!sure) return
    const { fileSize } = await call(clearTrash, bin, { timeoutMs: 10 * 60_000 }).catch((error) => {
      void refresh()
      throw error
    })
    await refresh()
    toast.ok(t('emptied', { size: formatSize(fileSize) }))
  })
