import { splitName } from '@clouddisk/contract/names'
import type { Context } from '../../context.ts'
import { errorMessageOf, Refusal } from '../../errors/refusal.ts'
import { rename } from '../files/rename.ts'
import { nameHeader, refuseName } from './file-names.ts'
import { findLock } from './lock-store.ts'
import { lockHeader } from './locks.ts'
import { requireWrite, type WopiCall } from './wopi-call.ts'
import { refuseLock, refuseWopi } from './wopi-error.ts'

/** Of the refusals of a rename, those that say that the name is not possible. */
const OF_NAME: ReadonlySet<string> = new Set(['bad_field', 'name_taken', 'file_kind_refused'])

/** RenameFile: the name comes and goes without its extension. */
export async function renameFile(ctx: Context, call: WopiCall): Promise<{ Name: string }> {
  requireWrite(call)
  const { actor, file } = call
  const requested =
    nameHeader(call, 'x-wopi-requestedname') ?? refuseWopi(400, 'X-WOPI-RequestedName is missing.')
  const lock = await findLock(ctx.db.reader, file.id, ctx.now())
  if (lock && lock.lockId !== lockHeader(call)) refuseLock(lock.lockId, 'The file has another lock.')
  const { ext } = splitName(file.name)
  const instanceName = ext === '' ? requested : `${requested}.${ext}`
  try {
    const renamed = await rename(ctx, actor, { instanceId: file.id, instanceName }, 'en-US')
    return { Name: splitName(renamed.instanceName).base }
  } catch (error) {
    if (error instanceof Refusal && OF_NAME.has(error.errorName))
      refuseName(errorMessageOf(error, 'en-US').errmsg)
    throw error
  }
}
