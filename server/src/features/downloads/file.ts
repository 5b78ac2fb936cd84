import type { ErrorName } from '@clouddisk/contract/errors'
import { inlineOf } from '@clouddisk/contract/filetypes'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Actor } from '../../access/actor.ts'
import { requirePermission } from '../../access/permissions.ts'
import { type ResolvedItem, resolve } from '../../access/resolve.ts'
import { isViewOnly } from '../../access/view-only.ts'
import { refuseUnsafe } from '../../content/antivirus/serving.ts'
import { refuseElsewhere } from '../../content/copies/elsewhere.ts'
import type { Context } from '../../context.ts'
import { isId } from '../../db/ids.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import type { StoredObject } from '../../objects/stores.ts'
import { refuseDownload } from './audit-download.ts'
import { type FileUrlPayload, signUrl } from './signed-url.ts'
import * as store from './store.ts'

/** Downloads and previews of single files. */

type Mode = FileUrlPayload['kind']

export interface FileUrlRequest {
  readonly instanceId: string
  /** The current version if undefined. */
  readonly versionId?: string | undefined
  readonly mode: Mode
}

/** A signed URL of the file's current content, or of one of its versions. */
export async function fileUrl(
  ctx: Context,
  actor: Actor,
  { instanceId, versionId, mode }: FileUrlRequest,
  origin: string,
): Promise<string> {
  const file = await resolve(ctx.db.reader, actor, instanceId)
  if (file.isFolder) {
    requirePermission(file, mode)
    refuse('is_a_folder')
  }
  const found = await permittedVersion(ctx, file, versionId)
  const kind = await permittedKind(ctx, actor, file, { kind: mode }, found?.ext)
  const content = await readable(ctx, actor, found)
  if (content.size > LIMITS.fileBytesMax) refuse('over_80gb', { limit: LIMITS.fileBytesMax })
  const address = {
    kind,
    sessionId: actor.sessionId,
    fileId: file.id,
    versionId: content.versionId,
    ...(!content.isCurrent && { isOldVersion: true as const }),
  }
  return signUrl(ctx, origin, address, content.name)
}

/** The content of a version that the actor may preview, by default of the current one. */
export async function previewContent(
  ctx: Context,
  actor: Actor,
  file: ResolvedItem,
  versionId?: string,
): Promise<store.DownloadableContent> {
  requirePermission(file, 'preview')
  return readable(ctx, actor, await permittedVersion(ctx, file, versionId))
}

/** A signed URL that shows content, or a rendition of it; `shownAs` and `rendition` as in FileUrlPayload. */
export const previewUrl = (
  ctx: Context,
  origin: string,
  { sessionId }: Actor,
  fileId: string,
  content: store.DownloadableContent,
  shownAs: string | undefined,
  rendition?: string,
): string =>
  signUrl(
    ctx,
    origin,
    {
      kind: 'preview',
      sessionId,
      fileId,
      versionId: content.versionId,
      ...(!content.isCurrent && { isOldVersion: true as const }),
      ...(shownAs !== undefined && { shownAs }),
      ...(rendition !== undefined && { rendition }),
    },
    content.name,
  )

/** The content of a signed URL. */
export interface ResolvedContent extends Omit<store.DownloadableContent, 'sha256'> {
  readonly kind: Mode
  readonly spaceId: string
  /** None of the file's bytes are in it. */
  readonly isForViewOnly: boolean
}

/** Resolves a signed URL to its content, if the person still has access. */
export async function resolveContent(
  ctx: Context,
  actor: Actor,
  address: FileUrlPayload,
): Promise<ResolvedContent> {
  const file = await resolve(ctx.db.reader, actor, address.fileId)
  const found = await store.findContent(ctx.db.reader, file.id, address.versionId)
  if (address.isOldVersion) requirePermission(file, 'versionView')
  const kind = await permittedKind(ctx, actor, file, address, address.shownAs ?? found?.ext)
  const content = await readable(ctx, actor, found)
  const shown = address.rendition === undefined ? content : await renditionOf(ctx, content, address.rendition)
  return { ...shown, kind, spaceId: file.spaceId, isForViewOnly: isForViewOnly(ctx, address) }
}

/** The current content of a file that the actor may download. */
export async function currentContent(ctx: Context, actor: Actor, fileId: string): Promise<ResolvedContent> {
  const { item: file, content: found } = await store.resolveWithContent(ctx.db.reader, actor, fileId)
  if (file.isFolder) {
    requirePermission(file, 'download')
    refuse('is_a_folder')
  }
  if (!file.permissions.has('download')) await refuseDownload(ctx, actor, 'file.downloaded', file)
  const content = await readable(ctx, actor, found)
  if (content.size > LIMITS.fileBytesMax) refuse('over_80gb', { limit: LIMITS.fileBytesMax })
  return { ...content, kind: 'download', spaceId: file.spaceId, isForViewOnly: false }
}

/** A rendition in place of the content that it is made from. One whose object is lost is made again when it is asked for. */
async function renditionOf(
  ctx: Context,
  content: store.DownloadableContent,
  kind: string,
): Promise<store.DownloadableContent> {
  const { sha256, size } = content
  const answer = sha256 === null ? undefined : await ctx.renditions.request({ sha256, size }, kind)
  if (answer?.state !== 'ready') refuse('not_found')
  const { id, blobId, bucket, key, etag, bytes, crc32 } = answer.rendition
  if ((await ctx.stores.of(bucket).stat(key))?.size !== bytes) {
    await ctx.renditions.forget(id)
    refuse('bytes_unavailable')
  }
  // Its own ETag: it can be made anew while the version stays.
  return { ...content, versionId: blobId, blobId, bucket, key, etag, crc32, size: bytes }
}

/** Content of the version that is named, which needs a permission of its own unless it is the current one. */
async function permittedVersion(
  ctx: Context,
  file: ResolvedItem,
  versionId: string | undefined,
): Promise<store.DownloadableContent | undefined> {
  const known = versionId === undefined || isId(versionId)
  const found = known ? await store.findContent(ctx.db.reader, file.id, versionId) : undefined
  if (versionId === undefined || found?.isCurrent) return found
  requirePermission(file, 'versionView')
  return found ?? refuseNotFound('version')
}

const isForViewOnly = (ctx: Context, { rendition }: Pick<FileUrlPayload, 'rendition'>): boolean =>
  rendition !== undefined && ctx.renditions.isForViewOnly(rendition)

/**
 * A preview of a type that browsers cannot show is a download: it needs that permission and is audited as
 * one. So are the bytes of a file that the actor may only view, and a copy of it in another format.
 */
async function permittedKind(
  ctx: Context,
  actor: Actor,
  file: ResolvedItem,
  address: Pick<FileUrlPayload, 'kind' | 'rendition'>,
  ext = '',
): Promise<Mode> {
  const isShown = isForViewOnly(ctx, address) || !isViewOnly(actor, file.permissions)
  const kind = address.kind === 'preview' && inlineOf(ext) && isShown ? 'preview' : 'download'
  if (!file.permissions.has(kind)) await refuseDownload(ctx, actor, 'file.downloaded', file)
  return kind
}

/** Refuses unverified content to all but its uploader, infected content, and content that has yet to be copied to this cluster. */
async function readable<T extends Omit<store.DownloadableContent, 'sha256'>>(
  ctx: Context,
  actor: Actor,
  content: T | undefined,
): Promise<T> {
  if (!content) refuse('not_found')
  const whole = content.state === 'quarantined' ? await wholeCopyOf(ctx, content) : content
  refuseUnverified(actor, content)
  await refuseUnsafe(ctx, content)
  await refuseElsewhere(ctx, content)
  return whole
}

/** Damaged content until it is mended: its nearest copy at another cluster. Refuses `content_damaged` if there is none. */
async function wholeCopyOf<T extends StoredObject>(ctx: Context, content: T): Promise<T> {
  const places = await ctx.stores.placesOf(content)
  const copy = places.find(({ bucket }) => bucket !== content.bucket) ?? refuse('content_damaged')
  return { ...content, bucket: copy.bucket, key: copy.key, etag: copy.etag }
}

export function refuseUnverified(actor: Actor, { sentBy }: { sentBy: string | null }): void {
  if (sentBy !== null && (actor.link || sentBy !== actor.personId)) refuse('being_verified')
}

export interface DeliveryHeaders {
  readonly disposition: 'inline' | 'attachment'
  readonly contentType: string
  readonly policy: string
}

const CSP_ATTACHMENT = "default-src 'none'; frame-ancestors 'self'; sandbox"
const CSP_INLINE =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; frame-ancestors 'self'; sandbox"

/**
 * Headers for content: its type depends on the name's extension and our table only, never on the uploader.
 */
export function deliveryHeaders(kind: Mode, ext: string): DeliveryHeaders {
  const shown = kind === 'preview' ? inlineOf(ext) : undefined
  if (!shown)
    return { disposition: 'attachment', contentType: 'application/octet-stream', policy: CSP_ATTACHMENT }
  return {
    disposition: 'inline',
    contentType: shown.contentType,
    policy: CSP_INLINE,
  }
}

/** HTTP status of refused downloads; the body is the usual envelope. */
export const httpStatusOfRefusal: Partial<Record<ErrorName, number>> = {
  not_found: 404,
  not_permitted: 403,
  bytes_unavailable: 503,
  being_verified: 503,
  content_damaged: 404,
  virus_found: 403,
  virus_scan_pending: 503,
  virus_scan_impossible: 403,
  download_too_much: 413,
}
