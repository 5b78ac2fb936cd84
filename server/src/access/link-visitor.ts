import {
  LINK_ITEMS,
  type LinkPermission,
  type LinkReason,
  type LinkStatus,
  type LinkVisitor,
} from '@clouddisk/contract/links'
import type { PermissionItem } from '@clouddisk/contract/roles'
import { type RawBuilder, sql } from 'kysely'
import { recordChange } from '../db/changes.ts'
import type { Database, Reader, Tx } from '../db/database.ts'
import { isId } from '../db/ids.ts'
import type { LinkReview } from '../db/schema.ts'
import { refuse } from '../errors/refusal.ts'
import { type Actor, loadActor, type Memberships, toActor } from './actor.ts'
import { isHigh } from './classification.ts'
import { hasOutbound, nextOutboundEnd } from './outbound.ts'
import { type ResolvedItem, resolveAll } from './resolve.ts'

/**
 * Visitors of external links as actors (C9, C13, C25). A visitor acts as the link's owner, limited to what the link opens
 * (resolve.ts) and to its permissions, so that the state of a link follows from data at each call: nothing has to be revoked.
 */

/** A link with what decides whether it opens. */
export interface LinkAccess {
  readonly id: string
  readonly path: string
  readonly ownerId: string
  readonly ownerName: string
  readonly visitor: LinkVisitor
  readonly permissions: readonly LinkPermission[]
  /** Sealed. */
  readonly code: Buffer | null
  readonly expiresAt: Date | null
  readonly maxVisits: number | null
  readonly visits: number
  readonly watermark: boolean
  readonly endedAt: Date | null
  readonly review: LinkReview
  readonly isChecked: boolean
  readonly openedAt: Date | null
  readonly ownerMaySignIn: boolean
  /** Whether the owner has the outbound permission. */
  readonly ownerHasOutbound: boolean
  /** Whether any of its targets is in a space: what is in the recycle bin is not. */
  readonly hasTarget: boolean
}

/** Whether anything that a link `l` opens is in a space. */
const hasTarget = sql<boolean>`exists (
    with recursive up as (
      select f.id, f.parent_id from link_target t join file f on f.id = t.file_id where t.link_id = l.id
      union
      select f.id, f.parent_id from up join file f on f.id = up.parent_id
    )
    select from up join space s on s.root_id = up.id where up.parent_id is null
  )`

/** What decides about a link `l` of `person`. `isThere`: for many links, whether what they open is in a space. */
export const linkColumns = (asOf: Date, isThere: RawBuilder<unknown> = hasTarget) => sql`
  l.id, l.path, l.created_by as "ownerId", person.real_name as "ownerName", person.account_name as "accountName",
  l.visitor, l.permissions, l.code, l.expires_at as "expiresAt", l.max_visits as "maxVisits", l.visits, l.watermark,
  l.ended_at as "endedAt", l.review, l.is_checked as "isChecked", l.opened_at as "openedAt",
  person.status = 'active' and (person.valid_until is null or person.valid_until > ${asOf}::timestamptz) as "ownerMaySignIn",
  ${hasOutbound(asOf)} as "ownerHasOutbound", ${isThere} as "hasTarget"`

/** The link of an address; undefined if there is none. */
export async function linkByPath(db: Reader, path: string, asOf: Date): Promise<LinkAccess | undefined> {
  const { rows } = await sql<LinkAccess>`
    select ${linkColumns(asOf)} from link l join person on person.id = l.created_by where l.path = ${path}`.execute(
    db,
  )
  return rows[0]
}

/** Links by id, whether or not they open. */
export async function linkAccessOf(
  db: Reader,
  ids: readonly string[],
  asOf: Date,
): Promise<Map<string, LinkAccess>> {
  const { rows } = await sql<LinkAccess>`
    select ${linkColumns(asOf)} from link l join person on person.id = l.created_by
    where l.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export interface LinkState {
  readonly status: LinkStatus
  readonly reason?: LinkReason
}

const REVIEWS: Readonly<Record<Exclude<LinkReview, 'passed'>, LinkState>> = {
  scanning: { status: 'verifying' },
  waiting: { status: 'verifying' },
  blocked: { status: 'failed', reason: 'blocked' },
  refused: { status: 'failed', reason: 'refused' },
  timeout: { status: 'failed', reason: 'reviewTimeout' },
}

export function stateOf(
  link: Pick<
    LinkAccess,
    | 'endedAt'
    | 'review'
    | 'ownerMaySignIn'
    | 'ownerHasOutbound'
    | 'hasTarget'
    | 'expiresAt'
    | 'maxVisits'
    | 'visits'
  >,
  asOf: Date,
): LinkState {
  if (link.endedAt) return { status: 'expired', reason: 'stopped' }
  if (link.review !== 'passed') return REVIEWS[link.review]
  if (!link.ownerMaySignIn) return { status: 'failed', reason: 'owner' }
  if (!link.ownerHasOutbound) return { status: 'failed', reason: 'outbound' }
  if (!link.hasTarget) return { status: 'failed', reason: 'target' }
  if (link.expiresAt && link.expiresAt <= asOf) return { status: 'expired', reason: 'time' }
  if (link.maxVisits !== null && link.visits >= link.maxVisits) return { status: 'expired', reason: 'visits' }
  return { status: 'valid' }
}

/** `stateOf`, and whether the owner may still share any of what the link opens. */
export function sharedStateOf(link: Parameters<typeof stateOf>[0], isShared: boolean, asOf: Date): LinkState {
  const state = stateOf(link, asOf)
  return state.status === 'valid' && !isShared ? { status: 'failed', reason: 'target' } : state
}

/** Whether `stateOf` has this status, over the columns of `linkColumns` as `l`. Written so that cheap conditions decide first. */
export function hasStatus(
  status: LinkStatus,
  asOf: Date,
  hasTarget: RawBuilder<unknown> = sql`l."hasTarget"`,
): RawBuilder<unknown> {
  const isOver = sql`(coalesce(l."expiresAt" <= ${asOf}::timestamptz, false) or coalesce(l.visits >= l."maxVisits", false))`
  const isKept = sql`l."ownerMaySignIn" and l."ownerHasOutbound" and ${hasTarget}`
  switch (status) {
    case 'verifying':
      return sql`(l."endedAt" is null and l.review in ('scanning', 'waiting'))`
    case 'failed':
      return sql`(l."endedAt" is null and l.review not in ('scanning', 'waiting')
        and (l.review <> 'passed' or not l."ownerMaySignIn" or not l."ownerHasOutbound" or not ${hasTarget}))`
    case 'expired':
      return sql`(l."endedAt" is not null or (l.review = 'passed' and ${isOver} and ${isKept}))`
    case 'valid':
      return sql`(l."endedAt" is null and l.review = 'passed' and not ${isOver} and ${isKept})`
  }
}

/** Throws unless the link opens. A visitor whose visit was counted stays when the visits are used up. */
export function requireOpens(link: LinkAccess, asOf: Date, isCounted = false): void {
  const { status, reason } = stateOf(link, asOf)
  if (status === 'valid' || (reason === 'visits' && isCounted)) return
  if (status === 'verifying') refuse('link_under_review')
  if (reason === 'visits') refuse('link_used_up')
  refuse(reason === 'target' || reason === 'owner' || reason === 'outbound' ? 'link_gone' : 'link_expired')
}

/** Whether the link of a session still opens for a visitor who is in. */
export const opens = ({ link }: Pick<LinkSession, 'link'>, asOf: Date): boolean => {
  const { status, reason } = stateOf(link, asOf)
  return status === 'valid' || reason === 'visits'
}

/** A visitor's session of one link. */
export interface LinkSession {
  readonly link: LinkAccess
  readonly visitorId: string
  /** Who was signed in when it began. */
  readonly personId: string | null
  /** Of that person. */
  readonly personSessionId: string | null
  readonly expiresAt: Date
  readonly visitedAt: Date | null
  /** The next moment at which the owner may lose by time what the link opens by: the account, or an approved request. */
  readonly ownerLosesAt: Date | null
  /** May do what the link permits. */
  readonly actor: Actor
}

const PREFIX = 'link-'
/** `sessionId` of a visitor's actor, in signed addresses too. */
export const toVisitorSessionId = (visitorId: string): string => `${PREFIX}${visitorId}`
/** Undefined for the session of a person. */
export const visitorIdOf = (sessionId: string): string | undefined => {
  const id = sessionId.startsWith(PREFIX) ? sessionId.slice(PREFIX.length) : ''
  return isId(id) ? id : undefined
}

type VisitorRow = LinkAccess & {
  memberships: Memberships
  accountName: string
  visitorId: string
  personId: string | null
  personSessionId: string | null
  sessionExpiresAt: Date
  visitedAt: Date | null
  ownerLosesAt: Date | null
  /** Of a visitor who was signed in: still active. */
  personMaySignIn: boolean
}

export const sessionByToken = (db: Reader, tokenHash: Buffer, asOf: Date): Promise<LinkSession | undefined> =>
  loadSession(db, sql`v.token_hash = ${tokenHash}`, asOf)

export const sessionById = (db: Reader, visitorId: string, asOf: Date): Promise<LinkSession | undefined> =>
  loadSession(db, sql`v.id = ${visitorId}::uuid`, asOf)

/** Undefined if the session is over. Whether its link still opens is up to `requireOpens`. */
async function loadSession(
  db: Reader,
  which: ReturnType<typeof sql>,
  asOf: Date,
): Promise<LinkSession | undefined> {
  const { rows } = await sql<VisitorRow>`
    select ${linkColumns(asOf)}, memberships_of(person.id) as memberships, v.id as "visitorId", v.person_id as "personId",
      v.session_id as "personSessionId", v.expires_at as "sessionExpiresAt", v.visited_at as "visitedAt",
      least(person.valid_until, ${nextOutboundEnd(asOf)}) as "ownerLosesAt",
      p.id is null or (p.status = 'active' and (p.valid_until is null or p.valid_until > ${asOf}::timestamptz)) as "personMaySignIn"
    from link_visitor v join link l on l.id = v.link_id join person on person.id = l.created_by
    left join person p on p.id = v.person_id
    where ${which}`.execute(db)
  const [row] = rows
  if (!row?.personMaySignIn || row.sessionExpiresAt <= asOf) return undefined
  const { visitorId, personId, personSessionId, sessionExpiresAt: expiresAt, visitedAt, ownerLosesAt } = row
  return {
    link: row,
    visitorId,
    personId,
    personSessionId,
    expiresAt,
    visitedAt,
    ownerLosesAt,
    actor: toVisitorActor(row, asOf),
  }
}

function toVisitorActor(row: VisitorRow, asOf: Date): Actor {
  const { ownerId: personId, ownerName: realName, accountName, visitorId } = row
  const { admin: _, ...owner } = toActor(
    { personId, realName, accountName, sessionId: toVisitorSessionId(visitorId), asOf },
    row.memberships,
  )
  const boundary = owner.permissionBoundary
  const mayShare = row.ownerHasOutbound && (!boundary || boundary.has('share'))
  const items = row.permissions.flatMap((one): readonly PermissionItem[] =>
    mayShare ? (LINK_ITEMS[one] ?? []) : [],
  )
  return {
    ...owner,
    permissionBoundary: new Set(items.filter((item) => !boundary || boundary.has(item))),
    link: {
      id: row.id,
      visitorId,
      visitorPersonId: row.personId,
      path: row.path,
      isChecked: row.isChecked,
      watermark: row.watermark,
      until: row.sessionExpiresAt,
    },
  }
}

/** Whether the owner of a link may still share any of what it opens. The permissions of files are not in `stateOf`. */
export async function isStillShared(
  db: Reader,
  link: Pick<LinkAccess, 'id' | 'ownerId'>,
  asOf: Date,
): Promise<boolean> {
  const owner = await loadActor(db, link.ownerId, asOf)
  return owner !== undefined && (await sharedTargets(db, owner, [link.id])).has(link.id)
}

/** Those of an owner's links that open something that the owner may share. */
export async function sharedTargets(
  db: Reader,
  owner: Actor,
  linkIds: readonly string[],
): Promise<Set<string>> {
  const targets = await linkTargets(db, linkIds)
  const found = await resolveAll(
    db,
    owner,
    [...targets.values()].flatMap((ids) => [...ids]),
  )
  // `share` is not among what a visitor's actor has; what it cannot share it does not see.
  const isShared = (id: string) => (owner.link ? found.has(id) : isLinkable(found.get(id)))
  return new Set(linkIds.filter((id) => [...(targets.get(id) ?? [])].some(isShared)))
}

const isLinkable = (item: ResolvedItem | undefined): boolean =>
  item?.permissions.has('share') === true && !isHigh(item.setLevel)

/** What links open, whether or not it is still there. */
export async function linkTargets(db: Reader, linkIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const targets = new Map<string, Set<string>>(linkIds.map((id) => [id, new Set()]))
  if (targets.size === 0) return targets
  const rows = await db
    .selectFrom('link_target')
    .select(['link_id as linkId', 'file_id as fileId'])
    .where('link_id', 'in', [...targets.keys()])
    .execute()
  for (const { linkId, fileId } of rows) targets.get(linkId)?.add(fileId)
  return targets
}

/**
 * The author of a change, for the feed and the audit log: a visitor of a link has the rights of its owner, and does nothing in the
 * owner's name.
 */
export const authorOf = ({
  personId,
  link,
}: Pick<Actor, 'personId' | 'link'>): { actorId: string | null; details: Record<string, unknown> } =>
  link
    ? { actorId: link.visitorPersonId, details: { linkId: link.id, visitorId: link.visitorId } }
    : { actorId: personId, details: {} }

/** Whether somebody is admitted by a link's class of visitors. */
export async function isAdmitted(
  db: Reader,
  link: Pick<LinkAccess, 'id' | 'visitor' | 'ownerId'>,
  person: Pick<Actor, 'personId' | 'principals'> | undefined,
): Promise<boolean> {
  if (link.visitor === 'anyone') return true
  if (!person) return false
  if (link.visitor === 'signedIn' || person.personId === link.ownerId) return true
  const row = await db
    .selectFrom('link_principal')
    .select('principal_id')
    .where('link_id', '=', link.id)
    .where('principal_id', '=', sql<string>`any(${person.principals}::uuid[])`)
    .executeTakeFirst()
  return row !== undefined
}

/** As `isAdmitted`, for the person of a session that began earlier; whether they are still signed in is up to the caller. */
export async function isStillAdmitted(
  db: Reader,
  { link, personId }: Pick<LinkSession, 'link' | 'personId'>,
  asOf: Date,
): Promise<boolean> {
  if (link.visitor === 'anyone') return true
  return personId !== null && isAdmitted(db, link, await loadActor(db, personId, asOf))
}

export type LinkCounter = 'download_count' | 'save_count'

/** Adds to a counter of the visitor's link, and tells its owner's pages. */
export async function countUse(
  db: Database,
  { link, personId }: Pick<Actor, 'link' | 'personId'>,
  counter: LinkCounter,
  by = 1,
): Promise<void> {
  if (!link) return
  await db.transact(async (tx) => {
    await tx
      .updateTable('link')
      .set((eb) => ({ [counter]: eb(counter, '+', by) }))
      .where('id', '=', link.id)
      .execute()
    await recordVisited(tx, personId)
  })
}

/** The owner's list of links shows another count. */
export const recordVisited = (tx: Tx, ownerId: string): Promise<void> =>
  recordChange(tx, {
    kind: 'link.visited',
    spaceId: null,
    personId: ownerId,
    fileId: null,
    parentIds: [],
    actorId: null,
  })
