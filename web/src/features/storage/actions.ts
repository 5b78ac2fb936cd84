import {
  type AdminBucket,
  type BucketState,
  beginContentMove,
  type ContentMove,
  makeDefaultBucket,
  retireBucket,
  stopContentMove,
  updateBucket,
} from '@clouddisk/contract/admin-storage'
import { Archive, CircleStop } from 'lucide-react'
import { call } from '../../lib/api.ts'
import { confirm } from '../../ui/confirm.tsx'
import { showError } from '../../ui/failures.ts'
import { toast } from '../../ui/toast.tsx'
import { refreshStorage } from './data.ts'
import { t } from './strings.ts'

/** What becomes of a bucket by one click and a question. */

async function withMessages(work: () => Promise<unknown>, done: string, failed: string): Promise<void> {
  try {
    await work()
    toast.ok(done)
  } catch (error) {
    showError(failed, error)
  }
  await refreshStorage()
}

export async function confirmMakeDefault({ bucketName: name }: AdminBucket): Promise<void> {
  const go = await confirm({
    type: 'info',
    title: t('defaultTitle', { name }),
    text: t('defaultText'),
    confirmText: t('makeDefault'),
  })
  if (go)
    await withMessages(
      () => call(makeDefaultBucket, { bucketName: name }),
      t('defaulted', { name }),
      t('notDefaulted'),
    )
}

export async function setBucketState(
  { bucketId, bucketName: name }: AdminBucket,
  state: BucketState,
): Promise<void> {
  if (bucketId === null) return
  const close = state === 'readonly'
  const go =
    !close ||
    (await confirm({
      type: 'warning',
      title: t('closeTitle', { name }),
      text: t('closeText'),
      confirmText: t('close'),
    }))
  if (go)
    await withMessages(
      () => call(updateBucket, { bucketId, state }),
      t(close ? 'closed' : 'reopened', { name }),
      t('notChanged'),
    )
}

export async function confirmRetire({ bucketId, bucketName: name }: AdminBucket): Promise<void> {
  if (bucketId === null) return
  const go = await confirm({
    type: 'warning',
    title: t('retireTitle', { name }),
    text: t('retireText'),
    confirmText: t('retire'),
    confirmIcon: Archive,
    danger: true,
  })
  if (go) await withMessages(() => call(retireBucket, { bucketId }), t('retired', { name }), t('notRetired'))
}

/** What was stopped, from where it was stopped. */
export const resumeMove = ({ from, to, bytesPerSecond }: ContentMove): Promise<void> =>
  withMessages(
    () => call(beginContentMove, { from, to, ...(bytesPerSecond !== null && { bytesPerSecond }) }),
    t('begun'),
    t('notBegun'),
  )

export async function stopMove(): Promise<void> {
  const go = await confirm({
    type: 'warning',
    title: t('stopTitle'),
    text: t('stopText'),
    confirmText: t('stop'),
    confirmIcon: CircleStop,
    cancelText: t('keepOn'),
  })
  if (go) await withMessages(() => call(stopContentMove, {}), t('stopped'), t('notStopped'))
}
