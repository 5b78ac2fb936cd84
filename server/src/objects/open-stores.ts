import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { openDiskStore } from './disk.ts'
import { Stores } from './stores.ts'

/**
 * Where content lies by the configuration: below the data directory, and in the bucket of an S3 store where one is named.
 * What comes goes to one of them; what lies in the other is read there.
 */
export async function openStores({
  s3,
  content,
  dataDir,
}: Pick<Config, 's3' | 'content' | 'dataDir'>): Promise<Stores> {
  const disk = await openDiskStore({ folder: join(dataDir, 'objects') })
  if (!s3) return new Stores(disk)
  // Its library is large, and most do without.
  const { S3Store } = await import('./s3/s3.ts')
  const store = new S3Store(s3)
  return content === 's3' ? new Stores(store, disk) : new Stores(disk, store)
}
