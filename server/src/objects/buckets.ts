import type { StoreCipher } from '@clouddisk/contract/admin-storage'
import { sql } from 'kysely'
import type { S3Encryption } from '../config/config.ts'
import { seal, unseal } from '../config/sealed.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Reader } from '../db/database.ts'
import type { Here, NearBucket } from './nearest.ts'
import type { StoredObject } from './stores.ts'

/** Buckets that administrators added, as database rows. */

export type BucketState = 'active' | 'readonly'

/** Account and network settings of a bucket (R93). */
export interface CloudSettings {
  readonly provider?: string
  readonly name?: string
  readonly user?: string
  readonly location?: string
  readonly storageCycle?: string
  /** Where content is handed out and the ID of the key that signs for it; used where the bucket's cloud has the key. */
  readonly distributionDomain?: string
  readonly keyPairId?: string
  readonly acceleration?: boolean
  /** Of endpoints that name none; of a cloud. */
  readonly port?: number
  /** Private key of the key pair, sealed for the cloud, in Base64. */
  readonly protocolKey?: string
  /** Addresses to use instead of resolving the endpoint's host. */
  readonly addresses?: readonly string[]
}

export interface BucketRow {
  readonly id: string
  readonly name: string
  readonly endpoint: string
  readonly publicEndpoint: string | null
  readonly region: string
  readonly uploads: 'direct' | 'proxied'
  readonly downloads: 'proxied' | 'presigned'
  /** Server-side encryption to request; null: none. */
  readonly encryption: StoreCipher | null
  /** Key of the store's KMS; null: its default key. */
  readonly kmsKey: string | null
  /** Sealed. */
  readonly credentials: Buffer
  readonly cloud: CloudSettings
  /** Whose settings `cloud` is a copy of; null: the bucket's own. */
  readonly cloudId: string | null
  /** False: its keys are those of its cloud. */
  readonly ownKeys: boolean
  readonly capacity: number | null
  readonly state: BucketState
  readonly updatedAt: Date
}

export interface Credentials {
  readonly accessKey: string
  readonly secretKey: string
}

export interface BucketRows {
  readonly rows: readonly BucketRow[]
  /** Name of the default bucket that an administrator chose; null: that of the environment. */
  readonly defaultBucket: string | null
  /** Whether any space or department has a home bucket. */
  readonly hasHomes: boolean
  /** Buckets of clusters. */
  readonly nearBuckets: readonly NearBucket[]
  /** The cluster of this server; null: none. */
  readonly here: Here | null
}

export const DEFAULT_BUCKET_KEY = 'default_bucket'

/** @param serverId this server, as nodes name it. */
export async function readBuckets(db: Reader, serverId: string): Promise<BucketRows> {
  const [rows, facts, near, here] = await Promise.all([
    db
      .selectFrom('bucket')
      .select([
        'id',
        'name',
        'endpoint',
        'public_endpoint as publicEndpoint',
        'region',
        'uploads',
        'downloads',
        'encryption',
        'kms_key as kmsKey',
        'credentials',
        'cloud',
        'cloud_id as cloudId',
        'own_keys as ownKeys',
        'capacity',
        'state',
        'updated_at as updatedAt',
      ])
      .where('state', '<>', 'retired')
      .orderBy('id')
      .execute(),
    sql<{ chosen: string | null; homes: boolean }>`
      select (select value from instance_metadata where name = ${DEFAULT_BUCKET_KEY}) as chosen,
        exists (select from space where home_bucket is not null)
          or exists (select from department where home_bucket is not null) as homes`.execute(db),
    sql<NearBucket>`
      select b.bucket, b.cluster_id as "clusterId", c.site_id as "siteId", c.antivirus_address as antivirus
      from cluster_bucket b join cluster c on c.id = b.cluster_id order by b.bucket`.execute(db),
    sql<Here>`
      select n.cluster_id as "clusterId", c.site_id as "siteId", c.antivirus_address as antivirus,
        c.remote_reads as "remoteReads"
      from node n join cluster c on c.id = n.cluster_id
      where n.server_id = ${serverId}`.execute(db),
  ])
  const { chosen = null, homes = false } = facts.rows[0] ?? {}
  return {
    rows: rows as BucketRow[],
    defaultBucket: chosen,
    hasHomes: homes,
    nearBuckets: near.rows,
    here: here.rows[0] ?? null,
  }
}

/** Verified copies of an object (`blob` rows of the state `copy`). */
export async function copiesOf(db: Reader, { bucket, key }: StoredObject): Promise<StoredObject[]> {
  const { rows } = await sql<StoredObject>`
    select c.bucket, c.key, c.etag from blob b join blob c on c.duplicate_of = b.id and c.state = 'copy'
    where b.bucket = ${bucket} and b.key = ${key} order by c.bucket`.execute(db)
  return rows
}

const keyOf = (secrets: Secrets) => secrets.subKey('bucket-credentials')

export const sealCredentials = (
  secrets: Secrets,
  id: string,
  { accessKey, secretKey }: Credentials,
): Buffer => seal(keyOf(secrets), id, JSON.stringify({ accessKey, secretKey }))

/** Throws if they were sealed by another installation or for another row. */
export const credentialsOf = (
  secrets: Secrets,
  { id, credentials }: Pick<BucketRow, 'id' | 'credentials'>,
): Credentials => JSON.parse(unseal(keyOf(secrets), id, credentials)) as Credentials

export const encryptionOfRow = ({
  encryption,
  kmsKey,
}: Pick<BucketRow, 'encryption' | 'kmsKey'>): S3Encryption | undefined =>
  encryption === null ? undefined : { cipher: encryption, keyId: kmsKey ?? undefined }
