import type { StoreCipher } from '@clouddisk/contract/admin-storage'
import { sql } from 'kysely'
import type { S3Encryption } from '../config/config.ts'
import { seal, unseal } from '../config/sealed.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Reader } from '../db/database.ts'

/** Buckets that are rows, as every server that shares the database sees them. */

export type BucketState = 'active' | 'readonly'

/** Whose a bucket is, and how it is reached beyond its endpoint (R93). */
export interface CloudSettings {
  readonly provider?: string
  readonly name?: string
  readonly user?: string
  readonly location?: string
  readonly storageCycle?: string
  /** Of a network that gives content out, its signing key, and whether the store has the same for what comes. */
  readonly distributionDomain?: string
  readonly keyPairId?: string
  readonly acceleration?: boolean
  /** Where the endpoint's host is reached, instead of asking for its name. */
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
  /** What the store is asked to encrypt by; null: nothing. */
  readonly encryption: StoreCipher | null
  /** Of the store's key service; null: its own. */
  readonly kmsKey: string | null
  /** Sealed. */
  readonly credentials: Buffer
  readonly cloud: CloudSettings
  readonly capacity: number | null
  readonly state: BucketState
  readonly updatedAt: Date
}

export interface Credentials {
  readonly accessKey: string
  readonly secretKey: string
}

/** What there is at one moment. */
export interface BucketRows {
  readonly rows: readonly BucketRow[]
  /** Where what comes goes, where an administrator chose; null: as the environment says. */
  readonly defaultBucket: string | null
  /** Whether any space or department has a home of its own. */
  readonly hasHomes: boolean
}

export const DEFAULT_BUCKET_KEY = 'default_bucket'

export async function readBuckets(db: Reader): Promise<BucketRows> {
  const [rows, facts] = await Promise.all([
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
        'capacity',
        'state',
        'updated_at as updatedAt',
      ])
      .where('state', '<>', 'retired')
      .orderBy('id')
      .execute(),
    sql<{ chosen: string | null; homes: boolean }>`
      select (select value from instance_fact where name = ${DEFAULT_BUCKET_KEY}) as chosen,
        exists (select from space where home_bucket is not null)
          or exists (select from department where home_bucket is not null) as homes`.execute(db),
  ])
  const { chosen = null, homes = false } = facts.rows[0] ?? {}
  return { rows: rows as BucketRow[], defaultBucket: chosen, hasHomes: homes }
}

const keyOf = (secrets: Secrets) => secrets.subKey('bucket-credentials')

export const sealCredentials = (
  secrets: Secrets,
  id: string,
  { accessKey, secretKey }: Credentials,
): Buffer => seal(keyOf(secrets), id, JSON.stringify({ accessKey, secretKey }))

/** Throws where they were sealed by another installation, or for another row. */
export const credentialsOf = (
  secrets: Secrets,
  { id, credentials }: Pick<BucketRow, 'id' | 'credentials'>,
): Credentials => JSON.parse(unseal(keyOf(secrets), id, credentials)) as Credentials

/** What its store is asked to encrypt by, as its driver takes it. */
export const encryptionOfRow = ({
  encryption,
  kmsKey,
}: Pick<BucketRow, 'encryption' | 'kmsKey'>): S3Encryption | undefined =>
  encryption === null ? undefined : { cipher: encryption, keyId: kmsKey ?? undefined }
