import type { AdminUpload, pageAdminUploads } from '@clouddisk/contract/admin-uploads'
import type { Language } from '@clouddisk/contract/errors'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import {
  adminScope,
  hasAdvancedRole,
  isInScope,
  mayAdministerArea,
  mayManagePerson,
  ownersHiddenFromBrowsing,
  requireManagePerson,
} from '../../access/admin.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { isId } from '../../db/ids.ts'
import { refuseNotFound } from '../../errors/refusal.ts'
import { Paging } from '../../http/paging.ts'
import { attemptItem, type ItemResult, succeeded } from '../../tree/batch.ts'
import { folderPaths } from '../../tree/folder-paths.ts'
import { rootName } from '../../tree/present.ts'
import * as store from './admin-uploads-store.ts'
import { type DiscardedUpload, notifyOwners } from './notify-owners.ts'
import { deleteEndedBytes, type EndedSession, endSession, receivedBytes, receivedOf } from './open-uploads.ts'

/** Open uploads of all people, for administrators; an orgAdmin sees those of its departments. */

export async function pageAll(
  ctx: Context,
  actor: Actor,
  input: Input<typeof pageAdminUploads>,
  language: Language,
): Promise<Reply<typeof pageAdminUploads>> {
  const { userId, keyword = '', ...asking } = input
  if (userId !== undefined && !isId(userId)) refuseNotFound('user')
  const db = ctx.db.reader
  const list = JSON.stringify([actor.personId, userId, keyword.trim()])
  const paging = new Paging<store.UploadOrder>(ctx.secrets, 'pageAdminUploads', list, store.isKey)
  const pageQuery = paging.read(
    asking,
    'createTime',
    asking.orderBy === 'fileSize' ? 'fileSize' : 'createTime',
  )
  const scope = adminScope(actor, 'uploads', 'read')
  const filter: store.UploadFilter = {
    scope: scope === 'all' ? null : [...scope],
    personId: userId,
    keyword: keyword.trim(),
    now: ctx.now(),
  }
  const [rows, { total, size }, kept] = await Promise.all([
    store.openUploadPage(db, filter, pageQuery),
    store.openUploadTotals(db, filter),
    ownersHiddenFromBrowsing(db, actor),
  ])
  const mayLook = (row: store.OpenUploadSummary) =>
    isInScope(scope, row.spaceDepartmentId) && !(row.spaceOwnerId !== null && kept.includes(row.spaceOwnerId))
  const [paths, received] = await Promise.all([
    folderPaths(
      db,
      rows.filter(mayLook).map(({ parentId }) => parentId),
    ),
    receivedOf(ctx, rows),
  ])
  const changes = mayAdministerArea(actor, 'uploads', 'change')
    ? adminScope(actor, 'uploads', 'change')
    : null
  const now = ctx.now().getTime()
  const last = rows.length === pageQuery.pageSize ? rows.at(-1) : undefined
  return {
    list: rows.map((row) => ({
      ...present(row),
      folderPath: pathOf(row, paths.get(row.parentId), language),
      ...receivedBytes(row, received.get(row.key), now),
      canDiscard: changes !== null && mayEnd(actor, changes, row),
    })),
    total,
    totalSize: size,
    openMax: ctx.config.limits.openUploadsMax,
    ...paging.response(pageQuery, last && store.keyOf(last, pageQuery.orderBy)),
  }
}

/** A person may always discard its own uploads. */
const mayEnd = (
  actor: Actor,
  scope: ReadonlySet<string> | 'all',
  { personId, departmentId, memberships }: store.OpenUploadSummary,
): boolean =>
  personId === actor.personId ||
  mayManagePerson(actor, scope, { departmentId, advanced: hasAdvancedRole(memberships) })

type Presented = Omit<
  AdminUpload,
  'folderPath' | 'canDiscard' | 'receivedSize' | 'receiveTime' | 'quietSeconds'
>

const present = (row: store.OpenUploadSummary): Presented => ({
  objectKey: row.key,
  userId: row.personId,
  userName: row.accountName,
  userRealName: row.realName,
  departmentName: row.departmentName,
  instanceName: row.name,
  fileSize: row.size,
  partSize: row.partSize,
  createTime: row.createdAt.toISOString(),
  expireTime: row.expiresAt.toISOString(),
})

function pathOf(
  row: store.OpenUploadSummary,
  way: readonly string[] | undefined,
  language: Language,
): string | null {
  if (!way) return null
  const top = row.kind === 'person' ? rootName(language) : (row.spaceName ?? '')
  return [top, ...way].join('/')
}

/** Discards each upload on its own; one that has ended or is not permitted does not stop the others. */
export async function discardAll(
  ctx: Context,
  actor: Actor,
  keys: readonly string[],
  language: Language,
): Promise<ItemResult[]> {
  const results: ItemResult[] = []
  const others: DiscardedUpload[] = []
  const left: EndedSession[] = []
  try {
    for (const key of keys)
      results.push(await attemptItem(key, language, () => discardOne(ctx, actor, key, { others, left })))
  } finally {
    // Bytes are deleted in the background.
    void deleteEndedBytes(ctx, left)
    await notifyOwners(ctx, actor, others)
  }
  return results
}

async function discardOne(
  ctx: Context,
  actor: Actor,
  key: string,
  { others, left }: { others: DiscardedUpload[]; left: EndedSession[] },
): Promise<ItemResult> {
  if (!isId(key)) refuseNotFound('upload')
  const found = await store.ownerOfOpen(ctx.db.reader, key, ctx.now())
  if (!found) refuseNotFound('upload')
  const { personId, departmentId, memberships, name, parentId, accountName, realName } = found
  if (personId !== actor.personId)
    requireManagePerson(
      actor,
      adminScope(actor, 'uploads', 'change'),
      { departmentId, advanced: hasAdvancedRole(memberships) },
      'upload',
    )
  const ended = await endSession(ctx, key, {
    personId: actor.personId,
    told: (tx, size) =>
      audit(tx, {
        action: 'upload.discarded',
        object: { type: 'person', id: personId, name: realName },
        detail: { account: accountName, file: name, size },
      }),
  })
  if (!ended) refuseNotFound('upload')
  left.push(ended)
  if (personId !== actor.personId) others.push({ ownerId: personId, name, parentId })
  return succeeded(key, { instanceName: name })
}
