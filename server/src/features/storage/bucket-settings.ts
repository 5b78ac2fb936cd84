import { isIP } from 'node:net'
import type { CloudProvider, createBucket, updateBucket } from '@clouddisk/contract/admin-storage'
import type { BadFieldReason } from '@clouddisk/contract/errors'
import type { Input } from '@clouddisk/contract/route'
import { bucketName, storeOrigin } from '../../config/parse.ts'
import { refuseField } from '../../errors/refusal.ts'
import type { BucketRow, CloudSettings, Credentials } from '../../objects/buckets.ts'
import { type CloudRow, settingsInCloud, settingsOutsideCloud } from '../../objects/clouds.ts'

/** Bucket settings from a call, validated by the same rules as those of the environment. */

export type BucketSettings = Pick<
  BucketRow,
  | 'endpoint'
  | 'publicEndpoint'
  | 'region'
  | 'uploads'
  | 'downloads'
  | 'encryption'
  | 'kmsKey'
  | 'cloud'
  | 'cloudId'
  | 'capacity'
>

type BucketInput =
  | Omit<Input<typeof createBucket>, 'bucketName' | 'accessKey' | 'secretKey'>
  | Input<typeof updateBucket>

const REGION = 'us-east-1'

/**
 * Validates the settings; a missing one keeps its value of `before`.
 * @param cloud whose settings take the place of the bucket's own; null: none.
 */
export function readBucketSettings(
  value: BucketInput,
  cloud: CloudRow | null,
  before?: BucketRow,
): BucketSettings {
  const endpoint = value.endpoint === undefined ? before?.endpoint : readOrigin('endpoint', value.endpoint)
  return {
    endpoint: endpoint ?? refuseField('endpoint', 'missing'),
    publicEndpoint: kept(value.publicEndpoint, before?.publicEndpoint ?? null, (text) =>
      text === '' ? null : readOrigin('publicEndpoint', text),
    ),
    region: kept(value.region, before?.region ?? REGION, readRegion),
    uploads: value.uploads ?? before?.uploads ?? 'direct',
    downloads: value.downloads ?? before?.downloads ?? 'proxied',
    capacity: kept(value.capacity, before?.capacity ?? null, (given) =>
      given === 'unlimited' ? null : given,
    ),
    ...readEncryption(value, before),
    cloud: cloud
      ? settingsInCloud(cloud, readCloud(value, before?.cloud))
      : settingsOutsideCloud(readCloud(value, before?.cloud)),
    cloudId: cloud?.id ?? null,
  }
}

/** A KMS key is valid only with `aws:kms`. */
function readEncryption(
  value: BucketInput,
  before?: BucketRow,
): Pick<BucketSettings, 'encryption' | 'kmsKey'> {
  const encryption = kept(value.encryption, before?.encryption ?? null, (by) => (by === 'none' ? null : by))
  if (encryption !== 'aws:kms') return { encryption, kmsKey: null }
  const kmsKey = kept(value.kmsKey, before?.kmsKey ?? null, (key) =>
    key === '' ? null : readKey('kmsKey', key),
  )
  return { encryption, kmsKey }
}

function kept<G, T>(value: G | undefined, before: T, read: (given: G) => T): T {
  if (value === undefined) return before
  return read(typeof value === 'string' ? (value.trim() as G) : value)
}

function readCloud(value: BucketInput, before: CloudSettings = {}): CloudSettings {
  const { provider, cloudName, cloudUser, location, storageCycle, addresses, acceleration } = value
  const { distributionDomain, keyPairId } = value
  const words = { name: cloudName, user: cloudUser, location, storageCycle, distributionDomain, keyPairId }
  const said = Object.entries(words).flatMap(([key, text]) =>
    text === undefined ? [] : [[key, text.trim()]],
  )
  return {
    ...before,
    ...(provider && { provider }),
    ...Object.fromEntries(said),
    ...(acceleration !== undefined && { acceleration }),
    ...(addresses && { addresses: addresses.map(readAddress) }),
  }
}

export const providerOf = ({ provider }: CloudSettings): CloudProvider | null =>
  (provider as CloudProvider) ?? null

/** An IP address of a list. */
export function readAddress(value: string): string {
  const address = value.trim()
  return isIP(address) === 0 ? refuseField('addresses', 'ip_address') : address
}

export const readBucketName = (value: string): string =>
  parsed('bucketName', 'bucket_name', () => bucketName(value.trim()))

export const readCredentials = (accessKey: string, secretKey: string): Credentials => ({
  accessKey: readKey('accessKey', accessKey),
  secretKey: readKey('secretKey', secretKey),
})

/** Refuses white space and control characters, which slip in when a value is copied and break headers and signatures. */
function readKey(field: string, value: string): string {
  const key = value.trim()
  if (key === '') return refuseField(field, 'missing')
  return /^[\x21-\x7e]+$/.test(key) ? key : refuseField(field, 'store_key')
}

function readRegion(value: string): string {
  if (value === '') return REGION
  return /^[\w.-]+$/.test(value) ? value : refuseField('region', 'region')
}

const readOrigin = (field: string, value: string): string =>
  parsed(field, 'endpoint', () => storeOrigin(value.trim()))

function parsed<T>(field: string, reason: BadFieldReason, parse: () => T): T {
  try {
    return parse()
  } catch {
    return refuseField(field, reason)
  }
}
