import type { pageSecondTrash, SecondTrashItem } from '@clouddisk/contract/admin-recycle'
import type { Language } from '@clouddisk/contract/errors'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { adminScope, requireManageOwner } from '../../access/admin.ts'
import { classificationOf, requireNotHighInLink, targetById } from '../../access/classification.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import { instantOf } from '../../http/instant.ts'
import { Paging } from '../../http/paging.ts'
import { attach } from '../../tree/attach.ts'
import { attemptItem, type ItemResult, succeeded } from '../../tree/batch.ts'
import { assignSpace, CROSS_SPACE_SYNC_MAX, revokeSubtreeAccess } from '../../tree/cross-space.ts'
import { childByKey, type FileRow, fileById } from '../../tree/files.ts'
import { depthRefusal } from '../../tree/folders.ts'
import { findFreeName, storedName } from '../../tree/names.ts'
import { rootName } from '../../tree/present.ts'
import { markPurging, purgeDetached } from '../../tree/purge.ts'
import { charge } from '../../tree/quota.ts'
import { folderExtents } from '../../tree/reparent.ts'
import { lockSpace, personSpace } from '../../tree/spaces.ts'
import { accountFault } from '../accounts/policy.ts'
import { type PassedFiles, recordPassed } from '../dlp/places/passed.ts'
import { hasRuleFor } from '../dlp/places/place-rules.ts'
import { refuseSensitive } from '../dlp/places/refuse-sensitive.ts'
import * as store from './admin-store.ts'
import { findRestoreTarget } from './restore-target.ts'
import { deleteTrashEntries, hasHold } from './store.ts'

/** The administrators' trash: items that are no longer charged and wait for their purge (C12). */

const COUNT_MAX = 10_000
/** Job that expires entries of both trash stages. */
export const EXPIRE_TRASH_QUEUE = 'expire-trash'

const scopeIds = (actor: Actor, right: 'read' | 'change'): readonly string[] | null => {
  const scope = adminScope(actor, 'recycle', right)
  return scope === 'all' ? null : [...scope]
}

export async function page(
  ctx: Context,
  actor: Actor,
  input: Input<typeof pageSecondTrash>,
  language: Language,
): Promise<Reply<typeof pageSecondTrash>> {
  const db = ctx.db.reader
  const { ownerId, ownerType } = input
  if (ownerId !== undefined && !isId(ownerId)) refuseNotFound('owner')
  const kind = ownerType && (ownerType === 'user' ? 'person' : 'group')
  const narrowed = {
    ownerId,
    kind,
    start: instantOf(input, 'startTime'),
    end: instantOf(input, 'endTime'),
  } as const
  const list = Object.values(narrowed).join()
  const paging = new Paging<store.OrderBy>(ctx.secrets, 'second-trash', list, store.isKey)
  const pageQuery = paging.read(input, 'deleteTime', 'deleteTime')
  const filter = { ...narrowed, scope: scopeIds(actor, 'read'), keyword: pageQuery.keyword }
  const [rows, sums] = await Promise.all([
    store.pageAdminTrash(db, filter, pageQuery),
    store.sumAdminTrash(db, filter, COUNT_MAX),
  ])
  const last = rows.length === pageQuery.pageSize ? rows.at(-1) : undefined
  return {
    list: rows.map((row) => present(row, language)),
    total: Math.min(sums.total, COUNT_MAX),
    truncated: sums.total > COUNT_MAX,
    totalSize: sums.size,
    ...paging.response(pageQuery, last && store.keyOf(last, pageQuery.orderBy)),
  }
}

const present = (row: store.AdminTrashEntry, language: Language): SecondTrashItem => ({
  recycleId: row.id,
  instanceId: row.fileId,
  instanceName: row.name,
  classifierId: row.isFolder ? 'Folder' : 'File',
  fileType: row.ext,
  fileSize: row.size,
  fileCount: row.files,
  ownerType: row.kind === 'person' ? 'user' : 'group',
  ownerId: row.ownerId,
  ownerName: row.ownerName,
  ownerExists: row.ownerExists,
  deleteUser: row.deletedBy,
  classification: classificationOf(row.level),
  originalPath: [
    row.kind === 'person' ? rootName(language) : row.ownerName,
    ...row.originalPath.map(({ name }) => name),
  ].join('/'),
  deleteTime: row.deletedAt.toISOString(),
  expireTime: row.expiresAt.toISOString(),
})

/** Restores each entry in its own transaction, so that a failure does not affect the others. */
export async function restore(
  ctx: Context,
  actor: Actor,
  ids: readonly string[],
  toUserId: string | undefined,
  language: Language,
): Promise<ItemResult[]> {
  if (toUserId !== undefined) await refuseRecipient(ctx, ctx.db.reader, actor, toUserId)
  const results: ItemResult[] = []
  for (const id of ids) {
    const work = async () => {
      const passed = await refuseSensitiveEntry(ctx, actor, id, toUserId)
      return ctx.db.transact((tx) => restoreEntry(ctx, tx, actor, { id, toUserId, passed }))
    }
    results.push(await attemptItem(id, language, work))
  }
  return results
}

function refuseUnrestorable({ ownerExists, dissolving }: store.AdminTrashEntry): void {
  if (!ownerExists) refuse('owner_gone')
  if (dissolving) refuse('group_dissolving')
}

async function refuseRecipient(ctx: Context, db: Reader, actor: Actor, toUserId: string): Promise<void> {
  if (!isId(toUserId)) refuseNotFound('user')
  const person = await db
    .selectFrom('person')
    .select(['status', 'valid_until as validUntil', 'department_id'])
    .where('id', '=', toUserId)
    .executeTakeFirst()
  const scope = scopeIds(actor, 'change')
  const inScope = scope === null || (person?.department_id != null && scope.includes(person.department_id))
  if (person?.status !== 'active' || !inScope) refuseNotFound('user')
  const fault = accountFault(person, ctx.now())
  if (fault) refuse(fault)
}

/** With 110008: what goes back into a group, or to another person than it was of. */
async function refuseSensitiveEntry(
  ctx: Context,
  actor: Actor,
  id: string,
  toUserId: string | undefined,
): Promise<PassedFiles | undefined> {
  const db = ctx.db.reader
  if (!isId(id) || !(await hasRuleFor(db, 'transfer'))) return undefined
  const { kind, spaceId, fileId } = await entryOf(db, actor, id)
  const target = toUserId === undefined ? { id: spaceId } : await personSpace(db, toUserId)
  if (kind === 'person' && target.id === spaceId) return undefined
  return refuseSensitive(ctx, actor, { place: 'transfer', topIds: [fileId] })
}

interface EntryToRestore {
  readonly id: string
  readonly toUserId: string | undefined
  readonly passed: PassedFiles | undefined
}

async function restoreEntry(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  { id, toUserId, passed }: EntryToRestore,
): Promise<ItemResult> {
  if (!isId(id)) refuseNotFound('trashed')
  const found = await entryOf(tx, actor, id)
  const to =
    toUserId === undefined ? { id: found.spaceId, rootId: found.rootId } : await personSpace(tx, toUserId)
  for (const spaceId of [...new Set([found.spaceId, to.id])].sort()) await lockSpace(tx, spaceId)
  await store.lockTrashEntries(tx, [id])
  const entry = await entryOf(tx, actor, id)
  // Checked under the lock: the group may have been dissolved, or the person removed, in the meantime.
  if (toUserId === undefined) refuseUnrestorable(entry)
  else await refuseRecipient(ctx, tx, actor, toUserId)
  const row = (await fileById(tx, entry.fileId)) ?? refuseNotFound('trashed')
  await charge(tx, to.id, row.totals.charge)
  if (to.id !== entry.spaceId) {
    // Access granted in the former space is revoked.
    await revokeSubtreeAccess(tx, [row.id], actor.personId)
    await assignSpace(tx, to.id, [row.id])
  }
  const target =
    to.id === entry.spaceId ? await findRestoreTarget(tx, entry) : { id: to.rootId, fullPath: [ROOT] }
  await refuseTooDeep(tx, target.fullPath, row)
  await requireNotHighInLink(tx, actor, await targetById(tx, target.id), [row.id])
  const newName = storedName(row.name, row.isFolder)
  const taken = await childByKey(tx, target.id, newName.nameKey)
  const name = taken ? await findFreeName(tx, target.id, row.name, row.isFolder) : newName
  const change = {
    kind: 'file.restored' as const,
    spaceId: to.id,
    fileId: row.id,
    parentIds: [target.id],
    actorId: actor.personId,
    details: { name: name.name },
  }
  await attach(tx, target, [{ row, name }])
  await deleteTrashEntries(tx, [id])
  await recordPassed(tx, passed, [{ topId: row.id, isNow: row.id }])
  await recordChange(tx, change)
  await audit(tx, {
    action: 'recycle.restored',
    object: { type: row.isFolder ? 'folder' : 'file', id: row.id, name: row.name },
    detail: { owner: entry.ownerName, ...(toUserId && { to: toUserId }) },
  })
  return succeeded(id, {
    newId: row.id,
    instanceName: name.name,
    outcome: taken ? 'renamed' : 'restored',
  })
}

const ROOT = { id: '', name: '' }

async function refuseTooDeep(
  tx: Tx,
  fullPath: readonly { id: string; name: string }[],
  row: FileRow,
): Promise<void> {
  const extent = row.isFolder ? (await folderExtents(tx, [row.id])).get(row.id) : undefined
  const fault = extent && depthRefusal({ fullPath }, extent)
  if (fault) throw fault
}

async function entryOf(db: Reader, actor: Actor, id: string): Promise<store.AdminTrashEntry> {
  const entries = await store.adminTrashEntries(db, scopeIds(actor, 'change'), [id])
  const entry = entries.get(id) ?? refuseNotFound('trashed')
  if (entry.personId !== null) await requireManageOwner(db, actor, entry.personId)
  return entry
}

/** Purges entries: within the call up to a limit, the rest by the job, which also continues after a crash. */
export async function purge(
  ctx: Context,
  actor: Actor,
  ids: readonly string[],
  language: Language,
): Promise<ItemResult[]> {
  const results: ItemResult[] = []
  let rows = 0
  let left = 0
  for (const id of ids)
    results.push(
      await attemptItem(id, language, async () => {
        if (!isId(id)) refuseNotFound('trashed')
        const entry = await ctx.db.transact((tx) => claimForPurge(ctx, tx, actor, id, rows))
        rows += entry.rows
        if (rows > CROSS_SPACE_SYNC_MAX) left++
        else await purgeDetached(ctx, [entry.fileId])
        return succeeded(id, { instanceName: entry.name })
      }),
    )
  // The job enqueued by the first of them scans once and may already have passed the others.
  if (left > 1) await ctx.db.transact((tx) => ctx.jobs.send(tx, EXPIRE_TRASH_QUEUE, {}))
  return results
}

/** Marks an entry as being purged and as expired, so that the job continues if this process stops. */
async function claimForPurge(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  id: string,
  rowsBefore: number,
): Promise<store.AdminTrashEntry> {
  // Checked before locking: an entry being purged is locked by the running purge.
  await entryOf(tx, actor, id)
  await store.lockTrashEntries(tx, [id])
  const entry = await entryOf(tx, actor, id)
  if (await hasHold(tx, entry.fileId)) refuse('held')
  await tx.updateTable('trash').set({ expires_at: ctx.now() }).where('id', '=', id).execute()
  await markPurging(tx, entry.fileId)
  await audit(tx, {
    action: 'recycle.purged',
    object: { type: entry.isFolder ? 'folder' : 'file', id: entry.fileId, name: entry.name },
    detail: { owner: entry.ownerName, size: entry.size },
  })
  // Enqueued with the first entry over the limit, so that none is left if the call is interrupted.
  if (rowsBefore <= CROSS_SPACE_SYNC_MAX && rowsBefore + entry.rows > CROSS_SPACE_SYNC_MAX)
    await ctx.jobs.send(tx, EXPIRE_TRASH_QUEUE, {})
  return entry
}
