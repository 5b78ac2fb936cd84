import type { AdminBucket } from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import { clsx } from 'clsx'
import type { ReactElement } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { encryptionLabel, ignoresEncryption, locationLabel, objectCountLabel } from './bucket-labels.ts'
import { t } from './strings.ts'

export interface DetailDialogProps {
  bucket: AdminBucket
  open: boolean
  onOpenChange: (open: boolean) => void
  onClosed: () => void
}

/** A bucket that cannot be changed here, or not by this reader. */
export function DetailDialog({ bucket, ...opening }: DetailDialogProps): ReactElement {
  const facts: readonly (readonly [string, string | null])[] = [
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
      {...opening}
      width={600}
      title={t('detailTitle', { name: bucket.bucketName })}
      description={bucket.source === 'environment' ? t('byEnvironmentText') : undefined}
      footer={<Button onClick={() => opening.onOpenChange(false)}>{t('closeDialog')}</Button>}
    >
      <dl
        data-autofocus
        tabIndex={-1}
        className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2 text-body outline-none"
      >
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-secondary text-mut">{label}</dt>
              <dd className={clsx('break-words', label === alarm && 'text-warn')}>{value}</dd>
            </div>
          ))}
      </dl>
    </Dialog>
  )
}

/** What we encrypt goes through the server. */
const goDirect = ({ uploads, encryptedBy }: AdminBucket): boolean =>
  uploads === 'direct' && encryptedBy !== 'clouddisk'
