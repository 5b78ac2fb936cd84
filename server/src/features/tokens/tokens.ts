import type { Language } from '@clouddisk/contract/errors'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Input, Reply } from '@clouddisk/contract/route'
import { DAY } from '@clouddisk/contract/time'
import type * as contract from '@clouddisk/contract/tokens'
import type { Actor } from '../../access/actor.ts'
import { auditAll } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { afterCommit } from '../../db/database.ts'
import { errorMessageOf, Refusal, refuse } from '../../errors/refusal.ts'
import { notify } from '../../notifications/notify.ts'
import { readDevices } from '../accounts/devices.ts'
import { daysMaxSetting, insertNewToken, type TokenInput } from './new-token.ts'
import { presentToken } from './present.ts'
import * as store from './store.ts'

/** Access tokens: one's own, and everybody's for administrators. */

export const create = (ctx: Context, actor: Actor, input: TokenInput): Promise<contract.NewToken> =>
  ctx.db.transact(async (tx) => {
    const owner = { id: actor.personId, realName: actor.realName, isAdmin: actor.admin !== undefined }
    const made = await insertNewToken(ctx, tx, owner, input)
    // Whoever has taken an account over cannot do it unnoticed.
    await notify(ctx, tx, {
      kind: 'token.created',
      to: [{ principalType: 'person', principalId: actor.personId }],
      data: { instanceName: made.name },
    })
    return made
  })

interface Page {
  readonly pageNo?: number | undefined
  readonly pageSize?: number | undefined
}

const sliceOf = ({ pageNo = 1, pageSize = LIMITS.pageSizeDefault }: Page) => ({
  pageNo,
  pageSize,
  slice: { limit: pageSize, skip: (pageNo - 1) * pageSize },
})

export async function page(
  ctx: Context,
  actor: Actor,
  input: Page,
): Promise<Reply<typeof contract.pageTokens>> {
  const { pageNo, pageSize, slice } = sliceOf(input)
  const [{ rows, total }, daysMax] = await Promise.all([
    store.tokensOf(ctx.db.reader, actor.personId, slice),
    daysMaxSetting(ctx.db.reader),
  ])
  const deviceOf = await readDevices(ctx.db.reader, rows)
  const list = rows.map((row) => presentToken(row, deviceOf(row), ctx.now()))
  return { list, total, pageNo, pageSize, daysMax }
}

export async function pageAll(
  ctx: Context,
  input: Input<typeof contract.pageAdminTokens>,
): Promise<Reply<typeof contract.pageAdminTokens>> {
  const { pageNo, pageSize, slice } = sliceOf(input)
  const { keyword = '', userId, scope, service, unusedDays } = input
  const unusedSince = unusedDays === undefined ? undefined : new Date(ctx.now().getTime() - unusedDays * DAY)
  const filter = { keyword: keyword.trim(), personId: userId, scope, service, unusedSince }
  const [{ rows, total }, daysMax] = await Promise.all([
    store.tokensOfAll(ctx.db.reader, filter, slice),
    daysMaxSetting(ctx.db.reader),
  ])
  const deviceOf = await readDevices(ctx.db.reader, rows)
  const list = rows.map((row) => ({
    ...presentToken(row, deviceOf(row), ctx.now()),
    userId: row.personId,
    userName: row.accountName,
    userRealName: row.realName,
    departmentName: row.departmentName,
    service: row.kind === 'service',
  }))
  return { list, total, pageNo, pageSize, daysMax }
}

/** More than a page of the longest list. */
const REMOVED_AT_ONCE = LIMITS.batchMax

type Removal = Reply<typeof contract.removeTokens>

/** Removes tokens of one's own, at once. */
export const remove = (
  ctx: Context,
  actor: Actor,
  tokenIds: readonly string[],
  language: Language,
): Promise<Removal> => removeTokens(ctx, actor, { tokenIds, language, ownerId: actor.personId })

/** Removes tokens of anybody, at once; their owners are notified. */
export const revoke = (
  ctx: Context,
  actor: Actor,
  tokenIds: readonly string[],
  language: Language,
): Promise<Removal> => removeTokens(ctx, actor, { tokenIds, language, ownerId: undefined })

async function removeTokens(
  ctx: Context,
  actor: Actor,
  asked: { tokenIds: readonly string[]; language: Language; ownerId: string | undefined },
): Promise<Removal> {
  const tokenIds = [...new Set(asked.tokenIds)]
  if (tokenIds.length > REMOVED_AT_ONCE) refuse('too_many_items', { limit: REMOVED_AT_ONCE })
  const isOwn = asked.ownerId !== undefined
  const gone = await ctx.db.transact(async (tx) => {
    const deleted = await store.deleteTokens(tx, tokenIds, asked.ownerId)
    await auditAll(
      tx,
      deleted.map(({ id, name, scope, personId, realName }) => ({
        action: isOwn ? 'token.removed' : 'token.revoked',
        object: { type: 'token', id, name },
        detail: { scope, personName: realName, personId },
      })),
    )
    if (!isOwn)
      for (const { name, personId } of deleted)
        await notify(ctx, tx, {
          kind: 'token.revoked',
          to: [{ principalType: 'person', principalId: personId }],
          actor,
          data: { instanceName: name },
        })
    // Running downloads end with their token.
    afterCommit(tx, () => ctx.sessionCache.invalidate())
    return new Set(deleted.map(({ id }) => id))
  })
  const missing = errorMessageOf(new Refusal('not_found', { what: 'token' }), asked.language)
  return {
    list: tokenIds.map((tokenId) =>
      gone.has(tokenId) ? { tokenId, errcode: 0, errmsg: '' } : { tokenId, ...missing },
    ),
  }
}
