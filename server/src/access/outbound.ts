import { GENERAL_ROLES, type PermissionItem, ROLE_ITEMS } from '@clouddisk/contract/roles'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { refuse } from '../errors/refusal.ts'

/**
 * The outbound permission (B§5): who has it may make external links, and the links open as long as the owner has it. An ordinary role
 * gives it that permits sharing and was not switched off for it, and so does an approved request until its end. Read at each
 * call, so that nothing has to be revoked when a role changes or a request ends.
 */

const permitsSharing = (items: readonly PermissionItem[]): boolean => items.includes('share')
/** Built-in roles that can give it. */
export const OUTBOUND_PRESETS: readonly string[] = GENERAL_ROLES.filter((role) =>
  permitsSharing(ROLE_ITEMS[role]),
)
const ORDINARY_PRESETS: readonly string[] = GENERAL_ROLES

const isOff = (preset: RawBuilder<unknown>) =>
  sql`exists (select from preset_without_outbound w where w.preset = ${preset})`

/** Whether the `person` of a query has it. Without an ordinary role a person has the default role. */
export const hasOutbound = (asOf: Date): RawBuilder<boolean> => sql<boolean>`(
  exists (
    select from person_role h left join role r on r.id = h.role_id where h.person_id = person.id
      and (r.type = 'ordinary' and r.outbound and 'share' = any(r.permissions)
        or h.preset = any(${OUTBOUND_PRESETS}::text[]) and not ${isOff(sql`h.preset`)}))
  or not ${isOff(sql`'default'`)} and not exists (
    select from person_role h left join role r on r.id = h.role_id where h.person_id = person.id
      and (r.type = 'ordinary' or h.preset = any(${ORDINARY_PRESETS}::text[])))
  or exists (
    select from outbound_request q where q.person_id = person.id and q.state = 'approved'
      and (q.until is null or q.until > ${asOf}::timestamptz)))`

/** When the next approved request of the `person` of a query ends, though a role may go on giving the permission; null for none. */
export const nextOutboundEnd = (asOf: Date): RawBuilder<Date | null> => sql<Date | null>`(
  select min(q.until) from outbound_request q
  where q.person_id = person.id and q.state = 'approved' and q.until > ${asOf}::timestamptz)`

export async function mayShareOutside(db: Reader, personId: string, asOf: Date): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select ${hasOutbound(asOf)} as may from person where id = ${personId}::uuid`.execute(db)
  return rows[0]?.may ?? false
}

export async function requireOutbound(db: Reader, personId: string, asOf: Date): Promise<void> {
  if (!(await mayShareOutside(db, personId, asOf))) refuse('no_outbound_permission')
}
