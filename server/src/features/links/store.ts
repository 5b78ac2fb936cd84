import type { LinkPermission, LinkValidity, LinkVisitor } from '@clouddisk/contract/links'
import { sql } from 'kysely'
import type { PrincipalRef } from '../../access/principals.ts'
import type { Reader, Tx } from '../../db/database.ts'
import type { LinkSettings } from './settings.ts'

/** SQL of links; no rules here. */

export interface LinkRow {
  readonly id: string
  readonly path: string
  readonly ownerId: string
  readonly visitor: LinkVisitor
  readonly permissions: readonly LinkPermission[]
  readonly code: Buffer | null
  readonly validity: LinkValidity
  readonly expiresAt: Date | null
  readonly maxVisits: number | null
  readonly visits: number
  readonly watermark: boolean
  readonly remark: string
  readonly downloadCount: number
  readonly saveCount: number
  readonly createdAt: Date
  readonly endedAt: Date | null
  /** What an administrator wrote who stopped it. */
  readonly endReason: string | null
}

const columns = [
  'id',
  'path',
  'created_by as ownerId',
  'visitor',
  'permissions',
  'code',
  'validity',
  'expires_at as expiresAt',
  'max_visits as maxVisits',
  'visits',
  'watermark',
  'remark',
  'download_count as downloadCount',
  'save_count as saveCount',
  'created_at as createdAt',
  'ended_at as endedAt',
  'end_reason as endReason',
] as const

export async function linksById(db: Reader, ids: readonly string[]): Promise<Map<string, LinkRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('link').select(columns).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The link, locked until the transaction ends. */
export async function lockLink(tx: Tx, id: string): Promise<LinkRow | undefined> {
  return tx.selectFrom('link').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
}

const valuesOf = (settings: Omit<LinkSettings, 'code' | 'principalIds'>) => ({
  visitor: settings.visitor,
  permissions: [...settings.permissions],
  validity: settings.validity,
  expires_at: settings.expiresAt,
  max_visits: settings.maxVisits,
  watermark: settings.watermark,
  remark: settings.remark,
})

export async function insertLink(
  tx: Tx,
  link: {
    id: string
    path: string
    ownerId: string
    code: Buffer | null
    fileIds: readonly string[]
    createdAt: Date
  },
  settings: LinkSettings,
): Promise<void> {
  const { id, path, ownerId, code, fileIds, createdAt } = link
  await tx
    .insertInto('link')
    .values({ id, path, created_by: ownerId, code, created_at: createdAt, ...valuesOf(settings) })
    .execute()
  await tx
    .insertInto('link_target')
    .values(fileIds.map((fileId, position) => ({ link_id: id, file_id: fileId, position })))
    .execute()
}

export async function updateLink(
  tx: Tx,
  id: string,
  code: Buffer | null,
  settings: LinkSettings,
): Promise<void> {
  await tx
    .updateTable('link')
    .set({ code, reminded_at: null, end_notified_at: null, ...valuesOf(settings) })
    .where('id', '=', id)
    .execute()
}

export async function replacePrincipals(
  tx: Tx,
  linkId: string,
  principals: readonly PrincipalRef[],
): Promise<void> {
  await tx.deleteFrom('link_principal').where('link_id', '=', linkId).execute()
  if (principals.length === 0) return
  await tx
    .insertInto('link_principal')
    .values(
      principals.map(({ principalType, principalId }) => ({
        link_id: linkId,
        principal_type: principalType,
        principal_id: principalId,
      })),
    )
    .execute()
}

/** Active people, departments, and groups of these; the others are left out. */
export async function existingPrincipals(
  tx: Tx,
  ids: readonly string[],
  groups: readonly string[],
): Promise<PrincipalRef[]> {
  const { rows } = await sql<PrincipalRef>`
    select 'person' as "principalType", id as "principalId" from person where id = any(${ids}::uuid[]) and status = 'active'
    union all select 'department', id from department where id = any(${ids}::uuid[])
    union all select 'group', id from "group" where id = any(${groups}::uuid[])`.execute(tx)
  return rows
}

export async function principalsOf(
  db: Reader,
  linkIds: readonly string[],
): Promise<(PrincipalRef & { linkId: string })[]> {
  if (linkIds.length === 0) return []
  return db
    .selectFrom('link_principal')
    .select(['link_id as linkId', 'principal_type as principalType', 'principal_id as principalId'])
    .where('link_id', 'in', linkIds)
    .orderBy('principal_id')
    .execute()
}

export interface TargetRow {
  readonly linkId: string
  readonly fileId: string
}

export async function targetsOf(db: Reader, linkIds: readonly string[]): Promise<TargetRow[]> {
  if (linkIds.length === 0) return []
  return db
    .selectFrom('link_target')
    .select(['link_id as linkId', 'file_id as fileId'])
    .where('link_id', 'in', linkIds)
    .orderBy('position')
    .execute()
}

/** Links to these files that were not stopped and whose time is not over, whoever made them. */
export async function openLinksTo(
  db: Reader,
  fileIds: readonly string[],
  asOf: Date,
): Promise<{ fileId: string; linkId: string; ownerId: string }[]> {
  if (fileIds.length === 0) return []
  return db
    .selectFrom('link_target as t')
    .innerJoin('link as l', 'l.id', 't.link_id')
    .select(['t.file_id as fileId', 'l.id as linkId', 'l.created_by as ownerId'])
    .where('t.file_id', 'in', fileIds)
    .where('l.ended_at', 'is', null)
    .where((eb) => eb.or([eb('l.expires_at', 'is', null), eb('l.expires_at', '>', asOf)]))
    .where((eb) => eb.or([eb('l.max_visits', 'is', null), eb('l.visits', '<', eb.ref('l.max_visits'))]))
    .execute()
}

export async function endLinks(tx: Tx, ids: readonly string[], endedAt: Date): Promise<void> {
  await tx.updateTable('link').set({ ended_at: endedAt }).where('id', 'in', ids).execute()
}

export async function deleteVisitors(tx: Tx, linkId: string): Promise<void> {
  await tx.deleteFrom('link_visitor').where('link_id', '=', linkId).execute()
}

export interface NewVisitor {
  readonly id: string
  readonly linkId: string
  readonly tokenHash: Buffer
  readonly personId: string | null
  readonly personSessionId: string | null
  readonly ip: string
  readonly device: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

export async function insertVisitor(db: Reader, visitor: NewVisitor): Promise<void> {
  await db
    .insertInto('link_visitor')
    .values({
      id: visitor.id,
      link_id: visitor.linkId,
      token_hash: visitor.tokenHash,
      person_id: visitor.personId,
      session_id: visitor.personSessionId,
      ip: visitor.ip,
      device: visitor.device,
      created_at: visitor.createdAt,
      expires_at: visitor.expiresAt,
    })
    .execute()
}

/** The person of a visit has signed in again. */
export async function moveVisitor(db: Reader, visitorId: string, personSessionId: string): Promise<void> {
  await db
    .updateTable('link_visitor')
    .set({ session_id: personSessionId })
    .where('id', '=', visitorId)
    .execute()
}

/** Marks the visitor's visit as counted, unless one of `since` or later is. Answers whether it was marked now. */
export async function beginVisit(tx: Tx, visitorId: string, now: Date, since: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('link_visitor')
    .set({ visited_at: now })
    .where('id', '=', visitorId)
    .where((eb) => eb.or([eb('visited_at', 'is', null), eb('visited_at', '<', since)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Counts a visit; undefined if they are used up. `isFirst`: nobody opened the link before. */
export async function countVisit(
  tx: Tx,
  linkId: string,
  now: Date,
): Promise<{ isFirst: boolean } | undefined> {
  const { rows } = await sql<{ isFirst: boolean }>`
    update link set visits = visits + 1, opened_at = coalesce(opened_at, ${now}::timestamptz)
    where id = ${linkId}::uuid and (max_visits is null or visits < max_visits)
    returning visits = 1 as "isFirst"`.execute(tx)
  return rows[0]
}

/** Marks that the owner is notified of somebody locked out; false if that was done since. */
export async function markLocked(tx: Tx, linkId: string, now: Date, since: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('link')
    .set({ locked_at: now })
    .where('id', '=', linkId)
    .where((eb) => eb.or([eb('locked_at', 'is', null), eb('locked_at', '<', since)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What is named of a link where there is room for one. */
export function firstTarget(
  db: Reader,
  linkId: string,
): Promise<{ id: string; name: string; isFolder: boolean; groupId: string | null } | undefined> {
  return db
    .selectFrom('link_target as t')
    .innerJoin('file as f', 'f.id', 't.file_id')
    .leftJoin('group as g', 'g.id', 'f.space_id')
    .select(['f.id', 'f.name', 'f.is_folder as isFolder', 'g.id as groupId'])
    .where('t.link_id', '=', linkId)
    .orderBy('t.position')
    .executeTakeFirst()
}

export interface EndingLink {
  readonly id: string
  readonly ownerId: string
  readonly expiresAt: Date | null
}

/**
 * Marks links as reminded whose time is over before `until`, and answers them. Those that were made for no longer than the
 * reminder's time ahead are left out.
 */
export async function markExpiring(tx: Tx, now: Date, until: Date, limit: number): Promise<EndingLink[]> {
  const { rows } = await sql<EndingLink>`
    update link set reminded_at = ${now}::timestamptz where id in (
      select id from link where ended_at is null and reminded_at is null and expires_at > ${now}::timestamptz
        and expires_at <= ${until}::timestamptz
        and expires_at - created_at > ${until}::timestamptz - ${now}::timestamptz + interval '1 day'
      order by expires_at limit ${limit} for update skip locked
    ) returning id, created_by as "ownerId", expires_at as "expiresAt"`.execute(tx)
  return rows
}

/** Likewise links that do not open any more, by their time or their visits. */
export async function markEnded(tx: Tx, now: Date, limit: number): Promise<EndingLink[]> {
  const { rows } = await sql<EndingLink>`
    update link set end_notified_at = ${now}::timestamptz where id in (
      select id from link where ended_at is null and end_notified_at is null
        and (expires_at <= ${now}::timestamptz or visits >= max_visits)
      order by id limit ${limit} for update skip locked
    ) returning id, created_by as "ownerId", expires_at as "expiresAt"`.execute(tx)
  return rows
}

/** Links stopped before, and sessions that are over. */
export async function deleteOld(db: Reader, stoppedBefore: Date, now: Date): Promise<void> {
  await db.deleteFrom('link').where('ended_at', '<', stoppedBefore).execute()
  await db.deleteFrom('link_visitor').where('expires_at', '<', now).execute()
}
