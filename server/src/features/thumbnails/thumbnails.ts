import { thumbnailFamilyOf } from '@clouddisk/contract/thumbnail-types'
import type { ThumbnailSize } from '@clouddisk/contract/thumbnails'
import { type Actor, shareHolderOf } from '../../access/actor.ts'
import { requirePermission } from '../../access/permissions.ts'
import { resolve } from '../../access/resolve.ts'
import { isViewOnly } from '../../access/view-only.ts'
import { virusRefusal } from '../../content/antivirus/serving.ts'
import type { Context } from '../../context.ts'
import { isId } from '../../db/ids.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import { readRendition } from '../../renditions/read.ts'
import type { Asking } from '../../renditions/renditions.ts'
import type { ContentHash } from '../../renditions/types.ts'
import { previewableTrashed } from '../trash/preview-trashed.ts'
import { thumbnailKind } from './converters.ts'
import * as store from './store.ts'

/** Thumbnails of files: whoever may preview a file may have its thumbnail. */

export interface ThumbnailRequest {
  readonly instanceId: string
  readonly size: ThumbnailSize
  readonly versionId?: string | undefined
  /** A deleted file, in a group's recycle bin if `groupId` is given. */
  readonly inRecycle?: boolean | undefined
  readonly groupId?: string | undefined
  /** Waits a moment for one that is being made, unless it is aborted. */
  readonly wait?: AbortSignal | undefined
}

export type Thumbnail =
  | { readonly state: 'ready'; readonly etag: string; read(): Promise<Buffer | undefined> }
  /** Worth asking again after so many seconds. */
  | { readonly state: 'waiting'; readonly retryAfter: number }

const SOON_SECONDS = 1
/** A page asks for a few at a time: those that take longer must not keep the others. */
const WAIT_MS = 1500
/** Large uploads are verified within minutes. */
const VERIFYING_SECONDS = 15
const SCANNING_SECONDS = 5

/** The thumbnail of a file, or of one of its versions. Refuses `no_thumbnail` if there is none and never will be. */
export async function thumbnail(
  ctx: Context,
  actor: Actor,
  { instanceId, size, versionId, inRecycle, groupId, wait }: ThumbnailRequest,
): Promise<Thumbnail> {
  const db = ctx.db.reader
  const { content, isSmall } = inRecycle
    ? {
        content: await store.contentOf(
          db,
          await previewableTrashed(db, actor, instanceId, groupId),
          undefined,
        ),
        isSmall: false,
      }
    : await previewableContent(ctx, actor, instanceId, versionId)
  const family = content && thumbnailFamilyOf(content.ext)
  if (!ctx.renditions.isOn) refuse('no_thumbnail')
  if (!family || !content.sha256 || content.size === null || content.size === 0) refuse('no_thumbnail')
  // What its sender announced may be the hash of another's picture.
  if (content.state === 'unverified' || content.sentBy !== null)
    return { state: 'waiting', retryAfter: VERIFYING_SECONDS }
  if (content.state !== 'live') refuse('no_thumbnail')
  const served = { ...content, size: content.size }
  const refusal = await virusRefusal(ctx, served)
  if (refusal?.errorName === 'virus_scan_pending') return { state: 'waiting', retryAfter: SCANNING_SECONDS }
  if (refusal) refuse('no_thumbnail')
  const { sha256, ext } = content
  // A large one has no mark, and may be all of a picture.
  const kind = thumbnailKind(family, isSmall ? 's' : size, ext)
  // The PDF of an Office file takes too long to wait for.
  const waiting = wait && family !== 'office' ? { wait: { ms: WAIT_MS, signal: wait } } : {}
  const asking = { askedBy: shareHolderOf(actor), ...waiting }
  return contentThumbnail(ctx, { sha256, size: content.size }, kind, asking)
}

/** The content of a version that the actor may preview, by default of the current one. */
async function previewableContent(
  ctx: Context,
  actor: Actor,
  instanceId: string,
  versionId: string | undefined,
): Promise<{ content: store.FileContent; isSmall: boolean }> {
  const file = await resolve(ctx.db.reader, actor, instanceId)
  requirePermission(file, 'preview')
  if (file.isFolder) refuse('no_thumbnail')
  const isKnown = versionId === undefined || isId(versionId)
  const content = isKnown ? await store.contentOf(ctx.db.reader, file.id, versionId) : undefined
  if (!content?.isCurrent) requirePermission(file, 'versionView')
  return { content: content ?? refuseNotFound('version'), isSmall: isViewOnly(actor, file.permissions) }
}

/** The thumbnail of verified content, whoever may see it. */
export async function contentThumbnail(
  ctx: Context,
  content: ContentHash,
  kind: string,
  asking: Asking = {},
): Promise<Thumbnail> {
  const answer = await ctx.renditions.request(content, kind, asking)
  if (answer.state === 'failed') refuse('no_thumbnail')
  if (answer.state === 'waiting') return { state: 'waiting', retryAfter: SOON_SECONDS }
  const { rendition } = answer
  return {
    state: 'ready',
    etag: `"${rendition.blobId}"`,
    read: async () => {
      const bytes = await readRendition(ctx, rendition)
      if (!bytes) {
        await ctx.renditions.forget(rendition.id)
        await ctx.renditions.request(content, kind, { ...asking, wait: undefined })
      }
      return bytes
    },
  }
}
