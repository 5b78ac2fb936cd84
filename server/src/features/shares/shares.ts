import type { Language } from '@clouddisk/contract/errors'
import { lengthOf } from '@clouddisk/contract/names'
import type { ShareRole } from '@clouddisk/contract/roles'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { createShare, leaveShare, updateSharers } from '@clouddisk/contract/shares'
import type { Actor } from '../../access/actor.ts'
import {
  isEscalation,
  refuseSelfEscalation,
  requireExpiryWithinOwn,
  type ShareGrant,
} from '../../access/expiry.ts'
import { requireGrant } from '../../access/granting.ts'
import { requirePermission } from '../../access/permissions.ts'
import { presentPrincipals } from '../../access/principals.ts'
import { type ResolvedItem, resolveAll } from '../../access/resolve.ts'
import { roleDetails } from '../../audit/details.ts'
import type { Context } from '../../context.ts'
import { type ChangeKind, type NewChange, recordChanges } from '../../db/changes.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { attemptItem, batchIds, type ItemResult, succeeded } from '../../tree/batch.ts'
import { withSpaceLocks } from '../../tree/spaces.ts'
import { type PassedFiles, recordPassed, wentOf } from '../dlp/places/passed.ts'
import { refuseSensitive } from '../dlp/places/refuse-sensitive.ts'
import { readEntryExpiry } from '../privileges/entry-expiry.ts'
import { notifyShareChanged, notifyShared, notifyShareStopped } from './notices.ts'
import { readRecipients, requireRecipients, type ShareRecipient } from './recipients.ts'
import * as store from './store.ts'

/**
 * Internal shares (G7): entries on what is shared, so that a share goes wherever its file goes. A space's lock makes
 * what is done to its shares, and to the files they are of, come one after the other.
 */

/** What one call may write; more than this would hold the space's lock for long. */
const ENTRIES_MAX = 20_000

export async function create(
  ctx: Context,
  actor: Actor,
  input: Input<typeof createShare>,
  language: Language,
): Promise<Reply<typeof createShare>> {
  const ids = batchIds(input.instanceIds, 'instanceIds')
  const { message, notify = true } = input
  if (message !== undefined && lengthOf(message) > ctx.config.limits.shareMessageMax)
    refuseField('message', 'too_long')
  const end = readEntryExpiry(ctx, input.expireTime) ?? null
  const recipients = readRecipients(ctx, input.members)
  const offered = new Set(recipients.map((one) => one.role))
  if (ids.length * recipients.length > ENTRIES_MAX)
    refuse('too_many_items', { limit: Math.floor(ENTRIES_MAX / recipients.length) })
  const passed = await refuseSensitiveShare(ctx, actor, ids)
  return ctx.db.transact(async (tx) => {
    const found = await withSpaceLocks(tx, ids, () => resolveAll(tx, actor, ids))
    await requireRecipients(tx, actor, recipients)
    const located = [...found.values()]
    const owners = await store.ownersOf(tx, spacesOf(located))
    const before = await store.sharesOfFiles(tx, idsOf(located))
    const list: ItemResult[] = []
    for (const id of ids) {
      list.push(
        await attemptItem(id, language, async () => {
          const item = found.get(id) ?? refuse('not_found')
          refuseUnshareable(item, before.has(item.id))
          requireGrant(actor, item, offered)
          refuseSharingWithOwner(recipients, [actor.personId, owners.get(item.spaceId)?.id])
          return succeeded(id, { instanceName: item.name })
        }),
      )
    }
    const going = list.flatMap((line) => (line.errcode === 0 ? (found.get(line.instanceId) ?? []) : []))
    if (going.length === 0) return { list, shares: [] }
    await requireExpiryWithinOwn(tx, actor, going, end)
    const fileIds = idsOf(going)
    const shares = await store.upsertShares(tx, going, actor.personId, message?.trim())
    const { personId: createdBy, asOf } = actor
    const had = await store.existingEntries(tx, { fileIds, recipients, asOf })
    await store.upsertEntries(tx, { fileIds, recipients, end, createdBy, asOf })
    const named = recipients.map((one) => one.principalId)
    const kindOf = (item: ResolvedItem) => (before.has(item.id) ? 'share.changed' : 'share.created')
    const roles = new Map(recipients.map((one) => [one.principalId, one.role]))
    const details = { roles: roleDetails(named, (id) => roles.get(id)), until: end?.toISOString() ?? null }
    await notifyRecipients(tx, actor, going, { kindOf, principalsOf: () => named, details })
    await recordPassed(tx, passed, wentOf(list))
    if (notify) await notifyShared(ctx, tx, actor, { items: going, shares, recipients, end, had })
    const reaches = await store.shareAudience(tx, fileIds, asOf)
    return {
      list,
      shares: shares.map(({ id, fileId }) => ({
        instanceId: fileId,
        fileSharingId: id,
        reached: reaches.get(fileId)?.reached ?? 0,
      })),
    }
  })
}

/** With 110008; what may not be shared at all is left to the call itself. */
async function refuseSensitiveShare(
  ctx: Context,
  actor: Actor,
  ids: readonly string[],
): Promise<PassedFiles | undefined> {
  const items = await resolveAll(ctx.db.reader, actor, ids)
  const shareable = [...items.values()].filter(
    ({ spaceKind, permissions }) =>
      spaceKind === 'person' && (permissions.has('share') || permissions.has('members')),
  )
  return refuseSensitive(ctx, actor, { place: 'share', topIds: idsOf(shareable) })
}

/** In a group there are members and permissions of single files instead (B§6). */
export function refuseUnshareable(item: ResolvedItem, shared: boolean): void {
  if (item.spaceKind !== 'person') refuse('not_on_group_pages')
  if (!shared || !item.permissions.has('members')) requirePermission(item, 'share')
  if (item.id === item.rootId) refuse('root_not_shared')
}

function refuseSharingWithOwner(
  recipients: readonly ShareRecipient[],
  owners: readonly (string | undefined)[],
): void {
  if (recipients.some(({ principalId }) => owners.includes(principalId))) refuse('share_to_owner')
}

/** Another role or end for those who have a share, or nothing of it any more. Answers the shared file. */
export async function update(
  ctx: Context,
  actor: Actor,
  input: Input<typeof updateSharers>,
): Promise<{ fileId: string }> {
  const { role } = input
  const end = readEntryExpiry(ctx, input.expireTime)
  if (role === undefined && end === undefined) refuseField('role', 'missing')
  const ids = [
    ...new Set(input.principalIds.map((id) => (isId(id) ? id.toLowerCase() : refuseNotFound('member')))),
  ]
  return ctx.db.transact(async (tx) => {
    const { share, item } = await lockShare(tx, actor, input.fileSharingId)
    requirePermission(item, 'members')
    const owner = (await store.ownersOf(tx, [item.spaceId])).get(item.spaceId)
    if (owner && ids.includes(owner.id)) refuse('cannot_lock_out')
    const entries = await store.entriesOf(tx, item.id, actor.asOf)
    const known = new Map(entries.map((entry) => [entry.principalId, entry]))
    const changed = ids.map((id) => known.get(id) ?? refuseNotFound('member'))
    if (role === 'remove') await revokeFrom(ctx, tx, actor, [item], ids)
    else {
      await refuseBeyondOwn(tx, actor, item, changed, { role, end })
      const to = await store.changeEntries(tx, item.id, ids, { role, end })
      const roles = new Map(to.map((entry) => [entry.principalId, entry.role]))
      const details = {
        roles: roleDetails(ids, (id) => roles.get(id)),
        ...(end !== undefined && { until: end?.toISOString() ?? null }),
      }
      await notifyRecipients(tx, actor, [item], {
        kindOf: () => 'share.changed',
        principalsOf: () => ids,
        details,
      })
      await notifyShareChanged(ctx, tx, actor, { item, shareId: share.id, to })
    }
    return { fileId: share.fileId }
  })
}

/** Whoever has something for a while gives nothing that lasts longer, itself least of all. */
async function refuseBeyondOwn(
  tx: Tx,
  actor: Actor,
  item: ResolvedItem,
  entries: readonly store.ShareEntry[],
  { role, end }: { role: ShareRole | undefined; end: Date | null | undefined },
): Promise<void> {
  const ends: (Date | null)[] = []
  for (const { principalId, role: had, expiresAt } of entries) {
    const from: ShareGrant = { role: had as ShareRole, expiresAt: expiresAt }
    const to: ShareGrant = { role: role ?? from.role, expiresAt: end === undefined ? from.expiresAt : end }
    if (principalId === actor.personId) refuseSelfEscalation(from, to)
    if (!isEscalation(from, to)) continue
    requireGrant(actor, item, [to.role])
    ends.push(to.expiresAt)
  }
  const [first] = ends
  if (first === undefined) return
  const latest = ends.reduce((a, b) => (a && b ? (a > b ? a : b) : null), first)
  await requireExpiryWithinOwn(tx, actor, [item], latest)
}

/** A share with its file, of which the actor has something, with the space locked. */
async function lockShare(
  tx: Tx,
  actor: Actor,
  fileSharingId: string,
): Promise<{ share: store.ShareRow; item: ResolvedItem }> {
  if (!isId(fileSharingId)) refuseNotFound('share')
  const asked = (await store.sharesById(tx, [fileSharingId])).get(fileSharingId.toLowerCase())
  if (!asked) refuseNotFound('share')
  const located = await withSpaceLocks(tx, [asked.fileId], () => resolveAll(tx, actor, [asked.fileId]))
  // Whoever had the lock before may have ended it.
  const share = (await store.sharesById(tx, [asked.id])).get(asked.id)
  const item = located.get(asked.fileId)
  return share && item ? { share, item } : refuseNotFound('share')
}

/** The file of a share that the actor may give to more people, and whose it is. */
export async function resolveManagedShare(
  db: Reader,
  actor: Actor,
  fileSharingId: string,
): Promise<{ fileId: string; ownerId: string }> {
  if (!isId(fileSharingId)) refuseNotFound('share')
  const share = (await store.sharesById(db, [fileSharingId])).get(fileSharingId.toLowerCase())
  const located = await resolveAll(db, actor, share ? [share.fileId] : [])
  const item = located.get(share?.fileId ?? '') ?? refuseNotFound('share')
  refuseUnshareable(item, true)
  const owner = (await store.ownersOf(db, [item.spaceId])).get(item.spaceId)
  return { fileId: item.id, ownerId: owner?.id ?? refuseNotFound('share') }
}

export async function remove(
  ctx: Context,
  actor: Actor,
  shareIds: string | readonly string[],
  language: Language,
): Promise<ItemResult[]> {
  const ids = batchIds(shareIds, 'shareIds')
  return ctx.db.transact(async (tx) => {
    const asked = await store.sharesById(tx, ids.filter(isId))
    const fileIds = [...asked.values()].map((share) => share.fileId)
    const located = await withSpaceLocks(tx, fileIds, () => resolveAll(tx, actor, fileIds))
    const shares = await store.sharesById(tx, [...asked.keys()])
    const going: ResolvedItem[] = []
    const list: ItemResult[] = []
    for (const id of ids) {
      list.push(
        await attemptItem(id, language, async () => {
          const share = shares.get(id)
          const item = located.get(share?.fileId ?? '') ?? refuseNotFound('share')
          requirePermission(item, 'members')
          going.push(item)
          return succeeded(id, { instanceName: item.name })
        }),
      )
    }
    await revokeFrom(ctx, tx, actor, going)
    return list
  })
}

/** Takes items back from these, or from all who have them, and tells who they were. */
async function revokeFrom(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  items: readonly ResolvedItem[],
  principalIds?: readonly string[],
): Promise<void> {
  if (items.length === 0) return
  const gone = Map.groupBy(await store.deleteEntries(tx, idsOf(items), principalIds), (entry) => entry.fileId)
  await store.deleteEmptyShares(tx, idsOf(items))
  const principalsOf = ({ id }: ResolvedItem) => (gone.get(id) ?? []).map((entry) => entry.principalId)
  await notifyRecipients(tx, actor, items, { kindOf: () => 'share.ended', principalsOf })
  for (const item of items) await notifyShareStopped(ctx, tx, actor, { ...item, to: gone.get(item.id) ?? [] })
}

/** Gives a received share back; who has it by a department or a group alone cannot, and who has it so as well keeps that. */
export async function leave(
  ctx: Context,
  actor: Actor,
  fileSharingId: string,
): Promise<Reply<typeof leaveShare>> {
  return ctx.db.transact(async (tx) => {
    const { item } = await lockShare(tx, actor, fileSharingId)
    const entries = await store.entriesOf(tx, item.id, actor.asOf)
    const mine = entries.filter((entry) => actor.principals.includes(entry.principalId))
    const own = mine.find((entry) => entry.principalId === actor.personId)
    const through = mine.find((entry) => entry !== own)
    const shown = through && (await presentPrincipals(tx, [through])).get(through.principalId)
    if (!own) {
      if (!through) refuseNotFound('share')
      refuse('member_by_department', { department: shown?.name ?? '' })
    }
    await revokeFrom(ctx, tx, actor, [item], [actor.personId])
    return { stays: shown ? { principalType: shown.principalType, name: shown.name } : null }
  })
}

const idsOf = (items: readonly ResolvedItem[]): string[] => items.map((item) => item.id)
const spacesOf = (items: readonly ResolvedItem[]): string[] => items.map((item) => item.spaceId)

interface ShareNotice {
  readonly kindOf: (item: ResolvedItem) => ChangeKind
  readonly principalsOf: (item: ResolvedItem) => readonly string[]
  /** As what they have it, and until when. */
  readonly details?: Readonly<Record<string, unknown>>
}

async function notifyRecipients(
  tx: Tx,
  actor: Actor,
  items: readonly ResolvedItem[],
  { kindOf, principalsOf, details }: ShareNotice,
): Promise<void> {
  const changes = items.map(
    (item): NewChange => ({
      kind: kindOf(item),
      spaceId: item.spaceId,
      principalIds: principalsOf(item),
      fileId: item.id,
      parentIds: [item.parentId],
      actorId: actor.personId,
      details: { name: item.name, ...details },
    }),
  )
  await recordChanges(tx, changes)
}
