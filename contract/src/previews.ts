import Type, { type Static } from 'typebox'
import { route } from './route.ts'
import { FileSharingId, Id, LinkPath, oneOf } from './shapes.ts'

/** Previews (B§5, B§8, C section 3): what a file is, by its content, and how the page can show it. */

export const PREVIEW_KINDS = ['picture', 'pdf', 'text', 'audio', 'video', 'archive', 'html', 'none'] as const
export type PreviewKind = (typeof PREVIEW_KINDS)[number]

/**
 * Why a file is not shown: a folder; a type without a preview; a picture or audio format that browsers do not know; a
 * video that they do not play; too many bytes; too many pixels; content that is broken or not what its name says; content
 * whose conversion takes too long or too much memory; a video or sound that takes more than an hour to convert;
 * an Office file that has a password.
 */
export const PREVIEW_REASONS = [
  'folder',
  'type',
  'format',
  'unplayable',
  'tooLarge',
  'tooManyPixels',
  'broken',
  'tooComplex',
  'tooLong',
  'encrypted',
] as const
export type PreviewReason = (typeof PREVIEW_REASONS)[number]

export const Preview = Type.Object({
  kind: oneOf(PREVIEW_KINDS),
  state: oneOf(['ready', 'converting', 'failed', 'unsupported']),
  url: Type.Optional(Type.String({ description: 'absolute URL, with `ready` only' })),
  couldBePlay: Type.Boolean({ description: 'a video that browsers play: mp4, ogg, webm' }),
  progress: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'share converted, where it is known' }),
  ),
  waitingBefore: Type.Optional(
    Type.Integer({ minimum: 0, description: 'conversions that come first, while it waits for its turn' }),
  ),
  reason: Type.Optional(oneOf(PREVIEW_REASONS)),
  versionId: Type.Optional(Id),
  width: Type.Optional(Type.Integer({ description: 'pixels of a picture' })),
  height: Type.Optional(Type.Integer()),
})
export type Preview = Static<typeof Preview>

export const previewInstance = route({
  name: 'previewInstance',
  method: 'GET',
  path: '/instance/preview',
  input: Type.Object({
    instanceId: Id,
    versionId: Type.Optional(Id),
    linkPath: LinkPath,
    fileSharingId: FileSharingId,
  }),
  reply: Preview,
  errors: ['not_found', 'not_permitted', 'bytes_unavailable', 'being_verified', 'content_damaged'],
  summary: 'How a file can be shown: its kind, and an address of its content for ten minutes.',
})
