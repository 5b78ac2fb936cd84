import type { AdminBucket } from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import { clsx } from 'clsx'
import { Database, HardDrive } from 'lucide-react'
import type { ReactElement } from 'react'
import { formatDateTime, formatFullDateTime } from '../../lib/format-date-time.ts'
import { Chip } from '../../ui/badge.tsx'
import {
  CapacityMeter,
  capacityLevel,
  capacityShare,
  spaceLeftText,
  usedOfTotal,
} from '../../ui/capacity-bar.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { bucketSize, endpointHost, locationLabel, objectCountLabel } from './bucket-labels.ts'
import { isLost, isUnreachable, unreachableReason } from './data.ts'
import { PlainText } from './plain-text.tsx'
import { t } from './strings.ts'

const Marks = ({ bucket }: { bucket: AdminBucket }): ReactElement => (
  <>
    {bucket.isDefault && <Chip tone="info">{t('byDefault')}</Chip>}
    {isUnreachable(bucket) && <Chip tone="danger">{t(unreachableReason(bucket))}</Chip>}
    {isLost(bucket) && <Chip tone="danger">{t('unknown')}</Chip>}
    {bucket.state === 'readonly' && <Chip tone="warn">{t('readonly')}</Chip>}
    {bucket.source === 'environment' && <Chip>{t('byEnvironment')}</Chip>}
  </>
)

const Name = ({ bucket }: { bucket: AdminBucket }): ReactElement => {
  const Icon = bucket.driver === 'disk' ? HardDrive : Database
  const where = bucket.driver === 'disk' ? t('disk') : endpointHost(bucket)
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3 pr-3">
      <Icon size={20} className="shrink-0 text-mut" aria-hidden />
      <span className="min-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate text-body" title={bucket.bucketName}>
            {bucket.bucketName}
          </span>
          <Marks bucket={bucket} />
        </span>
        <span className="block truncate text-caption text-mut" title={where}>
          {where || t('none')}
        </span>
      </span>
    </span>
  )
}

const usedText = (bucket: AdminBucket): string => {
  const size = bucketSize(bucket)
  return size === null ? t('usedAlone', { size: formatSize(bucket.used) }) : usedOfTotal(bucket.used, size)
}

/** What is left, where that is known; as an alarm when it is little. */
function Left({ bucket: { used }, size }: { bucket: AdminBucket; size: number }): ReactElement {
  const scarce = capacityLevel(capacityShare(used, size)) === 'danger'
  return (
    <span className={scarce ? 'font-medium text-danger' : undefined}>
      {scarce ? spaceLeftText(used, size) : t('freeOf', { size: formatSize(size - used) })}
    </span>
  )
}

function Usage({ bucket }: { bucket: AdminBucket }): ReactElement {
  const { used, bucketName, objects } = bucket
  const size = bucketSize(bucket)
  return (
    <span className="flex min-w-0 flex-1 flex-col pr-3">
      <span className="tabular truncate text-secondary">{usedText(bucket)}</span>
      {size !== null && (
        <CapacityMeter
          label={t('usedOf', { name: bucketName })}
          used={used}
          total={size}
          className="mt-0.5 mb-1"
        />
      )}
      <span className="tabular truncate text-caption text-mut" title={objectCountLabel(objects)}>
        {size !== null && (
          <>
            <Left bucket={bucket} size={size} />
            {' · '}
          </>
        )}
        {objectCountLabel(objects)}
      </span>
    </span>
  )
}

export const columns: readonly ColumnDef<AdminBucket>[] = [
  {
    id: 'name',
    header: t('name'),
    enableHiding: false,
    meta: { width: 'minmax(260px, 1.6fr)' },
    cell: ({ row: { original: bucket } }) => <Name bucket={bucket} />,
  },
  {
    id: 'place',
    header: t('place'),
    meta: { width: 'minmax(140px, 1fr)', from: 1024 },
    cell: ({ row: { original: bucket } }) => (
      <PlainText title={locationLabel(bucket)}>{locationLabel(bucket) || t('none')}</PlainText>
    ),
  },
  {
    id: 'usage',
    header: t('usage'),
    meta: { width: 'minmax(236px, 1.1fr)', from: 768 },
    cell: ({ row: { original: bucket } }) => <Usage bucket={bucket} />,
  },
  {
    id: 'homes',
    header: t('homesCount'),
    meta: { width: '84px', from: 1024 },
    cell: ({ row: { original: bucket } }) => (
      <PlainText>{bucket.homes === 0 ? t('none') : t('homesOf', { count: bucket.homes })}</PlainText>
    ),
  },
  {
    id: 'modified',
    header: t('modified'),
    meta: { width: '132px', from: 1280 },
    cell: ({ row: { original: bucket } }) =>
      bucket.updateTime === null ? (
        <PlainText>{t('none')}</PlainText>
      ) : (
        <time
          dateTime={bucket.updateTime}
          title={formatFullDateTime(bucket.updateTime)}
          className="tabular truncate pr-2 text-secondary text-fg-2"
        >
          {formatDateTime(bucket.updateTime)}
        </time>
      ),
  },
]

/** Two lines for a phone: name with its marks; how much it holds, and what is left where that is little. */
export function PhoneRow({ bucket }: { bucket: AdminBucket }): ReactElement {
  const size = bucketSize(bucket)
  const scarce = size !== null && capacityLevel(capacityShare(bucket.used, size)) === 'danger'
  const place = locationLabel(bucket)
  return (
    <span className="min-w-0 flex-1">
      <span className="flex min-w-0 items-center gap-2">
        <span className="truncate text-section">{bucket.bucketName}</span>
        <Marks bucket={bucket} />
      </span>
      <span className="block truncate text-caption text-mut">
        <span className={clsx(scarce && 'font-medium text-danger')}>
          {usedText(bucket)}
          {scarce && ` · ${spaceLeftText(bucket.used, size)}`}
        </span>
        {place && ` · ${place}`}
      </span>
    </span>
  )
}
