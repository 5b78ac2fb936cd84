import type { AdminBucket } from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import { clsx } from 'clsx'
import { Database, HardDrive } from 'lucide-react'
import type { ReactElement } from 'react'
import {
  CapacityMeter,
  capacityLevel,
  capacityShare,
  spaceLeftText,
  usedOfTotal,
} from '../../ui/capacity-bar.tsx'
import { Chip } from '../../ui/chip.tsx'
import { TimeCell } from '../../ui/list/cells.tsx'
import { column } from '../../ui/list/column.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { bucketSize, endpointHost, locationLabel, objectCountLabel } from './bucket-labels.ts'
import { isLost, isUnreachable, unreachableReason } from './data.ts'
import { t } from './strings.ts'

const PlainText = ({ title, children }: { title?: string; children: string }): ReactElement => (
  <span title={title} className="truncate pr-2 text-secondary text-fg-2">
    {children}
  </span>
)

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
  column('name', t('name'), { width: 'minmax(260px, 1.6fr)', fixed: true }, (bucket) => (
    <Name bucket={bucket} />
  )),
  column('place', t('place'), { width: 'minmax(140px, 1fr)', from: 1024 }, (bucket) => (
    <PlainText title={locationLabel(bucket)}>{locationLabel(bucket) || t('none')}</PlainText>
  )),
  column('usage', t('usage'), { width: 'minmax(236px, 1.1fr)', from: 768 }, (bucket) => (
    <Usage bucket={bucket} />
  )),
  column('homes', t('homesCount'), { width: '84px', from: 1024 }, (bucket) => (
    <PlainText>{bucket.homes === 0 ? t('none') : t('homesOf', { count: bucket.homes })}</PlainText>
  )),
  column('modified', t('modified'), { width: '132px', from: 1280 }, (bucket) =>
    bucket.updateTime === null ? (
      <PlainText>{t('none')}</PlainText>
    ) : (
      <TimeCell iso={bucket.updateTime} className="tabular pr-2" />
    ),
  ),
]

/** Two lines for a phone: name with its marks; how much it holds, and what is left where that is little. */
export function bucketPhoneRow(bucket: AdminBucket): ReactElement {
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
