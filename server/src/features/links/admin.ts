import {
  type AdminLink,
  LINK_STOP_REASON_MAX,
  type pageAdminLinks,
  type stopAdminLinks,
} from '@clouddisk/contract/admin-links'
import type { Language } from '@clouddisk/contract/errors'
import { lengthOf } from '@clouddisk/contract/names'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { Unknown } from '@clouddisk/contract/unknown-items'
import { type Actor, loadActors } from '../../access/actor.ts'
import {
  adminScope,
  hasAdvancedRole,
  isInScope,
  ownersHiddenFromBrowsing,
  requireManagePerson,
} from '../../access/admin.ts'
import { linkAccessOf, sharedStateOf, sharedTargets } from '../../access/link-visitor.ts'
import { presentPrincipals } from '../../access/principals.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { instantOf } from '../../http/instant.ts'
import { Paging } from '../../http/paging.ts'
import { attemptItem, batchIds, type ItemResult, succeeded } from '../../tree/batch.ts'
import { folderPaths } from '../../tree/folder-paths.ts'
import { rootName } from '../../tree/present.ts'
import * as admin from './admin-store.ts'
import { type DecidedPerson, mayStop } from './deciders.ts'
import { presentedTargets } from './list-store.ts'
import { toTarget } from './lists.ts'
import { notifyOwner } from './notices.ts'
import { withWaitingFiles } from './review/review-store.ts'
import * as store from './store.ts'

/** External links of everybody, for administrators; an orgAdmin sees those of its departments' people. */

const COUNT_MAX = 10_000
/** Whether a link opens takes a look at each, so fewer are counted. */
const COUNT_BY_STATUS_MAX = 1000
/** So much of an address names a link without opening it. */
export const START_LENGTH = 6

export async function pageAll(
  ctx: Context,
  actor: Actor,
  input: Input<typeof pageAdminLinks>,
  language: Language,
): Promise<Reply<typeof pageAdminLinks>> {
  const { ownerId, departmentId, status } = input
  if (ownerId !== undefined && !isId(ownerId)) refuseNotFound('user')
  if (departmentId !== undefined && !isId(departmentId)) refuseNotFound('department')
  const narrowed = {
    ownerId,
    departmentId,
    status,
    start: instantOf(input, 'startTime'),
    end: instantOf(input, 'endTime'),
    path: pathIn(input.keyword ?? ''),
  } as const
  const list = [actor.personId, ...Object.values(narrowed)].join()
  const paging = new Paging<admin.OrderBy>(ctx.secrets, 'admin-links', list, admin.isKey)
  const pageQuery = paging.read(input, 'createTime', 'createTime')
  const scope = adminScope(actor, 'links', 'read')
  const filter: admin.AdminLinkFilter = {
    ...narrowed,
    scope: scope === 'all' ? null : [...scope],
    keyword: narrowed.path === undefined ? pageQuery.keyword : '',
    asOf: ctx.now(),
  }
  const most = status === undefined ? COUNT_MAX : COUNT_BY_STATUS_MAX
  const db = ctx.db.reader
  const rows = await admin.pageAdminLinks(db, filter, pageQuery)
  const isAll = pageQuery.pageNo === 1 && rows.length < pageQuery.pageSize
  const total = isAll ? rows.length : await admin.countAdminLinks(db, filter, most)
  const last = rows.length === pageQuery.pageSize ? rows.at(-1) : undefined
  return {
    list: await present(
      ctx,
      actor,
      rows.map(({ id }) => id),
      language,
    ),
    total: Math.min(total, most),
    truncated: total > most,
    ...paging.response(pageQuery, last && admin.keyOf(last)),
  }
}

/** The secret part of an address that somebody reports; undefined for other words. */
const pathIn = (text: string): string | undefined =>
  /(?:^|[?&]link=)([\w-]{32})(?:$|[&#\s])/.exec(text.trim())?.[1]

async function present(
  ctx: Context,
  actor: Actor,
  ids: readonly string[],
  language: Language,
): Promise<AdminLink[]> {
  const db = ctx.db.reader
  const asOf = ctx.now()
  const [links, access, owners, named, targets, places, hidden, waiting] = await Promise.all([
    store.linksById(db, ids),
    linkAccessOf(db, ids, asOf),
    admin.linkOwners(db, ids),
    store.principalsOf(db, ids),
    presentedTargets(db, ids),
    admin.placesOf(db, ids),
    ownersHiddenFromBrowsing(db, actor),
    withWaitingFiles(db, ids),
  ])
  const scope = adminScope(actor, 'links', 'read')
  const seen = [...places.values()].filter(
    ({ spaceOwnerId, spaceDepartmentId }) =>
      isInScope(scope, spaceDepartmentId) && !(spaceOwnerId !== null && hidden.includes(spaceOwnerId)),
  )
  const [shared, shown, paths] = await Promise.all([
    sharedOf(ctx, [...owners.values()], places),
    presentPrincipals(db, named),
    folderPaths(
      db,
      seen.map(({ parentId }) => parentId),
    ),
  ])
  const pathOf = (id: string): string | null => {
    const place = seen.find(({ linkId }) => linkId === id)
    if (!place) return null
    const top = place.kind === 'person' ? rootName(language) : (place.spaceName ?? '')
    return [top, ...(paths.get(place.parentId) ?? [])].join('/')
  }
  return ids.flatMap((id): AdminLink[] => {
    const [link, state, owner] = [links.get(id), access.get(id), owners.get(id)]
    if (!link || !state || !owner) return []
    return [
      {
        shareId: id,
        linkStart: link.path.slice(0, START_LENGTH),
        ownerId: owner.ownerId,
        ownerName: owner.realName,
        ownerAccount: owner.accountName,
        departmentName: owner.departmentName,
        visitor: link.visitor,
        principals: named.flatMap((one) => (one.linkId === id ? (shown.get(one.principalId) ?? []) : [])),
        perms: [...link.permissions],
        hasCode: link.code !== null,
        validity: link.validity,
        expireTime: link.expiresAt?.toISOString() ?? null,
        maxVisits: link.maxVisits,
        watermark: link.watermark,
        viewCount: link.visits,
        downloadCount: link.downloadCount,
        saveCount: link.saveCount,
        ...sharedStateOf(state, shared.has(id), asOf),
        stopTime: link.endedAt?.toISOString() ?? null,
        stoppedBy: owner.endedBy,
        stopReason: owner.endReason,
        targets: (targets.get(id) ?? []).map(toTarget),
        folderPath: state.hasTarget ? pathOf(id) : null,
        createTime: link.createdAt.toISOString(),
        canStop: link.endedAt === null && mayStop(actor, owner),
        canReview:
          link.endedAt === null &&
          (state.review === 'waiting' || (state.review === 'passed' && waiting.has(id))) &&
          mayStop(actor, owner),
      },
    ]
  })
}

/** Links whose owners may share what they open. Their own files they may; for those of groups and of others it is asked. */
async function sharedOf(
  ctx: Context,
  links: readonly admin.LinkOwner[],
  places: ReadonlyMap<string, admin.LinkPlace>,
): Promise<Set<string>> {
  const isOwn = ({ id, ownerId }: admin.LinkOwner) => places.get(id)?.spacePersonId === ownerId
  const byOwner = Map.groupBy(
    links.filter((link) => !isOwn(link)),
    ({ ownerId }) => ownerId,
  )
  const actors = await loadActors(ctx.db.reader, [...byOwner.keys()], ctx.now())
  const shared = await Promise.all(
    [...actors].map(([ownerId, owner]) =>
      sharedTargets(
        ctx.db.reader,
        owner,
        (byOwner.get(ownerId) ?? []).map(({ id }) => id),
      ),
    ),
  )
  return new Set([...links.filter(isOwn).map(({ id }) => id), ...shared.flatMap((ids) => [...ids])])
}

/** Stops links for good. One that may not be stopped does not keep the others from it; one that is stopped already stays so. */
export async function stopAll(
  ctx: Context,
  actor: Actor,
  input: Input<typeof stopAdminLinks>,
  language: Language,
): Promise<ItemResult[]> {
  const ids = batchIds(input.shareIds, 'shareIds')
  const reason = input.reason.trim()
  if (reason === '') refuseField('reason', 'missing')
  if (lengthOf(reason) > LINK_STOP_REASON_MAX) refuseField('reason', 'too_long')
  return ctx.db.transact(async (tx) => {
    const owners = await admin.linkOwners(tx, ids.filter(isId))
    const ending: admin.LinkOwner[] = []
    const list: ItemResult[] = []
    for (const id of ids)
      list.push(
        await attemptItem(id, language, async () => {
          const link = owners.get(id) ?? refuseNotFound('ownLink')
          requireStop(actor, link)
          ending.push(link)
          return succeeded(id)
        }),
      )
    await stop(ctx, tx, actor, ending, reason)
    return list
  })
}

export function requireStop(
  actor: Actor,
  { ownerId, departmentId, memberships }: DecidedPerson,
  what: Unknown = 'ownLink',
): void {
  if (ownerId === actor.personId) return
  const person = { departmentId, advanced: hasAdvancedRole(memberships) }
  requireManagePerson(actor, adminScope(actor, 'links', 'change'), person, what)
}

async function stop(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  links: readonly admin.LinkOwner[],
  reason: string,
): Promise<void> {
  if (links.length === 0) return
  const ids = links.map(({ id }) => id)
  const stopped = await admin.stopLinks(tx, ids, { by: actor.personId, reason, at: ctx.now() })
  for (const link of links) {
    if (!stopped.has(link.id)) continue
    const { id, ownerId } = link
    await recordChange(tx, {
      kind: 'link.stopped',
      spaceId: null,
      personId: ownerId,
      fileId: null,
      parentIds: await admin.foldersOf(tx, id),
      actorId: actor.personId,
    })
    const target = await store.firstTarget(tx, id)
    await audit(tx, {
      action: 'link.stopped',
      object: { type: 'link', id, name: link.path.slice(0, START_LENGTH) },
      detail: { account: link.accountName, file: target?.name ?? null, reason },
    })
    if (ownerId !== actor.personId) await notifyOwner(ctx, tx, 'link.stopped', link, { message: reason })
  }
}
