// @module-tag long
import { Writable } from 'node:stream'
import { pageLogs } from '@clouddisk/contract/audit'
import { queryChanges } from '@clouddisk/contract/changes'
import {
  pageImportItems,
  queryAdminImportSources,
  queryImportFolder,
  queryImports,
  removeImportSource,
  saveImportSource,
  tryImportSource,
} from '@clouddisk/contract/imports'
import { cancelJob, queryJob } from '@clouddisk/contract/jobs'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { importFrom, reportOf, startedImport, webDavSource } from '../../../test/import-from.ts'
import type { Person } from '../../../test/person.ts'
import { type ScriptedDav, startScriptedDav } from '../../../test/servers/scripted-dav.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { runImport } from './import-job.ts'

const SIGN_IN = { account: 'wang', password: 'Nur-fuer-das-alte-Laufwerk' }
const BASIC = Buffer.from(`${SIGN_IN.account}:${SIGN_IN.password}`).toString('base64')

let world: World
let admin: Person
let person: Person
let dav: ScriptedDav
let sourceId: string
const logged: string[] = []
beforeAll(async () => {
  const log = new Writable({
    write: (chunk, _encoding, done) => {
      logged.push(String(chunk))
      done()
    },
  })
  world = await openWorld({}, pino({ level: 'trace' }, log))
  await world.jobs.start()
  await world.jobs.stop()
  admin = await world.admin()
})
beforeEach(async () => {
  person = await world.person()
  dav = await startScriptedDav()
  dav.put('a.txt', 'a')
  dav.put('b/c.txt', 'c')
  sourceId = await webDavSource(admin, dav.address)
})
afterEach(async () => {
  await dav.stop()
  expect(await world.doctor()).toEqual([])
})
afterAll(() => world.close())

/** Tables with a row that has the text, or what it is sent as. */
async function tablesWith(...texts: readonly string[]): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(world.ctx.db.reader)
  const found: string[] = []
  for (const { name } of tables.rows)
    for (const text of texts) {
      const hex = Buffer.from(text).toString('hex')
      const { rows } = await sql`
        select from ${sql.raw(name)} t where t::text like ${`%${text}%`} or t::text like ${`%${hex}%`} limit 1`.execute(
        world.ctx.db.reader,
      )
      if (rows.length > 0) found.push(name)
    }
  return found
}

const sealedOf = async (importId: string) =>
  (
    await world.ctx.db.reader
      .selectFrom('import')
      .select('credentials')
      .where('id', '=', importId)
      .executeTakeFirstOrThrow()
  ).credentials

it('keeps the password sealed while the import waits, and nowhere once it ends (R56)', async () => {
  const authorizations = new Set<string | undefined>()
  dav.instead = (_call, _response, { headers }) => {
    authorizations.add(headers.authorization)
    return false
  }
  const { jobId, importId } = await startedImport(person, { sourceId, ...SIGN_IN })
  expect(await sealedOf(importId)).not.toBeNull()
  expect(await tablesWith(SIGN_IN.password, BASIC)).toEqual([])
  await runImport(world.ctx, jobId, true)
  expect((await reportOf(person, jobId, importId)).about).toMatchObject({ state: 'done', account: 'wang' })
  expect(authorizations).toEqual(new Set([`Basic ${BASIC}`]))
  expect(await sealedOf(importId)).toBeNull()
  expect(await tablesWith(SIGN_IN.password, BASIC)).toEqual([])
})

it('has no password in answers, the feed, the audit log, error texts or logs (R56)', async () => {
  const answers: unknown[] = []
  const add = async (answer: Promise<unknown>) =>
    answers.push(await answer.catch((error) => [error, `${error}`]))
  const { cursor } = await person.call(queryChanges, {})
  for (const status of [200, 401, 403, 500, 302]) {
    dav.instead = (call, response) => {
      if (status === 200 || call === 'PROPFIND ') return false
      response.writeHead(status, { location: `http://${BASIC}@elsewhere/` }).end()
      return true
    }
    await add(person.call(queryImportFolder, { sourceId, path: status === 200 ? '' : 'b', ...SIGN_IN }))
    await add(admin.call(tryImportSource, { kind: 'webdav', address: dav.address, ...SIGN_IN }))
    const { jobId, importId } = await startedImport(person, { sourceId, ...SIGN_IN })
    await runImport(world.ctx, jobId, true)
    await add(person.call(queryJob, { jobId }))
    await add(person.call(pageImportItems, { importId }))
  }
  await add(person.call(queryImports, {}))
  await add(person.call(queryChanges, { cursor }))
  await add(admin.call(queryAdminImportSources, {}))
  await add(admin.call(pageLogs, {}))
  const texts = JSON.stringify(answers)
  expect(texts).toContain('importId')
  expect(logged.join('')).not.toBe('')
  for (const secret of [SIGN_IN.password, BASIC, encodeURIComponent(SIGN_IN.password)]) {
    expect(texts).not.toContain(secret)
    expect(logged.join('')).not.toContain(secret)
  }
  expect(await tablesWith(SIGN_IN.password, BASIC)).toEqual([])
})

it('erases the password where the import is cancelled while it waits, and where it fails (R56)', async () => {
  const waiting = await startedImport(person, { sourceId, ...SIGN_IN })
  await person.call(cancelJob, { jobId: waiting.jobId })
  expect(await sealedOf(waiting.importId)).toBeNull()
  const failing = await startedImport(person, { sourceId, ...SIGN_IN })
  await admin.call(removeImportSource, { sourceId })
  await runImport(world.ctx, failing.jobId, true)
  expect((await reportOf(person, failing.jobId, failing.importId)).about.state).toBe('failed')
  expect(await sealedOf(failing.importId)).toBeNull()
})

it('never sends a password to another address than it was given for (R56)', async () => {
  const other = await startScriptedDav()
  try {
    other.put('a.txt', 'other')
    const { jobId, importId } = await startedImport(person, { sourceId, ...SIGN_IN })
    await admin.call(saveImportSource, { sourceId, name: '旧网盘', kind: 'webdav', address: other.address })
    await runImport(world.ctx, jobId, true)
    expect(other.calls).toEqual([])
    const { about } = await reportOf(person, jobId, importId)
    expect(about).toMatchObject({ state: 'failed', sourceId: null })
    expect(await sealedOf(importId)).toBeNull()
    // A new name alone changes nothing.
    const again = await startedImport(person, { sourceId, ...SIGN_IN })
    await admin.call(saveImportSource, { sourceId, name: '老网盘', kind: 'webdav', address: other.address })
    await runImport(world.ctx, again.jobId, true)
    expect((await reportOf(person, again.jobId, again.importId)).about.state).toBe('done')
  } finally {
    await other.stop()
  }
})

it.each([
  'file:///etc/passwd',
  'ftp://old.example.com/',
  'javascript:alert(1)',
  '//old.example.com/dav/',
  '/etc/passwd',
  'http://wang:secret@old.example.com/',
  'http://old.example.com/?a=b',
  'http://old.example.com/#a',
  'http://',
])('takes no address like %s (R56)', async (address) => {
  const refused = { name: 'bad_field' }
  await expect(admin.call(tryImportSource, { kind: 'webdav', address })).rejects.toMatchObject(refused)
  await expect(webDavSource(admin, address)).rejects.toMatchObject(refused)
})

it.each([
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://100.100.100.200/',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/',
  'http://[::ffff:169.254.169.254]/',
  'http://[64:ff9b::169.254.169.254]/',
  'http://[::169.254.169.254]/',
  'http://168.63.129.16/',
])('asks no address at which a cloud keeps keys: %s (R56)', async (address) => {
  const refusal = await admin.call(tryImportSource, { kind: 'webdav', address }).catch((error) => error)
  expect(refusal).toMatchObject({
    name: 'import_unreachable',
    message: expect.stringContaining('不允许访问主机'),
  })
})

it('stops after ten wrong passwords of the old drive (R56)', async () => {
  dav.instead = (_call, response) => {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="old"' }).end()
    return true
  }
  const names: string[] = []
  for (let n = 0; n < 12; n++)
    names.push(
      await person
        .call(queryImportFolder, { sourceId, path: '', account: 'wang', password: `${n}` })
        .catch((error) => error.name),
    )
  expect(names).toEqual([...Array(10).fill('import_sign_in'), 'too_many_calls', 'too_many_calls'])
  expect(dav.calls).toHaveLength(10)
  await expect(importFrom(world, person, { sourceId, ...SIGN_IN })).rejects.toMatchObject({
    name: 'too_many_calls',
  })
})
