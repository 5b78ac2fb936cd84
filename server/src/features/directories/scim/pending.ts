import type { Context } from '../../../context.ts'
import { toRefusal } from '../../../errors/refusal.ts'
import * as directories from '../store.ts'
import { applyUsers, withDepartments } from './apply-users.ts'
import { ScimError } from './fault.ts'
import { clearPending, nextPending } from './group-store.ts'
import { recordProblem } from './problems.ts'

/** Gives roles to users whose groups, or the roles of these, have changed: a few at a time, behind the call that changed them. */

const PORTION = 100

export { setPending } from './group-store.ts'

/** A portion before the caller is answered; the others follow behind. */
export async function applySoon(ctx: Context): Promise<void> {
  await applyPending(ctx).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'users of SCIM groups wait for the next round'),
  )
}

/** Answers whether there may be more. */
export async function applyPending(ctx: Context): Promise<boolean> {
  const next = await nextPending(ctx.db.reader, PORTION)
  if (!next) return false
  try {
    await applyThese(ctx, next.directoryId, next.ids)
  } catch (error) {
    if (toRefusal(error)) throw error
    // One of them cannot be applied, and does not keep the others waiting.
    for (const id of next.ids) await applyOne(ctx, next.directoryId, id)
  }
  return true
}

async function applyThese(ctx: Context, directoryId: string, ids: readonly string[]): Promise<void> {
  const directory = await directories.directoryById(ctx.db.reader, directoryId)
  await withDepartments(ctx, directory, [], async (tx) => {
    const current = await directories.lockDirectory(tx, directoryId)
    const claimed = await clearPending(tx, directoryId, ids)
    if (claimed.length > 0) await applyUsers(ctx, tx, current, claimed)
  })
}

async function applyOne(ctx: Context, directoryId: string, id: string): Promise<void> {
  try {
    await applyThese(ctx, directoryId, [id])
  } catch (error) {
    if (!(error instanceof ScimError))
      ctx.log.error({ err: error, user: id }, 'a SCIM user could not be applied')
    const { fault, value } = error instanceof ScimError ? error : { fault: 'refused' as const, value: id }
    await ctx.db.transact((tx) => clearPending(tx, directoryId, [id]))
    await recordProblem(ctx, directoryId, { request: `/Users/${id}`, status: 200, fault, value })
  }
}
