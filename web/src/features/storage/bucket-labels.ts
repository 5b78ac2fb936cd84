import { type AdminBucket, CLOUD_PROVIDERS, type CloudProvider } from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import { language } from '../../lib/i18n.ts'
import { t } from './strings.ts'

const PROVIDERS: Record<Exclude<CloudProvider, 'aliyun' | 'other'>, string> = {
  ceph: 'Ceph',
  minio: 'MinIO',
  swift: 'OpenStack Swift',
  aws: 'Amazon S3',
}

export function providerName(provider: CloudProvider): string {
  if (provider === 'aliyun') return t('providerAliyun')
  return provider === 'other' ? t('providerOther') : PROVIDERS[provider]
}

export const PROVIDER_CHOICES = CLOUD_PROVIDERS.map((value) => ({ value, label: providerName(value) }))

/** Where it is, in a line: whose cloud, where it stands, how long. */
export function locationLabel(bucket: AdminBucket): string {
  if (bucket.driver === 'disk') return t('disk')
  const { provider, cloudName, location, storageCycle, region } = bucket
  const cloud = cloudName || (provider ? providerName(provider) : '')
  return [cloud, location || region, storageCycle].filter(Boolean).join(' · ')
}

/** The store does not encrypt although it is configured to. */
export const ignoresEncryption = ({ encryptedBy, encryption, answers, driver }: AdminBucket): boolean =>
  driver !== 'unknown' && encryptedBy === null && encryption !== null && answers !== false

/** Who encrypts new content; empty for unknown buckets. */
export function encryptionLabel(bucket: AdminBucket): string {
  const { encryptedBy, encryption: by, driver } = bucket
  if (driver === 'unknown') return ''
  if (encryptedBy === 'clouddisk') return t('encryptedByUs')
  if (by === null) return t('encryptedByNobody')
  if (encryptedBy === 'store') return t('encryptedByStore', { by })
  return t(ignoresEncryption(bucket) ? 'encryptionIgnored' : 'encryptionUnknown', { by })
}

export const endpointHost = ({ endpoint }: AdminBucket): string => endpoint?.replace(/^https?:\/\//, '') ?? ''

const plain = new Intl.NumberFormat(language)

export const formatCount = (count: number): string => plain.format(count)

export const objectCountLabel = (count: number): string => t('objects', { count, n: formatCount(count) })
/** Bytes that it holds at most, as far as that is known: a disk is as large as what it has and what is left. */
export const bucketSize = ({ capacity, free, used }: AdminBucket): number | null =>
  capacity ?? (free === null ? null : used + free)

/** Bytes that still go in; null where nothing limits them. */
export function freeSpace(bucket: AdminBucket): number | null {
  const size = bucketSize(bucket)
  return size === null ? null : Math.max(0, size - bucket.used)
}

/** Bytes by which all of the one do not go into the other. */
export const missingSpace = (bucket: AdminBucket, { used }: AdminBucket): number =>
  Math.max(0, used - (freeSpace(bucket) ?? Number.POSITIVE_INFINITY))

/** As one of several to choose from. */
export function bucketOptionLabel(bucket: AdminBucket): string {
  const { bucketName: name } = bucket
  const room = freeSpace(bucket)
  return room === null ? name : t('roomIn', { name, size: formatSize(room) })
}
