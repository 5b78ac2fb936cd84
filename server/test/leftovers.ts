import { randomBytes } from 'node:crypto'
import { removeInstances } from '@clouddisk/contract/files'
import { DAY } from '@clouddisk/contract/time'
import { clearTrash } from '@clouddisk/contract/trash'
import { expect } from 'vitest'
import { collectGarbage, collectUntracked } from '../src/content/collect.ts'
import { recordPending } from '../src/content/pending.ts'
import { newId } from '../src/db/ids.ts'
import { deleteExpiredSessions, expiredSessionCount } from '../src/features/accounts/jobs.ts'
import { gcPreview } from '../src/features/storage/gc-preview.ts'
import { collectUploads } from '../src/features/uploads/jobs.ts'
import { blobOf } from './blob.ts'
import { bodyOf } from './object-store-conformance.ts'
import type { Person } from './person.ts'
import * as transfer from './transfer.ts'
import type { World } from './world.ts'

/**
 * Leaves one of everything behind that time makes superfluous, beside what is in use; two months later it is named, and
 * what is named is removed to the last byte, and nothing else.
 * @param inventory all that the store has, as the store itself names it.
 */
export async function leaveAndReap(world: World, inventory: () => Promise<string[]>): Promise<void> {
  const { ctx } = world
  const objects = ctx.stores.home
  const { bucket } = objects
  let person = await world.person()
  const bytes = randomBytes(20_000)
  const kept = await person.upload('0', 'kept', bytes)
  const before = await inventory()
  expect(before).not.toEqual([])

  const opened = async (name: string) => {
    const part = randomBytes(9000)
    const check = await transfer.openUpload(person, { parentId: '0', name, bytes: part, hashes: 'after' })
    const { objectKey: key, partSize } = check
    const uploadId = await transfer.initiate(person, check)
    // Not as a browser does: the store has a clock of its own, and takes no authorization of another month.
    await objects.putPart({ key, uploadId, size: 9000, partSize }, 1, 9000, bodyOf(part))
    return check.objectKey
  }
  const upload = await opened('never finished')
  const { key: content } = await purged(world, person)
  const [untracked, untrackedPart, leftBehind] = [newId(), newId(), newId()]
  for (const [key, size] of [
    [untracked, 5000],
    [leftBehind, 6000],
  ] as const)
    await objects.putObject(key, size, bodyOf(randomBytes(size)))
  const uploadId = await objects.begin(untrackedPart, { size: 7000, partSize: 7000 })
  await objects.putPart(
    { key: untrackedPart, size: 7000, partSize: 7000, uploadId },
    1,
    7000,
    bodyOf(randomBytes(7000)),
  )
  await recordPending(ctx, { bucket, key: leftBehind })
  expect((await gcPreview(ctx)).objects).toEqual([])

  world.advance(60 * DAY)
  person = await world.again(person)
  const begun = await opened('just begun')
  const received = await objects.received(begun)
  expect(received?.size).toBeGreaterThan(0)
  const found = await gcPreview(ctx)
  expect(found).toMatchObject({
    contentWithoutBytes: [],
    unavailable: [],
    sessions: { count: expect.any(Number) },
  })
  expect(found.sessions.count).toBeGreaterThan(0)
  const named = found.objects.filter(({ kind }) => kind !== 'ended')
  expect(named.map(({ kind, key }) => `${kind} ${key}`).sort()).toEqual(
    [
      `content ${content}`,
      `leftBehind ${leftBehind}`,
      `untracked ${untracked}`,
      `untracked ${untrackedPart}`,
      `upload ${upload}`,
    ].sort(),
  )
  const sizes = Object.fromEntries(named.map((one) => [one.key, one.bytes]))
  expect(sizes).toMatchObject({ [content]: 8000, [leftBehind]: 6000, [untracked]: 5000 })

  for (const one of named) expect(one.bytes).toBeGreaterThan(4999)

  await runJobs(world)
  expect((await gcPreview(ctx)).objects).toEqual([])
  expect(await expiredSessionCount(ctx)).toMatchObject({ count: 0 })
  expect(await objects.received(begun)).toEqual(received)
  person = await world.again(person)
  expect((await person.download(kept.instanceId)).equals(bytes)).toBe(true)

  // Untracked objects are set aside for a month, after which the begun upload has expired as well.
  world.advance(32 * DAY)
  expect((await gcPreview(ctx)).objects.map(({ kind }) => kind)).toContain('setAside')
  await runJobs(world)
  expect(await inventory()).toEqual(before)
  person = await world.again(person)
  expect((await person.download(kept.instanceId)).equals(bytes)).toBe(true)
  expect(await world.doctor()).toEqual([])
}

async function runJobs({ ctx }: World): Promise<void> {
  await collectUploads(ctx)
  await collectGarbage(ctx)
  await collectUntracked(ctx)
  await deleteExpiredSessions(ctx)
}

/** A file that is gone for good, with its content not removed yet. */
async function purged({ ctx }: World, person: Person): Promise<{ key: string }> {
  const { instanceId } = await person.upload('0', 'gone', randomBytes(8000))
  const blob = await blobOf({ ctx }, instanceId)
  await person.call(removeInstances, { instanceIds: [instanceId] })
  await person.call(clearTrash, {})
  // The administrators' bin holds it for another month; that is not what is tried here.
  await ctx.db.reader.deleteFrom('file').where('id', '=', instanceId).execute()
  await ctx.db.reader
    .updateTable('blob')
    .set({ state: 'orphaned', state_since: ctx.now() })
    .where('id', '=', blob.id)
    .execute()
  return blob
}
