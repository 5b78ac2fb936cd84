import { Writable } from 'node:stream'
import { codeOf } from '@clouddisk/contract/errors'
import { createFolder } from '@clouddisk/contract/files'
import { pathOf } from '@clouddisk/contract/route'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { openWorld } from '../../test/world.ts'

it('logs refused calls at a limited rate', async () => {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  // A process tells once a minute; it may have told for others just now.
  const now = performance.now.bind(performance)
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 600_000)
  const world = await openWorld({}, pino({ level: 'warn' }, sink))
  try {
    const person = await world.person()
    const { pool } = world.ctx.db
    const { rows } = await pool.query('select current_database() as name')
    const holder = await pool.connect()
    await holder.query(`alter database ${rows[0].name} set lock_timeout = 100`)
    await holder.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query not like 'listen%'`,
    )
    await expect.poll(() => pool.idleCount).toBe(0)
    await holder.query('begin; lock table space')
    for (const instanceName of ['one', 'two', 'three']) {
      const answer = await person.fetch(pathOf(createFolder), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ instanceName }),
      })
      expect(answer.status).toBe(503)
    }
    await holder.query('rollback')
    holder.release(true)
    const told = lines.filter((line) => line.includes('server busy'))
    expect(told).toHaveLength(1)
    expect(JSON.parse(told[0] ?? '')).toMatchObject({
      level: 40,
      err: { message: expect.stringContaining('lock timeout') },
    })
  } finally {
    later.mockRestore()
    await world.close()
  }
})

it('refuses calls as unavailable, not as an internal error, when the database connection is lost', async () => {
  const world = await openWorld()
  try {
    const person = await world.person()
    const { pool } = world.ctx.db
    const holder = await pool.connect()
    await holder.query('begin; lock table space')
    const call = person.fetch(pathOf(createFolder), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ instanceName: 'one' }),
    })
    await expect
      .poll(async () => {
        const { rowCount } = await holder.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rowCount
      })
      .toBe(1)
    const answer = await call
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await answer.json()).toMatchObject({ errcode: codeOf('unavailable') })
    await holder.query('rollback')
    holder.release(true)
    expect(await person.list()).toEqual([])
  } finally {
    await world.close()
  }
})

it('refuses calls with disk_full when the disk of the database is full', async () => {
  const world = await openWorld()
  try {
    const person = await world.person()
    await world.ctx.db.pool.query(`
      create function no_room() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger no_room before insert on file for each row execute function no_room()`)
    const made = person.call(createFolder, { instanceName: 'one' })
    await expect(made).rejects.toMatchObject({ name: 'disk_full' })
  } finally {
    await world.close()
  }
})
