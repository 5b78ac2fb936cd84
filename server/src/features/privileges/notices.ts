import type { NoticeData } from '@clouddisk/contract/notifications'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { notify } from '../notifications/notifications.ts'
import type { Named } from './principals.ts'

/** What those who are concerned are told of permissions of single files, by the bell and by mail. */

export interface ChangedEntry extends Named {
  readonly expiresAt: Date | null
}

interface Item {
  readonly id: string
  readonly name: string
  readonly isFolder: boolean
  readonly parentId: string | null
  readonly spaceId: string
}

/** @param role what they have now; undefined where the item has no entry of theirs any more. */
export async function tellEntries(
  ctx: Context,
  tx: Tx,
  actor: Actor | undefined,
  item: Item,
  role: string | undefined,
  changed: readonly ChangedEntry[],
): Promise<void> {
  const opens = role !== undefined && role !== 'forbidden'
  const unknowing = opens ? new Set<string>() : await keptFrom(tx, item, changed)
  const told = changed.filter(({ principalId }) => !unknowing.has(principalId))
  if (told.length === 0) return
  const about = await aboutItem(tx, item)
  for (const to of Map.groupBy(told, ({ expiresAt }) => expiresAt?.getTime()).values()) {
    const end = to[0]?.expiresAt
    const data: NoticeData = {
      ...about,
      ...(role === undefined ? {} : { role, expireTime: end?.toISOString() ?? null }),
    }
    await notify(ctx, tx, { kind: 'files.permissionChanged', to, actor, data })
  }
}

/** Who is kept out of a folder above learns nothing of what lies in it. */
async function keptFrom(tx: Tx, { id }: Item, changed: readonly ChangedEntry[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with recursive up as (
      select parent_id as id from file where id = ${id}
      union all
      select f.parent_id from up join file f on f.id = up.id where f.parent_id is not null
    )
    select distinct g.principal_id as id from up join file_grant g on g.file_id = up.id
    where g.role = 'forbidden' and g.principal_id = any(${changed.map((one) => one.principalId)}::uuid[])`.execute(
    tx,
  )
  return new Set(rows.map((row) => row.id))
}

async function aboutItem(tx: Tx, { id, name, isFolder, parentId, spaceId }: Item): Promise<NoticeData> {
  const group = await tx.selectFrom('group').select('name').where('id', '=', spaceId).executeTakeFirst()
  return {
    instanceId: id,
    instanceName: name,
    isFolder,
    ...(parentId && { parentId }),
    ...(group && { groupId: spaceId, groupName: group.name }),
  }
}
