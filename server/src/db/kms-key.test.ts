import { expect, it } from 'vitest'
import { useEmptyDatabase } from '../../test/empty-database.ts'
import { newId } from './ids.ts'
import { migrate, migrationFiles } from './migrate.ts'

const database = useEmptyDatabase()

it('stands beside encryption by a key service alone, also where it stood without', async () => {
  const { pool } = database
  const before = (await migrationFiles()).filter((name) => name < '0051')
  await migrate(pool, before)
  for (const [name, encryption] of [
    ['asked', 'aws:kms'],
    ['unasked', null],
  ])
    await pool.query(
      `insert into bucket
        (id, name, endpoint, region, uploads, downloads, credentials, encryption, kms_key, created_at, updated_at)
        values ($1, $2, 'http://store', 'r', 'direct', 'proxied', '\\x01', $3, 'key', now(), now())`,
      [newId(), name, encryption],
    )
  await migrate(pool)
  const { rows } = await pool.query('select name, kms_key from bucket order by name')
  expect(rows).toEqual([
    { name: 'asked', kms_key: 'key' },
    { name: 'unasked', kms_key: null },
  ])
  await expect(pool.query(`update bucket set kms_key = 'key' where name = 'unasked'`)).rejects.toThrow(
    'bucket_kms_key_needs_kms',
  )
})
