import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { insertChangesSql } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { detach } from '../../tree/attach.ts'
import { revokeSubtreeAccess } from '../../tree/cross-space.ts'
import { type FileRow, filesById } from '../../tree/files.ts'
import { refund } from '../../tree/quota.ts'
import * as store from './store.ts'
import { adminTrashExpiry } from './trash.ts'

/**
 * Moves files of one space to the administrators' trash, wherever they are: out of the tree, or out of the people's trash. The
 * caller holds the space lock. Files in a folder that is in the trash stay there. Returns the ids that were moved.
 */
export async function discardFiles(
  ctx: Context,
  tx: Tx,
  spaceId: string,
  fileIds: readonly string[],
  personId: string,
): Promise<string[]> {
  const rows = [...(await filesById(tx, fileIds)).values()].filter((row) => row.spaceId === spaceId)
  const places = await placesOf(
    tx,
    rows.map(({ id }) => id),
  )
  const inTree = rows.filter(({ id }) => places.get(id)?.isInTree)
  if (inTree.length > 0) await moveOutOfTree(ctx, tx, spaceId, inTree, places, personId)
  const { rows: entries } = await sql<{ id: string; fileId: string }>`
    select id, file_id as "fileId" from trash
    where file_id = any(${rows.map(({ id }) => id)}::uuid[]) and stage = 'person'`.execute(tx)
  const freed = await store.moveToAdminTrash(
    tx,
    entries.map(({ id }) => id),
    adminTrashExpiry(ctx),
    personId,
  )
  await refund(tx, spaceId, freed)
  return [...inTree.map(({ id }) => id), ...entries.map(({ fileId }) => fileId)]
}

interface Place {
  readonly isInTree: boolean
  /** Folders from below the root down. */
  readonly path: { id: string; name: string }[]
}

async function placesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Place>> {
  const { rows } = await sql<Place & { fileId: string }>`
    with recursive up as (
      select f.id as start, f.id, f.parent_id, f.name, f.space_id, 0 as depth from file f where f.id = any(${ids}::uuid[])
      union all
      select up.start, f.id, f.parent_id, f.name, f.space_id, up.depth + 1 from up join file f on f.id = up.parent_id
    )
    select up.start as "fileId", bool_or(s.root_id = up.id) as "isInTree",
      coalesce(jsonb_agg(jsonb_build_object('id', up.id, 'name', up.name) order by up.depth desc)
        filter (where up.depth > 0 and up.id <> s.root_id), '[]') as path
    from up join space s on s.id = up.space_id group by up.start`.execute(tx)
  return new Map(rows.map(({ fileId, ...place }) => [fileId, place]))
}

async function moveOutOfTree(
  ctx: Context,
  tx: Tx,
  spaceId: string,
  rows: readonly FileRow[],
  places: ReadonlyMap<string, Place>,
  personId: string,
): Promise<void> {
  await detach(tx, rows)
  await revokeSubtreeAccess(
    tx,
    rows.map(({ id }) => id),
    personId,
  )
  await refund(
    tx,
    spaceId,
    rows.reduce((sum, row) => sum + row.totals.charge, 0),
  )
  const entries = rows.map((row) => ({
    id: newId(),
    fileId: row.id,
    spaceId,
    parentId: row.parentId ?? '',
    originalPath: places.get(row.id)?.path ?? [],
    name: row.name,
    size: row.totals.size,
    deletedBy: personId,
    expiresAt: adminTrashExpiry(ctx),
    stage: 'administrators' as const,
  }))
  const changes = rows.map((row) => ({
    kind: 'file.trashed' as const,
    spaceId,
    fileId: row.id,
    name: row.name,
    parentIds: [row.parentId],
    actorId: personId,
    details: { name: row.name },
  }))
  await store.insertTrashEntries(tx, entries, insertChangesSql(tx, changes))
}
