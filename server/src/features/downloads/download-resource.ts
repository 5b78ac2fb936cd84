import type { Language } from '@clouddisk/contract/errors'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { openArchive } from './archive.ts'
import { contentDisposition } from './content-disposition.ts'
import {
  currentContent,
  type DeliveryHeaders,
  deliveryHeaders,
  type ResolvedContent,
  resolveContent,
} from './file.ts'
import type { Segment } from './segments.ts'
import type { ArchiveUrlPayload, FileUrlPayload } from './signed-url.ts'

/** The resource to send and its headers. */
export interface DownloadResource {
  readonly segments: readonly Segment[]
  readonly etag: string
  readonly name: string
  readonly delivery: DeliveryHeaders
  readonly modifiedAt?: Date
  readonly action: 'file.downloaded' | 'file.previewed' | 'archive.downloaded'
  /** None of the file's bytes are in it: those who may only view the file get it. */
  readonly isForViewOnly?: boolean
  /** Always sent by this server, where downloads may be redirected to the store. */
  readonly isSentHere?: boolean
  /** Browsers keep nothing of it. */
  readonly isPassing?: boolean
  readonly id: string
  readonly fileIds: readonly string[]
  readonly spaceIds: readonly string[]
}

export async function archiveResource(
  ctx: Context,
  actor: Actor,
  { archiveId }: ArchiveUrlPayload,
  language: Language,
): Promise<DownloadResource> {
  const delivery = { ...deliveryHeaders('download', 'zip'), contentType: 'application/zip' }
  const archive = await openArchive(ctx, actor, archiveId, language)
  return { ...archive, delivery, action: 'archive.downloaded', id: archiveId }
}

export const fileResource = async (
  ctx: Context,
  actor: Actor,
  address: FileUrlPayload,
): Promise<DownloadResource> =>
  toResource(actor, address.fileId, await resolveContent(ctx, actor, address), address.shownAs)

/** The current content of a file, as a download. */
export const currentResource = async (
  ctx: Context,
  actor: Actor,
  fileId: string,
): Promise<DownloadResource> =>
  toResource(actor, fileId.toLowerCase(), await currentContent(ctx, actor, fileId))

function toResource(
  actor: Actor,
  id: string,
  {
    kind,
    spaceId,
    isForViewOnly,
    bucket,
    key,
    etag,
    size,
    crc32,
    versionId,
    name,
    ext,
    modifiedAt,
  }: ResolvedContent,
  shownAs = ext,
): DownloadResource {
  return {
    segments: [{ bucket, key, etag, length: size, crc32 }],
    etag: versionId,
    name,
    delivery: deliveryHeaders(kind, shownAs),
    modifiedAt,
    action: kind === 'preview' ? 'file.previewed' : 'file.downloaded',
    isForViewOnly,
    isPassing: kind === 'preview' && (isForViewOnly || actor.link !== undefined),
    id,
    fileIds: [id],
    spaceIds: [spaceId],
  }
}

export const COMMON_HEADERS = {
  'accept-ranges': 'bytes',
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'cross-origin-resource-policy': 'same-origin',
}

export const headersOf = (
  { delivery, name, modifiedAt, isPassing }: DownloadResource,
  etag: string,
): Record<string, string> => ({
  etag,
  'content-type': delivery.contentType,
  'content-disposition': contentDisposition(delivery.disposition, name),
  'content-security-policy': delivery.policy,
  ...(isPassing && { 'cache-control': 'no-store' }),
  ...(modifiedAt && { 'last-modified': modifiedAt.toUTCString() }),
})
