import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startCeph } from './ceph.ts'
import { freePort, type Reach, type Store } from './reach.ts'
import { startSwift } from './swift.ts'

declare module 'vitest' {
  interface ProvidedContext {
    s3: Reach
    swift: Reach
  }
}

/** Real stores, each once a run. They start beside the tests of others: whoever wants a bucket there waits for it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = (name: string) => mkdtemp(join(tmpdir(), `clouddisk-${name}-`))
  const ceph = startCeph(await folder('ceph'), await freePort())
  const swift = await startSwift(await folder('swift'))
  project.provide('s3', ceph.reach)
  project.provide('swift', swift.reach)
  for (const { reach, ready } of [ceph, swift])
    ready.catch((error) => console.error(`the store at ${reach.endpoint} cannot be started:`, error))
  const all: Store[] = [ceph, swift]
  return async () => {
    await Promise.all(all.map((store) => store.stop()))
  }
}
