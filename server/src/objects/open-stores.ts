import { join } from 'node:path'
import type { Config, S3Config } from '../config/config.ts'
import { DISK_BUCKET } from '../config/parse.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Database } from '../db/database.ts'
import { type BucketOwner, ownerFrom } from './bucket-owner.ts'
import { type BucketRow, credentialsOf, encryptionOfRow, readBuckets } from './buckets.ts'
import { openDiskStore } from './disk.ts'
import { encryptedDisk, encryptedStore } from './encrypted/encrypted.ts'
import type { KeyRing } from './encrypted/key-ring.ts'
import { MixedStore } from './encrypted/mixed.ts'
import { ENCRYPTED_FOLDER } from './layout.ts'
import { LazyStore } from './lazy-store.ts'
import type { ObjectStore } from './port.ts'
import { Stores } from './stores.ts'

/** How content is encrypted, where there are keys. */
export interface StoreEncryption {
  readonly ring: KeyRing
  /** Whether what comes is; what is encrypted already is read in any case. */
  readonly isOn: boolean
}

/**
 * Where content lies by the configuration: below the data directory, and in the bucket of an S3 store where one is named.
 * What comes goes to one of them; what lies in the other is read there.
 */
export async function openStores(
  { s3, content, dataDir, cluster }: Pick<Config, 's3' | 'content' | 'dataDir' | 'cluster'>,
  encryption: StoreEncryption | undefined,
  claim: BucketOwner,
): Promise<Stores> {
  const store = s3 && (await openS3(s3, encryption, claim))
  // Of several servers none has a disk that the others read.
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
  place: S3Config,
  encryption: StoreEncryption | undefined,
  claim: BucketOwner,
): Promise<ObjectStore> {
  // Its library is large, and most do without.
  const [{ S3Store }, { OwnerMarker }] = await Promise.all([import('./s3/s3.ts'), import('./s3/marker.ts')])
  const marker = new OwnerMarker(place, claim)
  const plain = new S3Store({ ...place, marker })
  if (!encryption) return plain
  const { ring, isOn } = encryption
  const prefix = `${ENCRYPTED_FOLDER}/`
  const within = { ...place, marker, prefix, uploads: 'proxied', downloads: 'proxied' } as const
  return new MixedStore({
    plain,
    encrypted: encryptedStore((timeouts) => new S3Store({ ...within, timeouts }), ring),
    isOn,
  })
}

interface Ground {
  readonly config: Pick<Config, 'contentIsPinned' | 'cluster'>
  readonly secrets: Secrets
  readonly db: Pick<Database, 'reader' | 'pool'>
  readonly encryption: StoreEncryption | undefined
}

/** Takes up the buckets that administrators added. */
export const followBuckets = (stores: Stores, { config, secrets, db, encryption }: Ground): Promise<void> =>
  stores.follow({
    // Each of several servers would have a disk of its own.
    closed: config.cluster ? [DISK_BUCKET] : [],
    read: async () => {
      const found = await readBuckets(db.reader)
      return config.contentIsPinned ? { ...found, defaultBucket: null } : found
    },
    open: (row) =>
      new LazyStore({
        bucket: row.name,
        provider: 's3',
        encrypts: encryption?.isOn ?? false,
        // What senders bring themselves we cannot encrypt.
        direct: row.uploads === 'direct' && !encryption?.isOn,
        reads: row.downloads === 'presigned',
        open: async () => openS3(s3ConfigOf(row, secrets), encryption, ownerFrom(db)),
      }),
  })

/** A row as settings; throws where its credentials are not to be opened. */
export const s3ConfigOf = (row: BucketRow, secrets: Secrets): S3Config => ({
  endpoint: row.endpoint,
  publicEndpoint: row.publicEndpoint ?? row.endpoint,
  bucket: row.name,
  region: row.region,
  uploads: row.uploads,
  downloads: row.downloads,
  addresses: row.cloud.addresses,
  encryption: encryptionOfRow(row),
  ...credentialsOf(secrets, row),
})
