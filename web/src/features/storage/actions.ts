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
import { toast } from '../../ui/toast.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { refreshStorage } from './data.ts'
import { t } from './strings.ts'

/** Actions on buckets; each asks first. */

const withMessages = (work: () => Promise<unknown>, done: string, failed: string) =>
  withErrorMessage(failed, () => work().then(() => toast.ok(done)), refreshStorage)

export async function confirmMakeDefault({ bucketName: name }: AdminBucket): Promise<void> {
  const sure = await confirm({
    type: 'info',
    title: t('defaultTitle', { name }),
    text: t('defaultText'),
    confirmText: t('makeDefault'),
  })
  if (sure)
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
  const sure =
    !close ||
    (await confirm({
      type: 'warning',
      title: t('closeTitle', { name }),
      text: t('closeText'),
      confirmText: t('close'),
    }))
  if (sure)
    await withMessages(
      () => call(updateBucket, { bucketId, state }),
      t(close ? 'closed' : 'reopened', { name }),
      t('notChanged'),
    )
}

export async function confirmRetire({ bucketId, bucketName: name }: AdminBucket): Promise<void> {
  if (bucketId === null) return
  const sure = await confirm({
    type: 'warning',
    title: t('retireTitle', { name }),
    text: t('retireText'),
    confirmText: t('retire'),
    confirmIcon: Archive,
    danger: true,
  })
  if (sure)
    await withMessages(() => call(retireBucket, { bucketId }), t('retired', { name }), t('notRetired'))
}

/** Continues a stopped move. */
export const resumeMove = ({ from, to, bytesPerSecond }: ContentMove) =>
  withMessages(
    () => call(beginContentMove, { from, to, ...(bytesPerSecond !== null && { bytesPerSecond }) }),
    t('begun'),
    t('notBegun'),
  )

export async function stopMove(): Promise<void> {
  const sure = await confirm({
    type: 'warning',
    title: t('stopTitle'),
    text: t('stopText'),
    confirmText: t('stop'),
    confirmIcon: CircleStop,
    cancelText: t('keepOn'),
  })
  if (sure) await withMessages(() => call(stopContentMove, {}), t('stopped'), t('notStopped'))
}
