import { distributionOrigin } from '@clouddisk/contract/admin-clouds'
import type { CloudProvider } from '@clouddisk/contract/admin-storage'
import { sql } from 'kysely'
import { seal, unseal } from '../config/sealed.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Reader } from '../db/database.ts'
import type { CloudSettings, Credentials } from './buckets.ts'

/** Clouds as database rows; their buckets have copies of what is theirs. */

export interface CloudRow {
  readonly id: string
  readonly provider: CloudProvider | null
  readonly name: string
  readonly user: string
  readonly addresses: readonly string[]
  readonly port: number | null
  /** Sealed. */
  readonly credentials: Buffer | null
  readonly protocolKey: Buffer | null
  readonly distributionDomain: string
  readonly keyPairId: string
  readonly acceleration: boolean
  readonly updatedAt: Date
}

/** By name. */
export async function clouds(db: Reader): Promise<CloudRow[]> {
  const { rows } = await sql<CloudRow>`
    select id, provider, name, user_name as "user", addresses, port, credentials, protocol_key as "protocolKey",
      distribution_domain as "distributionDomain", key_pair_id as "keyPairId", acceleration, updated_at as "updatedAt"
    from cloud order by name collate name_order, id`.execute(db)
  return rows
}

export const cloudById = async (db: Reader, id: string): Promise<CloudRow | undefined> =>
  (await clouds(db)).find((cloud) => cloud.id === id)

const keyOf = (secrets: Secrets) => secrets.subKey('cloud-keys')

export const sealCloudKeys = (secrets: Secrets, cloudId: string, keys: Credentials): Buffer =>
  seal(keyOf(secrets), `${cloudId} keys`, JSON.stringify(keys))

/** Undefined where it has none. */
export const cloudKeysOf = (
  secrets: Secrets,
  { id, credentials }: Pick<CloudRow, 'id' | 'credentials'>,
): Credentials | undefined =>
  credentials === null
    ? undefined
    : (JSON.parse(unseal(keyOf(secrets), `${id} keys`, credentials)) as Credentials)

export const sealProtocolKey = (secrets: Secrets, cloudId: string, pem: string): Buffer =>
  seal(keyOf(secrets), `${cloudId} protocol`, pem)

/** What a bucket of the cloud is set to; place and storage cycle are the bucket's own. */
export const settingsInCloud = (cloud: CloudRow, own: CloudSettings): CloudSettings => ({
  ...(own.location !== undefined && { location: own.location }),
  ...(own.storageCycle !== undefined && { storageCycle: own.storageCycle }),
  ...(cloud.provider !== null && { provider: cloud.provider }),
  name: cloud.name,
  user: cloud.user,
  addresses: cloud.addresses,
  ...(cloud.port !== null && { port: cloud.port }),
  distributionDomain: cloud.distributionDomain,
  keyPairId: cloud.keyPairId,
  ...(cloud.protocolKey && { protocolKey: cloud.protocolKey.toString('base64') }),
  acceleration: cloud.acceleration,
})

/** Settings of a bucket that has left its cloud: without what only a cloud has. */
export function settingsOutsideCloud({
  port: _port,
  protocolKey: _key,
  ...settings
}: CloudSettings): CloudSettings {
  return settings
}

/** The endpoint, with the cloud's port where it names none. */
export function endpointOf(endpoint: string, { port }: CloudSettings): string {
  const url = new URL(endpoint)
  if (port === undefined || url.port !== '') return endpoint
  url.port = String(port)
  return url.origin
}

/** Hands out the objects of a bucket at an address of its own, to whoever has a signed address. */
export interface Distribution {
  readonly origin: string
  readonly keyPairId: string
  /** PEM. */
  readonly privateKey: string
}

/** Undefined unless the bucket's cloud has a domain, a key pair and its key. */
export function distributionOf(
  secrets: Secrets,
  cloudId: string | null,
  { distributionDomain = '', keyPairId = '', protocolKey }: CloudSettings,
): Distribution | undefined {
  const origin = distributionOrigin(distributionDomain)
  if (cloudId === null || origin === undefined || keyPairId === '' || protocolKey === undefined)
    return undefined
  const sealed = Buffer.from(protocolKey, 'base64')
  return { origin, keyPairId, privateKey: unseal(keyOf(secrets), `${cloudId} protocol`, sealed) }
}

/** Where Amazon's acceleration hands out a bucket; undefined where it is off or cannot: names with dots have no certificate. */
export const acceleratedOrigin = (
  bucket: string,
  { provider, acceleration }: CloudSettings,
): string | undefined =>
  provider === 'aws' && acceleration && !bucket.includes('.')
    ? `https://${bucket}.s3-accelerate.amazonaws.com`
    : undefined
