import { inject } from 'vitest'
import { newBucket } from '../../../test/stores/bucket.ts'
import { conformsToObjectStore } from '../conformance.ts'
import { S3Store } from './s3.ts'

const MIB = 1024 * 1024

conformsToObjectStore(
  'a bucket of Ceph',
  async () => {
    const place = await newBucket(inject('s3'))
    let store = new S3Store(place)
    return {
      store,
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
