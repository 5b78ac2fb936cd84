import { activeAdministrators } from '../../access/administrators.ts'
import type { Context } from '../../context.ts'
import { type ChangeKind, recordChanges } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { notify } from '../../notifications/notify.ts'
import * as store from './scan-store.ts'

/** Saves what a scan found, and tells of it: live lists, the audit log, owners, uploaders and administrators. */
export async function recordScan(
  ctx: Context,
  content: store.ScannableContent,
  result: store.ScanResult,
): Promise<void> {
  const isNew = await ctx.db.transact(async (tx) => {
    const saved = await store.saveResult(tx, content, result, ctx.now())
    if (!saved) return false
    const { before } = saved
    if (result.state === before) return false
    const files = await store.filesOf(tx, content.id)
    if (result.state !== 'infected') {
      await tellLists(tx, files, 'file.scanned')
      return false
    }
    const { finding = '', signature } = result
    await tellLists(tx, files, 'file.quarantined', { finding, signature })
    await tellPeople(ctx, tx, files, finding)
    await store.rescanEqual(tx, content.id, ctx.now())
    return true
  })
  if (isNew)
    ctx.log.warn(
      { blobId: content.id, bucket: content.bucket, key: content.key, finding: result.finding },
      'a virus was found in stored content; quarantined',
    )
}

export function tellLists(
  tx: Tx,
  files: readonly store.FileOfContent[],
  kind: Extract<ChangeKind, 'file.scanned' | 'file.quarantined' | 'file.released'>,
  details: Record<string, unknown> = {},
  actorId: string | null = null,
): Promise<void> {
  return recordChanges(
    tx,
    files.map(({ fileId, name, spaceId, parentId, versionNo }) => ({
      kind,
      spaceId,
      fileId,
      name,
      parentIds: [parentId],
      actorId,
      details: { ...details, version: versionNo },
    })),
  )
}

async function tellPeople(
  ctx: Context,
  tx: Tx,
  files: readonly store.FileOfContent[],
  finding: string,
): Promise<void> {
  for (const { fileId, name, groupId, shownParentId, ownerId, uploaderId } of files)
    await notify(ctx, tx, {
      kind: 'files.infected',
      to: [...new Set([ownerId ?? uploaderId, uploaderId])].map((principalId) => ({
        principalType: 'person',
        principalId,
      })),
      data: {
        instanceId: fileId,
        instanceName: name,
        message: finding,
        ...(groupId && { groupId }),
        ...(shownParentId && { parentId: shownParentId }),
      },
    })
  const [first] = files
  const administrators = await activeAdministrators(tx, 'dlp')
  if (!first || administrators.length === 0) return
  await notify(ctx, tx, {
    kind: 'content.infected',
    to: administrators.map((principalId) => ({ principalType: 'person', principalId })),
    data: { instanceName: first.name, count: files.length, message: finding },
  })
}
