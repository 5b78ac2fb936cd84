import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { recordChanges } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import type { JobQueue } from '../../jobs/jobs.ts'
import { withSpaceLocks } from '../../tree/spaces.ts'
import { type ChangedEntry, notifyEntries } from './notices.ts'

/** Deletes expired entries on single files and notifies of it. Permission checks ignore them from their expiry on. */
export const privilegeJobs = (ctx: Context): JobQueue[] => [
  { name: 'expire-permissions', cron: '* * * * *', run: () => deleteExpiredEntries(ctx) },
]

const FILES_PER_STEP = 500

export async function deleteExpiredEntries(ctx: Context): Promise<void> {
  while ((await deleteExpiredStep(ctx)) > 0);
}

interface ExpiredEntries {
  readonly id: string
  readonly name: string
  readonly isFolder: boolean
  readonly spaceId: string
  readonly parentId: string | null
}

/** Returns the number of files that had expired entries. */
const deleteExpiredStep = (ctx: Context): Promise<number> =>
  ctx.db.transact(async (tx) => {
    const now = ctx.now()
    const { rows: due } = await sql<ExpiredEntries>`
      select f.id, f.name, f.is_folder as "isFolder", f.space_id as "spaceId", f.parent_id as "parentId"
      from file f where f.id in (
        select file_id from file_grant where expires_at <= ${now}::timestamptz and source = 'entry'
        order by expires_at limit ${FILES_PER_STEP}
      )`.execute(tx)
    const ids = due.map(({ id }) => id)
    const gone = await withSpaceLocks(tx, ids, () => deleteEntriesOf(tx, ids, now))
    const files = due.filter(({ id }) => gone.has(id))
    await recordChanges(
      tx,
      files.map((file) => ({
        kind: 'privilege.changed' as const,
        spaceId: file.spaceId,
        principalIds: gone.get(file.id)?.map((entry) => entry.principalId),
        fileId: file.id,
        parentIds: [file.parentId],
        actorId: null,
        details: { name: file.name, expired: true },
      })),
    )
    await notifyEntries(
      ctx,
      tx,
      undefined,
      files.map((item) => ({ item, role: undefined, changed: gone.get(item.id) ?? [] })),
    )
    return due.length
  })

type DeletedEntry = ChangedEntry & { readonly fileId: string }

async function deleteEntriesOf(
  tx: Tx,
  fileIds: readonly string[],
  now: Date,
): Promise<Map<string, DeletedEntry[]>> {
  const { rows } = await sql<DeletedEntry>`
    delete from file_grant
    where file_id = any(${fileIds}::uuid[]) and source = 'entry' and expires_at <= ${now}::timestamptz
    returning file_id as "fileId", principal_id as "principalId", principal_type as "principalType",
      expires_at as "expiresAt", role as was`.execute(tx)
  return Map.groupBy(rows, (entry) => entry.fileId)
}
