// @module-tag long
import { connect, type Socket } from 'node:net'
import { revokeSessions } from '@clouddisk/contract/accounts'
import { streamChanges } from '@clouddisk/contract/changes'
import { createFolder } from '@clouddisk/contract/files'
import { pathOf } from '@clouddisk/contract/route'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let person: Person
const lines: Socket[] = []
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  person = await world.person()
})
afterEach(() => {
  for (const line of lines.splice(0)) line.destroy()
})
afterAll(() => world.close())

const STREAMS_A_PERSON = 50
const LAST_CHUNK = '\r\n0\r\n\r\n'

/** A stream as bare bytes, so that a test can leave them unread. */
interface Listener {
  readonly line: Socket
  text(): string
  has(text: string): Promise<void>
}

function listen(who = person): Listener {
  const { hostname, port, host } = new URL(world.baseUrl)
  const line = connect(Number(port), hostname)
  lines.push(line)
  let text = ''
  line.on('data', (chunk) => {
    text += chunk
  })
  line.on('error', () => undefined)
  const head = [
    `GET ${pathOf(streamChanges)} HTTP/1.1`,
    `host: ${host}`,
    `authorization: Bearer ${who.token}`,
  ]
  line.write(`${head.join('\r\n')}\r\n\r\n`)
  return {
    line,
    text: () => text,
    has: (wanted) => expect.poll(() => text.includes(wanted), { timeout: 20_000 }).toBe(true),
  }
}

async function listening(who = person): Promise<Listener> {
  const listener = listen(who)
  await listener.has('\r\n\r\n')
  return listener
}

let made = 0
const change = async () =>
  (await person.call(createFolder, { parentId: '0', instanceName: `f${made++}` })).instanceId

/** Changes of 400 KB each, more than what lies between two sockets holds and less than what may wait for a listener. */
async function flood(reader: Listener): Promise<void> {
  for (let n = 0; n < 12; n++) {
    await world.ctx.db.pool.query(
      `insert into change (kind, space_id, parent_ids)
       select 'capacity.changed', id, array(select gen_random_uuid() from generate_series(1, 10000)) from space where root_id = $1`,
      [person.user.rootId],
    )
    await reader.has(await change())
  }
}

describe('listeners to changes', () => {
  // First of all: nobody else listens yet, so that whoever waits is this one.
  it('are let go when their session ended while their stream was being opened', async () => {
    const holder = await world.ctx.db.pool.connect()
    const waiting = async () =>
      (
        await world.ctx.db.pool.query(
          `select from pg_locks where not granted and relation = 'space'::regclass`,
        )
      ).rowCount
    await holder.query('begin; lock table space')
    const listener = listen()
    try {
      await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(0)
      await world.ctx.db.pool.query('delete from session where person_id = $1', [person.user.userId])
    } finally {
      await holder.query('commit')
      holder.release()
    }
    await expect.poll(() => listener.text().endsWith(LAST_CHUNK), { timeout: 10_000 }).toBe(true)
  })

  it('are let go as soon as they have to change the password', async () => {
    const ending = await listening()
    await world.ctx.db.pool.query('update person set must_change_password = true where id = $1', [
      person.user.userId,
    ])
    await expect.poll(() => ending.text().endsWith(LAST_CHUNK), { timeout: 10_000 }).toBe(true)
  })

  it('are let go as soon as their session ends, and others stay', async () => {
    const [ending, staying] = [await listening(), await listening(await world.person())]
    const elsewhere = await world.again(person)
    await elsewhere.call(revokeSessions, {})
    // Sooner than the next beat of the line's heart.
    await expect.poll(() => ending.text().endsWith(LAST_CHUNK), { timeout: 10_000 }).toBe(true)
    expect(staying.text()).not.toContain(LAST_CHUNK)
  })

  it('are asked after together when somebody signs out', async () => {
    const ending = await listening()
    const staying = await world.person()
    const others = await Promise.all(Array.from({ length: 40 }, () => listening(staying)))
    const elsewhere = await world.again(person)
    let taken = 0
    const count = () => void taken++
    world.ctx.db.pool.on('acquire', count)
    await elsewhere.call(revokeSessions, {})
    await expect.poll(() => ending.text().endsWith(LAST_CHUNK), { timeout: 10_000 }).toBe(true)
    const made = await staying.call(createFolder, { parentId: '0', instanceName: 'seen' })
    for (const other of others) await other.has(made.instanceId)
    world.ctx.db.pool.off('acquire', count)
    expect(taken).toBeLessThan(20)
  })

  it('stay while the database is too busy to say whether they may, and go once it says no', async () => {
    const listener = await listening()
    const { rows } = await world.ctx.db.pool.query('select current_database() as name')
    const holder = await world.ctx.db.pool.connect()
    const waiting = async () =>
      (await holder.query(`select from pg_locks where not granted and relation = 'session'::regclass`))
        .rowCount
    await holder.query(`alter database ${rows[0].name} set lock_timeout = 500`)
    try {
      // The others begin anew, with the shorter patience; what is at work at this moment, a moment later.
      const sendAway = () =>
        holder.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and state = 'idle' and query not like 'listen%'`,
        )
      await expect.poll(async () => (await sendAway()) && world.ctx.db.pool.idleCount).toBe(0)
      await holder.query('begin; lock table session')
      await world.ctx.db.pool.query('notify clouddisk_memberships')
      // Several times round: asked, refused, asked again.
      for (let round = 0; round < 2; round++) {
        await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(0)
        await expect.poll(waiting, { timeout: 10_000 }).toBe(0)
      }
      expect(listener.text()).not.toContain(LAST_CHUNK)
      await holder.query('delete from session where person_id = $1', [person.user.userId])
      await holder.query('commit')
      await expect.poll(() => listener.text().endsWith(LAST_CHUNK), { timeout: 10_000 }).toBe(true)
    } finally {
      await holder.query(`rollback; alter database ${rows[0].name} reset lock_timeout`)
      holder.release(true)
    }
  }, 40_000)

  it('that read nothing and are sent away do no harm', async () => {
    const deaf = await listening()
    deaf.line.pause()
    const reader = await listening()
    await flood(reader)
    const more = await Promise.all(Array.from({ length: STREAMS_A_PERSON - 1 }, () => listening()))
    const [first, second] = [await change(), await change()]
    for (const listener of [reader, ...more]) await listener.has(second)
    deaf.line.resume()
    await expect.poll(() => deaf.line.closed || deaf.text().endsWith(LAST_CHUNK)).toBe(true)
    expect(deaf.text()).not.toContain(first)
  }, 60_000)

  it('are fifty a person, opened together too: the oldest go', async () => {
    const all = Array.from({ length: 6 * STREAMS_A_PERSON }, () => listen())
    const other = await listening(await world.person())
    for (const listener of all) await listener.has('\r\n\r\n')
    const ended = () => all.filter((listener) => listener.text().endsWith(LAST_CHUNK)).length
    await expect.poll(ended).toBe(5 * STREAMS_A_PERSON)
    const id = await change()
    const told = () => all.filter((listener) => listener.text().includes(id)).length
    await expect.poll(told).toBe(STREAMS_A_PERSON)
    expect(other.text()).not.toContain(LAST_CHUNK)
  })
})
