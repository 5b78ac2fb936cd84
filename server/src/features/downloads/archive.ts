import { createHash } from 'node:crypto'
import type { DownloadItem, getArchiveUrl, queryFolderDownload } from '@clouddisk/contract/downloads'
import type { Language } from '@clouddisk/contract/errors'
import type { Input, Reply } from '@clouddisk/contract/route'
import { DAY } from '@clouddisk/contract/time'
import type { Actor } from '../../access/actor.ts'
import { deniedIn, mayContainDenied } from '../../access/permissions.ts'
import { type ResolvedItem, resolve, resolveAll } from '../../access/resolve.ts'
import { infectedBelow } from '../../content/antivirus/infected-below.ts'
import { refuseUnsafe } from '../../content/antivirus/serving.ts'
import { refuseElsewhere } from '../../content/copies/elsewhere.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import type { StoredObject } from '../../objects/stores.ts'
import { batchIds } from '../../tree/batch.ts'
import { rootName } from '../../tree/present.ts'
import { resolveFolderId } from '../../tree/spaces.ts'
import { type ArchiveLayout, cachedLayout } from './archive-layout-cache.ts'
import { refuseDownload } from './audit-download.ts'
import { collectEntries, type DownloadEntry } from './collect-entries.ts'
import { refuseUnverified } from './file.ts'
import { signUrl } from './signed-url.ts'
import * as store from './store.ts'
import { CorruptObject } from './verify-sent.ts'
import { layOutZip, type ZipEntry } from './zip.ts'

/** Folders and selections as a ZIP (C7), and as a list for clients that fetch files one by one. */

const FOLDERS_MAX = 20_000
const ARCHIVE_KEPT_MS = DAY

export async function archiveUrl(
  ctx: Context,
  actor: Actor,
  input: Input<typeof getArchiveUrl>,
  language: Language,
  origin: string,
): Promise<Reply<typeof getArchiveUrl>> {
  if (!ctx.config.archiveDownload) refuse('not_permitted')
  const ids = await Promise.all(
    batchIds(input.instanceIds, 'instanceIds').map((id) => resolveFolderId(ctx.db.reader, actor, id)),
  )
  const tops = await downloadable(ctx, actor, [...new Set(ids)])
  const kept = await refuseTooLarge(ctx, tops)
  const { files, bytes, isInfected } = (await hasNoDenials(ctx, actor, tops))
    ? { ...kept, isInfected: await isAnyInfected(ctx, tops) }
    : await countDownloadable(ctx, actor, tops)
  // What is not known yet is looked at when the archive is fetched.
  if (isInfected) refuse('virus_found')
  const archive = { id: newId(), personId: actor.personId, fileIds: tops.map((top) => top.id) }
  await store.insertArchive(ctx.db.reader, archive, ctx.now())
  await store.deleteArchives(ctx.db.reader, new Date(ctx.now().getTime() - ARCHIVE_KEPT_MS))
  const fileName = archiveName(tops, language)
  const address = { kind: 'archive', sessionId: actor.sessionId, archiveId: archive.id } as const
  return { url: signUrl(ctx, origin, address, fileName), fileName, fileCount: files, fileSize: bytes }
}

/** All items or a refusal: a partial download would look complete. */
async function downloadable(ctx: Context, actor: Actor, ids: readonly string[]): Promise<ResolvedItem[]> {
  const located = await resolveAll(ctx.db.reader, actor, ids)
  const tops = ids.map((id) => located.get(id) ?? refuse('not_found'))
  for (const top of tops) await requireDownload(ctx, actor, top)
  return tops
}

async function requireDownload(ctx: Context, actor: Actor, top: ResolvedItem): Promise<void> {
  if (!top.permissions.has('download')) await refuseDownload(ctx, actor, 'archive.downloaded', top)
}

async function refuseTooLarge(ctx: Context, tops: readonly ResolvedItem[]) {
  const extent = await store.sumExtents(
    ctx.db.reader,
    tops.map((top) => top.id),
  )
  const limit = ctx.config.limits.downloadFilesMax
  if (extent.files > limit) refuse('download_too_much', { limit })
  if (extent.folders > FOLDERS_MAX) refuse('too_many_items', { limit: FOLDERS_MAX })
  return extent
}

/** Whether nothing below is denied to the actor, so that the stored totals are right. */
async function hasNoDenials(ctx: Context, actor: Actor, tops: readonly ResolvedItem[]): Promise<boolean> {
  if (actor.link) return false
  const spaces = new Set(tops.filter(mayContainDenied).map((top) => top.spaceId))
  for (const spaceId of spaces)
    if ((await deniedIn(ctx.db.reader, actor, spaceId, 'download')).size > 0) return false
  return true
}

async function countDownloadable(ctx: Context, actor: Actor, tops: readonly ResolvedItem[]) {
  const items = await collectEntries(ctx.db.reader, actor, tops, 'download')
  const files = items.filter((item) => !item.isFolder)
  return {
    files: files.length,
    bytes: files.reduce((sum, file) => sum + file.size, 0),
    isInfected: files.some(({ virus }) => virus === 'infected'),
  }
}

async function isAnyInfected(ctx: Context, tops: readonly ResolvedItem[]): Promise<boolean> {
  const found = await infectedBelow(
    ctx.db.reader,
    tops.map((top) => top.id),
  )
  return found.size > 0
}

/** The name of a single item, or of the folder that contains the items. */
function archiveName(tops: readonly ResolvedItem[], language: Language): string {
  const [first] = tops
  const shown = first?.visiblePath ?? []
  const bearer = tops.length === 1 ? shown.at(-1) : shown.at(-2)
  return `${bearer?.name || rootName(language)}.zip`
}

export interface OpenedArchive extends ArchiveLayout {
  readonly name: string
  readonly spaceIds: readonly string[]
}

/**
 * Opens the archive of a signed URL in its current state. Refuses if it is not the actor's or its items are
 * gone.
 */
export async function openArchive(
  ctx: Context,
  actor: Actor,
  archiveId: string,
  language: Language,
): Promise<OpenedArchive> {
  const archive = await store.findArchive(ctx.db.reader, actor.personId, archiveId)
  const tops = await downloadable(ctx, actor, archive?.fileIds ?? refuseNotFound('download'))
  await refuseTooLarge(ctx, tops)
  return {
    ...(await cachedLayout(ctx, actor, tops, () => layOutArchive(ctx, actor, tops))),
    name: archiveName(tops, language),
    spaceIds: [...new Set(tops.map((top) => top.spaceId))],
  }
}

async function layOutArchive(
  ctx: Context,
  actor: Actor,
  tops: readonly ResolvedItem[],
): Promise<ArchiveLayout> {
  const root = tops.find((top) => top.id === top.rootId)
  const items = await collectEntries(ctx.db.reader, actor, tops, 'download')
  const entries: ZipEntry[] = []
  for (const item of items) {
    const entry = await zipEntryOf(ctx, actor, root ? { ...item, path: item.path.slice(1) } : item)
    if (entry) entries.push(entry)
  }
  const fileIds = items.filter((item) => !item.isFolder).map((item) => item.id)
  return { segments: await layOutZip(entries), etag: etagOf(items), fileIds }
}

async function zipEntryOf(ctx: Context, actor: Actor, item: DownloadEntry): Promise<ZipEntry | undefined> {
  const { path } = item
  // The root itself has no entry.
  if (path === '') return undefined
  if (item.isFolder) return { path: `${path}/`, modifiedAt: item.modifiedAt }
  const { bucket, key, etag, blobId, size } = item
  if (!bucket || !key || !blobId) return refuse('bytes_unavailable')
  refuseUnverified(actor, item)
  // The content is being verified, which also yields the checksum; reading it here as well would slow that
  // down.
  if (item.crc32 === null && item.sentBy !== null) refuse('being_verified')
  const content = { blobId, bucket, key, etag, size }
  await refuseUnsafe(ctx, { ...content, virus: item.virus })
  await refuseElsewhere(ctx, content)
  const crc32 = item.crc32 ?? (await readCrc32(ctx, blobId, { bucket, key, etag }))
  return { path, modifiedAt: item.modifiedAt, content: { bucket, key, etag, length: size, crc32 } }
}

/** Computes the checksum of content stored without one. */
async function readCrc32(ctx: Context, blobId: string, object: StoredObject): Promise<number> {
  const digest = await ctx.stores.of(object.bucket).digest(object)
  if (!(await store.setCrc32(ctx.db.reader, blobId, digest))) throw new CorruptObject(object)
  return digest.crc32
}

function etagOf(items: readonly DownloadEntry[]): string {
  const hash = createHash('sha256')
  for (const { path, versionId, modifiedAt } of items)
    hash.update(JSON.stringify([path, versionId, modifiedAt]))
  return hash.digest('base64url').slice(0, 32)
}

/** Lists every file and folder below a folder. */
export async function listDescendants(
  ctx: Context,
  actor: Actor,
  { parentId }: Input<typeof queryFolderDownload>,
): Promise<Reply<typeof queryFolderDownload>> {
  const db = ctx.db.reader
  const folder = await resolve(db, actor, await resolveFolderId(db, actor, parentId))
  await requireDownload(ctx, actor, folder)
  if (!folder.isFolder) refuse('is_a_file')
  await refuseTooLarge(ctx, [folder])
  const items = (await collectEntries(db, actor, [folder], 'download')).filter(
    (item) => item.id !== folder.id,
  )
  const list = items.map(toDownloadItem)
  return { list, total: list.length, fileSize: list.reduce((sum, item) => sum + item.fileSize, 0) }
}

const toDownloadItem = (item: DownloadEntry): DownloadItem => ({
  instanceId: item.id,
  classifierId: item.isFolder ? 'Folder' : 'File',
  fileSize: item.size,
  instanceName: item.name,
  folderPath: item.path.split('/').slice(1, -1).join('/'),
})
