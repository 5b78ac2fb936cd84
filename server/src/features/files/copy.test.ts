// @module-tag long
import {
  batchCreateFolder,
  copyInstances,
  createFolder,
  moveInstances,
  queryFolderSize,
  queryInstanceDetail,
  removeInstances,
} from '@clouddisk/contract/files'
import { cancelJob, type Job, queryJob, queryJobs } from '@clouddisk/contract/jobs'
import type { Input } from '@clouddisk/contract/route'
import { queryCapacityDetail } from '@clouddisk/contract/usage'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import type { Context } from '../../context.ts'
import { runCopy } from './copy-job.ts'
import { enqueueStalledJobs, removeLeftovers, resumeJobs } from './jobs.ts'

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  person = await world.person()
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const folder = async (instanceName: string, parentId = '0') =>
  (await person.call(createFolder, { parentId, instanceName })).instanceId
const file = async (name: string, parentId = '0', content = name) =>
  (await person.upload(parentId, name, Buffer.from(content))).instanceId

type Conflict = NonNullable<Input<typeof copyInstances>['conflict']>
const copy = (ids: string[], targeParentId: string, conflict?: Conflict) =>
  person.call(copyInstances, {
    instances: ids.join(','),
    targeParentId,
    ...(conflict ? { conflict } : {}),
  })
const codes = (list: { errcode: number }[]) => list.map((line) => line.errcode)
const charged = async () => {
  const { usedSize, reservedSize } = await person.call(queryCapacityDetail, {})
  return { used: usedSize, reserved: reservedSize }
}

describe('a copy', () => {
  it('is a tree of its own with the same content', async () => {
    const from = await folder('from')
    await file('deep.txt', await folder('inner', from), 'deep')
    const to = await folder('to')
    const { list } = await copy([from], to)
    expect(list).toMatchObject([{ instanceId: from, instanceName: 'from', outcome: 'created', errcode: 0 }])
    const inside = { inner: { 'deep.txt': 4 } }
    expect(await person.tree()).toEqual({ from: inside, to: { from: inside } })
    await person.call(removeInstances, { instanceIds: [from] })
    const [inner] = await person.list(list[0]?.newId)
    const [deep] = await person.list(inner?.instanceId)
    expect((await person.download(deep?.instanceId ?? '')).toString()).toBe('deep')
    expect(await charged()).toEqual({ used: 8, reserved: 0 })
  })

  it('has the current content only, and is charged for it', async () => {
    const id = await file('a.txt', '0', 'one')
    await person.upload('0', 'a.txt', Buffer.from('second'), { conflict: 'newVersion' })
    const { list } = await copy([id], '0')
    expect(list).toMatchObject([{ instanceName: 'a (1).txt', errcode: 0 }])
    const detail = await person.call(queryInstanceDetail, { instanceId: list[0]?.newId ?? '' })
    expect(detail.versions.map((version) => version.fileSize)).toEqual([6])
    expect(await charged()).toEqual({ used: 3 + 6 + 6, reserved: 0 })
  })

  it('is refused for the root, into itself, for an empty folder, and for what is not there (R230, R245)', async () => {
    const a = await folder('a')
    const b = await folder('b', a)
    await file('f', b)
    const empty = await folder('empty')
    const { list } = await copy([person.user.rootId, a, empty, 'nothing', b], b)
    expect(codes(list)).toEqual([40908, 40902, 40906, 90000, 40902])
    await expect(copy([a], await file('g'))).rejects.toMatchObject({ name: 'is_a_file' })
    await expect(copy([a], 'nothing')).rejects.toMatchObject({ name: 'not_found' })
    await expect(person.call(copyInstances, { instances: [a] })).rejects.toMatchObject({ code: 20001 })
  })

  it('takes a folder of empty folders', async () => {
    const a = await folder('a')
    await folder('b', a)
    expect(codes((await copy([a], await folder('to'))).list)).toEqual([0])
    expect(await person.tree()).toEqual({ a: { b: {} }, to: { a: { b: {} } } })
  })

  it('needs room for all of it, and takes none if there is not', async () => {
    person = await world.person(undefined, { capacity: 10 })
    const from = await folder('from')
    await file('4444', from)
    await file('333', from)
    await expect(copy([from], await folder('to'))).rejects.toMatchObject({
      name: 'quota_full',
      details: { missingBytes: 4 },
    })
    expect(await person.tree()).toEqual({ from: { '333': 3, '4444': 4 }, to: {} })
    expect(await charged()).toEqual({ used: 7, reserved: 0 })
  })
})

describe('a namesake at the target of a copy', () => {
  let target: string
  let there: string
  let source: string
  beforeEach(async () => {
    target = await folder('target')
    there = await file('Report.txt', target, 'old')
    source = await file('report.TXT', '0', 'newer')
  })

  it('is kept, and the copy numbered', async () => {
    expect((await copy([source], target)).list).toMatchObject([
      { instanceName: 'report (1).TXT', outcome: 'renamed' },
    ])
  })

  it('gets the content as a new version and keeps its name', async () => {
    expect((await copy([source], target, 'newVersion')).list).toEqual([
      {
        instanceId: source,
        newId: there,
        instanceName: 'Report.txt',
        outcome: 'newVersion',
        errcode: 0,
        errmsg: '',
      },
    ])
    expect(await person.tree()).toEqual({ 'report.TXT': 5, target: { 'Report.txt': 5 } })
    expect(await charged()).toEqual({ used: 5 + 3 + 5, reserved: 0 })
  })

  it('stops the copy, or lets it be, where that is asked for', async () => {
    expect(codes((await copy([source], target, 'fail')).list)).toEqual([40901])
    expect((await copy([source], target, 'skip')).list).toEqual([
      { instanceId: source, instanceName: 'report.TXT', outcome: 'skipped', errcode: 0, errmsg: '' },
    ])
    expect(await person.tree()).toEqual({ 'report.TXT': 5, target: { 'Report.txt': 3 } })
    expect(await charged()).toEqual({ used: 8, reserved: 0 })
  })
})

/** One file in more folders than are copied within a call. */
async function largeFolder(): Promise<string> {
  const made = await person.call(batchCreateFolder, {
    instanceName: 'large',
    children: Array.from({ length: 30 }, (_, n) => ({
      instanceName: `part ${n}`,
      children: Array.from({ length: 10 }, (_, m) => ({ instanceName: `folder ${m}` })),
    })),
  })
  await file('a.txt', made.children?.[0]?.instanceId, 'content')
  return made.instanceId ?? ''
}
const ITEMS = 1 + 30 + 300 + 1

const jobOver = (jobId: string): Promise<Job> =>
  vi.waitUntil(
    async () => {
      const job = await person.call(queryJob, { jobId })
      return job.endTime !== null && job
    },
    { timeout: 30_000, interval: 50 },
  )

describe('a large copy', () => {
  it('runs as a job that tells how far it is and what came of each item', async () => {
    await world.jobs.start()
    const [large, to] = [await largeFolder(), await folder('to')]
    const { jobId = '', list } = await copy([large, 'nothing'], to)
    expect(codes(list)).toEqual([90000])
    expect((await person.call(queryJobs, {})).map((job) => job.jobId)).toContain(jobId)
    const job = await jobOver(jobId)
    expect(job).toMatchObject({ kind: 'copy', state: 'done', total: ITEMS, done: ITEMS, targetId: to })
    expect(job.list).toMatchObject([{ instanceId: large, instanceName: 'large', errcode: 0 }])
    const size = { fileSize: 7, fileCount: 1, folderCount: ITEMS - 2 }
    expect(await person.call(queryFolderSize, { instanceId: large })).toEqual(size)
    expect(await person.call(queryFolderSize, { instanceId: job.list[0]?.newId ?? '' })).toEqual(size)
    expect(await charged()).toEqual({ used: 14, reserved: 0 })
    await expect(person.call(cancelJob, { jobId })).rejects.toMatchObject({ name: 'job_over' })
  })
})

/** A server that dies, or is interfered with, before its n-th transaction. */
const beforeEachTransaction = (ctx: Context, interfere: (nth: number) => Promise<void>): Context => {
  let nth = 0
  return {
    ...ctx,
    db: {
      ...ctx.db,
      transact: async (work) => {
        await interfere(++nth)
        return ctx.db.transact(work)
      },
    },
  }
}
const dyingAt = (ctx: Context, last: number): Context =>
  beforeEachTransaction(ctx, async (nth) => {
    if (nth >= last) throw new Error('the process died')
  })

describe('a copy job', () => {
  let source: string
  let to: string
  let jobId: string
  beforeEach(async () => {
    // The queue is there and nobody works it: the test runs the job by hand.
    await world.jobs.start()
    await world.jobs.stop()
    source = await largeFolder()
    to = await folder('to')
    jobId = (await copy([source], to)).jobId ?? ''
  })
  const rows = async () =>
    (await world.ctx.db.pool.query('select count(*) as n from file')).rows[0].n as number

  const queued = async () =>
    (await world.ctx.db.pool.query(`select count(*) as n from pgboss.job where name = 'copies'`)).rows[0]
      .n as number

  it('reserves its space and shows nothing until it is whole', async () => {
    expect(await charged()).toEqual({ used: 7, reserved: 7 })
    const seen: unknown[] = []
    const watched = beforeEachTransaction(world.ctx, async () => void seen.push(await person.tree(to)))
    await runCopy(watched, jobId)
    expect(seen.length).toBeGreaterThan(5)
    expect(seen.slice(0, -2).every((tree) => JSON.stringify(tree) === '{}')).toBe(true)
    expect(Object.keys(await person.tree(to))).toEqual(['large'])
    expect(await charged()).toEqual({ used: 14, reserved: 0 })
  })

  it('stops where it is when it is cancelled, and leaves nothing behind', async () => {
    const before = await rows()
    const cancelled = beforeEachTransaction(world.ctx, async (nth) => {
      if (nth === 4) await person.call(cancelJob, { jobId })
    })
    await runCopy(cancelled, jobId)
    const job = await person.call(queryJob, { jobId })
    expect(job).toMatchObject({ state: 'cancelled', list: [{ instanceId: source, errcode: 40913 }] })
    expect(job.done).toBeGreaterThan(0)
    expect(await rows()).toBe(before)
    expect(await person.tree(to)).toEqual({})
    expect(await charged()).toEqual({ used: 7, reserved: 0 })
  })

  it('that was killed in the middle shows nothing, and comes out whole and once when it is started again', async () => {
    const before = await rows()
    await expect(runCopy(dyingAt(world.ctx, 4), jobId)).rejects.toThrow('the process died')
    const built = await rows()
    expect(built).toBeGreaterThan(before)
    expect(built).toBeLessThan(before + ITEMS)
    expect(await person.tree(to)).toEqual({})
    expect(await world.doctor()).toEqual([])
    expect(await charged()).toEqual({ used: 7, reserved: 7 })
    const seen: number[] = []
    const watched = beforeEachTransaction(world.ctx, async () => void seen.push(await rows()))
    await runCopy(watched, jobId)
    await runCopy(world.ctx, jobId)
    // It went on behind what was built, instead of from the beginning.
    expect(Math.min(...seen)).toBe(built)
    expect(await person.call(queryJob, { jobId })).toMatchObject({ state: 'done', done: ITEMS, total: ITEMS })
    expect(Object.keys(await person.tree(to))).toEqual(['large'])
    expect(await rows()).toBe(before + ITEMS)
    expect(await charged()).toEqual({ used: 14, reserved: 0 })
  })

  it('that was killed is found by the next start', async () => {
    await expect(runCopy(dyingAt(world.ctx, 6), jobId)).rejects.toThrow('the process died')
    await world.ctx.db.pool.query('delete from pgboss.job')
    await resumeJobs(world.ctx)
    await world.jobs.start()
    expect(await jobOver(jobId)).toMatchObject({ state: 'done' })
    expect(Object.keys(await person.tree(to))).toEqual(['large'])
    await world.jobs.stop()
  })

  it('that was let fall is taken up again after a while', async () => {
    await expect(runCopy(dyingAt(world.ctx, 4), jobId)).rejects.toThrow('the process died')
    await world.ctx.db.pool.query('delete from pgboss.job')
    await enqueueStalledJobs(world.ctx)
    expect(await queued()).toBe(0)
    await world.ctx.db.pool.query(`update job set created_at = created_at - interval '1 minute'`)
    await enqueueStalledJobs(world.ctx)
    await enqueueStalledJobs(world.ctx)
    await world.jobs.start()
    expect(await jobOver(jobId)).toMatchObject({ state: 'done', done: ITEMS })
    expect(Object.keys(await person.tree(to))).toEqual(['large'])
    await world.jobs.stop()
  })

  it('is run by one alone, however many try', async () => {
    await Promise.all([runCopy(world.ctx, jobId), runCopy(world.ctx, jobId), runCopy(world.ctx, jobId)])
    expect(Object.keys(await person.tree(to))).toEqual(['large'])
    expect(await charged()).toEqual({ used: 14, reserved: 0 })
  })

  it('whose last answer was lost stays done, and its space is given back once', async () => {
    await file('other', '0', 'reserved by somebody')
    const lost: Context = {
      ...world.ctx,
      db: {
        ...world.ctx.db,
        transact: async (work) => {
          const result = await world.ctx.db.transact(work)
          if ((await person.call(queryJob, { jobId })).state === 'done') throw new Error('the line broke')
          return result
        },
      },
    }
    await expect(runCopy(lost, jobId)).rejects.toThrow('the line broke')
    expect(await person.call(queryJob, { jobId })).toMatchObject({ state: 'done' })
    expect(Object.keys(await person.tree(to))).toEqual(['large'])
    expect(await charged()).toMatchObject({ reserved: 0 })
  })

  it('keeps what it is building from the sweeper, which takes what nobody builds any more', async () => {
    const before = await rows()
    await expect(runCopy(dyingAt(world.ctx, 6), jobId)).rejects.toThrow('the process died')
    expect(await removeLeftovers(world.ctx)).toBe(0)
    await world.ctx.db.pool.query(`update job set state = 'failed', ended_at = now() where id = $1`, [jobId])
    await world.ctx.db.pool.query('update space set reserved = 0')
    expect(await removeLeftovers(world.ctx)).toBeGreaterThan(1)
    expect(await rows()).toBe(before)
  })

  it('whose target goes away meanwhile fails, gives its space back and leaves nothing', async () => {
    const before = await rows()
    const gone = beforeEachTransaction(world.ctx, async (nth) => {
      if (nth === 4) await person.call(removeInstances, { instanceIds: [to] })
    })
    await runCopy(gone, jobId)
    expect(await person.call(queryJob, { jobId })).toMatchObject({
      state: 'failed',
      list: [{ instanceId: source, errcode: 90000 }],
    })
    expect(await rows()).toBe(before)
    expect(await charged()).toEqual({ used: 7, reserved: 0 })
  })

  it('of somebody whose account has ended meanwhile is not carried out, and gives its space back', async () => {
    const ends = (at: Date | null) =>
      world.ctx.db.pool.query('update person set valid_until = $2 where id = $1', [person.user.userId, at])
    const before = await rows()
    await ends(world.ctx.now())
    await runCopy(world.ctx, jobId)
    await ends(null)
    expect(await person.call(queryJob, { jobId })).toMatchObject({ state: 'failed' })
    expect(await person.tree(to)).toEqual({})
    expect(await rows()).toBe(before)
    expect(await charged()).toEqual({ used: 7, reserved: 0 })
  })

  it('is the source as it was at one moment, whatever is moved and changed in it meanwhile', async () => {
    const parts = await person.list(source)
    const [first, last] = [parts[0]?.instanceId ?? '', parts.at(-1)?.instanceId ?? '']
    await file('b.txt', last, 'in the last')
    const planned = await person.tree(source)
    const changing = beforeEachTransaction(world.ctx, async (nth) => {
      if (nth !== 3) return
      const [a] = (await person.list(first)).filter((item) => item.classifierId === 'File')
      const [b] = (await person.list(last)).filter((item) => item.classifierId === 'File')
      await person.call(moveInstances, { instances: [a?.instanceId ?? ''], targeParentId: last })
      await person.call(moveInstances, { instances: [b?.instanceId ?? ''], targeParentId: first })
      await person.call(removeInstances, { instanceIds: [parts[5]?.instanceId ?? ''] })
      await file('more.txt', last, 'more bytes')
      await person.upload(first, 'b.txt', Buffer.from('another content'), { conflict: 'newVersion' })
    })
    await runCopy(changing, jobId)
    const job = await person.call(queryJob, { jobId })
    expect(job).toMatchObject({ state: 'done', list: [{ errcode: 0, outcome: 'created' }] })
    expect(await person.tree(job.list[0]?.newId)).toEqual(planned)
    expect(await charged()).toMatchObject({ reserved: 0 })
  })

  it('whose source has grown before it began takes all of it where there is room, and else nothing', async () => {
    const [part] = await person.list(source)
    await file('more.txt', part?.instanceId, 'more bytes')
    await runCopy(world.ctx, jobId)
    expect(await person.call(queryJob, { jobId })).toMatchObject({ state: 'done', total: ITEMS + 1 })
    expect(await charged()).toEqual({ used: 2 * 17, reserved: 0 })

    const next = (await copy([source], to)).jobId ?? ''
    await file('again.txt', part?.instanceId, 'even more bytes')
    await world.ctx.db.pool.query('update space set total = used + reserved where person_id = $1', [
      person.user.userId,
    ])
    await runCopy(world.ctx, next)
    expect(await person.call(queryJob, { jobId: next })).toMatchObject({
      state: 'failed',
      list: [{ instanceId: source, errcode: 50002 }],
    })
    expect(Object.keys(await person.tree(to))).toEqual(['large'])
    expect(await charged()).toEqual({ used: 2 * 17 + 15, reserved: 0 })
  })

  it('says which source was gone before it began', async () => {
    await person.call(removeInstances, { instanceIds: [source] })
    await runCopy(world.ctx, jobId)
    const job = await person.call(queryJob, { jobId })
    expect(job).toMatchObject({ state: 'done', total: 0, list: [{ instanceId: source, errcode: 90000 }] })
    expect(await person.tree(to)).toEqual({})
    expect(await charged()).toEqual({ used: 7, reserved: 0 })
  })

  it('is tried again after a fault of ours, and fails with it only where that was the last try', async () => {
    const faulty = () =>
      beforeEachTransaction(world.ctx, async (nth) => {
        if (nth === 3) throw new Error('the line broke')
      })
    await expect(runCopy(faulty(), jobId, false)).rejects.toThrow('the line broke')
    expect(await person.call(queryJob, { jobId })).toMatchObject({ state: 'running' })
    await runCopy(world.ctx, jobId, false)
    expect(await person.call(queryJob, { jobId })).toMatchObject({ state: 'done' })

    const before = await rows()
    const next = (await copy([source], to)).jobId ?? ''
    await expect(runCopy(faulty(), next)).rejects.toThrow('the line broke')
    expect(await person.call(queryJob, { jobId: next })).toMatchObject({
      state: 'failed',
      list: [{ errcode: 99001 }],
    })
    expect(await rows()).toBe(before)
  })

  it('that a dying server had begun to clear away is never shown, and ends as failed', async () => {
    const before = await rows()
    let built = 0
    let left = 3
    const dying = beforeEachTransaction(world.ctx, async () => {
      built = Math.max(built, await rows())
      if (built === before + ITEMS && --left !== 1) throw new Error('the process died')
    })
    await expect(runCopy(dying, jobId)).rejects.toThrow('the process died')
    expect(await rows()).toBeGreaterThan(before)
    expect(await rows()).toBeLessThan(before + ITEMS)
    expect(await world.doctor()).toEqual([])
    await runCopy(world.ctx, jobId)
    expect(await person.call(queryJob, { jobId })).toMatchObject({ state: 'failed' })
    expect(await person.tree(to)).toEqual({})
    expect(await rows()).toBe(before)
    expect(await charged()).toEqual({ used: 7, reserved: 0 })
  })

  it('that has not begun is cancelled at once', async () => {
    expect(await person.call(cancelJob, { jobId })).toMatchObject({
      state: 'cancelled',
      list: [{ instanceId: source, errcode: 40913 }],
    })
    expect(await charged()).toEqual({ used: 7, reserved: 0 })
    await runCopy(world.ctx, jobId)
    expect(await person.tree(to)).toEqual({})
  })

  it('does not wait behind another person’s', async () => {
    const other = person
    const held = await world.ctx.db.pool.connect()
    try {
      await held.query('begin')
      await held.query('select from job where id = $1 for update', [jobId])
      person = await world.person()
      const [large, target] = [await largeFolder(), await folder('to')]
      const next = (await copy([large], target)).jobId ?? ''
      await world.jobs.start()
      expect(await jobOver(next)).toMatchObject({ state: 'done' })
      expect(await other.call(queryJob, { jobId })).toMatchObject({ state: 'queued' })
    } finally {
      await held.query('rollback')
      held.release()
    }
    person = other
    expect(await jobOver(jobId)).toMatchObject({ state: 'done' })
    await world.jobs.stop()
  })

  it('is nobody else’s', async () => {
    const other = await world.person()
    await expect(other.call(queryJob, { jobId })).rejects.toMatchObject({ name: 'not_found' })
    await expect(other.call(cancelJob, { jobId })).rejects.toMatchObject({ name: 'not_found' })
    expect(await other.call(queryJobs, {})).toEqual([])
    await runCopy(world.ctx, jobId)
  })
})
