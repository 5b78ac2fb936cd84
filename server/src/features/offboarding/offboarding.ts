import type { Belongings, beginLeave, Leave, queryLeaves } from '@clouddisk/contract/admin-offboarding'
import type { AdminPerson } from '@clouddisk/contract/admin-people'
import { DEFAULT_LANGUAGE, ERRORS, type ErrorName, type Language } from '@clouddisk/contract/errors'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Input, Reply } from '@clouddisk/contract/route'
import { DAY } from '@clouddisk/contract/time'
import type { Actor } from '../../access/actor.ts'
import { requireOwnGroups } from '../../access/group-ownership.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { isRetryable } from '../../db/pool.ts'
import { errorMessageOf, Refusal, refuse, refuseNotFound } from '../../errors/refusal.ts'
import { allSettledSequentially } from '../../jobs/all-settled.ts'
import { CROSS_SPACE_SYNC_MAX } from '../../tree/cross-space.ts'
import { lockGrantedSpaces } from '../../tree/revoke.ts'
import { peopleScope, scopeIds } from '../directory/admin-scope.ts'
import { freezePermanently, lockedForChange } from '../directory/change-people.ts'
import { shown } from '../directory/people.ts'
import { ownedGroups } from '../groups/transfer-ownership.ts'
import { moveSpaceToAdminTrash } from '../trash/move-space-to-admin-trash.ts'
import { discardAllIn } from '../uploads/open-uploads.ts'
import * as store from './store.ts'
import { transferBelongings } from './transfer-files.ts'

/** Offboarding: the account is frozen, its belongings are transferred, and it is purged after a retention time. */

export const OFFBOARDING_QUEUE = 'offboarding'
const FOLDER: Record<Language, (name: string) => string> = {
  'zh-CN': (name) => `${name} 的文件`,
  'en-US': (name) => `Files of ${name}`,
}

export async function queryBelongings(
  ctx: Context,
  actor: Actor,
  userId: string,
  language: Language,
): Promise<Belongings> {
  const db = ctx.db.reader
  const person = await shown(ctx, db, actor, peopleScope(actor, 'read'), userId)
  const counts = (await store.belongings(db, person.userId, ctx.now())) ?? refuseNotFound('user')
  const groups = await ownedGroups(db, person.userId)
  const offboarding = await store.offboardingOf(db, person.userId)
  return {
    userId: person.userId,
    ...counts,
    groupsOwned: groups.map((group) => ({
      groupId: group.id,
      groupName: group.name,
      usedCapacity: group.used,
      totalCapacity: group.total,
      ofDepartment: !group.countsForOwner,
    })),
    leave: offboarding ? present(offboarding, language) : null,
  }
}

/** No more than anybody looks through. */
export async function list(
  ctx: Context,
  actor: Actor,
  language: Language,
): Promise<Reply<typeof queryLeaves>> {
  const most = LIMITS.pageSizeMax
  const rows = await store.openOffboardings(ctx.db.reader, scopeIds(peopleScope(actor, 'read')), most + 1)
  return { list: rows.slice(0, most).map((row) => present(row, language)), truncated: rows.length > most }
}

export async function begin(
  ctx: Context,
  actor: Actor,
  { userId, toUserId, enlarge = false, keepDays = ctx.config.limits.leaverDays }: Input<typeof beginLeave>,
  language: Language,
): Promise<Leave> {
  const scope = peopleScope(actor, 'change')
  const to = toUserId === undefined ? undefined : await shown(ctx, ctx.db.reader, actor, scope, toUserId)
  if (to && to.userId === userId.toLowerCase()) refuse('handover_to_self')
  if (to) refuseRemoved(to)
  if (to) await requireReceiver(ctx, actor, userId, { to, enlarge })
  const purgeAt = new Date(ctx.now().getTime() + keepDays * DAY)
  const isMuch = await isLargeAccount(ctx, userId)
  await ctx.db.transact(async (tx) => {
    const person = await freezePermanently(ctx, tx, actor, userId)
    const before = await store.lockOffboarding(tx, person.id)
    if (before?.state === 'handing') refuse('changed_meanwhile')
    await store.upsertOffboarding(tx, {
      personId: person.id,
      toId: to?.userId ?? null,
      byId: actor.personId,
      raiseQuota: enlarge,
      folderName: folderNameFor(person.realName, language),
      state: to ? 'handing' : 'kept',
      createdAt: ctx.now(),
      purgeAt,
    })
    await audit(tx, {
      action: 'person.leaveBegun',
      object: { type: 'person', id: person.id, name: person.realName },
      detail: {
        purgeTime: purgeAt.toISOString(),
        ...(to && { to: to.userId, toName: to.userRealName, enlarge }),
      },
    })
    if (to && isMuch) await ctx.jobs.send(tx, OFFBOARDING_QUEUE, {})
  })
  const refusal = to && !isMuch ? await transferBelongings(ctx, userId.toLowerCase()) : undefined
  if (refusal) throw refusal
  return presentByPerson(ctx, userId, language)
}

/**
 * Begins it for somebody who has left the directory, within a transaction that freezes the account; nothing is handed over. Does
 * nothing where it has begun already.
 */
export async function beginForLeaver(
  ctx: Context,
  tx: Tx,
  person: { readonly id: string; readonly realName: string },
): Promise<void> {
  const before = await store.lockOffboarding(tx, person.id)
  if (before && before.state !== 'ended') return
  const purgeAt = new Date(ctx.now().getTime() + LIMITS.leaverDays * DAY)
  await store.upsertOffboarding(tx, {
    personId: person.id,
    toId: null,
    byId: null,
    raiseQuota: false,
    folderName: folderNameFor(person.realName, DEFAULT_LANGUAGE),
    state: 'kept',
    createdAt: ctx.now(),
    purgeAt,
  })
  await audit(tx, {
    action: 'person.leaveBegun',
    object: { type: 'person', id: person.id, name: person.realName },
    detail: { purgeTime: purgeAt.toISOString() },
  })
}

/** Checks the receiver before the account is frozen. */
function refuseRemoved({ status }: Pick<AdminPerson, 'status'>): void {
  if (status === 'removed') refuseNotFound('user')
  if (status === 'frozen') refuse('account_frozen')
  if (status === 'expired') refuse('account_expired')
}

/**
 * Throws if the receiver may not own groups. If the actor may not manage the receiver, the receiver's quota is not
 * raised and their allowance is not used for groups.
 */
async function requireReceiver(
  ctx: Context,
  { personId }: Actor,
  userId: string,
  { to, enlarge }: { to: Pick<AdminPerson, 'userId' | 'canChange'>; enlarge: boolean },
): Promise<void> {
  if (enlarge && !to.canChange) refuse('area_refused')
  if (!isId(userId) || (await ownedGroups(ctx.db.reader, userId)).length === 0) return
  if (to.userId !== personId && !to.canChange) refuse('area_refused')
  await requireOwnGroups(ctx.db.reader, to.userId, ctx.now(), 'toUserId')
}

/** Whether the transfer or purge is too large for a request; a job does it then. */
const isLargeAccount = async (ctx: Context, userId: string): Promise<boolean> =>
  isId(userId) && (await store.countFileRows(ctx.db.reader, userId)) > CROSS_SPACE_SYNC_MAX

/** Replaces characters that folder names do not allow. */
function folderNameFor(realName: string, language: Language): string {
  const plain = realName.replace(/[\\[\]/:*?"“”<>|：？\p{C}]/gu, ' ').trim()
  return FOLDER[language]((plain || '-').slice(0, LIMITS.folderMax - 20))
}

async function presentByPerson(ctx: Context, userId: string, language: Language): Promise<Leave> {
  const row = await store.offboardingOf(ctx.db.reader, userId.toLowerCase())
  return present(row ?? refuseNotFound('offboarding'), language)
}

function present(row: store.OffboardingRow, language: Language): Leave {
  const failure =
    row.failure !== null && Object.hasOwn(ERRORS, row.failure) ? (row.failure as ErrorName) : undefined
  return {
    userId: row.personId,
    userRealName: row.personName,
    accountName: row.accountName,
    status: row.state,
    toUserId: row.toId,
    toUserRealName: row.toName,
    beginTime: row.createdAt.toISOString(),
    purgeTime: row.purgeAt.toISOString(),
    errmsg: failure ? errorMessageOf(new Refusal(failure, row.failureDetails ?? {}), language).errmsg : null,
  }
}

/** Locks an open offboarding that the actor may manage. */
async function lockOpenOffboarding(
  _ctx: Context,
  tx: Tx,
  actor: Actor,
  userId: string,
): Promise<store.OffboardingRow> {
  const person = await lockedForChange(tx, actor, userId)
  const offboarding = (await store.lockOffboarding(tx, person.id)) ?? refuseNotFound('offboarding')
  if (offboarding.state === 'ended') refuse('leave_over')
  return offboarding
}

export async function cancel(ctx: Context, actor: Actor, userId: string, language: Language): Promise<Leave> {
  const offboarding = await ctx.db.transact(async (tx) => {
    const row = await lockOpenOffboarding(ctx, tx, actor, userId)
    if (row.state === 'handing') refuse('changed_meanwhile')
    await store.deleteOffboarding(tx, row.personId)
    await audit(tx, {
      action: 'person.leaveCancelled',
      object: { type: 'person', id: row.personId, name: row.personName },
    })
    return row
  })
  return present(offboarding, language)
}

export async function purge(ctx: Context, actor: Actor, userId: string, language: Language): Promise<Leave> {
  const isHanding = await ctx.db.transact(async (tx) => {
    const row = await lockOpenOffboarding(ctx, tx, actor, userId)
    if (row.state === 'handing') {
      await purgeAfterTransfer(ctx, tx, row)
      return true
    }
    const groups = await ownedGroups(tx, row.personId)
    if (groups.length > 0) refuse('owns_groups', { count: groups.length })
    return false
  })
  if (!isHanding) await purgeNow(ctx, userId.toLowerCase())
  return presentByPerson(ctx, userId, language)
}

/** As soon as it is handed over, and not where that fails. A job does it then, in nobody's name: who said so is put down. */
async function purgeAfterTransfer(ctx: Context, tx: Tx, row: store.OffboardingRow): Promise<void> {
  const now = ctx.now()
  await store.setPurgeTime(tx, row.personId, now)
  await audit(tx, {
    action: 'person.purgeOrdered',
    object: { type: 'person', id: row.personId, name: row.personName },
    detail: { purgeTime: now.toISOString(), before: row.purgeAt.toISOString() },
  })
  await ctx.jobs.send(tx, OFFBOARDING_QUEUE, {})
}

/** What was begun goes on with the job, where the call finds no time for it; what was not is not answered as if it were. */
async function purgeNow(ctx: Context, personId: string): Promise<void> {
  const space = await closeAccountExclusively(ctx, personId, await isLargeAccount(ctx, personId))
  if (!space) return
  await deleteFilesInSteps(ctx, personId, space).catch((error) => {
    if (!isRetryable(error)) throw error
  })
}

const ITEMS_PER_STEP = 500

/** Test hook between two transactions; throwing simulates a crash. */
export type StepHook = (done: string) => void

/**
 * Purges an account in steps: the first closes it, later ones move its files to the admin trash. A later run continues
 * after an interruption. Accounts that still own groups are kept.
 */
export async function purgeAccount(
  ctx: Context,
  personId: string,
  { pause = () => undefined }: { pause?: StepHook } = {},
): Promise<void> {
  const space = await closeAccountExclusively(ctx, personId, false)
  if (!space) return
  pause('shut')
  await deleteFilesInSteps(ctx, personId, space, pause)
}

/** The first step. Answers what is left to be done now: nothing where that is much, and a job's. */
async function closeAccountExclusively(
  ctx: Context,
  personId: string,
  isMuch: boolean,
): Promise<store.ClosedAccount | undefined> {
  const space = await ctx.db.transact(async (tx) => {
    const shutting = await closeAccount(ctx, tx, personId)
    if (shutting && isMuch) await ctx.jobs.send(tx, OFFBOARDING_QUEUE, {})
    return shutting
  })
  return isMuch ? undefined : space
}

/** Deletes the remaining files of a closed account. */
async function deleteFilesInSteps(
  ctx: Context,
  personId: string,
  space: store.ClosedAccount,
  pause: StepHook = () => undefined,
): Promise<void> {
  await discardAllIn(ctx, space.spaceId)
  pause('uploads')
  const ending = { id: space.spaceId, rootId: space.rootId, deletedBy: personId }
  await moveSpaceToAdminTrash(ctx, ending, () => pause('items'), ITEMS_PER_STEP)
  pause('items')
  await ctx.db.transact((tx) => store.setState(tx, personId, 'ended', { endedAt: ctx.now() }))
}

async function closeAccount(
  ctx: Context,
  tx: Tx,
  personId: string,
): Promise<store.ClosedAccount | undefined> {
  await lockGrantedSpaces(tx, personId)
  const status = await store.lockPersonStatus(tx, personId)
  const offboarding = await store.lockOffboarding(tx, personId)
  if (offboarding?.state !== 'kept' && offboarding?.state !== 'failed') return undefined
  if (status === 'active') return undefined
  if ((await ownedGroups(tx, personId)).length > 0) return undefined
  const space = await tx
    .selectFrom('space')
    .select(['id as spaceId', 'root_id as rootId'])
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  if (status === 'removed') return space
  await store.removeAccount(tx, personId)
  await store.setPurging(tx, personId, ctx.now())
  await audit(tx, {
    action: 'person.removed',
    object: { type: 'person', id: personId, name: offboarding.personName },
  })
  return space
}

/** Scheduled: continues interrupted transfers, and purges accounts whose retention time is over. */
export async function processOffboardings(ctx: Context): Promise<void> {
  await allSettledSequentially(await store.pendingTransfers(ctx.db.reader), (id) =>
    transferBelongings(ctx, id),
  )
  await allSettledSequentially(await store.duePurges(ctx.db.reader, ctx.now()), (id) => purgeAccount(ctx, id))
}
