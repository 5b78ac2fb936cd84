import type { AdminBucket } from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import { Database, HardDrive } from 'lucide-react'
import type { ReactElement } from 'react'
import { formatDateTime, formatFullDateTime } from '../../lib/format-date-time.ts'
import { Chip } from '../../ui/badge.tsx'
import { CapacityBar } from '../../ui/capacity-bar.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { hostOf, objectsShort, objectsWords, placeWords } from './bucket-words.ts'
import { t } from './strings.ts'

const Marks = ({ bucket }: { bucket: AdminBucket }): ReactElement => (
  <>
    {bucket.isDefault && <Chip tone="info">{t('byDefault')}</Chip>}
    {bucket.answers === false && <Chip tone="danger">{t('away')}</Chip>}
    {bucket.source === 'unknown' && <Chip tone="danger">{t('unknown')}</Chip>}
    {bucket.state === 'readonly' && <Chip tone="warn">{t('readonly')}</Chip>}
    {bucket.source === 'environment' && <Chip>{t('byEnvironment')}</Chip>}
  </>
)

const Name = ({ bucket }: { bucket: AdminBucket }): ReactElement => {
  const Icon = bucket.driver === 'disk' ? HardDrive : Database
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
        <span className="block truncate text-caption text-mut" title={hostOf(bucket)}>
          {hostOf(bucket) || objectsWords(bucket.objects)}
        </span>
      </span>
    </span>
  )
}

function Usage({ bucket }: { bucket: AdminBucket }): ReactElement {
  const { used, capacity, free, bucketName, objects } = bucket
  if (capacity !== null)
    return (
      <CapacityBar
        label={objectsShort(objects)}
        used={used}
        total={capacity}
        unlimited={false}
        className="w-full! pr-6"
      />
    )
  return (
    <span className="tabular min-w-0 pr-3" title={t('usedOf', { name: bucketName })}>
      <span className="block truncate text-secondary">{t('usedAlone', { size: formatSize(used) })}</span>
      <span className="block truncate text-caption text-mut">
        {free === null ? objectsWords(objects) : t('freeOf', { size: formatSize(free) })}
      </span>
    </span>
  )
}

const Plain = ({ children }: { children: string }): ReactElement => (
  <span title={children} className="tabular truncate pr-2 text-secondary text-fg-2">
    {children}
  </span>
)

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
    cell: ({ row: { original: bucket } }) => <Plain>{placeWords(bucket)}</Plain>,
  },
  {
    id: 'usage',
    header: t('usage'),
    meta: { width: 'minmax(190px, 1fr)', from: 768 },
    cell: ({ row: { original: bucket } }) => <Usage bucket={bucket} />,
  },
  {
    id: 'homes',
    header: t('homesCount'),
    meta: { width: '80px', from: 1024 },
    cell: ({ row: { original: bucket } }) => (
      <Plain>{bucket.homes === 0 ? '--' : t('homesOf', { count: bucket.homes })}</Plain>
    ),
  },
  {
    id: 'modified',
    header: t('modified'),
    meta: { width: '132px', from: 1280 },
    cell: ({ row: { original: bucket } }) =>
      bucket.updateTime === null ? (
        <Plain>--</Plain>
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

/** Two lines for a phone: name with its marks; how much it holds. */
export const PhoneRow = ({ bucket }: { bucket: AdminBucket }): ReactElement => (
  <span className="min-w-0 flex-1">
    <span className="flex min-w-0 items-center gap-2">
      <span className="truncate text-section">{bucket.bucketName}</span>
      <Marks bucket={bucket} />
    </span>
    <span className="tabular block truncate text-caption text-mut">
      {[
        bucket.capacity === null
          ? t('usedAlone', { size: formatSize(bucket.used) })
          : `${formatSize(bucket.used)} / ${formatSize(bucket.capacity)}`,
        placeWords(bucket),
      ]
        .filter(Boolean)
        .join(' · ')}
    </span>
  </span>
)
