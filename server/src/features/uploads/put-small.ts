import type { Language } from '@clouddisk/contract/errors'
import type { SavedInstance } from '@clouddisk/contract/uploads'
import type { Actor } from '../../access/actor.ts'
import type { ResolvedItem } from '../../access/resolve.ts'
import { refuseContent } from '../../content/file-rules.ts'
import { bucketFor } from '../../content/placement.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { Refusal, refuse } from '../../errors/refusal.ts'
import { refuseSensitiveName } from '../dlp/places/refuse-sensitive.ts'
import { intoSpace } from './batch/batch.ts'
import { storeBytes } from './batch/contents.ts'
import { chargeAtOnce } from './charge-at-once.ts'
import { type CommittedFile, presentSaved, targetFolder } from './commit-file.ts'
import { commitDeduplicated } from './commit-upload.ts'
import { deleteBytes } from './open-uploads.ts'
import type { Announced } from './put-file.ts'
import { retryWhenFull } from './revoked-uploads.ts'

interface Bytes {
  readonly bytes: Buffer
  readonly sha256: Buffer
}

/** Saves bytes that are in memory: in a batch of its own where the caller names one, else without any upload session. */
export async function savePut(
  ctx: Context,
  actor: Actor,
  sent: Announced,
  content: Bytes,
  language: Language,
): Promise<SavedInstance> {
  refuseContent(ctx, actor, sent.name, content.bytes)
  const folder = await targetFolder(ctx, actor, sent.input.parentId)
  const { batchId } = sent.input
  const committed =
    batchId === undefined
      ? await saveAlone(ctx, actor, folder, sent, content)
      : await saveAsBatch(ctx, actor, folder, batchId.toLowerCase(), sent, content)
  return presentSaved(ctx, actor, committed, language)
}

async function saveAsBatch(
  ctx: Context,
  actor: Actor,
  folder: ResolvedItem,
  batch: string,
  { input, name, size }: Announced,
  content: Bytes,
): Promise<CommittedFile> {
  const { conflict = 'keepBoth', lastModified } = input
  const noted = await refuseSensitiveName(ctx, folder, name)
  const file = {
    ...{ no: ONLY, name, size, conflict, parentId: folder.id, spaceId: folder.spaceId, ...content },
    modifiedAt: lastModified === undefined ? null : new Date(lastModified),
    ...(noted && { noted }),
  }
  const outcome = (await intoSpace(ctx, actor, folder.spaceId, batch, [file])).get(ONLY)
  if (outcome instanceof Refusal) throw outcome
  return outcome ?? refuse('upload_gone')
}

/** Number of the file in a batch of one. */
export const ONLY = 0

async function saveAlone(
  ctx: Context,
  actor: Actor,
  { id: folderId, spaceId }: ResolvedItem,
  { input, name, size }: Announced,
  content: Bytes,
): Promise<CommittedFile> {
  const object = { key: newId(), bucket: await bucketFor(ctx, spaceId, size) }
  const received = await storeBytes(ctx, { ...object, ...content, size })
  const charge = chargeAtOnce({
    spaceId,
    conflict: input.conflict ?? 'keepBoth',
    modifiedAt: null,
    dedup: ctx.config.dedup !== 'off',
  })
  try {
    const upload = { charge, input, name, ...received, folderId, onCommit: undefined }
    return await retryWhenFull(ctx, spaceId, () => commitDeduplicated(ctx, actor, upload))
  } catch (error) {
    // After any other failure a row may name the object, or cleanup finds it untracked.
    if (error instanceof Refusal)
      await deleteBytes(ctx, object).catch((err) =>
        ctx.log.warn(
          { err, key: object.key },
          'an unused object could not be removed; cleanup removes it later',
        ),
      )
    throw error
  }
}
