import { type AdminUpload, discardAdminUploads, pageAdminUploads } from '@clouddisk/contract/admin-uploads'
import { formatSize } from '@clouddisk/contract/format'
import { CircleX } from 'lucide-react'
import { call } from '../../../lib/api.ts'
import { callInBatches, sortResults } from '../../../lib/batches.ts'
import { beginPending, type ListName } from '../../../lib/pending.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { showError, showFailures } from '../../../ui/failures.ts'
import { toast } from '../../../ui/toast.tsx'
import { type AllUploadsView, allUploadsQuery } from './filter.ts'
import { t } from './strings.ts'

/** Lists and cancels uploads of all people. Rows are hidden at once, and shown again if the server refuses. */

export const UPLOADS_LIST: ListName = 'list:all-uploads'
const KEY = ['all-uploads'] as const
const PAGE_SIZE = 100
/** Each upload takes a transaction, and a store may delete slowly. */
const TIMEOUT_MS = 10 * 60_000

export const allUploadsKey = (shown: AllUploadsView) => [...KEY, allUploadsQuery(shown)] as const

export const fetchAllUploads = (shown: AllUploadsView, cursor: string | undefined, signal: AbortSignal) =>
  call(
    pageAdminUploads,
    { ...allUploadsQuery(shown), pageSize: PAGE_SIZE, ...(cursor && { cursor }) },
    { signal },
  )

export const totalUploadSize = (uploads: readonly AdminUpload[]): number =>
  uploads.reduce((sum, { fileSize }) => sum + fileSize, 0)

export const discardText = (count: number): string =>
  count === 1 ? t('discard') : t('discardMany', { count })

/** Cancels uploads after a confirmation. */
export async function discardUploads(uploads: readonly AdminUpload[]): Promise<void> {
  const [only] = uploads
  if (!only) return
  const confirmed = await confirm({
    type: 'warning',
    title:
      uploads.length === 1
        ? t('discardOneTitle', { name: only.instanceName })
        : t('discardTitle', { count: uploads.length }),
    text: t(uploads.length === 1 ? 'discardText' : 'discardManyText', {
      size: formatSize(totalUploadSize(uploads)),
    }),
    confirmText: discardText(uploads.length),
    confirmIcon: CircleX,
    cancelText: t('keep'),
    danger: true,
  })
  if (!confirmed) return
  const items = uploads.map((upload) => ({ ...upload, instanceId: upload.objectKey }))
  const ids = items.map(({ instanceId }) => instanceId)
  const pending = beginPending({ hides: [{ list: UPLOADS_LIST, ids }] })
  try {
    const results = await callInBatches(ids, (objectKeys) =>
      call(discardAdminUploads, { objectKeys }, { timeoutMs: TIMEOUT_MS }),
    )
    const { done, failed } = sortResults(items, results)
    pending.release(failed.map(({ item }) => item.objectKey))
    pending.settle()
    if (done.length > 0) toast.ok(t('discarded', { count: done.length }))
    showFailures(t('notDiscarded'), failed)
  } catch (error) {
    pending.release()
    showError(t('notDiscarded'), error)
  } finally {
    await queryClient.invalidateQueries({ queryKey: KEY })
  }
}
