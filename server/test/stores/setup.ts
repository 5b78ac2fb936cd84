import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort, type Reach, startCeph } from './ceph.ts'

declare module 'vitest' {
  interface ProvidedContext {
    s3: Reach
  }
}

/** One real S3 store a run. It starts beside the tests of others: whoever wants a bucket there waits for it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const store = startCeph(await mkdtemp(join(tmpdir(), 'clouddisk-ceph-')), await freePort())
  project.provide('s3', store.reach)
  store.ready.catch((error) => console.error('the S3 store of these tests cannot be started:', error))
  return store.stop
}
