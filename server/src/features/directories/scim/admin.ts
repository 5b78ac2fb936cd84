import type { Language } from '@clouddisk/contract/errors'
import type { Reply } from '@clouddisk/contract/route'
import type { queryScim } from '@clouddisk/contract/scim'
import { isScimFault, scimFaultText } from '@clouddisk/contract/scim-words'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { refuseNotFound } from '../../../errors/refusal.ts'
import * as directories from '../store.ts'
import { countUsers } from './user-store.ts'

/** A SCIM directory as its administrator sees it. */
export async function queryConnection(
  ctx: Context,
  directoryId: string,
  language: Language,
): Promise<Reply<typeof queryScim>> {
  const db = ctx.db.reader
  const { id, protocol } = await directories.directoryById(db, directoryId)
  if (protocol !== 'scim') refuseNotFound('directory')
  const [token, counts, groups, problems] = await Promise.all([
    db.selectFrom('scim_token').selectAll().where('directory_id', '=', id).executeTakeFirst(),
    countUsers(db, id),
    sql<{ groupId: string; name: string; members: number }>`
      select g.id as "groupId", g.name, (select count(*) from scim_group_member m where m.group_id = g.id)::int as members
      from scim_group g where g.directory_id = ${id} order by g.name_key, g.id limit ${GROUPS_SHOWN}`.execute(
      db,
    ),
    db
      .selectFrom('scim_problem')
      .select(['at', 'request', 'status', 'fault', 'value'])
      .where('directory_id', '=', id)
      .orderBy('id', 'desc')
      .execute(),
  ])
  return {
    token: token
      ? {
          createTime: token.created_at.toISOString(),
          expireTime: token.expires_at.toISOString(),
          expired: token.expires_at <= ctx.now(),
          lastUsed: token.last_used_at?.toISOString() ?? null,
          lastAddress: token.last_ip,
        }
      : null,
    users: counts.users,
    activeUsers: counts.active,
    groups: groups.rows,
    problems: problems.map(({ at, request, status, fault, value }) => ({
      time: at.toISOString(),
      request,
      status,
      text: isScimFault(fault) ? scimFaultText(fault, value, language) : value,
    })),
  }
}

const GROUPS_SHOWN = 1000
