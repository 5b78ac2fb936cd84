import { sql } from 'kysely'
import { locateAll } from '../../access/access.ts'
import { actorOfPerson } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { discard } from './open-uploads.ts'

/**
 * Uploads into places of others: once somebody may not upload there any more, what was set aside of their space for it
 * is free again.
 */

const A_STEP = 500

interface Elsewhere {
  key: string
  personId: string
  parentId: string
}

/** Ends the uploads whose person has lost the place they go to: this one, those into a space, or all. Answers how many. */
export async function discardLost(
  ctx: Context,
  { key, spaceId }: { readonly key?: string; readonly spaceId?: string } = {},
): Promise<number> {
  let count = 0
  for (let after = ''; ; ) {
    const { rows } = await sql<Elsewhere>`
      select u.key, u.person_id as "personId", u.parent_id as "parentId"
      from upload u join space s on s.id = u.space_id
      where u.state = 'open' and s.person_id is distinct from u.person_id and u.key > ${after}
        ${key === undefined ? sql`` : sql`and u.key = ${key}`}
        ${spaceId === undefined ? sql`` : sql`and u.space_id = ${spaceId}`}
      order by u.key limit ${A_STEP}`.execute(ctx.db.reader)
    for (const [personId, uploads] of Map.groupBy(rows, (row) => row.personId))
      count += await discardLostOf(ctx, personId, uploads)
    const last = rows.at(-1)
    if (rows.length < A_STEP || !last) return count
    after = last.key
  }
}

async function discardLostOf(ctx: Context, personId: string, uploads: readonly Elsewhere[]): Promise<number> {
  const db = ctx.db.reader
  const actor = await actorOfPerson(db, personId, ctx.now())
  const parents = uploads.map((upload) => upload.parentId)
  const located = actor ? await locateAll(db, actor, parents) : new Map<string, never>()
  const lost = uploads.filter(({ parentId }) => !located.get(parentId)?.inside.has('upload'))
  for (const { key } of lost) await discard(ctx, key)
  return lost.length
}
