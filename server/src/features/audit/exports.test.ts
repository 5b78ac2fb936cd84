// @module-tag long
import { EventEmitter, once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import {
  createLogExport,
  exportLogs,
  fetchLogExport,
  type LogFormat,
  pageLogs,
  queryLogExports,
} from '@clouddisk/contract/audit'
import { saveDlpRule } from '@clouddisk/contract/dlp'
import { createFolder } from '@clouddisk/contract/files'
import { queryJobs } from '@clouddisk/contract/jobs'
import { type Input, pathOf } from '@clouddisk/contract/route'
import { DAY } from '@clouddisk/contract/time'
import excel from 'exceljs'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { freeze } from '../accounts/accounts.ts'
import * as accountStore from '../accounts/store.ts'
import { deleteExpiredExports } from './exports.ts'

/** Tells of each answer that was cut. */
const log = new EventEmitter()
const write = (line: string) => void (JSON.parse(line).msg === 'download aborted' && log.emit('cut'))

let world: World
let auditor: Person
beforeEach(async () => {
  world = await openWorld({}, pino({ level: 'info' }, { write }))
  auditor = await administrator('auditor_1')
})
afterEach(() => world.close())

async function administrator(name: string): Promise<Person> {
  const person = await world.person(name)
  await world.ctx.db.transact((tx) => accountStore.addPresetRole(tx, person.user.userId, 'auditor'))
  // A session of its own, which nobody has read before.
  return world.again(person)
}

const exported = (filter: Input<typeof exportLogs>): Promise<Response> =>
  auditor.fetch(`${pathOf(exportLogs)}?${new URLSearchParams(filter as Record<string, string>)}`)

const fetched = (person: Person, jobId: string): Promise<Response> =>
  person.fetch(pathOf(fetchLogExport, { jobId }))

async function readSheets(bytes: ArrayBuffer): Promise<unknown[][]> {
  const book = new excel.Workbook()
  await book.xlsx.load(bytes)
  return book.worksheets.flatMap((sheet) => sheet.getSheetValues().slice(1) as unknown[][])
}

const many = (count: number) =>
  world.ctx.db.pool.query(
    "insert into change (kind, name) select 'folder.created', 'many ' || n from generate_series(1, $1::int) n",
    [count],
  )

describe('an export at once', () => {
  it('as CSV has what the filter leaves, in the reader’s language, and nothing that a spreadsheet would run', async () => {
    const anna = await world.person('anna_1')
    for (const instanceName of ['＝1+3', '=1+2', 'a, b', 'plain'])
      await anna.call(createFolder, { instanceName })
    const response = await exported({ format: 'csv', action: 'folder.created' })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-log-\d+\.csv"$/)
    expect(response.headers.get('x-log-truncated')).toBe('false')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const lines = bytes.toString('utf8').trimEnd().split('\r\n')
    expect(lines).toHaveLength(5)
    expect(lines[0]).toContain('序号,时间（UTC）,人员')
    expect(lines[1]).toContain(',anna_1,anna_1,新建文件夹,createFolder,文件夹,plain,')
    expect(lines[2]).toContain(',"a, b",')
    expect(lines[3]).toContain(",'=1+2,")
    expect(lines[4]).toContain(",'＝1+3,")
  })

  it('names kinds of objects in the reader’s language', async () => {
    const admin = await world.admin('superAdmin')
    const rule = { kind: 'words', level: 'high', action: 'block', enabled: true } as const
    await admin.call(saveDlpRule, { ...rule, name: 'plans', terms: ['secret plan'] })
    const lines = async (who: Person) =>
      (await who.fetch(`${pathOf(exportLogs)}?format=csv&action=dlp.ruleSaved`)).text()
    expect(await lines(auditor)).toContain(',保存内容检查规则,saveDlpRule,内容检查规则,')
    expect(await lines(auditor.speaking('en-US'))).toContain(',saveDlpRule,Content rule,')
  })

  it('as a workbook has the same', async () => {
    const anna = await world.person('anna_2')
    await anna.call(createFolder, { instanceName: '=1+2' })
    const response = await auditor
      .speaking('en-US')
      .fetch(`${pathOf(exportLogs)}?format=xlsx&action=folder.created`)
    const [head, row, ...more] = await readSheets(await response.arrayBuffer())
    expect(more).toEqual([])
    expect(head?.slice(1, 6)).toEqual(['No.', 'Time (UTC)', 'User', 'Account', 'Action'])
    expect(row).toContain('=1+2')
    expect(row).toContain('New folder')
  })

  it('as a workbook opens whatever names have been written down, each with a mark for what no workbook holds', async () => {
    const names = ['never \ufffe', 'nor \uffff', 'bell \u0007', 'whole \u{1f600}\t']
    for (const name of names)
      await world.ctx.db.pool.query("insert into change (kind, name) values ('folder.created', $1)", [name])
    const response = await exported({ format: 'xlsx', action: 'folder.created' })
    const [, ...rows] = await readSheets(await response.arrayBuffer())
    expect(rows.map((row) => row[8]).reverse()).toEqual([
      'never \ufffd',
      'nor \ufffd',
      'bell \ufffd',
      'whole \u{1f600}\t',
    ])
  })

  it.each(['csv', 'xlsx'] as const)(
    'holds 10,000 rows as %s, the latest, and says that there were more',
    async (format) => {
      await many(10_050)
      const response = await exported({ format, keyword: 'many' })
      expect(response.headers.get('x-log-rows')).toBe('10000')
      expect(response.headers.get('x-log-truncated')).toBe('true')
      const rows =
        format === 'csv'
          ? (await response.text()).trimEnd().split('\r\n')
          : await readSheets(await response.arrayBuffer())
      expect(rows).toHaveLength(10_001)
      expect(String(rows[1])).toContain('many 10050')
      expect(await auditor.call(pageLogs, { keyword: 'many' })).toMatchObject({
        total: 10_050,
        truncated: true,
        exportMax: 10_000,
      })
    },
    30_000,
  )

  it('is in the log itself', async () => {
    await (await exported({ format: 'csv', keyword: 'anna' })).text()
    const { list } = await auditor.call(pageLogs, { action: 'log.exported' })
    expect(list).toMatchObject([
      { userId: auditor.user.userId, detail: { keyword: 'anna', rows: 0, truncated: false } },
    ])
  })

  const ends: Record<string, (userName: string, userId: string) => Promise<unknown>> = {
    'is frozen': (userName) => freeze(world.ctx, userName),
    'is no auditor any more': (_userName, userId) =>
      world.ctx.db.pool.query('delete from person_role where person_id = $1', [userId]),
  }
  it.each(Object.entries(ends))('is cut where its reader %s meanwhile', async (_how, end) => {
    const long = 'long '.repeat(200)
    await world.ctx.db.pool.query(
      "insert into change (kind, name) select 'folder.created', $1 from generate_series(1, 40000)",
      [long],
    )
    const { pathname, host, hostname, port } = new URL(pathOf(exportLogs), auditor.baseUrl)
    const line = connect(Number(port), hostname)
    line.on('error', () => undefined)
    line.write(
      `GET ${pathname}?format=csv HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${auditor.token}\r\nconnection: close\r\n\r\n`,
    )
    const received: Buffer[] = []
    await once(
      line.on('data', (chunk: Buffer) => received.push(chunk)),
      'data',
    )
    line.pause()
    const cut = once(log, 'cut')
    await end(auditor.user.userName, auditor.user.userId)
    await cut
    const closed = new Promise((resolve) => line.once('close', resolve))
    line.resume()
    await closed
    expect(String(received[0])).toContain('HTTP/1.1 200')
    expect(Buffer.concat(received).subarray(-5).toString()).not.toBe('0\r\n\r\n')
  })

  it('of a filter that cannot be is refused', async () => {
    expect((await exported({ format: 'pdf' as LogFormat })).status).toBe(400)
    expect((await exported({ format: 'csv', action: 'nonsense' })).status).toBe(400)
  })
})

describe('an export behind the request', () => {
  const done = async (person: Person, jobId: string) => {
    for (let tries = 0; tries < 600; tries++) {
      const job = (await person.call(queryLogExports, {})).find((one) => one.jobId === jobId)
      if (job && job.state !== 'queued' && job.state !== 'running') return job
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('the export did not end')
  }

  it.each(['csv', 'xlsx'] as const)(
    'has all of it as %s, for whom asked for it, for seven days',
    async (format) => {
      await many(12_000)
      await world.jobs.start()
      const asked = await auditor.call(createLogExport, { format, keyword: 'many' })
      expect(asked).toMatchObject({ format, endTime: null, expireTime: null })
      const job = await done(auditor, asked.jobId)
      expect(job).toMatchObject({ state: 'done', rows: 12_000 })
      const response = await fetched(auditor, job.jobId)
      expect(response.headers.get('content-length')).toBe(String(job.fileSize))
      const bytes = await response.arrayBuffer()
      const rows =
        format === 'csv'
          ? Buffer.from(bytes).toString('utf8').trimEnd().split('\r\n')
          : await readSheets(bytes)
      expect(rows).toHaveLength(12_001)
      expect(await (await fetched(await administrator('auditor_3'), job.jobId)).json()).toMatchObject({
        errcode: 90000,
      })
      // It is nobody's business among the files' jobs.
      expect(await auditor.call(queryJobs, {})).toEqual([])
      world.advance(8 * DAY)
      expect(await deleteExpiredExports(world.ctx)).toBe(1)
      expect(await readdir(join(world.ctx.config.dataDir, 'exports'))).toEqual([])
    },
    60_000,
  )

  it('is begun no more often by calls that come together', async () => {
    await world.jobs.start()
    await world.jobs.stop()
    const begun = await Promise.allSettled(
      Array.from({ length: 8 }, () => auditor.call(createLogExport, { format: 'csv' })),
    )
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  it('is asked for a few times at once, not more', async () => {
    await world.jobs.start()
    await world.jobs.stop()
    for (let i = 0; i < 3; i++) await auditor.call(createLogExport, { format: 'csv' })
    await expect(auditor.call(createLogExport, { format: 'csv' })).rejects.toMatchObject({
      name: 'too_many_items',
    })
  })
})
