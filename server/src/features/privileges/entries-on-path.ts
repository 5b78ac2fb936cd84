import { KEPT_ROLES } from '@clouddisk/contract/roles'
import { sql } from 'kysely'
import type { PrincipalRef } from '../../access/principals.ts'
import type { Reader } from '../../db/database.ts'

/** Active entries on a file and its ancestors. */

export interface EntryOnPath extends PrincipalRef {
  readonly fileId: string
  readonly role: string
  readonly source: 'owner' | 'member' | 'entry' | 'share'
  readonly expiresAt: Date | null
  readonly createdBy: string | null
}

/** Maximum number of entries returned for one item. */
const ENTRIES_MAX = 1000

/** The deciding entry of each principal: the inherited owner or manager entry, else the nearest. Strongest first. */
export async function entriesOnPath(
  db: Reader,
  trailIds: readonly string[],
  asOf: Date,
): Promise<EntryOnPath[]> {
  const { rows } = await sql<EntryOnPath>`
    select * from (
      select distinct on (g.principal_id) g.file_id as "fileId", g.principal_type as "principalType",
        g.principal_id as "principalId", g.role, g.source, g.expires_at as "expiresAt",
        g.created_by as "createdBy"
      from unnest(${trailIds}::uuid[]) with ordinality as place(id, depth) join file_grant g on g.file_id = place.id
      where g.expires_at is null or g.expires_at > ${asOf}::timestamptz
      order by g.principal_id, (g.role = any(${[...KEPT_ROLES]}::text[])) desc, place.depth desc
    ) held
    order by array_position(array['owner', 'manager', 'linker', 'editor', 'downloader', 'viewer', 'forbidden'], role),
      "principalId"
    limit ${ENTRIES_MAX}`.execute(db)
  return rows
}

/** These very entries, with all that is known of them. */
export async function entriesByKey(
  db: Reader,
  named: readonly { fileId: string; principalId: string }[],
): Promise<EntryOnPath[]> {
  if (named.length === 0) return []
  const { rows } = await sql<EntryOnPath>`
    select distinct g.file_id as "fileId", g.principal_type as "principalType", g.principal_id as "principalId", g.role,
      g.source, g.expires_at as "expiresAt", g.created_by as "createdBy"
    from unnest(${named.map((one) => one.fileId)}::uuid[], ${named.map((one) => one.principalId)}::uuid[]) as one(f, p)
    join file_grant g on g.file_id = one.f and g.principal_id = one.p`.execute(db)
  return rows
}
