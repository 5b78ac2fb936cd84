import { isIP } from 'node:net'
import type { CloudProvider, createBucket, updateBucket } from '@clouddisk/contract/admin-storage'
import type { BadFieldReason } from '@clouddisk/contract/errors'
import type { Input } from '@clouddisk/contract/route'
import { bucketName, storeOrigin } from '../../config/parse.ts'
import { refuseField } from '../../errors/refusal.ts'
import type { BucketRow, CloudSettings, Credentials } from '../../objects/buckets.ts'

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
  | 'capacity'
>

type Given =
  | Omit<Input<typeof createBucket>, 'bucketName' | 'accessKey' | 'secretKey'>
  | Input<typeof updateBucket>

const REGION = 'us-east-1'

/** Validates the settings; a missing one keeps its value of `before`. */
export function readBucketSettings(given: Given, before?: BucketRow): BucketSettings {
  const endpoint = given.endpoint === undefined ? before?.endpoint : readOrigin('endpoint', given.endpoint)
  return {
    endpoint: endpoint ?? refuseField('endpoint', 'missing'),
    publicEndpoint: kept(given.publicEndpoint, before?.publicEndpoint ?? null, (text) =>
      text === '' ? null : readOrigin('publicEndpoint', text),
    ),
    region: kept(given.region, before?.region ?? REGION, readRegion),
    uploads: given.uploads ?? before?.uploads ?? 'direct',
    downloads: given.downloads ?? before?.downloads ?? 'proxied',
    capacity: kept(given.capacity, before?.capacity ?? null, (given) =>
      given === 'unlimited' ? null : given,
    ),
    ...readEncryption(given, before),
    cloud: readCloud(given, before?.cloud),
  }
}

/** A KMS key is valid only with `aws:kms`. */
function readEncryption(given: Given, before?: BucketRow): Pick<BucketSettings, 'encryption' | 'kmsKey'> {
  const encryption = kept(given.encryption, before?.encryption ?? null, (by) => (by === 'none' ? null : by))
  if (encryption !== 'aws:kms') return { encryption, kmsKey: null }
  const kmsKey = kept(given.kmsKey, before?.kmsKey ?? null, (key) =>
    key === '' ? null : readKey('kmsKey', key),
  )
  return { encryption, kmsKey }
}

function kept<G, T>(given: G | undefined, before: T, read: (given: G) => T): T {
  if (given === undefined) return before
  return read(typeof given === 'string' ? (given.trim() as G) : given)
}

function readCloud(given: Given, before: CloudSettings = {}): CloudSettings {
  const { provider, cloudName, cloudUser, location, storageCycle, addresses, acceleration } = given
  const { distributionDomain, keyPairId } = given
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

function readAddress(given: string): string {
  const address = given.trim()
  return isIP(address) === 0 ? refuseField('addresses', 'ip_address') : address
}

export const readBucketName = (given: string): string =>
  parsed('bucketName', 'bucket_name', () => bucketName(given.trim()))

export const readCredentials = (accessKey: string, secretKey: string): Credentials => ({
  accessKey: readKey('accessKey', accessKey),
  secretKey: readKey('secretKey', secretKey),
})

/** Refuses white space and control characters, which slip in when a value is copied and break headers and signatures. */
function readKey(field: string, given: string): string {
  const key = given.trim()
  if (key === '') return refuseField(field, 'missing')
  return /^[\x21-\x7e]+$/.test(key) ? key : refuseField(field, 'store_key')
}

function readRegion(given: string): string {
  if (given === '') return REGION
  return /^[\w.-]+$/.test(given) ? given : refuseField('region', 'region')
}

const readOrigin = (field: string, given: string): string =>
  parsed(field, 'endpoint', () => storeOrigin(given.trim()))

function parsed<T>(field: string, reason: BadFieldReason, parse: () => T): T {
  try {
    return parse()
  } catch {
    return refuseField(field, reason)
  }
}
