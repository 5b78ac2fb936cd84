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
import { showError, showFailures } from '../../../ui/failures.ts'
import { toast } from '../../../ui/toast.tsx'
import { type AdminTrashView, adminTrashQuery } from './filter.ts'
import { t } from './strings.ts'

/** Giving back what people let go, and ending it for good. Rows go at once and come back where the server refuses. */

export const ADMIN_TRASH_LIST: ListName = 'list:second-trash'
const KEY = ['second-trash'] as const
const PAGE_SIZE = 200
/** Each is a transaction of its own, and some of them hold thousands of files. */
const WORK_MS = 10 * 60_000

export const adminTrashKey = (shown: AdminTrashView) => [...KEY, adminTrashQuery(shown)] as const

export const fetchAdminTrash = (shown: AdminTrashView, cursor: string | undefined, signal: AbortSignal) =>
  call(
    pageSecondTrash,
    { ...adminTrashQuery(shown), pageSize: PAGE_SIZE, ...(cursor && { cursor }) },
    { signal },
  )

/** What the calls name: the entry's own id stands in the place of the file's. */
type Entry = SecondTrashItem & { readonly instanceId: string }

async function over(
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

/** To its owner, or to whoever is named. */
export async function restoreAdminEntries(
  items: readonly SecondTrashItem[],
  to?: { readonly userId: string; readonly name: string },
): Promise<void> {
  if (items.length === 0) return void toast.info(t('nothingSelected'))
  try {
    const { done, failed } = await over(items, (recycleIds) =>
      call(restoreSecondTrash, { recycleIds, ...(to && { toUserId: to.userId }) }, { timeoutMs: WORK_MS }),
    )
    tellRestored(done, to?.name)
    showFailures(t('notRestored'), failed)
  } catch (error) {
    showError(t('notRestored'), error)
  }
}

function tellRestored(done: readonly { item: Entry; result: ItemResult }[], to: string | undefined): void {
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

/** For good, asked first, with what that comes to. */
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
  try {
    const { done, failed } = await over(items, (recycleIds) =>
      call(removeSecondTrash, { recycleIds }, { timeoutMs: WORK_MS }),
    )
    if (done.length > 0) toast.ok(t('removed', { count: done.length }))
    showFailures(t('notRemoved'), failed)
  } catch (error) {
    showError(t('notRemoved'), error)
  }
}
