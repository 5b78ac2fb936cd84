import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createLogExport, fetchLogExport, queryLogExports } from '@clouddisk/contract/audit'
import { pathOf } from '@clouddisk/contract/route'
import { DAY } from '@clouddisk/contract/time'
import { expect, inject, it } from 'vitest'
import { newBucket, settingsOf } from '../../../test/stores/bucket.ts'
import { openWorld } from '../../../test/world.ts'
import { collectGarbage } from '../../content/collect.ts'
import { newMasterKey } from '../../objects/encrypted/master-keys.ts'
import { examineObjects } from '../../objects/scrub.ts'

const KINDS = { 'as it is': {}, encrypted: { CLOUDDISK_ENCRYPTION_KEY: newMasterKey() } }

it.each(Object.entries(KINDS))(
  'lies in the bucket of several servers for a week, %s',
  async (_kind, more) => {
    const world = await openWorld({
      ...more,
      ...settingsOf(await newBucket(inject('s3'))),
      CLOUDDISK_CLUSTER: '1',
      DATABASE_URL: 'postgres://not@asked/here',
    })
    try {
      const auditor = await world.admin('superAdmin')
      await world.jobs.start()
      const { jobId } = await auditor.call(createLogExport, { format: 'csv' })
      await expect
        .poll(async () => (await auditor.call(queryLogExports, {}))[0], { timeout: 20_000 })
        .toMatchObject({ jobId, state: 'done' })
      const [done] = await auditor.call(queryLogExports, {})
      expect(await readdir(join(world.ctx.config.dataDir, 'exports'))).toEqual([])
      const fetched = () => auditor.fetch(pathOf(fetchLogExport, { jobId }))
      const bytes = Buffer.from(await (await fetched()).arrayBuffer())
      expect(bytes).toHaveLength(done?.fileSize ?? 0)
      expect(bytes.toString('utf8')).toContain('person_1')
      expect(await examineObjects(world.ctx.db.reader, world.ctx.stores)).toEqual([])
      world.advance(6 * DAY)
      expect(await collectGarbage(world.ctx)).toBe(0)
      world.advance(DAY)
      expect(await collectGarbage(world.ctx)).toBe(1)
    } finally {
      await world.close()
    }
  },
)
