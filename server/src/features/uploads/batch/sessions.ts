import type { Actor } from '../../../access/actor.ts'
import { bucketFor } from '../../../content/placement.ts'
import type { Context } from '../../../context.ts'
import { newId } from '../../../db/ids.ts'
import { refuseOpening } from '../open-uploads.ts'
import { senderOf } from '../sender.ts'
import type { SmallFile } from './batch.ts'
import * as store from './store.ts'

export type { BatchSession } from './store.ts'

type NewSession = Omit<SmallFile, 'bytes' | 'sha256' | 'spaceId'>

/** Opens a session for each file that has none from an earlier call; all or none. */
export async function openSessions(
  ctx: Context,
  actor: Actor,
  spaceId: string,
  batch: string,
  files: readonly NewSession[],
): Promise<Map<number, store.BatchSession>> {
  for (let again = false; ; again = true) {
    const known = new Map(
      (await store.batchSessions(ctx.db.reader, actor.personId, batch)).map((one) => [one.no, one]),
    )
    const fresh = files.filter(({ no }) => !known.has(no))
    if (fresh.length === 0) return known
    try {
      await openMissing(ctx, actor, spaceId, batch, fresh)
    } catch (error) {
      // A concurrent call with the same batch has opened them.
      if (again || !isTaken(error)) throw error
    }
  }
}

const UNIQUE_VIOLATION = '23505'
const isTaken = (error: unknown): boolean => (error as { code?: string }).code === UNIQUE_VIOLATION

async function openMissing(
  ctx: Context,
  actor: Actor,
  spaceId: string,
  batch: string,
  files: readonly NewSession[],
): Promise<void> {
  const createdAt = ctx.now()
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const limit = ctx.config.limits.openUploadsMax
  const opened = await store.insertSessions(ctx.db.reader, {
    personId: actor.personId,
    spaceId,
    bucket: await bucketFor(ctx, spaceId, bytes),
    batch,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + ctx.config.limits.uploadKeptMs),
    nos: files.map(({ no }) => no),
    keys: files.map(() => newId()),
    parentIds: files.map(({ parentId }) => parentId),
    names: files.map(({ name }) => name),
    sizes: files.map(({ size }) => size),
    conflicts: files.map(({ conflict }) => conflict),
    modifiedAts: files.map(({ modifiedAt }) => modifiedAt),
    bytes,
    limit,
  })
  const upload = { ...senderOf(actor), spaceId, size: bytes, createdAt }
  if (!opened) await refuseOpening(ctx, upload, { limit, ofLink: 0 })
}
