import type { AdminPerson } from '@clouddisk/contract/admin-people'
import type { Input } from '@clouddisk/contract/route'
import type {
  createServiceAccount,
  createServiceToken,
  NewToken,
  ServiceAccount,
} from '@clouddisk/contract/tokens'
import type { Actor } from '../../access/actor.ts'
import { loadPersonActor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { isId } from '../../db/ids.ts'
import { refuseNotFound } from '../../errors/refusal.ts'
import { prepareDirectoryPerson } from '../accounts/accounts.ts'
import { checkPerson, insertChecked } from '../directory/new-people.ts'
import { shown } from '../directory/people.ts'
import { insertNewToken } from './new-token.ts'
import * as store from './store.ts'

/** Accounts of programs. Freezing, changing and removing them is done as with people (features/directory). */

export async function list(ctx: Context): Promise<ServiceAccount[]> {
  const now = ctx.now()
  const rows = await store.serviceAccounts(ctx.db.reader, now)
  return rows.map(({ status, validUntil, ...row }) => ({
    userId: row.id,
    accountName: row.accountName,
    userRealName: row.realName,
    departmentName: row.departmentName,
    status: status === 'active' && validUntil && validUntil <= now ? 'expired' : status,
    createTime: row.createdAt.toISOString(),
    tokens: row.tokens,
    lastUsed: row.lastUsedAt?.toISOString() ?? null,
  }))
}

export async function create(
  ctx: Context,
  actor: Actor,
  input: Input<typeof createServiceAccount>,
): Promise<AdminPerson> {
  const checked = checkPerson({ ...input, validUntil: 'forever', mustChangePassword: false }, 'all')
  const draft = {
    ...prepareDirectoryPerson(ctx, {
      userName: checked.accountName,
      realName: checked.realName,
      capacity: checked.total,
    }),
    kind: 'service' as const,
  }
  const userId = await ctx.db.transact((tx) => insertChecked(ctx, tx, actor, checked, draft))
  return shown(ctx, ctx.db.reader, actor, 'all', userId)
}

export async function createToken(
  ctx: Context,
  { userId, ...input }: Input<typeof createServiceToken>,
): Promise<NewToken> {
  if (!isId(userId)) refuseNotFound('user')
  return ctx.db.transact(async (tx) => {
    if (!(await store.isServiceAccount(tx, userId))) refuseNotFound('user')
    const { actor } = (await loadPersonActor(tx, userId, ctx.now())) ?? refuseNotFound('user')
    const owner = { id: userId, realName: actor.realName, isAdmin: actor.admin !== undefined }
    return insertNewToken(ctx, tx, owner, input)
  })
}
