import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { openDiskStore } from './disk.ts'
import { Stores } from './stores.ts'

/**
 * Where content lies by the configuration: below the data directory or, where an S3 store is named, in its bucket. What
 * came before that was named stays on the disk and is read there.
 */
export async function openStores({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<Stores> {
  const disk = await openDiskStore({ folder: join(dataDir, 'objects') })
  if (!s3) return new Stores(disk)
  // Its library is large, and most do without.
  const { S3Store } = await import('./s3/s3.ts')
  return new Stores(new S3Store(s3), disk)
}
