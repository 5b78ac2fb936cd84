import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rename, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { queryImportFolder, queryImportSources, saveImportSource } from '@clouddisk/contract/imports'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { folderSource, importFrom, reportOf, startedImport } from '../../../test/import-from.ts'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { runImport } from './import-job.ts'

const THEN = new Date('2018-02-03T04:05:06Z')
const GB = 1024 ** 3

let world: World
let admin: Person
let person: Person
/** Holds what may be imported from, and beside it what may not. */
let around: string
let allowed: string
let old: string
let folders = 0
beforeAll(async () => {
  around = await mkdtemp(join(tmpdir(), 'old-drive-'))
  allowed = join(around, 'allowed')
  await mkdir(allowed)
  world = await openWorld({ CLOUDDISK_IMPORT_FOLDERS: allowed })
  // Creates the queues without workers: the tests run the jobs.
  await world.jobs.start()
  await world.jobs.stop()
  admin = await world.admin()
})
beforeEach(async () => {
  person = await world.person()
  old = join(allowed, `old ${++folders}`)
  await mkdir(old)
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(async () => {
  await world.close()
  await rm(around, { recursive: true, force: true })
})

const source = (): Promise<string> => folderSource(admin, old, [person])

it('brings the files of a folder with names and times (R56)', async () => {
  await mkdir(join(old, '合同'))
  await writeFile(join(old, '合同', '报价.txt'), '100')
  await writeFile(join(old, '说明.txt'), '你好')
  for (const path of ['合同/报价.txt', '合同', '说明.txt']) await utimes(join(old, path), THEN, THEN)
  const { job, about } = await importFrom(world, person, { sourceId: await source() })
  expect(job).toMatchObject({ state: 'done', total: 2, done: 2 })
  expect(about.counts).toMatchObject({ imported: 2, failed: 0, renamed: 0 })
  expect(await person.tree()).toEqual({ 合同: { '报价.txt': 3 }, '说明.txt': 6 })
  const root = await person.list()
  const below = await person.list(root[0]?.instanceId)
  expect([...root, ...below].map(({ updateTime }) => updateTime)).toEqual(Array(3).fill(THEN.toISOString()))
})

it('leaves out times that no database keeps, and those that are still to come (R56)', async () => {
  for (const name of ['far', 'soon']) await mkdir(join(old, name))
  await writeFile(join(old, 'far', 'a.txt'), 'a')
  execFileSync('touch', ['-d', '@99999999999999', join(old, 'far', 'a.txt'), join(old, 'far')])
  execFileSync('touch', ['-d', '@4000000000', join(old, 'soon')])
  const { about } = await importFrom(world, person, { sourceId: await source() })
  expect(about).toMatchObject({ state: 'done', counts: { imported: 1, failed: 0 } })
  const now = world.ctx.now().toISOString()
  for (const { updateTime } of await person.list()) expect(updateTime <= now, updateTime).toBe(true)
})

it('follows no link, wherever it leads, and lists it with its reason (R56)', async () => {
  const outside = join(around, 'outside')
  await mkdir(outside, { recursive: true })
  await writeFile(join(outside, 'secret.txt'), 'secret')
  await mkdir(join(old, 'real'))
  await writeFile(join(old, 'real', 'a.txt'), 'a')
  await symlink(outside, join(old, 'to outside'))
  await symlink(join(outside, 'secret.txt'), join(old, 'file outside.txt'))
  await symlink('real', join(old, 'to inside'))
  await symlink('.', join(old, 'to itself'))
  await symlink('nowhere', join(old, 'broken'))
  const sourceId = await source()
  const { job, about, outcomes } = await importFrom(world, person, { sourceId })
  expect(job.state).toBe('done')
  expect(about.counts).toMatchObject({ imported: 1, failed: 5 })
  for (const name of ['to outside', 'file outside.txt', 'to inside', 'to itself', 'broken'])
    expect(outcomes[name]).toContain('链接或特殊文件')
  expect(await person.tree()).toEqual({ real: { 'a.txt': 1 } })
  for (const path of ['to%20outside', 'to%20inside', 'to%20inside/a.txt', 'file%20outside.txt'])
    await expect(person.call(queryImportFolder, { sourceId, path })).rejects.toMatchObject({
      name: 'import_gone',
    })
})

it('does not wait for a pipe or a socket, and lists them (R56)', async () => {
  execFileSync('mkfifo', [join(old, 'pipe')])
  const socket = createServer().listen(join(old, 'socket'))
  onTestFinished(() => void socket.close())
  await once(socket, 'listening')
  await writeFile(join(old, 'a.txt'), 'a')
  const { job, outcomes } = await importFrom(world, person, { sourceId: await source() })
  expect(job).toMatchObject({ state: 'done', total: 3, done: 3 })
  expect(outcomes['a.txt']).toBe('imported')
  expect(outcomes.pipe).toContain('链接或特殊文件')
  expect(outcomes.socket).toContain('链接或特殊文件')
})

it('reads names that are no UTF-8 as the Chinese that old servers wrote (R56)', async () => {
  // "合同" and "报价.txt" in GBK.
  const folder = Buffer.concat([Buffer.from(`${old}/`), Buffer.from('bacfcdac', 'hex')])
  await mkdir(folder)
  const name = Buffer.concat([Buffer.from('/'), Buffer.from('b1a8bcdb', 'hex'), Buffer.from('.txt')])
  await writeFile(Buffer.concat([folder, name]), '100')
  const sourceId = await source()
  const root = await person.call(queryImportFolder, { sourceId, path: '' })
  expect(root.folders).toEqual([{ name: '合同', path: '%BA%CF%CD%AC' }])
  const { outcomes } = await importFrom(world, person, { sourceId })
  expect(outcomes['合同/报价.txt']).toBe('imported')
  expect(await person.tree()).toEqual({ 合同: { '报价.txt': 3 } })
  expect((await importFrom(world, person, { sourceId })).about.counts).toMatchObject({ there: 1 })
})

it('leads nowhere above its folder (R56)', async () => {
  await writeFile(join(allowed, 'beside.txt'), 'beside')
  const sourceId = await source()
  for (const path of ['..', '%2e%2e', '.', 'a/../..', '..%2f', 'a%2Fb', 'a%00b', '/etc']) {
    const refused = { name: 'import_gone' }
    await expect(person.call(queryImportFolder, { sourceId, path })).rejects.toMatchObject(refused)
    await expect(startedImport(person, { sourceId, path })).rejects.toMatchObject(refused)
  }
})

it('is offered by administrators in the folders that the environment names alone (R56)', async () => {
  for (const address of [around, `${allowed}/..`, `${allowed}/../outside`, '/etc', 'old', `${allowed}2`])
    await expect(folderSource(admin, address, [person])).rejects.toMatchObject({ name: 'bad_field' })
  await symlink(around, join(old, 'up'))
  const sourceId = await folderSource(admin, join(old, 'up'), [person])
  const refusal = await person.call(queryImportFolder, { sourceId, path: '' }).catch((error) => error)
  expect(refusal.name).toBe('import_denied')
  expect(refusal.message).not.toContain(around)
})

it('is there for the chosen people alone, and ends where one is taken off meanwhile (R56)', async () => {
  await writeFile(join(old, 'a.txt'), 'a')
  const sourceId = await source()
  const stranger = await world.person()
  const offered = await stranger.call(queryImportSources, {})
  expect(offered.map((one) => one.sourceId)).not.toContain(sourceId)
  await expect(startedImport(stranger, { sourceId })).rejects.toMatchObject({ name: 'not_found' })
  const { jobId, importId } = await startedImport(person, { sourceId })
  const about = { sourceId, name: '旧共享盘', kind: 'folder' as const, address: old }
  await admin.call(saveImportSource, { ...about, userIds: [stranger.user.userId] })
  await runImport(world.ctx, jobId, true)
  expect((await reportOf(person, jobId, importId)).about.state).toBe('failed')
  expect(await person.tree()).toEqual({})
})

it('says that a folder may not be read, and goes on after the next try (R56)', async () => {
  await mkdir(join(old, 'locked'))
  await writeFile(join(old, 'locked', 'a.txt'), 'a')
  await chmod(join(old, 'locked'), 0)
  const sourceId = await source()
  const asked = { sourceId, path: 'locked' }
  // Everything above is open to the user that the server runs as here.
  for (const folder of [around, allowed, old]) await chmod(folder, 0o755)
  await asAnybody(() =>
    expect(person.call(queryImportFolder, asked)).rejects.toMatchObject({ name: 'import_denied' }),
  )
  await chmod(join(old, 'locked'), 0o755)
  expect((await importFrom(world, person, asked)).about.counts).toMatchObject({ imported: 1 })
})

/** As somebody who is let in where everybody is. */
async function asAnybody(work: () => Promise<void>): Promise<void> {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  try {
    await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}

it('passes over a file above the size limit without reading it (R56)', async () => {
  await writeFile(join(old, 'huge.bin'), '')
  await truncate(join(old, 'huge.bin'), 80 * GB + 1)
  await writeFile(join(old, 'a.txt'), 'a')
  const { job, outcomes } = await importFrom(world, person, { sourceId: await source() })
  expect(job.state).toBe('done')
  expect(outcomes['huge.bin']).toContain('超过 80 GB')
  expect(await person.tree()).toEqual({ 'a.txt': 1 })
})

it('ends with the cause where the folder is gone, and goes on where it is there again (R56)', async () => {
  await writeFile(join(old, 'a.txt'), 'a')
  const sourceId = await source()
  const { jobId, importId } = await startedImport(person, { sourceId })
  await rename(old, `${old} away`)
  await runImport(world.ctx, jobId, true)
  const gone = await reportOf(person, jobId, importId)
  expect(gone.about).toMatchObject({ state: 'failed', reason: expect.stringContaining('旧网盘中没有') })
  expect(gone.about.reason).not.toContain(around)
  await rename(`${old} away`, old)
  const again = await importFrom(world, person, { sourceId })
  expect(again.importId).toBe(importId)
  expect(again.about).toMatchObject({ state: 'done', reason: null, counts: { imported: 1 } })
})
