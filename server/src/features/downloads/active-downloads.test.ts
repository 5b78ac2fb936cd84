// @module-tag long
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { logout, revokeSessions } from '@clouddisk/contract/accounts'
import { updatePerson } from '@clouddisk/contract/admin-people'
import { getArchiveUrl, getDownloadUrl } from '@clouddisk/contract/downloads'
import { createFolder, moveInstances, removeInstances } from '@clouddisk/contract/files'
import { dissolveGroup, removeMembers } from '@clouddisk/contract/groups'
import {
  checkLinkCode,
  createOrUpdateLink,
  getLinkArchiveUrl,
  getLinkDownloadUrl,
  type Link,
  removeLinks,
} from '@clouddisk/contract/links'
import { updateMemberRole, updateUserRole } from '@clouddisk/contract/privileges'
import { pathOf } from '@clouddisk/contract/route'
import { createShare, leaveShare, removeShares, updateSharers } from '@clouddisk/contract/shares'
import { HOUR } from '@clouddisk/contract/time'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { SLOW, type SlowTransfers, slowTransfers } from '../../../test/slow-transfers.ts'
import { visitorOf } from '../../../test/visitor.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { freeze } from '../accounts/accounts.ts'
import { deleteDissolvedGroups } from '../groups/dissolve.ts'

/**
 * What runs is cut once its person may not have it any more. Everybody's speed is limited by a clock that stands: a
 * transfer that has begun never ends by itself.
 */

const WAIT = { timeout: 20_000 }

/** The log's lines; a test waits for one. */
const lines: Record<string, unknown>[] = []
const hearers = new Set<() => void>()
const sink = new Writable({
  write(chunk, _encoding, done) {
    lines.push(JSON.parse(String(chunk)))
    for (const hearer of hearers) hearer()
    done()
  },
})
function logged(matches: (line: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> {
  return new Promise((resolve) => {
    const look = () => {
      const found = lines.find(matches)
      if (!found) return
      hearers.delete(look)
      resolve(found)
    }
    hearers.add(look)
    look()
  })
}

let world: World
let begin: SlowTransfers['begin']
let make: SlowTransfers['make']
let upload: SlowTransfers['upload']
let admin: Person
let owner: Person
beforeAll(async () => {
  world = await openWorld(SLOW, pino({ level: 'info' }, sink))
  ;({ begin, make, upload } = slowTransfers(world))
  admin = await world.admin()
  owner = await world.person()
})
afterAll(() => world.close())

const urlOf = (who: Person, instanceId: string) => who.call(getDownloadUrl, { instanceId })
const zipOf = async (who: Person, instanceIds: string[]) =>
  (await who.call(getArchiveUrl, { instanceIds })).url

let names = 0
/** A folder of the owner's that somebody has, with a file in it. */
async function shared(role: 'downloader' | 'editor' = 'downloader', more: { expireTime?: string } = {}) {
  const person = await world.person()
  const { instanceId: folder } = await owner.call(createFolder, { instanceName: `shared ${++names}` })
  const file = await upload(owner, folder)
  const { shares } = await owner.call(createShare, {
    instanceIds: [folder],
    members: [{ principalType: 'user', principalId: person.user.userId, role }],
    ...more,
  })
  return { person, folder, file, share: shares[0]?.fileSharingId ?? '', id: person.user.userId }
}

/** A group of the owner's with a member, and a file in a folder of it. */
async function grouped(role: 'downloader' | 'editor' = 'downloader') {
  const person = await world.person()
  const { groupId, rootId: root } = await world.group(owner, [[person, role]])
  const { instanceId: folder } = await owner.call(createFolder, { parentId: root, instanceName: 'folder' })
  const file = await upload(owner, folder)
  const member = { principalType: 'user' as const, principalIds: [person.user.userId] }
  return { person, groupId, folder, file, member }
}

const sql = (text: string, values: unknown[]) => world.ctx.db.pool.query(text, values)

describe('a download is cut', () => {
  const ways: Record<string, (person: Person) => Promise<unknown>> = {
    'its person is frozen': (person) => freeze(world.ctx, person.user.userName),
    'its person is frozen by another process': (person) =>
      sql(`update person set status = 'frozen' where id = $1`, [person.user.userId]),
    'its person signs out': (person) => person.fetch(pathOf(logout)),
    'its session is ended by another of them': async (person) =>
      (await world.again(person)).call(revokeSessions, {}),
    'its session is ended by another process': (person) =>
      sql('delete from session where person_id = $1', [person.user.userId]),
    'its person has to change the password': (person) =>
      admin.call(updatePerson, { userId: person.user.userId, mustChangePassword: true }),
    'its person’s account comes to its end': async (person) => {
      const validUntil = new Date(world.ctx.now().getTime() + HOUR).toISOString()
      await admin.call(updatePerson, { userId: person.user.userId, validUntil })
      world.advance(HOUR + 1)
    },
  }
  it.each(Object.keys(ways))('when %s, and so is a ZIP and a part of a file', async (way) => {
    const person = await world.person()
    const { instanceId: folder } = await person.call(createFolder, { instanceName: 'folder' })
    const file = await upload(person, folder)
    const other = await world.person()
    const theirs = await upload(other, '0')
    const untouched = await begin(await urlOf(other, theirs))
    const transfers = [
      await begin(await urlOf(person, file)),
      await begin(await urlOf(person, file), { range: 'bytes=1000-' }),
      await begin(await zipOf(person, [folder])),
    ]
    await ways[way]?.(person)
    for (const transfer of transfers) expect(await transfer.ended).toBe(false)
    untouched.stop()
    await untouched.ended
  })

  it('of a link for people who are signed in when its visitor signs out', async () => {
    const person = await world.person()
    const file = await upload(owner, '0', `linked ${++names}`)
    const { linkPath } = await owner.call(createOrUpdateLink, {
      instanceIds: [file],
      code: '',
      visitor: 'signedIn',
    })
    const url = await visitorOf(world.baseUrl, person).call(getLinkDownloadUrl, {
      linkPath,
      instanceId: file,
    })
    const transfer = await begin(url)
    await person.fetch(pathOf(logout))
    expect(await transfer.ended).toBe(false)
  })

  it('of a link when that is stopped or changed, does not hold its place any more, or its owner is frozen', async () => {
    const ends: ((link: Link, file: string) => Promise<unknown>)[] = [
      ({ shareId }) => owner.call(removeLinks, { shareIds: [shareId] }),
      ({ shareId }) => owner.call(createOrUpdateLink, { shareId, code: 'Other1' }),
      ({ shareId }) => owner.call(createOrUpdateLink, { shareId, perms: ['view'] }),
      (_, file) => owner.call(moveInstances, { instanceIds: [file], targeParentId: '0' }),
      ({ targets: [target] }) => owner.call(removeInstances, { instanceIds: [target?.instanceId ?? ''] }),
      () => freeze(world.ctx, owner.user.userName),
    ]
    const before = owner
    for (const end of ends) {
      owner = await world.person()
      const { instanceId: folder } = await owner.call(createFolder, { instanceName: 'linked' })
      const file = await upload(owner, folder)
      const link = await owner.call(createOrUpdateLink, { instanceIds: [folder], code: 'Right1' })
      const { linkPath } = link
      const visitor = visitorOf(world.baseUrl)
      await visitor.call(checkLinkCode, { linkPath, code: 'Right1' })
      const url = await visitor.call(getLinkDownloadUrl, { linkPath, instanceId: file })
      const zip = await visitor.call(getLinkArchiveUrl, { linkPath, instanceIds: [folder] })
      const range = { range: 'bytes=100-' }
      const transfers = [await begin(url), await begin(url, range), await begin(zip.url)]
      await end(link, file)
      for (const { ended } of transfers) expect(await ended).toBe(false)
      expect([403, 404]).toContain((await fetch(url, { headers: range })).status)
    }
    owner = before
  })

  it('when what shared it is stopped, taken back, given back, lowered, over, or does not hold its place any more', async () => {
    const ends: ((given: Awaited<ReturnType<typeof shared>>) => Promise<unknown>)[] = [
      ({ share }) => owner.call(removeShares, { shareIds: [share] }),
      ({ share, id }) =>
        owner.call(updateSharers, { fileSharingId: share, principalIds: [id], role: 'remove' }),
      ({ share, id }) =>
        owner.call(updateSharers, { fileSharingId: share, principalIds: [id], role: 'viewer' }),
      ({ share, person }) => person.call(leaveShare, { fileSharingId: share }),
      ({ file }) => owner.call(moveInstances, { instanceIds: [file], targeParentId: '0' }),
      ({ folder, id }) =>
        sql('delete from file_grant where file_id = $1 and principal_id = $2', [folder, id]).then(() =>
          owner.call(createFolder, { parentId: folder, instanceName: 'told of' }),
        ),
    ]
    for (const end of ends) {
      const given = await shared()
      const file = await begin(await urlOf(given.person, given.file))
      const zip = await begin(await zipOf(given.person, [given.folder]))
      await end(given)
      expect(await file.ended).toBe(false)
      expect(await zip.ended).toBe(false)
    }
  })

  it('when its person is frozen while changes of its spaces are looked for', async () => {
    const person = await world.person()
    const { ended } = await begin(await urlOf(person, await upload(person, '0')))
    const holder = await world.ctx.db.pool.connect()
    try {
      await holder.query('begin; lock table change in access exclusive mode')
      await expect
        .poll(async () => {
          const { rows } = await sql(
            `select from pg_stat_activity where wait_event = 'relation' and datname = current_database()
              and query ~ '^\\s*select from change .*\\s.*space_id = any'`,
            [],
          )
          return rows.length
        }, WAIT)
        .toBeGreaterThan(0)
      const heard = new Promise<void>((resolve) => world.ctx.sessionCache.onInvalidate(resolve))
      await sql(`update person set status = 'frozen' where id = $1`, [person.user.userId])
      await heard
    } finally {
      await holder.query('commit')
      holder.release()
    }
    expect(await ended).toBe(false)
  })

  it('when its share comes to its end by time', async () => {
    const expireTime = new Date(world.ctx.now().getTime() + HOUR).toISOString()
    const { person, file } = await shared('downloader', { expireTime })
    const { ended } = await begin(await urlOf(person, file))
    world.advance(HOUR + 1)
    owner = await world.again(owner)
    admin = await world.again(admin)
    expect(await ended).toBe(false)
  })

  it('when a member of its group is removed, lowered, kept out of the folder, or the group is gone', async () => {
    const ends: ((given: Awaited<ReturnType<typeof grouped>>) => Promise<unknown>)[] = [
      ({ groupId, member }) => owner.call(removeMembers, { groupId, principalIds: member.principalIds }),
      ({ groupId, member }) =>
        owner.call(updateMemberRole, { groupId, principalIds: member.principalIds, role: 'viewer' }),
      ({ folder, member }) =>
        owner.call(updateUserRole, { instanceId: folder, ...member, role: 'forbidden' }),
      async ({ groupId }) => {
        await owner.call(dissolveGroup, { groupId })
        await sql(`update "group" set dissolve_at = $2 where id = $1`, [groupId, world.ctx.now()])
        await deleteDissolvedGroups(world.ctx)
      },
    ]
    for (const end of ends) {
      const given = await grouped()
      const file = await begin(await urlOf(given.person, given.file))
      await end(given)
      expect(await file.ended).toBe(false)
    }
  })

  it('where it is a ZIP of which one file alone is kept from its person now', async () => {
    const { person, folder, member } = await grouped()
    const last = await upload(owner, folder, 'z.bin')
    const { ended } = await begin(await zipOf(person, [folder]))
    await owner.call(updateUserRole, { instanceId: last, ...member, role: 'forbidden' })
    expect(await ended).toBe(false)
  })
})

it('a download whose reader does not read ends at once, and what lies between is thrown away', async () => {
  const unlimited = await openWorld({}, pino({ level: 'info' }, sink))
  try {
    const person = await unlimited.person()
    const { instanceId, fileSize } = await person.upload('0', 'large.bin', randomBytes(40_000_000))
    const { pathname, hostname, port, host } = new URL(await urlOf(person, instanceId))
    const line = connect(Number(port), hostname)
    line.on('error', () => undefined)
    line.write(`GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\ntraceid: unread\r\n\r\n`)
    await once(line, 'data')
    line.pause()
    await freeze(unlimited.ctx, person.user.userName)
    await logged((one) => one.traceId === 'unread' && one.msg === 'answered')
    let bytes = 0
    line.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    const closed = new Promise((resolve) => line.once('close', resolve))
    line.resume()
    await closed
    expect(bytes).toBeLessThan(fileSize)
  } finally {
    await unlimited.close()
  }
})

describe('a download goes on', () => {
  it('where its file is deleted, or something else of its person ends', async () => {
    const { person, file, folder } = await shared('editor')
    const again = await world.again(person)
    const transfers = [await begin(await urlOf(person, file)), await begin(await zipOf(person, [folder]))]
    await again.fetch(pathOf(logout))
    await owner.call(removeInstances, { instanceIds: [file] })
    const witness = await shared()
    const cut = await begin(await urlOf(witness.person, witness.file))
    await owner.call(removeShares, { shareIds: [witness.share] })
    expect(await cut.ended).toBe(false)
    for (const transfer of transfers) expect(await make(transfer.ended)).toBe(true)
  })
})

it('an address that was issued before a password change was ordered opens nothing', async () => {
  const person = await world.person()
  const file = await upload(person, '0')
  const [address, zip] = [await urlOf(person, file), await zipOf(person, [file])]
  await admin.call(updatePerson, { userId: person.user.userId, mustChangePassword: true })
  for (const one of [address, zip]) expect((await fetch(one)).status).toBe(404)
})
