import { batchCreateFolder } from '@clouddisk/contract/files'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** The statements that the doctor runs. */
async function statements(): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await world.doctor()
    return query.mock.calls.map(([asked]) => String((asked as { text?: string }).text ?? asked))
  } finally {
    query.mockRestore()
  }
}

it('the doctor never goes through all files once for each file', async () => {
  const { pool } = world.ctx.db
  const person = await world.person()
  const children = Array.from({ length: 2000 }, (_, n) => ({ instanceName: `folder ${n}` }))
  await person.call(batchCreateFolder, { instanceName: 'top', children })
  // As in a large bin: where many subtrees hang nowhere the database expects far more below them than there is.
  await pool.query(`
    insert into file (id, space_id, parent_id, is_folder, name, name_key, created_by, updated_by)
    select gen_random_uuid(), f.space_id, null, true, 'loose', 'loose', f.created_by, f.updated_by
    from (select * from file limit 1) f, generate_series(1, 2000)`)
  await pool.query('analyze file')
  const asked = (await statements()).filter((text) => /^\s*(select|with)/.test(text) && !text.includes('$1'))
  expect(asked.length).toBeGreaterThan(8)
  for (const text of asked) {
    const { rows } = await pool.query(`explain ${text}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan, text).not.toMatch(/NOT \(ANY \(.*\(SubPlan/)
  }
})
