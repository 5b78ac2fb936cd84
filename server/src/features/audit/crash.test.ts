// @module-tag long
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestContext, type TestContext } from '../../../test/test-context.ts'
import { auditOutsideTransaction } from '../../audit/record.ts'
import { Sealer } from './sealer.ts'
import { verifyAll } from './verify.ts'

/** A server that dies between any two writes of the log loses no entry, doubles none and leaves a whole chain. */

const ROUNDS = 12
const SEALER = new URL('../../../test/sealer-process.ts', import.meta.url).pathname

let testContext: TestContext
beforeEach(async () => {
  testContext = await openTestContext()
})
afterEach(() => testContext.close())

it('a server that is killed while it writes the log loses and doubles nothing', async () => {
  const { ctx } = testContext
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(ctx.db.reader)
  const pool = { ...ctx.db.pool.options, database: rows[0]?.name, Client: undefined, log: undefined }
  const told = JSON.stringify({ dataDir: ctx.config.dataDir, pool })
  let written = 0
  for (let round = 0; round < ROUNDS; round++) {
    const child = spawn(process.execPath, [SEALER, told], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    for (let i = 0; i < 20 + round * 3; i++) {
      written++
      await sql`insert into change (kind, name) values ('folder.created', ${`c${written}`})`.execute(
        ctx.db.reader,
      )
      await auditOutsideTransaction(ctx.db.reader, {
        action: 'log.verified',
        object: { type: 'log', id: null, name: `e${written}` },
      })
    }
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  const last = new Sealer(ctx)
  await last.seal()
  await last.close()
  const names = await ctx.db.reader.selectFrom('audit_log').select('object_name').orderBy('seq').execute()
  const numbers = Array.from({ length: written }, (_, i) => i + 1)
  expect(names.map((row) => row.object_name).sort()).toEqual(
    numbers.flatMap((n) => [`c${n}`, `e${n}`]).sort(),
  )
  expect(await verifyAll(ctx)).toMatchObject({ checked: 2 * written, faults: [] })
})
