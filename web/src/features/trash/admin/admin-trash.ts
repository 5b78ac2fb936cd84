import {
  pageSecondTrash,
  removeSecondTrash,
  restoreSecondTrash,
  type SecondTrashItem,
} from '@clouddisk/contract/admin-recycle'
import { formatSize } from '@clouddisk/contract/format'
import { Trash2 } from 'lucide-react'
import { call } from '../../../lib/api.ts'
import { callInBatches, type ItemFailure, type ItemResult, sortResults } from '../../../lib/batches.ts'
import { beginPending, type ListName } from '../../../lib/pending.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { showFailures } from '../../../ui/failures.ts'
import { toast } from '../../../ui/toast.tsx'
import { withErrorMessage } from '../../../ui/with-error-message.ts'
import { type AdminTrashView, adminTrashQuery } from './filter.ts'
import { t } from './strings.ts'

/** Restoring and deleting permanently. Rows are hidden at once and shown again if the server refuses. */

export const ADMIN_TRASH_LIST: ListName = 'list:second-trash'
const KEY = ['second-trash'] as const
const PAGE_SIZE = 200
/** Each entry is its own transaction, and some hold thousands of files. */
const WORK_MS = 10 * 60_000

export const adminTrashKey = (shown: AdminTrashView) => [...KEY, adminTrashQuery(shown)] as const

export const fetchAdminTrash = (shown: AdminTrashView, cursor: string | undefined, signal: AbortSignal) =>
  call(
    pageSecondTrash,
    { ...adminTrashQuery(shown), pageSize: PAGE_SIZE, ...(cursor && { cursor }) },
    { signal },
  )

/** As the batch calls take it: the entry's own id in place of the file's. */
type Entry = SecondTrashItem & { readonly instanceId: string }

async function hideDuring(
  items: readonly SecondTrashItem[],
  run: (ids: string[]) => Promise<{ list: ItemResult[] }>,
): Promise<{ done: { item: Entry; result: ItemResult }[]; failed: ItemFailure<Entry>[] }> {
  const entries = items.map((item) => ({ ...item, instanceId: item.recycleId }))
  const ids = entries.map((entry) => entry.instanceId)
  const pending = beginPending({ hides: [{ list: ADMIN_TRASH_LIST, ids }] })
  try {
    const outcome = sortResults(entries, await callInBatches(ids, run))
    pending.release(outcome.failed.map(({ item }) => item.recycleId))
    pending.settle()
    await queryClient.invalidateQueries({ queryKey: KEY })
    return outcome
  } catch (error) {
    pending.release()
    void queryClient.invalidateQueries({ queryKey: KEY })
    throw error
  }
}

/** To their owners, or to another person. */
export async function restoreAdminEntries(
  items: readonly SecondTrashItem[],
  to?: { readonly userId: string; readonly name: string },
): Promise<void> {
  if (items.length === 0) return void toast.info(t('nothingSelected'))
  await withErrorMessage(t('notRestored'), async () => {
    const { done, failed } = await hideDuring(items, (recycleIds) =>
      call(restoreSecondTrash, { recycleIds, ...(to && { toUserId: to.userId }) }, { timeoutMs: WORK_MS }),
    )
    showRestored(done, to?.name)
    showFailures(t('notRestored'), failed)
  })
}

function showRestored(done: readonly { item: Entry; result: ItemResult }[], to: string | undefined): void {
  const [first] = done
  if (!first) return
  const { item, result } = first
  const owner = to ?? item.ownerName
  const name = result.instanceName ?? item.instanceName
  if (done.length > 1)
    toast.ok(to ? t('restoredTo', { count: done.length, owner: to }) : t('restored', { count: done.length }))
  else toast.ok(t(name === item.instanceName ? 'restoredOne' : 'restoredAs', { name, owner }))
}

export const totalAdminSize = (items: readonly SecondTrashItem[]): number =>
  items.reduce((sum, { fileSize }) => sum + fileSize, 0)

const filesOf = (items: readonly SecondTrashItem[]): number =>
  items.reduce((sum, { classifierId, fileCount }) => sum + (classifierId === 'Folder' ? fileCount : 1), 0)

/** Deletes permanently; asks first, saying how much. */
export async function deleteAdminEntries(items: readonly SecondTrashItem[]): Promise<void> {
  const [only] = items
  if (!only) return void toast.info(t('nothingSelected'))
  const sure = await confirm({
    type: 'warning',
    title:
      items.length === 1
        ? t('removeOneTitle', { name: only.instanceName })
        : t('removeTitle', { count: items.length }),
    text: t('removeText', {
      files: t('files', { count: filesOf(items) }),
      size: formatSize(totalAdminSize(items)),
    }),
    confirmText: t('remove'),
    confirmIcon: Trash2,
    danger: true,
  })
  if (!sure) return
  await withErrorMessage(t('notRemoved'), async () => {
    const { done, failed } = await hideDuring(items, (recycleIds) =>
      call(removeSecondTrash, { recycleIds }, { timeoutMs: WORK_MS }),
    )
    if (done.length > 0) toast.ok(t('removed', { count: done.length }))
    showFailures(t('notRemoved'), failed)
  })
}
