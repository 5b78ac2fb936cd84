// @module-tag long
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestContext, type TestContext } from '../../../test/test-context.ts'
import { newId } from '../../db/ids.ts'
import { createSpace } from '../../tree/spaces.ts'
import { addPerson } from '../accounts/accounts.ts'
import { conditionOf, findFilesSql } from './files-store.ts'

let test: TestContext
beforeAll(async () => {
  test = await openTestContext()
})
afterAll(() => test.close())

it('searches 100,000 values by an index (R94)', async () => {
  const { db } = test.ctx
  const personId = await addPerson(test.ctx, { userName: 'owner_of_library', password: 'Correct-horse1' })
  const [amount, party] = [newId(), newId()]
  const libraryId = await db.transact(async (tx) => {
    const made = { kind: 'group', personId, total: 1, name: 'Library', source: 'member' } as const
    const { id, rootId } = await createSpace(tx, made)
    await sql`
      insert into "group" (id, name, name_key, owner_id, created_by, is_library)
      values (${id}, 'Library', 'library', ${personId}, ${personId}, true)`.execute(tx)
    await sql`insert into library (id, code, updated_at) values (${id}, 'L', now())`.execute(tx)
    await sql`
      insert into library_attribute (id, library_id, name, code, type, length, min, max, position) values
        (${amount}, ${id}, 'Amount', 'A', 'number', 10, 0, 1000000, 0),
        (${party}, ${id}, 'Party', 'P', 'text', 100, null, null, 1)`.execute(tx)
    // Folders need no content; to the indexes they are the same.
    await sql`
      insert into file (id, space_id, parent_id, is_folder, name, name_key, pinyin, created_by, updated_by)
      select gen_random_uuid(), ${id}, ${rootId}, true, 'n' || n, 'n' || n, '', ${personId}, ${personId}
      from generate_series(1, 100000) n`.execute(tx)
    await sql`
      insert into library_value (file_id, attribute_id, value, value_key, number)
      select id, ${amount}, n, n, n from (
        select id, row_number() over () as n from file where space_id = ${id} and parent_id is not null) f`.execute(
      tx,
    )
    await sql`
      insert into library_value (file_id, attribute_id, value, value_key)
      select id, ${party}, md5(name), md5(name) from file
      where space_id = ${id} and parent_id is not null`.execute(tx)
    return id
  })
  await sql`analyze library_value, file`.execute(db.reader)
  const plan = async (attributeId: string, type: 'text' | 'number', filter: object) => {
    const condition = conditionOf({ attributeId, type }, { attributeId, ...filter })
    const query = findFilesSql({
      libraryId,
      folderIds: null,
      keyword: '',
      conditions: condition ? [condition] : [],
      by: 'instanceName',
      down: false,
      after: undefined,
      limit: 200,
    })
    const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(db.reader)
    return rows.map((row) => Object.values(row).join()).join('\n')
  }
  expect(await plan(amount, 'number', { from: '10', to: '20' })).toContain('library_value_number')
  expect(await plan(party, 'text', { text: 'abcdef' })).toContain('library_value_part')
  expect(await plan(amount, 'text', { text: '99999' })).toContain('library_value_')
})
