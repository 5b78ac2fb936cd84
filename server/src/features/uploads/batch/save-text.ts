import { createHash } from 'node:crypto'
import type { Language } from '@clouddisk/contract/errors'
import type { Input } from '@clouddisk/contract/route'
import type { SavedText, saveText as saveTextCall } from '@clouddisk/contract/texts'
import type { Actor } from '../../../access/actor.ts'
import { requirePermissionWithReason, resolveWithPermission } from '../../../access/permissions.ts'
import { type ResolvedItem, resolveAll } from '../../../access/resolve.ts'
import { refuseContent } from '../../../content/file-rules.ts'
import type { Context } from '../../../context.ts'
import { Refusal, refuse, refuseField } from '../../../errors/refusal.ts'
import { versionWith } from '../../../tree/versions.ts'
import { presentSaved } from '../commit-file.ts'
import { intoSpace, type SmallFile } from './batch.ts'
import { encodeText } from './encode-text.ts'

type SaveTextInput = Input<typeof saveTextCall>

/** A batch of one file, which has one upload session. */
const ONLY = 0

/**
 * Saves edited text as a new version, or as a file beside the edited one. The base version is compared inside the transaction that
 * adds the version, with the space locked, so that of two saves with the same base one is refused.
 */
export async function saveText(
  ctx: Context,
  actor: Actor,
  input: SaveTextInput,
  language: Language,
): Promise<SavedText> {
  const { instanceId, versionId, text, encoding = 'utf-8', bom = false, conflict = 'fail', saveId } = input
  const db = ctx.db.reader
  const file = await resolveWithPermission(db, actor, instanceId, 'upload')
  if (file.isFolder) refuse('is_a_folder')
  const bytes = encodeText(text, encoding, bom)
  if (bytes.length > ctx.config.limits.textEditBytesMax) refuseField('text', 'too_long')
  if (bytes.length === 0 && !ctx.config.emptyFiles) refuse('empty_file', { name: file.name })
  refuseContent(ctx, actor, file.name, bytes)
  const parentId = file.parentId ?? refuse('not_found')
  if (conflict === 'keepBoth') await requireFolder(ctx, actor, parentId)
  const sha256 = createHash('sha256').update(bytes).digest()
  const replaces = { fileId: file.id, versionId: versionId.toLowerCase() }
  const saved = {
    ...{ no: ONLY, name: file.name, parentId, spaceId: file.spaceId, size: bytes.length, sha256, bytes },
    modifiedAt: null,
    ...(conflict === 'keepBoth' ? { conflict } : { conflict: 'newVersion' as const, replaces }),
  } satisfies SmallFile
  const outcomes = await intoSpace(ctx, actor, file.spaceId, saveId.toLowerCase(), [saved])
  const outcome = outcomes.get(ONLY) ?? refuse('upload_gone')
  if (outcome instanceof Refusal) throw outcome
  const own = await versionWith(db, outcome.fileId, sha256)
  return { ...(await presentSaved(ctx, actor, outcome, language)), versionId: own ?? refuse('not_found') }
}

/** A file may be shared without its folder. */
async function requireFolder(ctx: Context, actor: Actor, id: string): Promise<ResolvedItem> {
  const folder = (await resolveAll(ctx.db.reader, actor, [id])).get(id) ?? refuse('not_permitted')
  requirePermissionWithReason(actor, folder, 'upload')
  return folder
}
