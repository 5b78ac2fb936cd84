// @module-tag long
import { inject } from 'vitest'
import { conformsToObjectStore } from '../../../test/object-store-conformance.ts'
import { newBucket } from '../../../test/stores/bucket.ts'
import { S3Store } from './s3.ts'

const MIB = 1024 * 1024

const STORES = [
  ['Ceph', 's3'],
  ['Swift', 'swift'],
] as const

for (const [name, provided] of STORES)
  conformsToObjectStore(
    `a bucket of ${name}`,
    async () => {
      const place = await newBucket(inject(provided))
      let store = new S3Store(place)
      return {
        store,
        readsAsItComes: false,
        reopen: async () => {
          await store.close()
          store = new S3Store(place)
          return store
        },
        drop: () => store.close(),
      }
    },
    5 * MIB,
  )
