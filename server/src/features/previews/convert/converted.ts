import { inlineOf, isArchive } from '@clouddisk/contract/filetypes'
import type { Preview, PreviewKind, PreviewReason } from '@clouddisk/contract/previews'
import { OFFICE_EXTENSIONS } from '@clouddisk/contract/thumbnail-types'
import { type Actor, shareHolderOf } from '../../../access/actor.ts'
import type { ResolvedItem } from '../../../access/resolve.ts'
import type { Context } from '../../../context.ts'
import type { Failure } from '../../../renditions/types.ts'
import { LISTING_KIND } from '../../archives/converter.ts'
import { type previewContent, previewUrl } from '../../downloads/file.ts'
import { PICTURE_KIND } from '../../thumbnails/converters.ts'
import { AUDIO_KIND, VIDEO_KIND, VIEWED_AUDIO_KIND, VIEWED_VIDEO_KIND } from './media.ts'
import { pdfKind } from './office.ts'

/** Previews that are renditions: asked for when somebody opens the file, made once for its content. */

/** What is made of content that browsers do not show, for a preview of this kind. */
export interface PreviewConversion {
  readonly kind: PreviewKind
  /** Of a rendition. */
  readonly rendition: string
  /** Extension whose type the result is sent as. */
  readonly shownAs: string
}

/** A version's content, which the actor may preview. */
interface ConvertedContent {
  readonly file: ResolvedItem
  readonly content: Awaited<ReturnType<typeof previewContent>>
  readonly conversion: PreviewConversion
  readonly origin: string
}

const VIDEOS = new Set('wmv mkv mpg mpeg 264 mts ts m2ts mov 3gp avi flv rmvb asf m4v'.split(' '))
const SOUNDS = new Set('wma aiff aif amr'.split(' '))
const PICTURES = new Set('tif tiff pcx tga heic heif'.split(' '))

/** Undefined if nothing is made of such files. @param ext by the content; the name's where that does not contradict it. */
export function conversionOf(ext: string): PreviewConversion | undefined {
  if (OFFICE_EXTENSIONS.has(ext)) return { kind: 'pdf', rendition: pdfKind(ext), shownAs: 'pdf' }
  if (VIDEOS.has(ext)) return { kind: 'video', rendition: VIDEO_KIND, shownAs: 'mp4' }
  if (SOUNDS.has(ext)) return { kind: 'audio', rendition: AUDIO_KIND, shownAs: 'm4a' }
  if (PICTURES.has(ext)) return { kind: 'picture', rendition: PICTURE_KIND, shownAs: 'webp' }
  if (isArchive(ext)) return { kind: 'archive', rendition: LISTING_KIND, shownAs: 'json' }
  return undefined
}

/** The rendition of a video or sound for people who may only view it; undefined for other types. @param kind by the content */
export function viewedMediaOf(ext: string, kind: PreviewKind): PreviewConversion | undefined {
  if (!inlineOf(ext) && !conversionOf(ext)) return undefined
  if (kind === 'video') return { kind, rendition: VIEWED_VIDEO_KIND, shownAs: 'mp4' }
  if (kind === 'audio') return { kind, rendition: VIEWED_AUDIO_KIND, shownAs: 'm4a' }
  return undefined
}

/** Asks for the conversion: `ready` with the address of its result, `converting` meanwhile, or why there is none. */
export async function convertedPreview(
  ctx: Context,
  actor: Actor,
  { file, content, conversion: { kind, rendition, shownAs }, origin }: ConvertedContent,
): Promise<Preview> {
  const { sha256, size, state } = content
  // What its sender announced may be the hash of other content.
  if (state === 'unverified' || sha256 === null) return { kind, state: 'converting', couldBePlay: false }
  const asking = { askedBy: shareHolderOf(actor), isPreview: true }
  const answer = await ctx.renditions.request({ sha256, size }, rendition, asking)
  if (answer.state === 'waiting') {
    const standing = await ctx.renditions.standing({ sha256, size }, rendition)
    return { kind, state: 'converting', couldBePlay: false, ...howFar(standing) }
  }
  if (answer.state === 'failed') return { kind, couldBePlay: false, ...explain(answer.reason, kind) }
  return {
    kind,
    state: 'ready',
    url: previewUrl(ctx, origin, actor, file.id, content, shownAs, rendition),
    couldBePlay: kind === 'video',
  }
}

/** The share that is done where that is known, or how many conversions come before it. */
export function howFar(standing: Awaited<ReturnType<Context['renditions']['standing']>>): Partial<Preview> {
  if (!standing) return {}
  const { isRunning, progress, before } = standing
  if (isRunning) return progress === null ? {} : { progress }
  return { waitingBefore: before }
}

export function explain(
  failure: Failure,
  kind: PreviewKind,
): { state: 'failed' | 'unsupported'; reason: PreviewReason } {
  switch (failure) {
    case 'too_large':
      return { state: 'unsupported', reason: 'tooLarge' }
    case 'missing':
    case 'unsupported':
      return { state: 'unsupported', reason: kind === 'video' ? 'unplayable' : 'format' }
    case 'encrypted':
      return { state: 'unsupported', reason: 'encrypted' }
    case 'timeout':
      return { state: 'failed', reason: kind === 'video' || kind === 'audio' ? 'tooLong' : 'tooComplex' }
    case 'memory':
    case 'output':
      return { state: 'failed', reason: 'tooComplex' }
    case 'broken':
    case 'crashed':
      return { state: 'failed', reason: 'broken' }
  }
}
