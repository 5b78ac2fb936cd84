import Type, { type Static } from 'typebox'
import { route } from './route.ts'
import { Empty, FileSharingId, Id, LinkPath, oneOf } from './shapes.ts'

/** Previews (B§5, B§8, C section 3): what a file is, by its content, and how the page can show it. */

/** `pages`: a file that may only be viewed, as pictures of its pages with the reader's name in them (`instance/previewPage`). */
export const PREVIEW_KINDS = [
  'picture',
  'pdf',
  'text',
  'audio',
  'video',
  'archive',
  'html',
  'pages',
  'none',
] as const
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

export const PageSize = Type.Object({ width: Type.Integer(), height: Type.Integer() })

export const Preview = Type.Object({
  kind: oneOf(PREVIEW_KINDS),
  state: oneOf(['ready', 'converting', 'failed', 'unsupported']),
  url: Type.Optional(
    Type.String({ description: 'absolute URL, with `ready` only; of the kind `pages` it lacks `page`' }),
  ),
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
  pages: Type.Optional(
    Type.Integer({ minimum: 1, description: 'with the kind `pages`: how many there are' }),
  ),
  pageSizes: Type.Optional(
    Type.Array(PageSize, { description: 'of the first 1,000 pages, in pixels; for their shape' }),
  ),
  reader: Type.Optional(
    Type.String({ description: 'of a file that may only be viewed: the name that its pages bear' }),
  ),
  mark: Type.Optional(
    Type.String({
      description: 'of a video or sound that may only be viewed: what the player shows over it',
    }),
  ),
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
  errors: [
    'not_found',
    'not_permitted',
    'bytes_unavailable',
    'being_verified',
    'content_damaged',
    'stored_elsewhere',
    'virus_found',
    'virus_scan_pending',
    'virus_scan_impossible',
  ],
  summary: 'How a file can be shown: its kind, and an address of its content for ten minutes.',
})

/** Widths that a page fits in, in pixels. */
export const PAGE_WIDTHS = { m: 1000, l: 2000 } as const
export type PageWidth = keyof typeof PAGE_WIDTHS

/** Which page, and how wide. */
export const pageFields = {
  page: Type.Integer({ minimum: 1, maximum: 100_000 }),
  size: oneOf(['m', 'l']),
}

export const getPreviewPage = route({
  name: 'getPreviewPage',
  method: 'GET',
  path: '/instance/previewPage',
  input: Type.Object({
    instanceId: Id,
    versionId: Type.Optional(Id),
    fileSharingId: FileSharingId,
    ...pageFields,
  }),
  reply: Empty,
  raw: true,
  errors: [
    'not_found',
    'not_permitted',
    'bytes_unavailable',
    'being_verified',
    'content_damaged',
    'stored_elsewhere',
    'virus_found',
    'virus_scan_pending',
    'virus_scan_impossible',
    'is_a_folder',
  ],
  summary:
    'A page of a document, a text or a picture as image/jpeg with the reader’s name in it; 202 with Retry-After while it is made, 404 if there is none.',
})
