import type { Language } from '@clouddisk/contract/errors'
import type { ShownPrincipal } from '@clouddisk/contract/people'
import { ROLE_ITEMS, SHARE_ROLES, type ShareRole } from '@clouddisk/contract/roles'
import type { Input, Reply } from '@clouddisk/contract/route'
import {
  type checkShared,
  type pageShares,
  SHARERS_MAX,
  type Share,
  type Sharer,
} from '@clouddisk/contract/shares'
import type { Actor } from '../../access/actor.ts'
import { presentPrincipals } from '../../access/principals.ts'
import { type ResolvedItem, resolve, resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse } from '../../errors/refusal.ts'
import { Paging } from '../../http/paging.ts'
import { presentRow } from '../../tree/present.ts'
import * as listed from './list-store.ts'
import { refuseUnshareable } from './shares.ts'
import * as store from './store.ts'

/** What somebody has shared and what was shared with it, and who has a share. */

/** Of those who have a share, the first few beside it in a list. */
const MEMBERS_SHOWN = 4

export async function page(
  ctx: Context,
  actor: Actor,
  input: Input<typeof pageShares>,
  language: Language,
): Promise<Reply<typeof pageShares>> {
  const db = ctx.db.reader
  const { type } = input
  const paging = new Paging<listed.OrderBy>(ctx.secrets, `shares:${type}`, actor.personId, listed.isKey)
  const pageQuery = paging.read(input, 'createTime', 'createTime')
  const seeker = await toShareListViewer(db, actor, type)
  const { rows, total } = await listed.pageShares(db, type, seeker, pageQuery)
  const last = rows.length === pageQuery.pageSize ? rows.at(-1) : undefined
  return {
    list: await presentAll(db, actor, rows, language),
    total,
    ...paging.response(pageQuery, last && listed.keyOf(last, pageQuery.orderBy)),
  }
}

async function toShareListViewer(
  db: Reader,
  actor: Actor,
  type: listed.ListType,
): Promise<listed.ShareListViewer> {
  const { personId, principals, asOf, permissionBoundary } = actor
  const gives = (role: ShareRole) =>
    ROLE_ITEMS[role].some((item) => !permissionBoundary || permissionBoundary.has(item))
  const barred = type === 'published' ? await revokedShares(db, actor) : []
  return { personId, principals, asOf, roles: SHARE_ROLES.filter(gives), barred }
}

/** Shares that the actor made of other people's files, and may not look after any more. */
async function revokedShares(db: Reader, actor: Actor): Promise<string[]> {
  const made = await listed.sharesOutsideOwnSpace(db, actor.personId)
  const located = await resolveAll(
    db,
    actor,
    made.map((share) => share.fileId),
  )
  return made.flatMap(({ id, fileId }) => (located.get(fileId)?.permissions.has('members') ? [] : [id]))
}

async function presentAll(
  db: Reader,
  actor: Actor,
  rows: readonly listed.ShareListRow[],
  language: Language,
): Promise<Share[]> {
  const ids = rows.map((row) => row.id)
  const [located, reaches, shares] = await Promise.all([
    resolveAll(db, actor, ids),
    store.shareAudience(db, ids, actor.asOf, MEMBERS_SHOWN),
    listed.loadShareViews(db, actor, ids),
  ])
  const named = await presentSharePrincipals(db, [...reaches.values()])
  return rows.flatMap((row) => {
    const item = located.get(row.id)
    const reach = reaches.get(row.id)
    const share = shares.get(row.id)
    // Ended since the page was read.
    if (!item || !reach || !share || share.ownerId === null) return []
    return [
      {
        shareId: share.shareId,
        fileSharingId: share.shareId,
        instance: presentRow(share, item, language),
        ownerId: share.ownerId,
        ownerName: share.ownerName,
        role: share.ownerId === actor.personId ? ('owner' as const) : strongest(row.roles),
        expireTime: (row.roles.length > 0 ? row.end : reach.end)?.toISOString() ?? null,
        memberCount: reach.reached,
        members: reach.first.flatMap((entry) => sharerOf(actor, entry, named)),
        message: share.message,
        createTime: row.sharedAt.toISOString(),
      },
    ]
  })
}

/** Those who are named beside shares. People come with the entries; most shares have none but those. */
async function presentSharePrincipals(
  db: Reader,
  reaches: readonly store.ShareAudience[],
): Promise<Map<string, ShownPrincipal>> {
  const all = reaches.flatMap(({ first }) => first)
  const shown = await presentPrincipals(
    db,
    all.filter((entry) => entry.principalType !== 'person'),
  )
  for (const { principalId, name, accountName } of all) {
    if (name === null || accountName === null) continue
    shown.set(principalId, { principalType: 'user', principalId, name, detail: accountName, count: 1 })
  }
  return shown
}

/** What somebody has by several entries is named by the strongest. What one publishes of another's, one manages. */
const strongest = (roles: readonly string[]): ShareRole =>
  SHARE_ROLES.find((role) => roles.includes(role)) ?? 'manager'

function sharerOf(
  actor: Actor,
  entry: store.ShareEntry,
  shown: ReadonlyMap<string, ShownPrincipal>,
): Sharer[] {
  const principal = shown.get(entry.principalId)
  if (!principal) return []
  return [
    {
      ...principal,
      role: entry.role as ShareRole,
      expireTime: entry.expiresAt?.toISOString() ?? null,
      createTime: entry.createdAt.toISOString(),
      isSelf: entry.principalId === actor.personId,
    },
  ]
}

/** Who has what is shared, for anybody who has it too: its owner first, then in the order in which they came. */
export async function sharers(
  db: Reader,
  actor: Actor,
  target: { fileSharingId?: string | undefined; instanceId?: string | undefined },
): Promise<Sharer[]> {
  return sharersOf(db, actor, await resolve(db, actor, await sharedFile(db, target)), SHARERS_MAX)
}

/** All of them, however many, as a workbook has them. */
export async function allSharers(db: Reader, actor: Actor, fileSharingId: string): Promise<Sharer[]> {
  return sharersOf(db, actor, await resolve(db, actor, await sharedFile(db, { fileSharingId })), null)
}

/** The same once it was changed: none for who took itself out, and all for who made the call under a share that is over. */
export async function countMoreSharers(
  db: Reader,
  { sharingId: _, ...actor }: Actor,
  fileId: string,
): Promise<Sharer[]> {
  const item = (await resolveAll(db, actor, [fileId])).get(fileId)
  return item ? sharersOf(db, actor, item, SHARERS_MAX) : []
}

async function sharersOf(
  db: Reader,
  actor: Actor,
  item: ResolvedItem,
  limit: number | null,
): Promise<Sharer[]> {
  if (item.spaceKind !== 'person') refuse('not_found')
  const owner = (await store.ownersOf(db, [item.spaceId])).get(item.spaceId) ?? refuse('not_found')
  const first = limit === null ? undefined : { personId: actor.personId, limit }
  const entries = await store.entriesOf(db, item.id, actor.asOf, first)
  const shown = await presentPrincipals(db, entries)
  const self: Sharer = {
    principalType: 'user',
    principalId: owner.id,
    name: owner.name,
    detail: owner.accountName,
    count: 1,
    role: 'owner',
    expireTime: null,
    createTime: owner.since.toISOString(),
    isSelf: owner.id === actor.personId,
  }
  return [self, ...entries.flatMap((entry) => sharerOf(actor, entry, shown))]
}

async function sharedFile(
  db: Reader,
  { fileSharingId, instanceId }: { fileSharingId?: string | undefined; instanceId?: string | undefined },
): Promise<string> {
  if (fileSharingId === undefined) return instanceId ?? refuse('not_found')
  if (!isId(fileSharingId)) refuse('not_found')
  const share = (await store.sharesById(db, [fileSharingId])).get(fileSharingId.toLowerCase())
  return share?.fileId ?? refuse('not_found')
}

export async function check(
  db: Reader,
  actor: Actor,
  instanceId: string,
): Promise<Reply<typeof checkShared>> {
  const item = await resolve(db, actor, instanceId)
  const share = (await store.sharesOfFiles(db, [item.id])).get(item.id)
  refuseUnshareable(item, share !== undefined)
  const above = item.visiblePath.slice(0, -1).map((step) => step.id)
  const unlisted = share ? (await store.countEntries(db, item.id, actor.asOf)) - SHARERS_MAX : 0
  return {
    shared: share !== undefined,
    fileSharingId: share?.id ?? null,
    message: share?.message ?? '',
    above: (await store.sharesOfFiles(db, above)).size,
    below: await store.countBelow(db, item),
    ...(unlisted > 0 && { unlisted }),
  }
}
