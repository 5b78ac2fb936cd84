import { expect, it } from 'vitest'
import { useEmptyDatabase } from '../../test/empty-database.ts'
import { newId } from './ids.ts'
import { migrate, migrationFiles } from './migrate.ts'

const database = useEmptyDatabase()

it('takes back faults of what nobody has proved, and leaves the others', async () => {
  const { pool } = database
  const before = (await migrationFiles()).filter((name) => name < '0052')
  await migrate(pool, before)
  const person = newId()
  await pool.query(
    `insert into person (id, account_name, account_key, real_name, password_hash)
     values ($1, 'p', 'p', 'p', 'x')`,
    [person],
  )
  for (const [key, stateBefore, sentBy] of [
    ['told', 'received', person],
    ['nobody', 'received', null],
    ['proved', 'verified', null],
  ]) {
    const id = newId()
    await pool.query(
      `insert into blob (id, sha256, size, bucket, key, state, sent_by, created_at)
       values ($1, sha256('x'), 1, 'b', $2, 'quarantined', $3, now())`,
      [id, key, sentBy],
    )
    await pool.query(
      `insert into content_fault (blob_id, wrong, says, seen_at, tried_at, damaged_at, state_before)
       values ($1, 'missing', 'are gone', now(), now(), now(), $2)`,
      [id, stateBefore],
    )
  }
  await migrate(pool, [...before, '0052-what-its-sender-alone-told-of.sql'])
  const { rows } = await pool.query(
    `select b.key, b.state, f.blob_id is not null as "hasFault"
     from blob b left join content_fault f on f.blob_id = b.id order by b.key`,
  )
  expect(rows).toEqual([
    { key: 'nobody', state: 'quarantined', hasFault: false },
    { key: 'proved', state: 'quarantined', hasFault: true },
    { key: 'told', state: 'received', hasFault: false },
  ])
})
