import {
  type pageQuarantine,
  type QuarantinedFile,
  RELEASE_REASON_MAX,
  type releaseQuarantined,
} from '@clouddisk/contract/antivirus'
import type { Language } from '@clouddisk/contract/errors'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { tellLists } from '../../content/antivirus/record-scan.ts'
import { filesOf } from '../../content/antivirus/scan-store.ts'
import type { Context } from '../../context.ts'
import { isId } from '../../db/ids.ts'
import { refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { rootName } from '../../tree/present.ts'
import * as store from './store.ts'

/** Content in which a virus was found, or that could not be scanned, for administrators. */

export async function page(
  ctx: Context,
  { state, pageNo = 1, pageSize = LIMITS.pageSizeDefault }: Input<typeof pageQuarantine>,
  language: Language,
): Promise<Reply<typeof pageQuarantine>> {
  const db = ctx.db.reader
  const rows = await store.pageHeld(db, state, (pageNo - 1) * pageSize, pageSize)
  const ids = rows.map(({ id }) => id)
  const files = Map.groupBy(await store.filesOfContents(db, ids), ({ contentId }) => contentId)
  const removable = await store.removableContents(db, ids)
  return {
    list: rows.map(({ id, signatureAt, scannedAt, size, ...row }) => ({
      ...row,
      contentId: id,
      signatureTime: signatureAt?.toISOString() ?? null,
      scanTime: scannedAt?.toISOString() ?? null,
      fileSize: size,
      files: (files.get(id) ?? []).map((file) => presentFile(file, language)),
      canRemove: removable.has(id),
    })),
    total: await store.countHeld(db, state),
    pageNo,
    pageSize,
  }
}

const presentFile = (file: store.HeldFile, language: Language): QuarantinedFile => ({
  instanceId: file.fileId,
  instanceName: file.name,
  path: file.path.map((name) => name || rootName(language)).join('/'),
  ownerName: file.ownerName,
  uploaderName: file.uploaderName,
  isCurrent: file.isCurrent,
  inRecycle: !file.isInTree,
})

/** Declares content clean: it is served again, and scans leave it so. */
export function release(
  ctx: Context,
  actor: Actor,
  { contentId, reason: given }: Input<typeof releaseQuarantined>,
): Promise<void> {
  const id = idOf(contentId)
  const reason = given.trim()
  if (reason === '') refuseField('reason', 'missing')
  if (reason.length > RELEASE_REASON_MAX) refuseField('reason', 'too_long')
  return ctx.db.transact(async (tx) => {
    const held = (await store.lockHeld(tx, id)) ?? refuseNotFound('content')
    await store.declareClean(tx, id, { personId: actor.personId, reason }, ctx.now())
    const { finding } = held
    await tellLists(tx, await filesOf(tx, id), 'file.released', { finding, reason }, actor.personId)
  })
}

export function idOf(contentId: string): string {
  if (!isId(contentId)) refuseNotFound('content')
  return contentId.toLowerCase()
}
