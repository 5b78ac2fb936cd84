import { SCIM_PROBLEMS_KEPT } from '@clouddisk/contract/scim'
import { MINUTE } from '@clouddisk/contract/time'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../../context.ts'
import { newId } from '../../../db/ids.ts'
import type { Note } from './apply-users.ts'

/** What a client was refused, or what of it was left out: the latest of each directory, for the administrator. */

export interface Answered extends Note {
  /** Method and path. */
  readonly request: string
  readonly status: number
}

const REQUEST_MAX = 200
/** A client that repeats itself is noted once a minute. */
const recorded = new LRUCache<string, true>({ max: 10_000, ttl: MINUTE })

export async function recordProblem(
  ctx: Context,
  directoryId: string,
  { request, status, fault, value }: Answered,
): Promise<void> {
  const text = request.replaceAll('\u0000', '').toWellFormed().slice(0, REQUEST_MAX)
  const plain = value.replaceAll('\u0000', '').toWellFormed()
  const key = [ctx.config.dataDir, directoryId, text, fault, plain].join(' ')
  if (recorded.has(key)) return
  recorded.set(key, true)
  await ctx.db.reader
    .insertInto('scim_problem')
    .values({
      id: newId(),
      directory_id: directoryId,
      at: ctx.now(),
      request: text,
      status,
      fault,
      value: plain,
    })
    .execute()
  await sql`
    delete from scim_problem where directory_id = ${directoryId} and id in (
      select id from scim_problem where directory_id = ${directoryId} order by id desc offset ${SCIM_PROBLEMS_KEPT})`.execute(
    ctx.db.reader,
  )
}
