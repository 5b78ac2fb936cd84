// @module-tag long
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type LogFault, pageLogs, verifyLogs } from '@clouddisk/contract/audit'
import { createFolder } from '@clouddisk/contract/files'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import * as accountStore from '../accounts/store.ts'
import { Sealer } from './sealer.ts'

/** The database's superuser may do everything, the triggers switched off: the check must show it all the same. */

let world: World
let auditor: Person
let anna: Person
beforeEach(async () => {
  world = await openWorld()
  auditor = await world.person('auditor_1')
  await world.ctx.db.transact((tx) => accountStore.addPresetRole(tx, auditor.user.userId, 'auditor'))
  auditor = await world.again(auditor)
  anna = await world.person('anna_1')
  for (let i = 0; i < 10; i++) await anna.call(createFolder, { instanceName: `folder ${i}` })
})
afterEach(() => world.close())

async function forge(...statements: string[]): Promise<void> {
  const client = await world.ctx.db.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  } finally {
    client.release()
  }
}

const faults = async (): Promise<LogFault[]> => (await auditor.call(verifyLogs, {})).faults
/** Where what was written begins to differ, by kind. */
const found = async (): Promise<[string, number][]> => (await faults()).map(({ kind, seq }) => [kind, seq])
const lastSeq = async (): Promise<number> => (await auditor.call(pageLogs, {})).list[0]?.seq ?? 0
const headPath = () => join(world.ctx.config.dataDir, 'audit', 'head.json')

describe('the check of the audit log', () => {
  it('finds nothing where nothing was done to it, and is told of itself', async () => {
    const verdict = await auditor.call(verifyLogs, {})
    expect(verdict).toMatchObject({ done: true, faults: [] })
    expect(verdict.checked).toBeGreaterThan(12)
    expect(verdict.lastSeq).toBe(verdict.headSeq)
    const { list } = await auditor.call(pageLogs, { action: 'log.verified' })
    expect(list).toMatchObject([{ detail: { faults: 0 } }])
  })

  it('finds every column that was changed', async () => {
    await lastSeq()
    const columns = {
      time: "time + interval '1 ms'",
      actor_id: 'gen_random_uuid()',
      actor_name: "'x'",
      actor_account: "'x'",
      action: "'file.moved'",
      behaviour: 'null',
      region: "'x'",
      device: "'web'",
      ip: "'10.0.0.1'",
      result: "'refused'",
      object_type: "'group'",
      object_id: 'gen_random_uuid()',
      object_name: "'x'",
      space_id: 'null',
      detail: "'{}'",
      trace_id: "''",
      mac: "decode(repeat('ab', 32), 'hex')",
    }
    for (const [column, value] of Object.entries(columns)) {
      const { rows } = await world.ctx.db.pool.query('select * from audit_log where seq = 7')
      await forge(`update audit_log set ${column} = ${value} where seq = 7`)
      expect((await found())[0], column).toEqual(['changed', 7])
      const was = rows[0][column]
      await world.ctx.db.transact(async (tx) => {
        await tx.executeQuery(
          // Put back as it was, it is as it was.
          (await import('kysely')).sql`set local session_replication_role = replica`.compile(tx),
        )
        await tx
          .updateTable('audit_log')
          .set({ [column]: was })
          .where('seq', '=', 7)
          .execute()
      })
      expect(await found(), column).toEqual([])
    }
  })

  it('finds entries that were removed, at the beginning and in the middle', async () => {
    await lastSeq()
    await forge('delete from audit_log where seq in (1, 5, 6)')
    expect(await faults()).toMatchObject([
      { kind: 'missing', seq: 1, says: 'entry 1 is missing' },
      { kind: 'missing', seq: 6, says: 'entries 5 to 6 are missing' },
    ])
  })

  it('finds one that was removed where those behind it were numbered anew', async () => {
    const last = await lastSeq()
    await forge(
      'delete from audit_log where seq = 5',
      'update audit_log set seq = -seq where seq > 5',
      'update audit_log set seq = -seq - 1 where seq < 0',
      `update audit_head set seq = ${last - 1}`,
    )
    const kinds = await found()
    expect(kinds[0]).toEqual(['changed', 5])
    expect(kinds).toContainEqual(['cutOff', last])
  })

  it('finds one that was inserted, and two that changed places', async () => {
    const last = await lastSeq()
    await forge(
      'update audit_log set seq = -seq where seq > 5',
      'update audit_log set seq = -seq + 1 where seq < 0',
      'insert into audit_log select 6, time, actor_id, actor_name, actor_account, action, behaviour, region, device, ip, ' +
        'result, object_type, object_id, object_name, space_id, detail, trace_id, mac from audit_log where seq = 5',
      `update audit_head set seq = ${last + 1}`,
    )
    expect((await found())[0]).toEqual(['changed', 6])
  })

  it('finds two that changed places', async () => {
    await lastSeq()
    await forge(
      'update audit_log set seq = -5 where seq = 5',
      'update audit_log set seq = 5 where seq = 8',
      'update audit_log set seq = 8 where seq = -5',
    )
    expect((await found()).map(([, seq]) => seq)).toEqual([5, 6, 8, 9])
  })

  it('finds one that somebody put behind the end', async () => {
    const last = await lastSeq()
    await forge(
      `insert into audit_log select ${last + 1}, time, actor_id, actor_name, actor_account, action, behaviour, region,
        device, ip, result, object_type, object_id, object_name, space_id, detail, trace_id, mac
        from audit_log where seq = ${last}`,
    )
    expect(await found()).toContainEqual(['added', last + 1])
  })

  it('finds that the end was cut off, with the head in the database set back to fit', async () => {
    const last = await lastSeq()
    await forge(
      `delete from audit_log where seq > ${last - 4}`,
      `update audit_head set seq = ${last - 4}, mac = (select mac from audit_log where seq = ${last - 4})`,
    )
    expect(await found()).toContainEqual(['cutOff', last])
    // Going on does not cover it up.
    for (let i = 0; i < 12; i++) await anna.call(createFolder, { instanceName: `after ${i}` })
    expect(await found()).toEqual([['cutOff', last]])
    expect(await lastSeq()).toBeGreaterThan(last)
    // Nor does a server that starts anew.
    const another = new Sealer(world.ctx)
    await another.seal()
    await another.close()
    expect(await found()).toEqual([['cutOff', last]])
  })

  it('finds that the end was cut off while no server ran', async () => {
    const last = await lastSeq()
    await world.ctx.auditSealer.close()
    await forge(
      `delete from audit_log where seq > ${last - 2}`,
      `update audit_head set seq = ${last - 2}, mac = (select mac from audit_log where seq = ${last - 2})`,
    )
    const started = new Sealer(world.ctx)
    await started.close()
    expect(await found()).toContainEqual(['cutOff', last])
  })

  it('finds that the end was cut off where the head was left alone', async () => {
    const last = await lastSeq()
    await forge(`delete from audit_log where seq > ${last - 4}`)
    expect(await found()).toContainEqual(['cutOff', last])
    await anna.call(createFolder, { instanceName: 'after' })
    expect((await found())[0]?.[0]).toBe('missing')
  })
})

describe('the end that is kept outside of the database', () => {
  it('is told where it was put back to an older one', async () => {
    await lastSeq()
    const old = await readFile(headPath(), 'utf8')
    await anna.call(createFolder, { instanceName: 'later' })
    await lastSeq()
    await writeFile(headPath(), old)
    expect(await found()).toMatchObject([['head', expect.any(Number)]])
  })

  it('is told where it is gone, or was written by another', async () => {
    await lastSeq()
    const { seq, ...rest } = JSON.parse(await readFile(headPath(), 'utf8'))
    await writeFile(headPath(), JSON.stringify({ ...rest, seq: seq - 3 }))
    expect((await faults())[0]?.says).toContain('not written by this installation')
    // Behind the entry of that check, with which the end is kept anew.
    await lastSeq()
    await rm(headPath())
    expect((await faults())[0]?.says).toContain('audit/head.json is missing')
  })

  it('is brought forward where a server died before it was written', async () => {
    await lastSeq()
    const old = await readFile(headPath(), 'utf8')
    await anna.call(createFolder, { instanceName: 'sealed, and then it died' })
    await lastSeq()
    await world.ctx.auditSealer.close()
    await writeFile(headPath(), old)
    const started = new Sealer(world.ctx)
    await started.seal()
    await started.close()
    expect(await found()).toEqual([])
  })
})

describe('what is committed', () => {
  it('is in the log once, however many servers seal at the same time', async () => {
    const others = Array.from({ length: 4 }, () => new Sealer(world.ctx))
    for (let round = 0; round < 10; round++) {
      await Promise.all([
        ...[1, 2, 3].map((i) => anna.call(createFolder, { instanceName: `${round} ${i}` })),
        ...others.map((sealer) => sealer.seal()),
      ])
    }
    await Promise.all(others.map((sealer) => sealer.close()))
    const { total } = await auditor.call(pageLogs, { action: 'folder.created' })
    expect(total).toBe(10 + 30)
  })

  it('late, behind others that began after it, is not lost', async () => {
    const slow = await world.ctx.db.pool.connect()
    await slow.query('begin')
    await slow.query("insert into change (kind, name) values ('folder.created', 'slow')")
    await anna.call(createFolder, { instanceName: 'quick' })
    await world.ctx.auditSealer.seal()
    await slow.query('commit')
    slow.release()
    const { list } = await auditor.call(pageLogs, { action: 'folder.created', pageSize: 2, keyword: 'slow' })
    expect(list).toMatchObject([{ objectName: 'slow', device: 'system' }])
  })

  it('in thousands at once goes in step by step', async () => {
    await world.ctx.db.pool.query(
      "insert into change (kind, name) select 'folder.created', 'many ' || n from generate_series(1, 12001) n",
    )
    const { total } = await auditor.call(pageLogs, { keyword: 'many' })
    expect(total).toBe(12_001)
    expect(await found()).toEqual([])
  })

  it('is in the log also where the database was restored into a younger PostgreSQL', async () => {
    await lastSeq()
    await world.ctx.db.pool.query("update audit_head set cursor = '999999999999:999999999999:'")
    await world.ctx.auditSealer.seal()
    await anna.call(createFolder, { instanceName: 'after the restore' })
    const { list } = await auditor.call(pageLogs, { keyword: 'after the restore' })
    expect(list).toHaveLength(1)
  })

  it('is not forgotten by the feed before it is in the log', async () => {
    const { pruneChanges: forgetChanges } = await import('../../db/changes.ts')
    await world.ctx.auditSealer.close()
    await anna.call(createFolder, { instanceName: 'yet to come' })
    const future = new Date(Date.now() + 1000)
    await world.ctx.db.transact((tx) => forgetChanges(tx, future))
    const { list } = await auditor.call(pageLogs, { keyword: 'yet to come' })
    expect(list).toHaveLength(1)
    await world.ctx.db.transact((tx) => forgetChanges(tx, future))
    const { rows } = await world.ctx.db.pool.query('select 1 from change where name is not null')
    expect(rows.length).toBeLessThan(11)
  })
})
