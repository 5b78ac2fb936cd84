import { type AdminBucket, CLOUD_PROVIDERS, type CloudProvider } from '@clouddisk/contract/admin-storage'
import { language } from '../../lib/i18n.ts'
import { t } from './strings.ts'

const PROVIDERS: Record<Exclude<CloudProvider, 'other'>, string> = {
  ceph: 'Ceph',
  minio: 'MinIO',
  swift: 'OpenStack Swift',
  aws: 'Amazon S3',
  aliyun: '阿里云 OSS',
}

export const providerName = (provider: CloudProvider): string =>
  provider === 'other' ? t('providerOther') : PROVIDERS[provider]

export const PROVIDER_CHOICES = CLOUD_PROVIDERS.map((value) => ({ value, label: providerName(value) }))

/** Where it is, in a line: whose cloud, where it stands, how long. */
export function placeWords(bucket: AdminBucket): string {
  if (bucket.driver === 'disk') return t('disk')
  const { provider, cloudName, location, storageCycle, region } = bucket
  const cloud = cloudName || (provider ? providerName(provider) : '')
  return [cloud, location || region, storageCycle].filter(Boolean).join(' · ')
}

export const hostOf = ({ endpoint }: AdminBucket): string => endpoint?.replace(/^https?:\/\//, '') ?? ''

const plain = new Intl.NumberFormat(language)
const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 })

export const objectsWords = (count: number): string => t('objects', { count, n: plain.format(count) })
/** Where there is little room. */
export const objectsShort = (count: number): string => t('objects', { count, n: compact.format(count) })
