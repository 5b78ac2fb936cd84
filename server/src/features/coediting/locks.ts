import { LOCK_ID_MAX } from '@clouddisk/contract/coediting'
import type { Context } from '../../context.ts'
import { refuse } from '../../errors/refusal.ts'
import * as store from './lock-store.ts'
import { headerOf, requireWrite, type WopiCall } from './wopi-call.ts'
import { refuseLock, refuseWopi } from './wopi-error.ts'

/** The calls of the protocol that lock a file: Lock, GetLock, RefreshLock, Unlock, UnlockAndRelock. */

export function lockHeader(call: WopiCall, name = 'x-wopi-lock'): string | undefined {
  const value = headerOf(call, name)
  if (value !== undefined && value.length > LOCK_ID_MAX)
    refuseWopi(400, `A lock has ${LOCK_ID_MAX} characters at most.`)
  return value === '' ? undefined : value
}

const requiredLock = (call: WopiCall): string =>
  lockHeader(call) ?? refuseWopi(400, 'The header X-WOPI-Lock is missing.')

const currentLock = async (ctx: Context, { file }: WopiCall): Promise<string | undefined> =>
  (await store.findLock(ctx.db.reader, file.id, ctx.now()))?.lockId

/** With another lock to replace, it is UnlockAndRelock. */
export async function lock(ctx: Context, call: WopiCall): Promise<void> {
  requireWrite(call)
  const lockId = requiredLock(call)
  const held = lockHeader(call, 'x-wopi-oldlock')
  const { file, actor, token } = call
  const now = ctx.now()
  const { db } = ctx
  if (held !== undefined) {
    if (await store.renewLock(db.reader, file.id, { held, lockId }, now)) return
    return refuseLock(await currentLock(ctx, call), 'The file does not have the old lock.')
  }
  await store.deleteEndedLocks(db.reader, now)
  const { personId } = actor
  const { clusterId } = token
  if (await store.takeLock(db.reader, { fileId: file.id, lockId, personId, clusterId }, now)) return
  const other = await currentLock(ctx, call)
  // The other one ended in between, or the file did.
  if (other === undefined) refuse('changed_meanwhile')
  return refuseLock(other, 'The file has another lock.')
}

export async function getLock(ctx: Context, call: WopiCall): Promise<void> {
  requireWrite(call)
  call.reply.header('x-wopi-lock', (await currentLock(ctx, call)) ?? '')
}

export async function refreshLock(ctx: Context, call: WopiCall): Promise<void> {
  requireWrite(call)
  const held = requiredLock(call)
  if (!(await store.renewLock(ctx.db.reader, call.file.id, { held }, ctx.now())))
    refuseLock(await currentLock(ctx, call), 'The file does not have this lock.')
}

export async function unlock(ctx: Context, call: WopiCall): Promise<void> {
  requireWrite(call)
  const held = requiredLock(call)
  if (!(await store.dropLock(ctx.db.reader, call.file.id, held, ctx.now())))
    refuseLock(await currentLock(ctx, call), 'The file does not have this lock.')
}
