import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { openDiskStore } from './disk.ts'
import type { ObjectStore } from './port.ts'

/** Where content lies by the configuration: in a bucket of an S3 store, or below the data directory. */
export async function openObjects({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<ObjectStore> {
  if (!s3) return openDiskStore({ folder: join(dataDir, 'objects') })
  // Its library is large, and most do without.
  const { S3Store } = await import('./s3/s3.ts')
  return new S3Store(s3)
}
