import { expect, it } from 'vitest'
import { useEmptyDatabase } from '../../test/empty-database.ts'
import { newId } from './ids.ts'
import { migrate, migrationFiles } from './migrate.ts'

const database = useEmptyDatabase()

it('gives every object of an older installation its one state', async () => {
  const { pool } = database
  await migrate(
    pool,
    (await migrationFiles()).filter((name) => name < '0054'),
  )
  const person = newId()
  await pool.query(
    `insert into person (id, account_name, account_key, real_name, password_hash) values ($1, 'p', 'p', 'p', 'x')`,
    [person],
  )
  const ids = new Map<string, string>()
  for (const [key, state, sentBy, isUnused] of [
    ['in use', 'verified', null, false],
    ['announced', 'received', person, false],
    ['corrupted', 'quarantined', null, false],
    ['unused', 'verified', null, true],
    ['announced and unused', 'received', person, true],
    ['taken out of use', 'received', null, true],
  ] as const) {
    const id = newId()
    ids.set(key, id)
    await pool.query(
      `insert into blob (id, sha256, size, bucket, key, state, sent_by, unreachable_since)
       values ($1, sha256('x'), 1, 'b', $2, $3, $4, case when $5 then now() end)`,
      [id, key, state, sentBy, isUnused],
    )
  }
  await pool.query(
    `insert into content_fault (blob_id, wrong, says, seen_at, tried_at, damaged_at, state_before)
     values ($1, 'hash', 'differ', now(), now(), now(), 'verified')`,
    [ids.get('corrupted')],
  )
  await pool.query(
    `insert into loose_object (bucket, key, since, size, spare_for) values
       ('b', 'being copied', now(), null, null), ('b', 'left behind', now(), 7, null),
       ('b', 'spare', now(), 1, $1), ('b', 'in use', now(), null, null)`,
    [ids.get('in use')],
  )
  await migrate(pool)
  const { rows } = await pool.query<{ key: string; state: string; hasContent: boolean }>(
    `select key, state, sha256 is not null as "hasContent" from blob order by key collate "C"`,
  )
  expect(rows.map(({ key, state, hasContent }) => [key, state, hasContent])).toEqual([
    ['announced', 'unverified', true],
    ['announced and unused', 'orphaned', true],
    ['being copied', 'pending', false],
    ['corrupted', 'quarantined', true],
    ['in use', 'live', true],
    ['left behind', 'orphaned', false],
    ['spare', 'redundant', false],
    ['taken out of use', 'deleting', true],
    ['unused', 'orphaned', true],
  ])
  const duplicates = await pool.query(`select duplicate_of from blob where state = 'redundant'`)
  expect(duplicates.rows).toEqual([{ duplicate_of: ids.get('in use') }])
})
