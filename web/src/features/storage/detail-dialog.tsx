import type { AdminBucket } from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import { clsx } from 'clsx'
import type { ReactElement } from 'react'
import { Button } from '../../ui/button.tsx'
import { DetailList } from '../../ui/detail-list.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { encryptionLabel, ignoresEncryption, locationLabel, objectCountLabel } from './bucket-labels.ts'
import { t } from './strings.ts'

export interface DetailDialogProps extends DialogControl {
  bucket: AdminBucket
}

/** A bucket that cannot be changed here, or not by this reader. */
export function DetailDialog({ bucket, ...dialog }: DetailDialogProps): ReactElement {
  const lines: readonly (readonly [string, string | null])[] = [
    [t('place'), locationLabel(bucket)],
    [t('endpoint'), bucket.endpoint],
    [t('publicEndpoint'), bucket.publicEndpoint],
    [t('region'), bucket.region],
    [t('addresses'), bucket.addresses.join(', ')],
    [t('uploads'), bucket.uploads && t(goDirect(bucket) ? 'uploadsDirect' : 'uploadsProxied')],
    [
      t('downloads'),
      bucket.downloads && t(bucket.downloads === 'presigned' ? 'downloadsPresigned' : 'downloadsProxied'),
    ],
    [t('encryption'), encryptionLabel(bucket)],
    [t('kmsKey'), bucket.kmsKey],
    [t('capacity'), bucket.capacity === null ? null : formatSize(bucket.capacity)],
    [
      t('usage'),
      `${objectCountLabel(bucket.objects)} · ${t('usedAlone', { size: formatSize(bucket.used) })}`,
    ],
    [t('cloudUser'), bucket.cloudUser],
    [t('distributionDomain'), bucket.distributionDomain],
    [t('keyPairId'), bucket.keyPairId],
    [t('acceleration'), bucket.acceleration ? t('accelerationOn') : null],
  ]
  const alarm = ignoresEncryption(bucket) ? t('encryption') : undefined
  return (
    <Dialog
      {...dialog}
      width={600}
      title={t('detailTitle', { name: bucket.bucketName })}
      description={bucket.source === 'environment' ? t('byEnvironmentText') : undefined}
      footer={<Button onClick={() => dialog.onOpenChange(false)}>{t('closeDialog')}</Button>}
    >
      <DetailList
        data-autofocus
        tabIndex={-1}
        lines={lines.filter(([, value]) => value)}
        className="grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2 outline-none"
        valueClass={(label) => clsx('break-words', label === alarm && 'text-warn')}
      />
    </Dialog>
  )
}

/** What we encrypt goes through the server. */
const goDirect = ({ uploads, encryptedBy }: AdminBucket): boolean =>
  uploads === 'direct' && encryptedBy !== 'clouddisk'
