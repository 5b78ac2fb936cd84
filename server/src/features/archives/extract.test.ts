// @module-tag long
import { gzipSync } from 'node:zlib'
import { type extractInstance as ExtractRoute, extractInstance } from '@clouddisk/contract/archives'
import { codeOf } from '@clouddisk/contract/errors'
import { createFolder } from '@clouddisk/contract/files'
import { cancelJob, queryJob } from '@clouddisk/contract/jobs'
import type { Input } from '@clouddisk/contract/route'
import { createShare } from '@clouddisk/contract/shares'
import { queryCapacityDetail } from '@clouddisk/contract/usage'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { archiveBy, legacyName, rar5, rawZip } from '../../../test/make-archives.ts'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import type { Context } from '../../context.ts'
import { runExtraction } from './extract-job.ts'
import { resumeExtractions } from './jobs.ts'

const LONG_MS = 240_000

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld()
  // Creates the queues without workers: the tests run the jobs.
  await world.jobs.start()
  await world.jobs.stop()
})
beforeEach(async () => {
  person = await world.person()
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

type Options = Partial<Input<typeof ExtractRoute>>

const ask = async (instanceId: string, options: Options = {}) =>
  (await person.call(extractInstance, { instanceId, targeParentId: '0', ...options })).jobId ?? ''
async function extract(instanceId: string, options: Options = {}) {
  const jobId = await ask(instanceId, options)
  await runExtraction(world.ctx, jobId, true)
  return person.call(queryJob, { jobId })
}
const upload = async (name: string, bytes: Buffer) => (await person.upload('0', name, bytes)).instanceId
const charged = async () => {
  const { usedSize, reservedSize } = await person.call(queryCapacityDetail, {})
  return { used: usedSize, reserved: reservedSize }
}
/** Rows of files, those that nobody sees among them. */
const rows = async () => Number((await world.ctx.db.pool.query('select count(*) from file')).rows[0]?.count)

const FILES = { 'docs/a.txt': 'hello', 'docs/deep/说明.txt': '你好', 'notes.md': '# x' }
const EXTRACTED = { docs: { 'a.txt': 5, deep: { '说明.txt': 6 } }, 'notes.md': 3 }
const zipOf = (files = FILES) => archiveBy(['zip', '-qr', 'a.zip', '.'], 'a.zip', files)

describe('an extraction', { timeout: LONG_MS }, () => {
  it('makes a folder with all that is in the archive, and is charged for it', async () => {
    const zip = await zipOf()
    const id = await upload('资料.tar.zip', zip)
    const job = await extract(id)
    expect(job).toMatchObject({ kind: 'extract', state: 'done', total: 3, done: 3 })
    expect(job.list).toMatchObject([
      { instanceId: id, instanceName: '资料.tar', outcome: 'created', errcode: 0 },
    ])
    expect(await person.tree()).toEqual({ '资料.tar': EXTRACTED, '资料.tar.zip': zip.length })
    expect(await charged()).toEqual({ used: zip.length + 14, reserved: 0 })
    const [, notes] = await person.list(job.list[0]?.newId)
    expect((await person.download(notes?.instanceId ?? '')).toString()).toBe('# x')
    expect((await extract(id)).list).toMatchObject([{ instanceName: '资料.tar (1)', outcome: 'renamed' }])
  })

  it('reads tar.gz and rar, and makes one file of a compressed file', async () => {
    const tops = new Set(Object.keys(FILES).map((path) => path.split('/')[0] ?? path))
    await extract(await upload('a.tar.gz', await archiveBy(['tar', 'czf', 'made', ...tops], 'made', FILES)))
    await extract(await upload('b.rar', rar5('资料/说明.txt', Buffer.from('hello'))))
    await extract(await upload('report.csv.gz', gzipSync('a,b\n')))
    expect(await person.tree()).toMatchObject({
      a: EXTRACTED,
      b: { 资料: { '说明.txt': 5 } },
      'report.csv': 4,
    })
  })

  it('takes chosen files and folders only', async () => {
    const id = await upload('a.zip', await zipOf())
    const job = await extract(id, { entries: ['docs/deep', 'notes.md'] })
    expect(job).toMatchObject({ state: 'done', total: 2 })
    expect(await person.tree()).toMatchObject({ a: { docs: { deep: { '说明.txt': 6 } }, 'notes.md': 3 } })
    expect(await extract(id, { entries: ['nothing'] })).toMatchObject({
      state: 'failed',
      list: [{ errcode: codeOf('archive_empty') }],
    })
  })

  it('takes many chosen files', async () => {
    const names = Array.from({ length: 1000 }, (_, n) => `${'长'.repeat(15)}/${n}.txt`)
    const content = Buffer.from('x')
    const id = await upload('many.zip', rawZip([...names, 'other.txt'].map((name) => ({ name, content }))))
    const job = await extract(id, { entries: names })
    expect(job).toMatchObject({ state: 'done', total: 1000, done: 1000 })
    const tree = (await person.tree()) as { many: Record<string, object> }
    expect(Object.keys(tree.many)).toEqual(['长'.repeat(15)])
    // They are kept no longer than they are needed.
    const kept = await world.ctx.db.pool.query(
      `select count(*) from job where person_id = $1 and input ? 'paths'`,
      [person.user.userId],
    )
    expect(Number(kept.rows[0]?.count)).toBe(0)
  })

  it('is refused with too many entries, or paths of too many bytes', async () => {
    const id = await upload('a.zip', await zipOf())
    const many = Array.from({ length: 1001 }, (_, n) => String(n))
    await expect(ask(id, { entries: many })).rejects.toMatchObject({
      name: 'too_many_items',
      details: { limit: 1000 },
    })
    const long = Array.from({ length: 100 }, () => '长'.repeat(400))
    await expect(ask(id, { entries: long })).rejects.toMatchObject({
      name: 'too_many_items',
      details: { limit: 54 },
    })
  })

  it('is refused while too many of the same person wait', async () => {
    const id = await upload('a.zip', await zipOf())
    const asked = await Promise.allSettled(Array.from({ length: 22 }, () => ask(id)))
    const jobs = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(jobs.length).toBe(20)
    for (const one of asked)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ name: 'too_many_calls' })
    await person.call(cancelJob, { jobId: jobs[0] ?? '' })
    expect(await ask(id)).not.toBe('')
    const other = person
    person = await world.person()
    await ask(await upload('b.zip', await zipOf()))
    person = other
  })

  it('leaves out a name of thousands of characters, and tells it in short', async () => {
    const content = Buffer.from('x')
    const blanks = `a0${' '.repeat(60_000)}x`
    const id = await upload(
      'long.zip',
      rawZip([
        { name: blanks, content },
        { name: `../${'长'.repeat(9000)}.txt`, content },
        { name: 'fine.txt', content },
      ]),
    )
    const { state, list } = await extract(id)
    expect(state).toBe('done')
    expect(await person.tree(list[0]?.newId)).toEqual({ 'fine.txt': 1 })
    const [, long, unsafe] = list
    expect(long).toMatchObject({
      errcode: codeOf('path_too_long'),
      instanceName: expect.stringMatching(/^a0 +… +x$/),
    })
    expect(unsafe).toMatchObject({
      errcode: codeOf('entry_unsafe'),
      instanceName: expect.stringMatching(/^\.\.\/长+…长+\.txt$/),
    })
    for (const { instanceName = '', errmsg } of list) {
      expect([...instanceName].length).toBeLessThanOrEqual(255)
      expect([...errmsg].length).toBeLessThan(400)
    }
  })

  it('takes __proto__ for a name like others', async () => {
    const content = Buffer.from('x')
    const names = ['__proto__', 'a/__proto__/b.txt', 'constructor']
    const id = await upload('proto.zip', rawZip(names.map((name) => ({ name, content }))))
    const { list } = await extract(id)
    expect(list.map(({ errcode }) => errcode)).toEqual([0])
    const items = await person.list(list[0]?.newId)
    expect(items.map(({ instanceName }) => instanceName).sort()).toEqual(['__proto__', 'a', 'constructor'])
  })

  it('writes nothing outside, follows no link, and says what it left out', async () => {
    const content = Buffer.from('content')
    const id = await upload(
      'hostile.zip',
      rawZip([
        { name: '../up.txt', content },
        { name: '/etc/cron.d/x', content },
        { name: 'C:\\windows\\x.txt', content },
        { name: 'up.txt', content: Buffer.from('another') },
        { name: 'link', content: Buffer.from('/etc'), mode: 0o120777 },
        { name: 'link/passwd', content },
        { name: 'pipe', mode: 0o010644 },
        { name: 'fine.txt', content },
      ]),
    )
    const { state, list } = await extract(id)
    expect(state).toBe('done')
    const tree = await person.tree(list[0]?.newId)
    expect(tree).toMatchObject({ 'fine.txt': 7 })
    expect(Object.keys(tree)).not.toContain('pipe')
    const refused = Object.fromEntries(list.slice(1).map((line) => [line.instanceName, line.errcode]))
    expect(refused).toMatchObject({
      '../up.txt': codeOf('entry_unsafe'),
      '/etc/cron.d/x': codeOf('entry_unsafe'),
      'C:/windows/x.txt': codeOf('entry_unsafe'),
      // 7-Zip would write both to the same place.
      'up.txt': codeOf('entry_unsafe'),
      link: codeOf('entry_not_a_file'),
      pipe: codeOf('entry_not_a_file'),
    })
  })

  it('makes names valid and keeps names that differ by case apart', async () => {
    const content = Buffer.from('x')
    const names = ['con.txt', 'a:b?.txt', 'A.txt', 'a.txt', 'Docs/1', 'docs/2']
    const id = await upload(
      'names.zip',
      rawZip([...names, '资料/说明.txt'].map((name) => ({ name: legacyName(name, 'gbk'), content }))),
    )
    const { list } = await extract(id)
    expect(await person.tree(list[0]?.newId)).toEqual({
      'con_.txt': 1,
      'a-b_.txt': 1,
      'A.txt': 1,
      'a (1).txt': 1,
      Docs: { '1': 1, '2': 1 },
      资料: { '说明.txt': 1 },
    })
  })

  it('needs room for all of it, and takes none if there is not', async () => {
    person = await world.person(undefined, { capacity: 3000 })
    const id = await upload('a.zip', rawZip([{ name: 'a.txt', content: Buffer.alloc(4000) }]))
    const before = [await rows(), await charged()]
    expect(await extract(id)).toMatchObject({ state: 'failed', list: [{ errcode: codeOf('quota_full') }] })
    expect([await rows(), await charged()]).toEqual(before)
  })

  it('ends at a bomb and leaves nothing', async () => {
    const zeros = gzipSync(Buffer.alloc(64 * 1024 ** 2))
    // Members of one gzip file are one content: 1 GiB of zeros.
    const bomb = await upload('bomb.gz', Buffer.concat(Array.from({ length: 16 }, () => zeros)))
    const liar = await upload(
      'liar.zip',
      rawZip([{ name: 'a', content: Buffer.alloc(5_000_000), claimedSize: 10 }]),
    )
    const before = [await rows(), await charged()]
    expect(await extract(bomb)).toMatchObject({
      state: 'failed',
      list: [{ errcode: codeOf('archive_too_large') }],
    })
    expect((await extract(liar)).state).toBe('failed')
    expect([await rows(), await charged()]).toEqual(before)
  })

  it('fails for damaged and encrypted archives', async () => {
    const secret = await archiveBy(['zip', '-qr', '-P', 'secret', 'a.zip', 'docs'], 'a.zip', FILES)
    for (const [name, bytes, error] of [
      ['secret.zip', secret, 'archive_encrypted'],
      ['cut.zip', (await zipOf()).subarray(0, 200), 'archive_damaged'],
      ['text.rar', Buffer.from('no archive'), 'archive_damaged'],
    ] as const) {
      const job = await extract(await upload(name, bytes))
      expect([name, job.state, job.list[0]?.errcode]).toEqual([name, 'failed', codeOf(error)])
    }
  })

  it('needs download on the archive and upload on the target', async () => {
    const zip = await zipOf()
    const { instanceId: shared } = await person.call(createFolder, { parentId: '0', instanceName: 'shared' })
    const archive = (await person.upload(shared, 'a.zip', zip)).instanceId
    const own = await upload('own.zip', zip)
    const reader = await world.person()
    const share = (role: 'viewer' | 'downloader') =>
      person.call(createShare, {
        instanceIds: [shared],
        members: [{ principalType: 'user', principalId: reader.user.userId, role }],
      })
    await share('downloader')
    const owner = person
    person = reader
    expect((await extract(archive)).state).toBe('done')
    await expect(ask(archive, { targeParentId: shared })).rejects.toMatchObject({ name: 'not_permitted' })
    await expect(ask(own)).rejects.toMatchObject({ name: 'not_found' })
    person = owner
    await share('viewer')
    person = reader
    await expect(ask(archive)).rejects.toMatchObject({ name: 'not_permitted' })
  })

  it('is refused for folders, other files and files as targets', async () => {
    const id = await upload('a.zip', await zipOf())
    const text = await upload('a.txt', Buffer.from('x'))
    const { instanceId: folder } = await person.call(createFolder, { parentId: '0', instanceName: 'f.zip' })
    await expect(ask(text)).rejects.toMatchObject({ name: 'archive_unsupported' })
    await expect(ask(folder)).rejects.toMatchObject({ name: 'is_a_folder' })
    await expect(ask(id, { targeParentId: text })).rejects.toMatchObject({ name: 'is_a_file' })
    await expect(ask(id, { targeParentId: 'nothing' })).rejects.toMatchObject({ name: 'not_found' })
  })
})

describe('an extraction that is stopped', { timeout: LONG_MS }, () => {
  /** A context whose database fails at the n-th transaction, as if the process had died there. */
  function dyingAt(ctx: Context, n: number): Context {
    let count = 0
    const transact: Context['db']['transact'] = (work) => {
      if (++count >= n) throw new Error('the process died')
      return ctx.db.transact(work)
    }
    return { ...ctx, db: { ...ctx.db, transact } as Context['db'] }
  }

  it('begins anew after a crash, and shows nothing before its end', async () => {
    const zip = await zipOf(
      Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`f${n % 7}/${n}.txt`, `text ${n}`])) as never,
    )
    const jobId = await ask(await upload('a.zip', zip))
    // After the first portion of its files.
    await expect(runExtraction(dyingAt(world.ctx, 7), jobId, false)).rejects.toThrow('the process died')
    expect(await person.call(queryJob, { jobId })).toMatchObject({ state: 'running', done: 100, total: 150 })
    expect(await person.tree()).toEqual({ 'a.zip': zip.length })
    expect((await charged()).reserved).toBeGreaterThan(0)
    await resumeExtractions(world.ctx)
    await runExtraction(world.ctx, jobId, false)
    expect(await person.call(queryJob, { jobId })).toMatchObject({ state: 'done', done: 150, total: 150 })
    expect(Object.keys(await person.tree())).toEqual(['a', 'a.zip'])
    expect((await charged()).reserved).toBe(0)
    const left = await world.ctx.db.pool.query(
      `select from file where parent_id is null and id not in (select root_id from space)`,
    )
    expect(left.rowCount).toBe(0)
  })

  it('is cancelled, waiting or running, and leaves nothing', async () => {
    const id = await upload('a.zip', await zipOf())
    const before = [await rows(), await charged()]
    const waiting = await ask(id)
    expect(await person.call(cancelJob, { jobId: waiting })).toMatchObject({ state: 'cancelled' })
    const running = await ask(id)
    const run = runExtraction(world.ctx, running, true)
    await expect.poll(async () => (await person.call(queryJob, { jobId: running })).state).toBe('running')
    await person.call(cancelJob, { jobId: running })
    await run
    expect(await person.call(queryJob, { jobId: running })).toMatchObject({ state: 'cancelled' })
    expect([await rows(), await charged()]).toEqual(before)
  })
})
