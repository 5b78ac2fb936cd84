import { codeOf, type Language } from '@clouddisk/contract/errors'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Reply } from '@clouddisk/contract/route'
import { HOUR } from '@clouddisk/contract/time'
import type { restoreDeletion as restoreDeletionCall } from '@clouddisk/contract/trash'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { createdAtOf, isId } from '../../db/ids.ts'
import { Refusal, refuseNotFound } from '../../errors/refusal.ts'
import { failed, type ItemResult } from '../../tree/batch.ts'
import type { PriorRemovals } from '../../tree/mass-guard.ts'
import { type RateWindow, recentDeletions } from './deletion-rate.ts'
import * as store from './deletion-store.ts'
import { type RestoreRequest, restoreItems } from './restore.ts'
import { visibleBin } from './trash-bin.ts'

/**
 * A deletion: what one call, or several calls with the same id, deleted. It is reported, listed and restored
 * as one.
 */

/** How long calls may add to a deletion; afterwards a new one is needed. */
const GOES_ON_MS = HOUR

/** Refuses a deletion that is not the actor's, is too old or has no entries left. */
export async function refuseUnknownDeletion(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  deletionId: string,
): Promise<void> {
  if (!isId(deletionId) || createdAtOf(deletionId).getTime() + GOES_ON_MS <= ctx.now().getTime())
    refuseNotFound('deletion')
  if (!(await store.deletionExists(tx, actor.personId, deletionId))) refuseNotFound('deletion')
}

/** What the actor has removed from a shared root before. */
export interface PriorDeletions extends PriorRemovals {
  /** Id of the current minute's count, if there is one. */
  readonly countId: string | undefined
}

/** Earlier removals from each shared root: by the same deletion and recently. */
export async function priorDeletions(
  tx: Tx,
  { personId }: Actor,
  deletionId: string | undefined,
  sharedRootIds: readonly string[],
  time: RateWindow,
): Promise<Map<string, PriorDeletions>> {
  if (sharedRootIds.length === 0) return new Map()
  const [sameDeletion, recent] = await Promise.all([
    deletionId === undefined
      ? new Map<string, number>()
      : store.deletedInDeletion(tx, personId, deletionId, sharedRootIds),
    recentDeletions(tx, personId, sharedRootIds, time),
  ])
  return new Map(
    sharedRootIds.map((id) => {
      const { items = 0, countId } = recent.get(id) ?? {}
      return [id, { sameDeletion: sameDeletion.get(id) ?? 0, recent: items, countId }]
    }),
  )
}

const BATCH_SIZE = 500

/**
 * Restores a deletion as far as the actor may: from the own trash and what the actor deleted elsewhere, or
 * from a group's trash. Latest entries first, in batches; entries that cannot be restored are reported and
 * stay.
 */
export async function restoreDeletion(
  ctx: Context,
  actor: Actor,
  request: { deletionId: string; groupId: string | undefined; language: Language },
): Promise<Reply<typeof restoreDeletionCall>> {
  const { deletionId, groupId, language } = request
  const bin = await visibleBin(ctx.db.reader, actor, groupId)
  if (!isId(deletionId)) refuseNotFound('deletion')
  const own = groupId === undefined ? actor.personId : undefined
  const answer: Reply<typeof restoreDeletionCall> = { restored: 0, failed: 0, list: [] }
  for (let last: store.DeletionEntry | undefined; ; ) {
    const step = await store.entriesOfDeletion(ctx.db.reader, bin, deletionId, own, BATCH_SIZE, last)
    if (step.length === 0 && last === undefined) refuseNotFound('deletion')
    const ids = step.map(({ id }) => id)
    const some = { ids, targetId: undefined, groupId, language }
    const lines = ids.length === 0 ? [] : await restoreSome(ctx, actor, some, last !== undefined)
    const left = lines.filter(({ errcode }) => errcode !== 0 && errcode !== codeOf('not_found'))
    answer.restored += lines.filter(({ errcode }) => errcode === 0).length
    answer.failed += left.length
    const names = new Map(step.map(({ id, name }) => [id, name]))
    for (const line of left.slice(0, LIMITS.batchMax - answer.list.length))
      answer.list.push({ ...line, instanceName: names.get(line.instanceId) ?? '' })
    last = step.at(-1)
    if (step.length < BATCH_SIZE) return answer
  }
}

/** @param isLater others have been restored already, so these are refused one by one */
async function restoreSome(
  ctx: Context,
  actor: Actor,
  some: RestoreRequest,
  isLater: boolean,
): Promise<ItemResult[]> {
  try {
    return await restoreItems(ctx, actor, some)
  } catch (error) {
    if (!isLater || !(error instanceof Refusal)) throw error
    return some.ids.map((id) => failed(id, error, some.language))
  }
}
