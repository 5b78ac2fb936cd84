import { codeOf, type ErrorName, errorText, type Language } from '@clouddisk/contract/errors'
import type { FolderNode, Instance } from '@clouddisk/contract/files'
import type * as calls from '@clouddisk/contract/link-uploads'
import { lengthOf, nameKey } from '@clouddisk/contract/names'
import type { Input } from '@clouddisk/contract/route'
import type { ConflictPolicy } from '@clouddisk/contract/shapes'
import type { SavedInstance, UploadAuth, UploadCheck } from '@clouddisk/contract/uploads'
import type { Static } from 'typebox'
import type { LinkSession } from '../../access/link-visitor.ts'
import { resolve } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { Refusal, refuse, refuseField } from '../../errors/refusal.ts'
import { childByKey } from '../../tree/files.ts'
import * as folders from '../../tree/folders.ts'
import { findFreeName } from '../../tree/names.ts'
import { createFolderTree } from '../files/folder-tree.ts'
import { rename as renameFile } from '../files/rename.ts'
import { authorize as authorizeUpload } from '../uploads/authorize.ts'
import { check as checkUpload } from '../uploads/check.ts'
import { discardOwn } from '../uploads/open-uploads.ts'
import { save as saveUpload } from '../uploads/save.ts'
import { forVisitor } from './browse.ts'
import { notifyUploaded } from './notices.ts'
import { isWriteOnly, presentOwn, requireOwnFolder } from './own-files.ts'
import * as files from './visitor-files-store.ts'

/**
 * Uploads, new folders and new names by visitors of a link. They are the owner's files, as if the owner had uploaded them; that a
 * visitor did is kept in `visitor_file` and in the log. A visitor who may not see the folder learns nothing of what it holds: taken
 * names get a number, and the answer shows the name that was sent.
 */

type Conflict = Static<typeof ConflictPolicy>

export async function check(
  ctx: Context,
  session: LinkSession,
  input: Input<typeof calls.checkLinkUpload>,
  language: Language,
): Promise<UploadCheck> {
  await requireFolder(ctx, session, input.parentId ?? '0')
  const conflict = conflictOf(session, input.conflict)
  const answer = await checkUpload(ctx, session.actor, { ...input, conflict }, language)
  return answer.uploadflag === '2' ? withoutFigures(answer, language) : answer
}

/** How much is missing in the owner's space is not the visitor's concern. */
function withoutFigures({ missing: _, ...answer }: UploadCheck, language: Language): UploadCheck {
  const name: ErrorName = 'link_full'
  return { ...answer, errcode: codeOf(name), message: errorText(name, language) }
}

/** "0" or none is a person's own root, which a visitor does not have (C45). */
async function requireFolder(ctx: Context, session: LinkSession, parentId: string): Promise<void> {
  if (parentId === '0' || parentId === '') refuse('not_found')
  if (isWriteOnly(session.actor)) await requireOwnFolder(ctx, session, parentId)
}

/** Other policies than `keepBoth` would tell whether a name is taken. */
function conflictOf({ actor }: LinkSession, conflict: Conflict | undefined): Conflict {
  if (conflict !== undefined && conflict !== 'keepBoth' && isWriteOnly(actor))
    refuseField('conflict', 'unknown_value')
  return conflict ?? 'keepBoth'
}

export const authorize = (
  ctx: Context,
  { actor }: LinkSession,
  input: Input<typeof calls.queryLinkUploadAuth>,
  origin: string,
): Promise<UploadAuth> => authorizeUpload(ctx, actor, input, origin)

export async function save(
  ctx: Context,
  session: LinkSession,
  input: Input<typeof calls.saveLinkUpload>,
  language: Language,
): Promise<SavedInstance> {
  if (input.parentId !== undefined) await requireFolder(ctx, session, input.parentId)
  const conflict = conflictOf(session, input.conflict)
  const { actor } = session
  const saved = await hidingFigures(() =>
    saveUpload(ctx, actor, { ...input, conflict }, language, async (tx, { fileId, outcome, name, size }) => {
      if (outcome !== 'newVersion')
        await record(ctx, tx, session, [{ id: fileId, name, isFolder: false, size }])
      await notifyUploaded(ctx, tx, session.link, 1)
    }),
  )
  if (!isWriteOnly(actor)) return { ...forVisitor(saved), outcome: saved.outcome }
  return { ...(await ownInstance(ctx, session, saved.instanceId)), outcome: 'created' }
}

/** Visitors are not told how full the owner's space is, nor what the rules of the content check are called. */
async function hidingFigures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && error.errorName === 'quota_full') refuse('link_full')
    if (error instanceof Refusal && error.errorName === 'sensitive_content') refuse('sensitive_content')
    throw error
  }
}

export async function discard(
  ctx: Context,
  { actor }: LinkSession,
  { objectKey }: Input<typeof calls.recycleLinkObject>,
): Promise<Record<string, never>> {
  await discardOwn(ctx, actor, objectKey)
  return {}
}

export async function createFolder(
  ctx: Context,
  session: LinkSession,
  input: Input<typeof calls.createLinkFolder>,
  language: Language,
): Promise<Instance> {
  const { actor } = session
  const parentId = input.parentId ?? '0'
  await requireFolder(ctx, session, parentId)
  if (isWriteOnly(actor)) return createOwnFolder(ctx, session, parentId, input.instanceName.trim())
  return forVisitor(
    await folders.create(ctx, actor, input, language, (tx, made) => recordFolders(ctx, tx, session, made)),
  )
}

/** The visitor's own folder of that name, made where it is not there. */
async function createOwnFolder(
  ctx: Context,
  session: LinkSession,
  parentId: string,
  name: string,
): Promise<Instance> {
  folders.refuseInvalidFolderName(ctx, name)
  const id = await ctx.db.transact(async (tx) => {
    const extent = { levels: 1, length: lengthOf(name) + 1 }
    const parent = await folders.lockParentFolder(tx, session.actor, parentId, extent)
    const place = { parentId: parent.id, nameKey: nameKey(name) }
    const own = await files.ownFoldersByName(tx, session.visitorId, [place])
    const there = own.get(`${place.parentId} ${place.nameKey}`)
    if (there) return there.id
    const isTaken = await childByKey(tx, parent.id, place.nameKey)
    const free = isTaken ? (await findFreeName(tx, parent.id, name, true)).name : name
    const made = await folders.insertFolder(tx, parent.spaceId, parent.id, free, session.actor)
    await recordFolders(ctx, tx, session, [{ id: made, name }])
    return made
  })
  return ownInstance(ctx, session, id)
}

export async function createTree(
  ctx: Context,
  session: LinkSession,
  input: Input<typeof calls.batchCreateLinkFolder>,
): Promise<FolderNode> {
  await requireFolder(ctx, session, input.parentId ?? '0')
  const { actor, visitorId } = session
  return createFolderTree(ctx, actor, input, {
    onCreated: (tx, made) => recordFolders(ctx, tx, session, made),
    ...(isWriteOnly(actor) && { findReused: (tx, names) => files.ownFoldersByName(tx, visitorId, names) }),
  })
}

export async function rename(
  ctx: Context,
  { actor }: LinkSession,
  input: Input<typeof calls.renameLinkInstance>,
  language: Language,
): Promise<Instance> {
  return forVisitor(await renameFile(ctx, actor, input, language))
}

/** As this visit added it. */
async function ownInstance(ctx: Context, { actor, visitorId }: LinkSession, id: string): Promise<Instance> {
  const db = ctx.db.reader
  const [item, own] = await Promise.all([resolve(db, actor, id), files.ownFilesById(db, visitorId, [id])])
  const { parentId } = item
  const file = own.get(item.id) ?? refuse('not_found')
  return { ...presentOwn(file, []), parentId: parentId ?? '' }
}

const recordFolders = (
  ctx: Context,
  tx: Tx,
  session: LinkSession,
  made: readonly { id: string; name: string }[],
): Promise<void> =>
  record(
    ctx,
    tx,
    session,
    made.map(({ id, name }) => ({ id, name, isFolder: true, size: 0 })),
  )

const record = (
  ctx: Context,
  tx: Tx,
  { link, visitorId, personId }: LinkSession,
  made: readonly Omit<files.VisitorFile, 'createdAt'>[],
): Promise<void> =>
  files.insertVisitorFiles(
    tx,
    { linkId: link.id, visitorId, personId },
    made.map((one) => ({ ...one, createdAt: ctx.now() })),
  )
