import { couldBePlayed, iconOf, inlineOf } from '@clouddisk/contract/filetypes'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Preview, PreviewKind, PreviewReason } from '@clouddisk/contract/previews'
import type { Actor } from '../../access/actor.ts'
import { requirePermission } from '../../access/permissions.ts'
import { resolve } from '../../access/resolve.ts'
import { isViewOnly } from '../../access/view-only.ts'
import type { Context } from '../../context.ts'
import { isId } from '../../db/ids.ts'
import { refuse } from '../../errors/refusal.ts'
import { previewContent, previewUrl } from '../downloads/file.ts'
import { conversionOf, convertedPreview, viewedMediaOf } from './convert/converted.ts'
import { pagesKind } from './pages/converters.ts'
import { pagesPreview, withoutPages } from './pages/pages.ts'
import { markOf, type ReaderCall, readerOf } from './pages/reader.ts'
import { probe } from './probe.ts'

interface PreviewInput {
  readonly instanceId: string
  readonly versionId?: string
}

/** Who asks, and the origin of addresses in the answer. */
export interface PreviewCall extends ReaderCall {
  readonly origin: string
}

/** How the current content of a file, or a version of it, can be shown. */
export async function preview(
  ctx: Context,
  actor: Actor,
  { instanceId, versionId }: PreviewInput,
  call: PreviewCall,
): Promise<Preview> {
  const { origin } = call
  const file = await resolve(ctx.db.reader, actor, instanceId)
  requirePermission(file, 'preview')
  if (file.isFolder) return unshown('none', 'folder')
  if (versionId !== undefined && !isId(versionId)) refuse('not_found')
  const content = await previewContent(ctx, actor, file, versionId)
  const version = { versionId: content.versionId }
  const { detected, pixels } = await probe(ctx, content)
  if (detected === 'broken')
    return isTooLarge(content.ext, content.size)
      ? { ...unshown(kindOf(content.ext), 'tooLarge'), ...version }
      : { ...unshown(kindOf(content.ext), 'broken'), ...version, state: 'failed' }
  const { ext, isAudio } = detected
  const kind = isAudio ? 'audio' : kindOf(ext)
  if (isTooLarge(ext, content.size)) return { ...unshown(kind, 'tooLarge'), ...version }
  if (pixels && Math.max(pixels.width, pixels.height) > LIMITS.previewPixelsMax)
    return { ...unshown(kind, 'tooManyPixels'), ...version, ...pixels }
  const isOnlyViewed = isViewOnly(actor, file.permissions)
  const pages = isOnlyViewed ? pagesKind(ext) : undefined
  if (pages !== undefined) {
    if (!ctx.renditions.isOn) return { ...withoutPages(reasonOf(ext)), ...version }
    return {
      ...(await pagesPreview(ctx, actor, { file, content, kind: pages }, call)),
      ...version,
      ...pixels,
    }
  }
  if (isOnlyViewed || !isShown(ext)) {
    const viewed = isOnlyViewed ? viewedMediaOf(ext, kind) : undefined
    const conversion = ctx.renditions.isOn ? (viewed ?? conversionOf(ext)) : undefined
    if (!conversion) return { ...unshown(kind, reasonOf(ext)), ...version }
    const converted = await convertedPreview(ctx, actor, { file, content, conversion, origin })
    const mark = viewed && converted.state === 'ready' ? await markedBy(ctx, actor, call) : {}
    return { ...converted, ...mark, ...version }
  }
  const shownAs = ext === content.ext.toLowerCase() ? undefined : ext
  return {
    kind,
    state: 'ready',
    url: previewUrl(ctx, origin, actor, file.id, content, shownAs),
    couldBePlay: kind === 'video',
    ...version,
    ...pixels,
  }
}

/** What the player shows over a video. */
async function markedBy(
  ctx: Context,
  actor: Actor,
  call: ReaderCall,
): Promise<Pick<Preview, 'reader' | 'mark'>> {
  const reader = await readerOf(ctx, actor, call)
  return { reader, mark: markOf(ctx, reader, actor) }
}

const unshown = (kind: PreviewKind, reason: PreviewReason): Preview => ({
  kind,
  state: 'unsupported',
  couldBePlay: false,
  reason,
})

/** Videos are streamed; everything else is limited (B§5). */
const isTooLarge = (ext: string, size: number) => size > LIMITS.previewBytesMax && kindOf(ext) !== 'video'

/** Of videos browsers play some types only (B§5, C23). */
const isShown = (ext: string): boolean => {
  const kind = inlineOf(ext)?.kind
  return kind !== undefined && (kind !== 'video' || couldBePlayed(ext))
}

function kindOf(ext: string): PreviewKind {
  const shown = inlineOf(ext)?.kind
  if (shown) return shown
  const family = iconOf(ext)
  return family === 'picture' || family === 'audio' || family === 'video' || family === 'archive'
    ? family
    : 'none'
}

function reasonOf(ext: string): PreviewReason {
  const kind = kindOf(ext)
  if (kind === 'video') return 'unplayable'
  return kind === 'picture' || kind === 'audio' ? 'format' : 'type'
}
