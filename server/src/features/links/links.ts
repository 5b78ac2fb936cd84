import { randomBytes } from 'node:crypto'
import type { Language } from '@clouddisk/contract/errors'
import { type createOrUpdateLink, LINK_TARGETS_MAX } from '@clouddisk/contract/links'
import type { Input } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { isHigh } from '../../access/classification.ts'
import { requireOutbound } from '../../access/outbound.ts'
import { requirePermissionWithReason } from '../../access/permissions.ts'
import { type ResolvedItem, resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { type ChangeKind, recordChanges } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { isId, newId } from '../../db/ids.ts'
import { refuse, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { attemptItem, batchIds, type ItemResult, succeeded } from '../../tree/batch.ts'
import { withSpaceLocks } from '../../tree/spaces.ts'
import { discardRevoked } from '../uploads/revoked-uploads.ts'
import { openCode, sealCode } from './code.ts'
import { beginReview, isUploadOnly } from './review/review.ts'
import { defaultSettings, type LinkSettings, readSettings } from './settings.ts'
import * as store from './store.ts'

/** External links of a person: made, changed and stopped. */

/** 192 bits: addresses cannot be guessed, so an error may say whether the address or the code is wrong (B§8). */
const PATH_BYTES = 24

/** Makes a link, or changes the one that is named. Answers its id. */
export function createOrUpdate(
  ctx: Context,
  actor: Actor,
  input: Input<typeof createOrUpdateLink>,
): Promise<string> {
  const { shareId } = input
  return shareId === undefined ? create(ctx, actor, input) : update(ctx, actor, shareId, input)
}

async function create(ctx: Context, actor: Actor, input: Input<typeof createOrUpdateLink>): Promise<string> {
  const ids = batchIds(input.instanceIds ?? input.instanceId, 'instanceIds')
  if (ids.length > LINK_TARGETS_MAX) refuse('too_many_items', { limit: LINK_TARGETS_MAX })
  const settings = readSettings(ctx, defaultSettings(ctx), input)
  return ctx.db.transact(async (tx) => {
    const found = await withSpaceLocks(tx, ids, () => resolveAll(tx, actor, ids))
    const items = ids.map((id) => found.get(id) ?? refuse('not_found'))
    for (const item of items) requireLinkable(actor, item)
    await requireOutbound(tx, actor.personId, ctx.now())
    requireFolders(items, settings)
    await refuseSecondLink(ctx, tx, actor, items)
    const id = newId()
    const path = randomBytes(PATH_BYTES).toString('base64url')
    const fileIds = items.map((item) => item.id)
    const made = {
      id,
      path,
      ownerId: actor.personId,
      fileIds,
      code: sealCode(ctx, id, settings.code),
      createdAt: ctx.now(),
    }
    await store.insertLink(tx, made, settings)
    await beginReview(ctx, tx, id, settings.permissions)
    await store.replacePrincipals(tx, id, await readPrincipals(tx, actor, settings))
    await record(tx, actor, items, 'link.created', settings)
    return id
  })
}

/** Who may share may link: owners and managers, and linkers of a group (B§6). */
function requireLinkable(actor: Actor, item: ResolvedItem): void {
  requirePermissionWithReason(actor, item, 'share')
  if (item.id === item.rootId) refuse('root_not_shared')
  if (isHigh(item.setLevel)) refuse('high_not_linked', { name: item.name })
}

/** A visitor who may upload only sees nothing of a file, and adds nothing to it. */
function requireFolders(items: readonly ResolvedItem[], { permissions }: LinkSettings): void {
  if (permissions.includes('upload') && !items.every((item) => item.isFolder)) refuse('is_a_file')
}

/** A folder has one open link (C35). The caller's own is named, so that it can be changed. */
async function refuseSecondLink(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  items: readonly ResolvedItem[],
): Promise<void> {
  const folders = items.filter((item) => item.isFolder)
  const [open] = await store.openLinksTo(
    tx,
    folders.map((item) => item.id),
    ctx.now(),
  )
  const folder = open && folders.find((item) => item.id === open.fileId)
  if (folder)
    refuse('link_exists', {
      name: folder.name,
      ...(open.ownerId === actor.personId && { shareId: open.linkId }),
    })
}

async function update(
  ctx: Context,
  actor: Actor,
  shareId: string,
  input: Input<typeof createOrUpdateLink>,
): Promise<string> {
  const id = await change(ctx, actor, shareId, input)
  await discardRevoked(ctx, { linkIds: [id] })
  return id
}

function change(
  ctx: Context,
  actor: Actor,
  shareId: string,
  input: Input<typeof createOrUpdateLink>,
): Promise<string> {
  return ctx.db.transact(async (tx) => {
    const link = isId(shareId) ? await store.lockLink(tx, shareId) : undefined
    if (link?.ownerId !== actor.personId || link.endedAt) refuseNotFound('ownLink')
    const fileIds = (await store.targetsOf(tx, [link.id])).map((target) => target.fileId)
    const found = await resolveAll(tx, actor, fileIds)
    const code = openCode(ctx, link.id, link.code)
    const principalIds = (await store.principalsOf(tx, [link.id])).map((one) => one.principalId)
    const settings = readSettings(ctx, { ...link, code, principalIds }, input)
    for (const item of found.values()) requireLinkable(actor, item)
    await requireOutbound(tx, actor.personId, ctx.now())
    requireFolders([...found.values()], settings)
    const isNewCode = settings.code !== code
    await store.updateLink(
      tx,
      link.id,
      isNewCode ? sealCode(ctx, link.id, settings.code) : link.code,
      settings,
    )
    await store.replacePrincipals(tx, link.id, await readPrincipals(tx, actor, settings))
    const isShownNow = isUploadOnly(link.permissions) && !isUploadOnly(settings.permissions)
    if (isShownNow) await beginReview(ctx, tx, link.id, settings.permissions)
    // Sessions that were opened with the old code end.
    if (isNewCode) await store.deleteVisitors(tx, link.id)
    await record(tx, actor, [...found.values()], 'link.changed', settings)
    return link.id
  })
}

/** Of groups, those that the caller is in: of others it need not know. */
async function readPrincipals(tx: Tx, actor: Actor, { principalIds }: LinkSettings) {
  if (principalIds.length === 0) return []
  const groups = principalIds.filter((id) => actor.principals.includes(id))
  const found = await store.existingPrincipals(tx, principalIds, groups)
  if (found.length < new Set(principalIds).size) refuseField('principalIds', 'unknown_value')
  return found
}

export async function remove(
  ctx: Context,
  actor: Actor,
  shareIds: string | readonly string[],
  language: Language,
): Promise<ItemResult[]> {
  const ids = batchIds(shareIds, 'shareIds')
  const results = await end(ctx, actor, ids, language)
  await discardRevoked(ctx, { linkIds: ids.filter(isId) })
  return results
}

function end(ctx: Context, actor: Actor, ids: readonly string[], language: Language): Promise<ItemResult[]> {
  return ctx.db.transact(async (tx) => {
    const links = await store.linksById(tx, ids.filter(isId))
    const ending: string[] = []
    const list: ItemResult[] = []
    for (const id of ids)
      list.push(
        await attemptItem(id, language, async () => {
          const link = links.get(id)
          if (link?.ownerId !== actor.personId) refuseNotFound('ownLink')
          if (!link.endedAt) ending.push(id)
          return succeeded(id)
        }),
      )
    if (ending.length === 0) return list
    await store.endLinks(tx, ending, ctx.now())
    const fileIds = [...new Set((await store.targetsOf(tx, ending)).map((target) => target.fileId))]
    await record(tx, actor, [...(await resolveAll(tx, actor, fileIds)).values()], 'link.ended')
    return list
  })
}

const record = (
  tx: Tx,
  actor: Actor,
  items: readonly ResolvedItem[],
  kind: ChangeKind,
  settings?: LinkSettings,
): Promise<void> =>
  recordChanges(
    tx,
    items.map((item) => ({
      kind,
      spaceId: item.spaceId,
      fileId: item.id,
      parentIds: [item.parentId],
      actorId: actor.personId,
      details: {
        name: item.name,
        ...(settings && {
          visitor: settings.visitor,
          permissions: settings.permissions,
          until: settings.expiresAt?.toISOString() ?? null,
          hasCode: settings.code !== '',
        }),
      },
    })),
  )
