import { join } from 'node:path'
import type { Config, S3Config } from '../config/config.ts'
import { DISK_BUCKET } from '../config/parse.ts'
import type { Secrets } from '../config/secrets.ts'
import { openServerId } from '../config/server-id.ts'
import type { Database } from '../db/database.ts'
import { type BucketOwner, ownerFrom } from './bucket-owner.ts'
import { type BucketRow, copiesOf, credentialsOf, encryptionOfRow, readBuckets } from './buckets.ts'
import { acceleratedOrigin, distributionOf, endpointOf } from './clouds.ts'
import { openDiskStore } from './disk.ts'
import { encryptedDisk, encryptedStore } from './encrypted/encrypted.ts'
import type { KeyRing } from './encrypted/key-ring.ts'
import { MixedStore } from './encrypted/mixed.ts'
import { ENCRYPTED_FOLDER } from './layout.ts'
import { LazyStore } from './lazy-store.ts'
import type { ObjectStore } from './port.ts'
import { Stores } from './stores.ts'

/** Encryption by this server. */
export interface StoreEncryption {
  readonly ring: KeyRing
  /** Whether new content is encrypted; encrypted content is read either way. */
  readonly isOn: boolean
}

/** Opens the stores of the environment: the disk and, if configured, the S3 bucket. New content goes to one of them. */
export async function openStores(
  { s3, content, dataDir, cluster }: Pick<Config, 's3' | 'content' | 'dataDir' | 'cluster'>,
  encryption: StoreEncryption | undefined,
  owner: BucketOwner,
): Promise<Stores> {
  const store = s3 && (await openS3(s3, encryption, owner))
  // In a cluster, other servers cannot read this disk.
  if (store && cluster) return new Stores(store)
  const disk = await openDisk(join(dataDir, 'objects'), encryption)
  if (!store) return new Stores(disk)
  return content === 's3' ? new Stores(store, disk) : new Stores(disk, store)
}

export async function openDisk(
  folder: string,
  encryption: StoreEncryption | undefined,
): Promise<ObjectStore> {
  const plain = await openDiskStore({ folder })
  if (!encryption) return plain
  const { ring, isOn } = encryption
  return new MixedStore({
    plain,
    encrypted: await encryptedDisk({ folder: join(folder, ENCRYPTED_FOLDER) }, ring),
    isOn,
  })
}

export async function openS3(
  config: S3Config,
  encryption: StoreEncryption | undefined,
  owner: BucketOwner,
): Promise<ObjectStore> {
  // Loaded on demand, as the S3 library is large.
  const [{ S3Store }, { OwnerMarker }] = await Promise.all([import('./s3/s3.ts'), import('./s3/marker.ts')])
  const marker = new OwnerMarker(config, owner)
  const plain = new S3Store({ ...config, marker })
  if (!encryption) return plain
  const { ring, isOn } = encryption
  const prefix = `${ENCRYPTED_FOLDER}/`
  const within = { ...config, marker, prefix, uploads: 'proxied', downloads: 'proxied' } as const
  return new MixedStore({
    plain,
    encrypted: encryptedStore((timeouts) => new S3Store({ ...within, timeouts }), ring),
    isOn,
  })
}

interface FollowOptions {
  readonly config: Pick<Config, 'contentIsPinned' | 'cluster' | 'dataDir'>
  readonly secrets: Secrets
  readonly db: Pick<Database, 'reader' | 'pool'>
  readonly encryption: StoreEncryption | undefined
}

/** Opens the buckets of the rows, and follows their changes. */
export const followBuckets = (
  stores: Stores,
  { config, secrets, db, encryption }: FollowOptions,
): Promise<void> => {
  const serverId = openServerId(config.dataDir)
  return stores.follow({
    // In a cluster, each server has its own disk.
    closed: config.cluster ? [DISK_BUCKET] : [],
    read: async () => {
      const found = await readBuckets(db.reader, await serverId)
      return config.contentIsPinned ? { ...found, defaultBucket: null } : found
    },
    copiesOf: (object) => copiesOf(db.reader, object),
    open: (row) =>
      new LazyStore({
        bucket: row.name,
        provider: 's3',
        encrypts: encryption?.isOn ?? false,
        // Direct uploads cannot be encrypted.
        direct: row.uploads === 'direct' && !encryption?.isOn,
        reads: row.downloads === 'presigned',
        open: async () => openS3(s3ConfigOf(row, secrets), encryption, ownerFrom(db)),
      }),
  })
}

/** Throws if the credentials cannot be unsealed. */
export const s3ConfigOf = (row: BucketRow, secrets: Secrets): S3Config => ({
  endpoint: endpointOf(row.endpoint, row.cloud),
  publicEndpoint: row.publicEndpoint ?? endpointOf(row.endpoint, row.cloud),
  bucket: row.name,
  region: row.region,
  uploads: row.uploads,
  downloads: row.downloads,
  addresses: row.cloud.addresses,
  distribution: distributionOf(secrets, row.cloudId, row.cloud),
  acceleratedOrigin: acceleratedOrigin(row.name, row.cloud),
  encryption: encryptionOfRow(row),
  ...credentialsOf(secrets, row),
})
