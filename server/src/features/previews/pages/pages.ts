import { getLinkPreviewPage } from '@clouddisk/contract/links'
import {
  getPreviewPage,
  PAGE_WIDTHS,
  type PageWidth,
  type Preview,
  type PreviewReason,
} from '@clouddisk/contract/previews'
import { pathOf } from '@clouddisk/contract/route'
import { type Actor, shareHolderOf } from '../../../access/actor.ts'
import { requirePermission } from '../../../access/permissions.ts'
import { type ResolvedItem, resolve } from '../../../access/resolve.ts'
import type { Context } from '../../../context.ts'
import { isId } from '../../../db/ids.ts'
import { refuse, refuseField } from '../../../errors/refusal.ts'
import { partKind } from '../../../renditions/converter.ts'
import { readRendition } from '../../../renditions/read.ts'
import type { Asking } from '../../../renditions/renditions.ts'
import type { ContentHash, ReadyRendition } from '../../../renditions/types.ts'
import { previewContent } from '../../downloads/file.ts'
import { explain, howFar } from '../convert/converted.ts'
import { probe } from '../probe.ts'
import { PART_PAGES, pagesKind } from './converters.ts'
import { burnIn } from './mark.ts'
import { withRoom } from './page-size.ts'
import type { PagesMeta } from './page-task.ts'
import { markOf, type ReaderCall, readerOf } from './reader.ts'

/** Files that may only be viewed, as pictures of their pages with the reader's name in them. */

/** A page is worth a short wait: the first part of a document is there within that mostly. */
const WAIT_MS = 2500
const SOON_SECONDS = 1
/** Large uploads are verified within minutes. */
const VERIFYING_SECONDS = 15

/** A version's content, which the actor may preview. */
export interface PagedContent {
  readonly file: ResolvedItem
  readonly content: Awaited<ReturnType<typeof previewContent>>
  readonly kind: string
}

/** How many pages a file has, and where they are; `converting` until the first ones are made. */
export async function pagesPreview(
  ctx: Context,
  actor: Actor,
  { file, content, kind }: PagedContent,
  { origin, ...call }: ReaderCall & { origin: string },
): Promise<Preview> {
  const unready = { kind: 'pages' as const, couldBePlay: false }
  const { sha256, size, state } = content
  if (state === 'unverified' || sha256 === null) return { ...unready, state: 'converting' }
  const first = partKind(kind, 0)
  const asking = { askedBy: shareHolderOf(actor), isPreview: true }
  const answer = await ctx.renditions.request({ sha256, size }, first, asking)
  if (answer.state === 'failed') return { ...unready, ...explain(answer.reason, 'pages') }
  if (answer.state === 'waiting')
    return {
      ...unready,
      state: 'converting',
      ...howFar(await ctx.renditions.standing({ sha256, size }, first)),
    }
  const { pages, sizes = [] } = metaOf(answer.rendition)
  return {
    ...unready,
    state: 'ready',
    url: pagesUrl(origin, actor, file.id, content.versionId),
    pages,
    pageSizes: sizes.map(withRoom),
    reader: await readerOf(ctx, actor, call),
  }
}

/** For files without pages here. */
export const withoutPages = (reason: PreviewReason): Preview => ({
  kind: 'pages',
  state: 'unsupported',
  couldBePlay: false,
  reason,
})

function pagesUrl(origin: string, { link, sharingId }: Actor, instanceId: string, versionId: string): string {
  const query = new URLSearchParams({
    ...(link && { linkPath: link.path }),
    ...(sharingId !== undefined && { fileSharingId: sharingId }),
    instanceId,
    versionId,
  })
  return `${origin}${pathOf(link ? getLinkPreviewPage : getPreviewPage)}?${query}`
}

const metaOf = ({ meta }: ReadyRendition): PagesMeta => meta as unknown as PagesMeta

const noPage = (): never => refuseField('page', 'range')

export interface PageRequest {
  readonly instanceId: string
  readonly versionId?: string | undefined
  /** From 1. */
  readonly page: number
  readonly size: PageWidth
}

export type MarkedPage =
  | { readonly state: 'ready'; readonly bytes: Buffer }
  /** Worth asking again after so many seconds. */
  | { readonly state: 'waiting'; readonly retryAfter: number }

/** One page. Refuses the number if the file has no such page, or none at all. */
export async function markedPage(
  ctx: Context,
  actor: Actor,
  { instanceId, versionId, page, size }: PageRequest,
  { signal, ...call }: ReaderCall & { signal: AbortSignal },
): Promise<MarkedPage> {
  const { content, kind } = await pagedContent(ctx, actor, instanceId, versionId)
  // What its sender announced may be the hash of other content.
  if (content.state === 'unverified' || content.sha256 === null)
    return { state: 'waiting', retryAfter: VERIFYING_SECONDS }
  const hash = { sha256: content.sha256, size: content.size }
  const index = page - 1
  const part = Math.floor(index / PART_PAGES)
  const asking: Asking = {
    askedBy: shareHolderOf(actor),
    isPreview: true,
    wait: { ms: WAIT_MS, signal },
  }
  const first = await partOf(ctx, hash, partKind(kind, 0), asking)
  if (!first) return { state: 'waiting', retryAfter: SOON_SECONDS }
  const { pages } = metaOf(first)
  if (page > pages) noPage()
  const found = part === 0 ? first : await partOf(ctx, hash, partKind(kind, part), asking)
  if (!found) return { state: 'waiting', retryAfter: SOON_SECONDS }
  if ((part + 1) * PART_PAGES < pages) askAhead(ctx, hash, partKind(kind, part + 1), actor)
  const drawn = await pageIn(ctx, found, index % PART_PAGES)
  const mark = markOf(ctx, await readerOf(ctx, actor, call), actor)
  const bytes = drawn && (await burnIn(ctx, drawn, { width: PAGE_WIDTHS[size], mark, signal }))
  if (bytes) return { state: 'ready', bytes }
  // Lost or damaged: it is made again when it is asked for.
  await ctx.renditions.forget(found.id)
  return { state: 'waiting', retryAfter: SOON_SECONDS }
}

async function pagedContent(
  ctx: Context,
  actor: Actor,
  instanceId: string,
  versionId: string | undefined,
): Promise<PagedContent> {
  const file = await resolve(ctx.db.reader, actor, instanceId)
  requirePermission(file, 'preview')
  if (file.isFolder) refuse('is_a_folder')
  if (versionId !== undefined && !isId(versionId)) refuse('not_found')
  // Visitors know the current version only.
  const content = await previewContent(ctx, actor, file, actor.link ? undefined : versionId)
  if (actor.link && (versionId ?? content.versionId) !== content.versionId) refuse('not_found')
  const { detected } = await probe(ctx, content)
  const isPaged = ctx.renditions.isOn && detected !== 'broken' && !detected.isAudio
  const kind = isPaged ? pagesKind(detected.ext) : undefined
  return { file, content, kind: kind ?? noPage() }
}

/** Undefined while it is made. */
async function partOf(
  ctx: Context,
  hash: ContentHash,
  kind: string,
  asking: Asking,
): Promise<ReadyRendition | undefined> {
  const answer = await ctx.renditions.request(hash, kind, asking)
  if (answer.state === 'failed') noPage()
  return answer.state === 'ready' ? answer.rendition : undefined
}

/** A reader goes on to the next pages: they are made meanwhile. */
function askAhead(ctx: Context, hash: ContentHash, kind: string, actor: Actor): void {
  ctx.renditions
    .request(hash, kind, { askedBy: shareHolderOf(actor) })
    .catch((err) => ctx.log.debug({ err }, 'the next pages were not asked for'))
}

async function pageIn(ctx: Context, part: ReadyRendition, index: number): Promise<Buffer | undefined> {
  const { lengths } = metaOf(part)
  const bytes = await readRendition(ctx, part)
  const start = lengths.slice(0, index).reduce((sum, length) => sum + length, 0)
  return bytes?.subarray(start, start + (lengths[index] ?? 0))
}
