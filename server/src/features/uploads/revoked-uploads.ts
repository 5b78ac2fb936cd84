import { sql } from 'kysely'
import { toVisitorSessionId } from '../../access/link-visitor.ts'
import { resolveAll } from '../../access/resolve.ts'
import {
  loadActorsAndAncestors,
  rootsBySpace,
  spaceOfFile,
  VisibilityFilter,
} from '../../access/visibility.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../errors/refusal.ts'
import { actorOfSession } from '../accounts/live-sessions.ts'
import { deleteEndedBytes, type EndedSession, endSession } from './open-uploads.ts'

/**
 * Ends uploads into spaces of others when their sender loses the permission, and uploads of visitors whose link or session does not
 * permit them any more, which releases their reservations.
 */

const A_STEP = 500

interface Elsewhere {
  key: string
  personId: string
  visitorId: string | null
  parentId: string
}

interface RevokedFilter {
  /** Only this upload. */
  readonly key?: string
  /** Only uploads into this space. */
  readonly spaceId?: string
  /** Only uploads by visitors of these links. */
  readonly linkIds?: readonly string[]
  /** Also uploads into folders in the recycle bin, which could otherwise continue after a restore. */
  readonly binned?: boolean
}

/** Ends uploads whose sender has lost the target. Returns how many; bytes are deleted in the background. */
export async function discardRevoked(ctx: Context, filter: RevokedFilter = {}): Promise<number> {
  const { count, ended } = await endRevoked(ctx, filter)
  void deleteEndedBytes(ctx, ended)
  return count
}

/** Does `work` once more where the space was full and reservations of people who may not upload there any more could be released. */
export async function retryWhenFull<T>(ctx: Context, spaceId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isFull = error instanceof Refusal && error.errorName === 'quota_full'
    if (!isFull || (await discardRevoked(ctx, { spaceId })) === 0) throw error
    return work()
  }
}

interface RevokedUploads {
  /** Includes uploads that were ended concurrently. */
  readonly count: number
  readonly ended: readonly EndedSession[]
}

/** Ends them by rows only, before any store is asked, so that their reservations are released. */
export async function endRevoked(ctx: Context, filter: RevokedFilter = {}): Promise<RevokedUploads> {
  const { key, spaceId, linkIds, binned = false } = filter
  let count = 0
  const all: EndedSession[] = []
  for (let after = ''; ; ) {
    const { rows } = await sql<Elsewhere>`
      select u.key, u.person_id as "personId", u.visitor_id as "visitorId", u.parent_id as "parentId"
      from upload u join space s on s.id = u.space_id
      where u.state = 'open' and (s.person_id is distinct from u.person_id or u.visitor_id is not null) and u.key > ${after}
        ${key === undefined ? sql`` : sql`and u.key = ${key}`}
        ${spaceId === undefined ? sql`` : sql`and u.space_id = ${spaceId}`}
        ${linkIds === undefined ? sql`` : sql`and u.link_id = any(${linkIds}::uuid[])`}
      order by u.key limit ${A_STEP}`.execute(ctx.db.reader)
    const byVisitors = rows.filter(({ visitorId }) => visitorId !== null)
    const byPeople = rows.filter(({ visitorId }) => visitorId === null)
    const lost = [...(await lostAmong(ctx, byPeople, binned)), ...(await lostByVisitors(ctx, byVisitors))]
    for (const { key } of lost) {
      const ended = await endSession(ctx, key)
      if (ended) all.push(ended)
    }
    count += lost.length
    const last = rows.at(-1)
    if (rows.length < A_STEP || !last) return { count, ended: all }
    after = last.key
  }
}

async function lostAmong(
  ctx: Context,
  uploads: readonly Elsewhere[],
  binned: boolean,
): Promise<readonly Elsewhere[]> {
  if (uploads.length === 0) return []
  const people = new Set(uploads.map(({ personId }) => personId))
  const parents = new Set(uploads.map(({ parentId }) => parentId))
  const { actors, ancestors } = await loadActorsAndAncestors(
    ctx.db.reader,
    [...people],
    [...parents],
    ctx.now(),
  )
  const roots = rootsBySpace(ancestors)
  const sights = new Map(
    [...actors].map(([id, actor]) => [id, new VisibilityFilter(actor, ancestors, roots)]),
  )
  return uploads.filter(({ personId, parentId }) => {
    const sight = sights.get(personId)
    if (sight && !binned && spaceOfFile(ancestors, parentId) === undefined) return false
    return !sight?.permissions(parentId).has('upload')
  })
}

/** By visitors whose session or link is over, or who may not upload into that folder any more. */
async function lostByVisitors(ctx: Context, uploads: readonly Elsewhere[]): Promise<readonly Elsewhere[]> {
  const lost: Elsewhere[] = []
  for (const [visitorId, sent] of Map.groupBy(uploads, (upload) => upload.visitorId ?? '')) {
    const actor = await actorOfSession(ctx, toVisitorSessionId(visitorId))
    const parents = sent.map(({ parentId }) => parentId)
    const found = actor && (await resolveAll(ctx.db.reader, actor, parents))
    lost.push(...sent.filter(({ parentId }) => !found?.get(parentId)?.permissions.has('upload')))
  }
  return lost
}
