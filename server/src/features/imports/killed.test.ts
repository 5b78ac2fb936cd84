// @module-tag long
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pageImportItems, saveImportSource, startImport } from '@clouddisk/contract/imports'
import { queryJob } from '@clouddisk/contract/jobs'
import { describe, expect, it } from 'vitest'
import { signIn } from '../../../test/person.ts'
import { DAV_ACCOUNT, DAV_PASSWORD, hasApache, startApacheDav } from '../../../test/servers/apache-dav.ts'
import { startCuttingProxy } from '../../../test/servers/cutting-proxy.ts'
import { MAIN, useStart } from '../../../test/start-process.ts'
import { PASSWORD } from '../../../test/world.ts'

const { serverPid, start } = useStart()
const FILES = 300

describe.skipIf(!hasApache)(
  'an import whose server is killed outright (not run where apache2 is not installed)',
  () => {
    it('goes on by itself after the next start, and brings each file once (G25)', {
      timeout: 240_000,
    }, async () => {
      const apache = await startApacheDav()
      const line = await startCuttingProxy(apache.port)
      try {
        await mkdir(join(apache.files, 'old'))
        for (let n = 0; n < FILES; n++) await writeFile(join(apache.files, 'old', `文件 ${n}.txt`), `${n}`)
        const env = { CLOUDDISK_ADMIN_PASSWORD: PASSWORD }
        const first = start([MAIN], env)
        const admin = await signIn(await first.ready(), 'admin', PASSWORD)
        const address = `http://127.0.0.1:${line.port}/dav/`
        const source = await admin.call(saveImportSource, { name: '旧', kind: 'webdav', address })
        const input = { sourceId: source.sourceId, path: 'old', targeParentId: '0' }
        const { jobId, importId } = await admin.call(startImport, {
          ...input,
          account: DAV_ACCOUNT,
          password: DAV_PASSWORD,
        })
        const doneBy = async (person: typeof admin) => (await person.call(queryJob, { jobId })).done
        await expect.poll(() => doneBy(admin), { interval: 20, timeout: 60_000 }).toBeGreaterThan(0)
        // Nothing more comes, so that it cannot end before it is killed.
        await line.holdAfter(1)
        expect(await doneBy(admin)).toBeLessThan(FILES)
        process.kill(await serverPid(), 'SIGKILL')
        await first.exit()
        line.release()
        const again = await signIn(await start([MAIN], env).ready(), 'admin', PASSWORD)
        const job = () => again.call(queryJob, { jobId })
        await expect.poll(async () => (await job()).state, { timeout: 120_000 }).toBe('done')
        expect(await job()).toMatchObject({ total: FILES, done: FILES })
        const report = await again.call(pageImportItems, { importId })
        expect(report.import.counts).toMatchObject({ imported: FILES, keptBoth: 0, failed: 0 })
        expect(Object.keys(await again.tree())).toHaveLength(FILES)
      } finally {
        await line.stop()
        await apache.stop()
      }
    })
  },
)
