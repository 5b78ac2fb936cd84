import { DAY, HOUR } from '@clouddisk/contract/time'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { newId } from '../../../db/ids.ts'
import * as directories from '../store.ts'
import { ScimError } from './fault.ts'
import { realNameOf } from './user-resource.ts'
import type { UserRow } from './user-store.ts'

/**
 * Keeps a client from freezing many people at once: beyond the directory's share within an hour it is refused, and they wait in a run for
 * an administrator. Whoever was confirmed leaves when the client sends it again.
 */

const WINDOW_MS = HOUR
/** For so long the client may send again what was confirmed. */
const CONFIRMED_MS = 7 * DAY

/** Thrown in the transaction of the change, which it undoes; then `recordWaiting` notes it. */
export class GuardStop extends Error {
  readonly user: UserRow
  readonly kind: 'left' | 'disabled'

  constructor(user: UserRow, kind: 'left' | 'disabled') {
    super(`the guard stops ${user.id}`)
    this.user = user
    this.kind = kind
  }
}

/** Within a transaction that has the directory locked, before the change. */
export async function guardDeparture(
  ctx: Context,
  tx: Tx,
  { id, settings }: directories.Directory,
  user: UserRow,
  kind: 'left' | 'disabled',
): Promise<void> {
  const now = ctx.now()
  if (await isConfirmed(tx, id, user.id, new Date(now.getTime() - CONFIRMED_MS))) return
  const { rows } = await sql<{ departed: number; staying: number }>`
    select (count(*) filter (where departed_at > ${new Date(now.getTime() - WINDOW_MS)}))::int as departed,
      (count(*) filter (where active and deleted_at is null))::int as staying
    from scim_user where directory_id = ${id} and id <> ${user.id}`.execute(tx)
  const { departed = 0, staying = 0 } = rows[0] ?? {}
  const leaving = departed + 1
  const isMany = leaving >= settings.guardLeast && leaving * 100 > (leaving + staying) * settings.guardShare
  if (isMany) throw new GuardStop(user, kind)
  await tx
    .updateTable('scim_user')
    .set({ departed_at: now })
    .where('directory_id', '=', id)
    .where('id', '=', user.id)
    .execute()
}

async function isConfirmed(tx: Tx, directoryId: string, userId: string, since: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('directory_run')
    .innerJoin('directory_change', 'directory_change.run_id', 'directory_run.id')
    .select('directory_run.id')
    .where('directory_run.directory_id', '=', directoryId)
    .where('directory_run.kind', '=', 'push')
    .where('directory_run.state', '=', 'done')
    .where('directory_run.ended_at', '>', since)
    .where('directory_change.external_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Adds the person to the run that waits, and answers what the client is told. */
export async function recordWaiting(
  ctx: Context,
  directoryId: string,
  { user: { id: externalId, user }, kind }: GuardStop,
): Promise<ScimError> {
  await ctx.db.transact(async (tx) => {
    const { id } = await directories.lockDirectory(tx, directoryId)
    const waiting = await tx
      .selectFrom('directory_run')
      .select('id')
      .where('directory_id', '=', id)
      .where('kind', '=', 'push')
      .where('state', '=', 'waiting')
      .executeTakeFirst()
    const runId = waiting?.id ?? newId()
    const now = ctx.now()
    if (!waiting)
      await tx
        .insertInto('directory_run')
        .values({
          id: runId,
          directory_id: id,
          kind: 'push',
          state: 'waiting',
          started_by: null,
          confirms: null,
          runner: null,
          created_at: now,
          started_at: now,
        })
        .execute()
    const { userName: account } = user
    await sql`
      insert into directory_change (run_id, position, subject, kind, external_id, name, detail)
      select ${runId}, (select coalesce(max(position) + 1, 0) from directory_change where run_id = ${runId}), 'person', ${kind},
        ${externalId}, ${realNameOf(user)}, ${JSON.stringify({ account, dn: '' })}::jsonb
      where not exists (select from directory_change where run_id = ${runId} and external_id = ${externalId} and kind = ${kind})`.execute(
      tx,
    )
    await sql`
      update directory_run set counts = (
        select coalesce(jsonb_object_agg(kind, n), '{}') from (
          select kind, count(*) as n from directory_change where run_id = ${runId} group by kind) c)
      where id = ${runId}`.execute(tx)
  })
  return new ScimError(403, 'guard', user.userName)
}
