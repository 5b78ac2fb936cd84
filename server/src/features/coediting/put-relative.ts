import { nameFault, nameKey, numberedName, splitName } from '@clouddisk/contract/names'
import { resolve, resolveAll } from '../../access/resolve.ts'
import { refuseFileName } from '../../content/file-rules.ts'
import type { Context } from '../../context.ts'
import { errorMessageOf, Refusal } from '../../errors/refusal.ts'
import { childByKey } from '../../tree/files.ts'
import type { ConflictPolicy } from '../../tree/resolve-conflict.ts'
import { dropReceived, receiveBody, savedBody } from '../uploads/put-large.ts'
import { editorAddress, wopiSource } from './editor-address.ts'
import { nameHeader, refuseName, suggestedName, utf7 } from './file-names.ts'
import { findLock } from './lock-store.ts'
import { bodySize } from './put-file.ts'
import { sign } from './token.ts'
import { headerOf, requireWrite, type WopiCall } from './wopi-call.ts'
import { refuseLock, refuseWopi } from './wopi-error.ts'

/** Where a file goes that is saved beside the one that is open. */
interface Target {
  readonly parentId: string
  readonly name: string
  readonly conflict: ConflictPolicy
}

/** PutRelativeFile: saves under another name in the same folder, with all that holds for uploads there. */
export async function putRelativeFile(ctx: Context, call: WopiCall): Promise<Record<string, string>> {
  requireWrite(call)
  const { actor, origin, request, token } = call
  const size = bodySize(call)
  const target = await targetOf(ctx, call)
  const { parentId, name, conflict } = target
  const announced = { input: { parentId, instanceName: name, conflict }, name, size, claim: undefined }
  const body = await receiveBody(ctx, actor, request, announced, (work) => work())
  const saved = await savedBody(ctx, actor, announced, body, 'en-US').catch(async (error: unknown) => {
    await dropReceived(ctx, body, error)
    if (error instanceof Refusal && error.errorName === 'name_taken') await refuseTaken(ctx, target)
    throw error
  })
  const fileId = saved.instanceId
  const accessToken = sign(ctx, { ...token, fileId })
  return {
    Name: saved.instanceName,
    Url: `${wopiSource(origin, fileId)}?access_token=${accessToken}`,
    HostViewUrl: editorAddress(origin, fileId, 'view'),
    HostEditUrl: editorAddress(origin, fileId, 'edit'),
  }
}

/**
 * A suggested name may be changed, and nothing is replaced. A relative one is taken as it is: a file that has it gets a version,
 * if the caller says so and no other lock is on it.
 */
async function targetOf(ctx: Context, call: WopiCall): Promise<Target> {
  const { actor, file } = call
  const suggested = nameHeader(call, 'x-wopi-suggestedtarget')
  const relative = nameHeader(call, 'x-wopi-relativetarget')
  if ((suggested === undefined) === (relative === undefined))
    refuseWopi(400, 'One of X-WOPI-SuggestedTarget and X-WOPI-RelativeTarget has to be there.')
  const parentId = file.parentId ?? refuseWopi(404, 'The file has no folder.')
  const parent = await resolve(ctx.db.reader, actor, parentId)
  if (!parent.permissions.has('upload')) refuseWopi(404, 'The person may not add files to the folder.')
  if (suggested !== undefined) {
    const name = possibleName(ctx, suggestedName(suggested, file.name))
    checkName(ctx, call, name)
    return { parentId, name, conflict: 'keepBoth' }
  }
  const name = relative ?? ''
  checkName(ctx, call, name)
  const overwrites = headerOf(call, 'x-wopi-overwriterelativetarget')?.toLowerCase() === 'true'
  const existing = await childByKey(ctx.db.reader, parentId, nameKey(name))
  if (!existing) return { parentId, name, conflict: 'fail' }
  const target: Target = { parentId, name, conflict: 'newVersion' }
  if (!overwrites || existing.isFolder) return refuseTaken(ctx, target)
  const held = (await resolveAll(ctx.db.reader, actor, [existing.id])).get(existing.id)
  if (!held?.permissions.has('upload')) return refuseTaken(ctx, target)
  const lock = await findLock(ctx.db.reader, existing.id, ctx.now())
  if (lock) return refuseLock(lock.lockId, 'The file of this name has a lock.')
  return target
}

function checkName(ctx: Context, { actor }: WopiCall, name: string): void {
  if (nameFault(name, ctx.config.limits.nameMax))
    refuseName('The name has characters or a length that is not possible.')
  try {
    refuseFileName(ctx, actor, name)
  } catch (error) {
    if (error instanceof Refusal) refuseName(errorMessageOf(error, 'en-US').errmsg)
    throw error
  }
}

/** The suggestion without characters that names do not have, and not longer than they may be. */
function possibleName(ctx: Context, suggestion: string): string {
  const plain = suggestion.replaceAll(/[\\/:*?"<>|]|\p{Cc}/gu, '_').trim()
  const { base, ext } = splitName(plain)
  const room = ctx.config.limits.nameMax - (ext === '' ? 0 : ext.length + 1)
  const short = [...base].slice(0, room).join('')
  return ext === '' ? short : `${short}.${ext}`
}

/** The answer names one that is free. */
async function refuseTaken(ctx: Context, { parentId, name }: Target): Promise<never> {
  for (let n = 1; n < 100; n++) {
    const free = numberedName(name, n, false)
    if (!(await childByKey(ctx.db.reader, parentId, nameKey(free))))
      return refuseWopi(409, 'There is a file of this name.', {
        headers: { 'x-wopi-validrelativetarget': utf7(free) },
      })
  }
  return refuseWopi(409, 'There is a file of this name.')
}
