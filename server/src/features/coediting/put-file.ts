import { LIMITS } from '@clouddisk/contract/limits'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { receiveVersion } from '../uploads/new-version.ts'
import { currentContent } from './content-store.ts'
import * as store from './lock-store.ts'
import { lockHeader } from './locks.ts'
import { headerOf, requireWrite, type WopiCall } from './wopi-call.ts'
import { refuseLock, refuseWopi } from './wopi-error.ts'

export interface SavedVersion {
  readonly versionId: string
  readonly modifiedAt: Date
}

/** Bytes of the body, as announced. */
export function bodySize({ request }: WopiCall): number {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (length === undefined || encoding !== undefined) refuseWopi(411, 'The header Content-Length is missing.')
  const size = Number(length)
  if (size > LIMITS.fileBytesMax) refuseWopi(413, 'The file is too large.')
  return size
}

/**
 * PutFile: what is saved becomes a version. The lock is compared before the body is received, and again when the version is added,
 * with the space locked.
 */
export async function putFile(ctx: Context, call: WopiCall): Promise<SavedVersion> {
  requireWrite(call)
  const { actor, file, request } = call
  const size = bodySize(call)
  const held = lockHeader(call)
  const before = (await currentContent(ctx.db.reader, file.id)) ?? refuse('not_found')
  refuseOtherLock(await store.findLock(ctx.db.reader, file.id, ctx.now()), held, before.size)
  refuseOtherBase(call, before.modifiedAt)
  const allow = async (tx: Tx, current: { versionId: string; size: number }) => {
    const lock = await store.holdLock(tx, file.id, ctx.now())
    refuseOtherLock(lock, held, current.size)
    // Somebody uploaded a version while the file was open here. It stays in the history, and nothing trims it away.
    if (lock && lock.versionId !== current.versionId) await store.keepVersion(tx, current.versionId)
  }
  const added = async (tx: Tx, versionId: string) => {
    await store.noteSaved(tx, file.id, versionId)
  }
  await receiveVersion(ctx, actor, request, { file, size, modifiedAt: null, allow, added })
  return (await currentContent(ctx.db.reader, file.id)) ?? refuse('not_found')
}

/** A file without a lock is saved only as long as it is empty. */
function refuseOtherLock(lock: store.EditLock | undefined, held: string | undefined, size: number): void {
  if (lock ? lock.lockId === held : size === 0) return
  refuseLock(lock?.lockId, lock ? 'The file has another lock.' : 'The file is not locked.')
}

/**
 * Collabora says which time the file had when it was read. If it has another one by now, the person is asked what to do: to save
 * over the other version, to load it, or to save under another name.
 */
function refuseOtherBase(call: WopiCall, modifiedAt: Date): void {
  const base = headerOf(call, 'x-cool-wopi-timestamp') ?? headerOf(call, 'x-lool-wopi-timestamp')
  if (base === undefined || base === '' || Date.parse(base) === modifiedAt.getTime()) return
  const reason = 'Another version was saved meanwhile.'
  refuseWopi(409, reason, {
    headers: { 'x-wopi-lock': lockHeader(call) ?? '', 'x-wopi-lockfailurereason': reason },
    body: { COOLStatusCode: 1010, LOOLStatusCode: 1010 },
  })
}
