// @module-tag long
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolder } from '@clouddisk/contract/files'
import {
  type ImportFilter,
  type ImportItem,
  pageImportItems,
  queryImportFolder,
  queryImportSources,
  saveImportSource,
  startImport,
} from '@clouddisk/contract/imports'
import { queryJob } from '@clouddisk/contract/jobs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import {
  type ApacheDav,
  DAV_ACCOUNT,
  DAV_PASSWORD,
  hasApache,
  startApacheDav,
} from '../../../test/servers/apache-dav.ts'
import { type CuttingProxy, startCuttingProxy } from '../../../test/servers/cutting-proxy.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { runImport } from './import-job.ts'

const LONG_MS = 240_000
const MB = 1024 * 1024
const SIGN_IN = { account: DAV_ACCOUNT, password: DAV_PASSWORD }
const THEN = new Date('2019-03-04T05:06:07Z')

/** A folder on the old drive: a text, bytes, or what is in it. */
interface OldFolder {
  readonly [name: string]: string | Buffer | OldFolder
}

async function put(folder: string, content: OldFolder): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [name, one] of Object.entries(content)) {
    const path = join(folder, name)
    if (typeof one === 'string' || Buffer.isBuffer(one)) await writeFile(path, one)
    else await put(path, one)
    await utimes(path, THEN, THEN)
  }
}

describe.skipIf(!hasApache)('an import from Apache’s WebDAV (not run where apache2 is not installed)', () => {
  let world: World
  let apache: ApacheDav
  let line: CuttingProxy
  let admin: Person
  let sourceId: string
  beforeAll(async () => {
    world = await openWorld()
    // Creates the queues without workers: the tests run the jobs.
    await world.jobs.start()
    await world.jobs.stop()
    apache = await startApacheDav()
    line = await startCuttingProxy(apache.port)
    admin = await world.admin()
    const address = `http://127.0.0.1:${line.port}/dav/`
    sourceId = (await admin.call(saveImportSource, { name: '旧网盘', kind: 'webdav', address })).sourceId
  })
  afterEach(async () => expect(await world.doctor()).toEqual([]))
  afterAll(async () => {
    await world.close()
    await line.stop()
    await apache.stop()
  })

  /** Imports a folder of the old drive, and answers the report. */
  async function importFolder(person: Person, path: string, targeParentId = '0') {
    const { jobId, importId } = await person.call(startImport, {
      sourceId,
      path: encodeURIComponent(path),
      targeParentId,
      ...SIGN_IN,
    })
    await runImport(world.ctx, jobId, true)
    const job = await person.call(queryJob, { jobId })
    return { job, importId, ...(await person.call(pageImportItems, { importId })) }
  }

  async function report(person: Person, importId: string, filter: ImportFilter): Promise<ImportItem[]> {
    const all: ImportItem[] = []
    for (let after = 0; ; after = all.at(-1)?.no ?? 0) {
      const { list, hasMore } = await person.call(pageImportItems, {
        importId,
        filter,
        after,
        pageSize: 1000,
      })
      all.push(...list)
      if (!hasMore) return all
    }
  }

  it('brings files and folders with their times, and is explained', async () => {
    const person = await world.person()
    await put(join(apache.files, 'small'), {
      '说明.txt': '你好',
      空: {},
      docs: { 'a.txt': 'hello', 'con.txt': 'reserved', 'a:b?.txt': 'forbidden' },
    })
    expect(await person.call(queryImportSources, {})).toEqual([{ sourceId, name: '旧网盘', kind: 'webdav' }])
    const root = await person.call(queryImportFolder, { sourceId, path: 'small', ...SIGN_IN })
    expect(root).toMatchObject({ folders: [{ name: '空' }, { name: 'docs' }], files: 1, bytes: 6 })
    const done = await importFolder(person, 'small')
    expect(done.job).toMatchObject({ kind: 'import', state: 'done', total: 4, done: 4 })
    expect(await person.tree()).toEqual({
      '说明.txt': 6,
      空: {},
      docs: { 'a.txt': 5, 'con_.txt': 8, 'a-b_.txt': 9 },
    })
    expect(done.import.counts).toEqual({
      imported: 4,
      there: 0,
      keptBoth: 0,
      skipped: 0,
      failed: 0,
      renamed: 2,
    })
    expect((await importFolder(person, 'small')).import.counts).toMatchObject({ imported: 0, there: 4 })
    expect(await report(person, done.importId, 'renamed')).toMatchObject([
      { path: 'small/docs/a:b?.txt', name: 'a-b_.txt' },
      { path: 'small/docs/con.txt', name: 'con_.txt' },
    ])
  })

  it('overwrites nothing, and keeps both once', async () => {
    const person = await world.person()
    await put(join(apache.files, 'both'), { 'a.txt': 'from there', 'b.txt': 'the same' })
    const { instanceId } = await person.call(createFolder, { parentId: '0', instanceName: 'here' })
    await person.upload(instanceId, 'a.txt', Buffer.from('from here'))
    await person.upload(instanceId, 'b.txt', Buffer.from('the same'))
    const first = await importFolder(person, 'both', instanceId)
    expect(first.list).toMatchObject([
      { path: 'both/a.txt', outcome: 'keptBoth', name: 'a (1).txt' },
      { path: 'both/b.txt', outcome: 'there', name: 'b.txt' },
    ])
    const tree = { here: { 'a.txt': 9, 'a (1).txt': 10, 'b.txt': 8 } }
    expect(await person.tree()).toEqual(tree)
    expect((await importFolder(person, 'both', instanceId)).import.counts).toMatchObject({ there: 2 })
    expect(await person.tree()).toEqual(tree)
  })

  it('goes on with the rest of a file where the connection was cut', async () => {
    const person = await world.person()
    const big = Buffer.alloc(5 * MB, 'the old drive ')
    await put(join(apache.files, 'cut'), { 'big.bin': big })
    line.cutAfter(2 * MB, 2)
    const before = line.cuts
    const { list } = await importFolder(person, 'cut')
    expect(list).toMatchObject([{ outcome: 'imported', size: big.length }])
    expect(line.cuts - before).toBe(2)
    const [file] = await person.list()
    expect((await person.download(file?.instanceId ?? '')).equals(big)).toBe(true)
  })

  it('brings 5,000 files with forbidden names over a line that is cut, completely and once', {
    timeout: LONG_MS,
  }, async () => {
    const person = await world.person()
    const old: Record<string, Record<string, string>> = {}
    for (let folder = 0; folder < 50; folder++) {
      const files: Record<string, string> = {}
      for (let n = 0; n < 100; n++) files[nameOf(n)] = `${folder}/${n}`
      old[`部门 ${folder}：资料`] = files
    }
    await put(join(apache.files, 'many'), old)
    line.cutAfter(200_000, 5)
    const first = await importFolder(person, 'many')
    expect(first.import.counts).toMatchObject({ imported: 5000, failed: 0, keptBoth: 0 })
    const tree = await person.tree()
    expect(Object.keys(tree)).toHaveLength(50)
    expect(Object.values(tree).every((one) => Object.keys(one).length === 100)).toBe(true)
    const second = await importFolder(person, 'many')
    expect(second.import.counts).toMatchObject({ imported: 0, there: 5000, failed: 0 })
    expect(await person.tree()).toEqual(tree)
  })
})

/** Every tenth is forbidden in one way or another. */
const nameOf = (n: number): string => {
  if (n % 10 !== 0) return `文件 ${n}.txt`
  const kinds = [`a:${n}.txt`, `${n}?.txt`, `lpt1.${n}`, `末尾${n}.`, `"${n}".doc`]
  return kinds[(n / 10) % kinds.length] ?? ''
}
