// @module-tag long
import { saveDirectory } from '@clouddisk/contract/directories'
import { pageDirectoryRuns, queryDirectoryRun, startDirectoryRun } from '@clouddisk/contract/directory-runs'
import pg from 'pg'
import { expect, it } from 'vitest'
import { type Person, signIn } from '../../../test/person.ts'
import { createTestDatabase } from '../../../test/postgres.ts'
import { urlOf } from '../../../test/postgres-url.ts'
import { ADMIN_DN, ADMIN_PASSWORD, BASE, company, Slapd } from '../../../test/slapd.ts'
import { MAIN, useStart } from '../../../test/start-process.ts'
import { PASSWORD } from '../../../test/world.ts'

const { start } = useStart()
const PEOPLE = 1000
/** Three portions; the fourth is held before it ends. */
const APPLIED = 300
const HOLD = 4711
const HOLDING = `
  create function hold() returns trigger language plpgsql as $$
  begin
    if (select count(*) from directory_person) > ${APPLIED} then
      perform pg_advisory_xact_lock(${HOLD});
    end if;
    return null;
  end $$;
  create trigger hold after insert on directory_person for each statement execute function hold()`

it('a run whose server is killed outright leaves nobody half, and the next one goes on from there', async () => {
  const slapd = await Slapd.start(company({ divisions: 5, departmentsEach: 3, people: PEOPLE }))
  const database = await createTestDatabase()
  const [observer, holder] = [new pg.Client(database.pool), new pg.Client(database.pool)]
  await Promise.all([observer.connect(), holder.connect()])
  const count = async (what: string) =>
    Number((await observer.query(`select count(*) as n from ${what}`)).rows[0].n)
  const env = { DATABASE_URL: urlOf(database.pool), CLOUDDISK_ADMIN_PASSWORD: PASSWORD }
  const startRun = async (admin: Person, directoryId: string) =>
    (await admin.call(startDirectoryRun, { directoryId, kind: 'full' })).runId
  try {
    const first = start([MAIN], env)
    const admin = await signIn(await first.ready(), 'admin', PASSWORD)
    const { directoryId } = await admin.call(saveDirectory, {
      code: 'corp',
      name: '目录',
      protocol: 'ldap',
      password: ADMIN_PASSWORD,
      settings: { url: slapd.url, tls: 'none', base: BASE, user: ADMIN_DN },
    })
    await holder.query(`select pg_advisory_lock(${HOLD})`)
    await observer.query(HOLDING)
    const runId = await startRun(admin, directoryId)
    const waiting = () => count(`pg_locks where locktype = 'advisory' and objid = ${HOLD} and not granted`)
    await expect.poll(waiting, { timeout: 60_000 }).toBe(1)
    expect(await count('directory_person')).toBe(APPLIED)
    first.child.kill('SIGKILL')
    await first.exit()
    await holder.query(`select pg_advisory_unlock(${HOLD})`)
    await observer.query('drop trigger hold on directory_person')

    const again = await signIn(await start([MAIN], env).ready(), 'admin', PASSWORD)
    expect(await again.call(queryDirectoryRun, { runId })).toMatchObject({ state: 'failed', errcode: 41004 })
    expect(await count('directory_entry')).toBe(0)
    // Each has an account, a space and its row, or none of them.
    const accounts = `person where account_name like 'user%'`
    expect(await count('directory_person')).toBe(APPLIED)
    expect(await count(accounts)).toBe(APPLIED)
    expect(await count(`space where person_id in (select id from ${accounts})`)).toBe(APPLIED)

    await startRun(again, directoryId)
    const latest = async () => (await again.call(pageDirectoryRuns, { directoryId })).list[0]
    await expect.poll(async () => (await latest())?.state, { timeout: 60_000 }).toBe('done')
    expect(await latest()).toMatchObject({
      counts: { people: PEOPLE, unchanged: APPLIED, created: PEOPLE - APPLIED },
      problems: [],
    })
    expect(await count(accounts)).toBe(PEOPLE)
  } finally {
    await Promise.all([observer.end(), holder.end()])
    await slapd.stop()
    await database.drop()
  }
}, 180_000)
