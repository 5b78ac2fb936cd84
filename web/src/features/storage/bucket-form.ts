import { ApiError } from '@clouddisk/client/http/errors'
import {
  type AdminBucket,
  type BUCKET_DOWNLOADS,
  type BUCKET_UPLOADS,
  type BucketFinding,
  type BucketState,
  type CloudProvider,
  NO_CLOUD,
  type StoreCipher,
} from '@clouddisk/contract/admin-storage'
import { errorMessage } from '../../lib/api.ts'
import type { FormErrors } from '../../ui/use-form.ts'
import { t } from './strings.ts'

/** A bucket's settings as a form has them. */
export interface BucketValues {
  readonly bucketName: string
  readonly endpoint: string
  readonly publicEndpoint: string
  readonly region: string
  readonly addresses: string
  readonly encryption: StoreCipher | 'none'
  readonly kmsKey: string
  readonly accessKey: string
  readonly secretKey: string
  readonly uploads: (typeof BUCKET_UPLOADS)[number]
  readonly downloads: (typeof BUCKET_DOWNLOADS)[number]
  /** GB. */
  readonly capacity: string
  readonly state: BucketState
  readonly provider: CloudProvider | 'none'
  readonly cloudName: string
  readonly cloudUser: string
  readonly location: string
  readonly storageCycle: string
  readonly distributionDomain: string
  readonly keyPairId: string
  readonly acceleration: boolean
  /** `NO_CLOUD`: its own settings. */
  readonly cloudId: string
  /** With the keys of its cloud. */
  readonly cloudKeys: boolean
}

const GB = 1024 ** 3

export const bucketFormValues = (bucket: AdminBucket | undefined): BucketValues => ({
  bucketName: bucket?.bucketName ?? '',
  endpoint: bucket?.endpoint ?? '',
  publicEndpoint: bucket?.publicEndpoint ?? '',
  region: bucket?.region ?? '',
  addresses: bucket?.addresses.join(', ') ?? '',
  encryption: bucket?.encryption ?? 'none',
  kmsKey: bucket?.kmsKey ?? '',
  accessKey: '',
  secretKey: '',
  uploads: bucket?.uploads ?? 'direct',
  downloads: bucket?.downloads ?? 'proxied',
  capacity: bucket?.capacity == null ? '' : gigabytes(bucket.capacity),
  state: bucket?.state ?? 'active',
  provider: bucket?.provider ?? 'none',
  cloudName: bucket?.cloudName ?? '',
  cloudUser: bucket?.cloudUser ?? '',
  location: bucket?.location ?? '',
  storageCycle: bucket?.storageCycle ?? '',
  distributionDomain: bucket?.distributionDomain ?? '',
  keyPairId: bucket?.keyPairId ?? '',
  acceleration: bucket?.acceleration ?? false,
  cloudId: bucket?.cloudId ?? NO_CLOUD,
  cloudKeys: bucket !== undefined && !bucket.ownKeys,
})

/** Rounded to 0.001 GB. */
const gigabytes = (bytes: number): string => String(Math.round((bytes / GB) * 1000) / 1000)

export const bucketFormErrors =
  (bucket: AdminBucket | undefined) =>
  (values: BucketValues): FormErrors<BucketValues> => {
    const keys = [values.accessKey.trim(), values.secretKey.trim()] as const
    const needed = !values.cloudKeys && (bucket === undefined || keys.some(Boolean))
    const key = (mine: string) => (needed && mine === '' ? t(bucket ? 'bothKeys' : 'missing') : undefined)
    return {
      bucketName: values.bucketName.trim() === '' ? t('missing') : undefined,
      endpoint: values.endpoint.trim() === '' ? t('missing') : undefined,
      accessKey: key(keys[0]),
      secretKey: key(keys[1]),
      capacity: isFitting(values.capacity, bucket) ? undefined : t('capacityFault'),
    }
  }

/** What is shown is rounded: as long as nobody changed it, it stands for what there is. */
const isSameCapacity = (capacity: string, bucket: AdminBucket | undefined): boolean =>
  capacity.trim() === bucketFormValues(bucket).capacity

const isFitting = (capacity: string, bucket: AdminBucket | undefined): boolean =>
  capacity.trim() === '' || isSameCapacity(capacity, bucket) || bytesOf(capacity) > 0

const capacityOf = (capacity: string): number | 'unlimited' =>
  capacity.trim() === '' ? 'unlimited' : bytesOf(capacity)

const bytesOf = (capacity: string): number =>
  /^\d{1,7}(\.\d{1,3})?$/.test(capacity.trim()) ? Math.round(Number(capacity) * GB) : 0

/** As the call takes it. @param bucket as it was. */
export function bucketSettings(values: BucketValues, bucket: AdminBucket | undefined) {
  const {
    bucketName: _name,
    accessKey,
    secretKey,
    state: _state,
    provider,
    capacity,
    addresses,
    cloudKeys,
    ...rest
  } = values
  return {
    ...rest,
    ...(accessKey.trim() && !cloudKeys && { accessKey: accessKey.trim(), secretKey: secretKey.trim() }),
    ...(provider !== 'none' && { provider }),
    ...(!isSameCapacity(capacity, bucket) && { capacity: capacityOf(capacity) }),
    addresses: addresses
      .split(/[\s,，]+/)
      .map((one) => one.trim())
      .filter(Boolean),
  }
}

/** What the server says is wrong, at the field that it names. */
export function refusedBucketFields(error: unknown): FormErrors<BucketValues> | undefined {
  if (!(error instanceof ApiError)) return undefined
  const field = error.name === 'name_taken' ? 'bucketName' : error.details.field
  return typeof field === 'string' ? { [field]: errorMessage(error) } : undefined
}

const FIELDS: Partial<Record<NonNullable<BucketFinding['reason']>, keyof BucketValues>> = {
  unreachable: 'endpoint',
  silent: 'endpoint',
  no_name: 'endpoint',
  late: 'endpoint',
  certificate: 'endpoint',
  no_store: 'endpoint',
  no_bucket: 'bucketName',
  region: 'region',
  access_key: 'accessKey',
  secret_key: 'secretKey',
  not_encrypted: 'encryption',
  cannot_encrypt: 'encryption',
}

/** The fields that trying it out blames; why stands with what was found. */
export const errorsFromFindings = (findings: readonly BucketFinding[]): FormErrors<BucketValues> =>
  Object.fromEntries(
    findings.flatMap(({ reason }) => {
      const field = reason && FIELDS[reason]
      return field ? [[field, t('checkThis')]] : []
    }),
  )
