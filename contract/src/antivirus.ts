import Type, { type Static } from 'typebox'
import { route } from './route.ts'
import { Bytes, Empty, Id, Instant, nullable, numberedPageOf, oneOf, paging } from './shapes.ts'

/** Viruses in stored content (B§3 "antivirus address"): what the scanner said, and the quarantine of administrators. */

/** Of content: `tooLarge` and `failed` could not be scanned. */
export const VIRUS_STATES = ['waiting', 'clean', 'infected', 'tooLarge', 'failed'] as const
export type VirusState = (typeof VIRUS_STATES)[number]
/** Those that lists of files show. */
export const SHOWN_VIRUS_STATES = ['waiting', 'infected', 'tooLarge', 'failed'] as const
export type ShownVirusState = (typeof SHOWN_VIRUS_STATES)[number]
/** Those that the quarantine lists. */
export const QUARANTINE_STATES = ['infected', 'tooLarge', 'failed'] as const
export type QuarantineState = (typeof QUARANTINE_STATES)[number]

/** What becomes of content that no scanner has seen: it is held until one has, or served. */
export const UNSCANNED_POLICIES = ['hold', 'serve'] as const
export type UnscannedPolicy = (typeof UNSCANNED_POLICIES)[number]

/** Files of one content that the quarantine names. */
export const QUARANTINE_FILES_SHOWN = 20
export const RELEASE_REASON_MAX = 500

export const QuarantinedFile = Type.Object({
  instanceId: Id,
  instanceName: Type.String(),
  /** The folder, from the space down. */
  path: Type.String(),
  ownerName: Type.String({ description: 'the person, or the group' }),
  uploaderName: Type.String(),
  /** Whether the content is the current version, or an old one. */
  isCurrent: Type.Boolean(),
  inRecycle: Type.Boolean(),
})
export type QuarantinedFile = Static<typeof QuarantinedFile>

export const QuarantinedContent = Type.Object({
  contentId: Id,
  state: oneOf(QUARANTINE_STATES),
  /** The name of what was found, or why it could not be scanned. */
  finding: Type.String(),
  /** Of the signatures: engine/number; '' where nothing is known. */
  signature: Type.String(),
  signatureTime: nullable(Instant),
  scanTime: nullable(Instant),
  fileSize: Bytes,
  fileCount: Type.Integer(),
  /** The first of them. */
  files: Type.Array(QuarantinedFile),
  /** Whether deleting changes anything: not where all that has it is in the administrators' recycle bin, or in a deleted folder. */
  canRemove: Type.Boolean(),
})
export type QuarantinedContent = Static<typeof QuarantinedContent>

/** A scanner, and how far it has come with all content. */
export const VirusScannerState = Type.Object({
  address: Type.String(),
  /** What it says now; null: it cannot be reached. */
  signature: nullable(Type.String()),
  signatureTime: nullable(Instant),
  /** Of the round over all content with the signatures of `roundSignature`. */
  roundSignature: nullable(Type.String()),
  roundScanned: Type.Integer(),
  roundEndTime: nullable(Instant),
})
export type VirusScannerState = Static<typeof VirusScannerState>

export const pageQuarantine = route({
  name: 'pageQuarantine',
  method: 'GET',
  path: '/admin/quarantine/page',
  admin: 'dlp',
  input: Type.Object({
    /** All if absent. */
    state: Type.Optional(oneOf(QUARANTINE_STATES)),
    pageNo: paging.pageNo,
    pageSize: paging.pageSize,
  }),
  reply: numberedPageOf(QuarantinedContent),
  summary: 'Content in which a virus was found, or that could not be scanned, the latest first.',
})

export const queryVirusScanners = route({
  name: 'queryVirusScanners',
  method: 'GET',
  path: '/admin/quarantine/scanners',
  admin: 'dlp',
  input: Empty,
  reply: Type.Object({
    scanners: Type.Array(VirusScannerState),
    unscanned: oneOf(UNSCANNED_POLICIES),
    /** Content that waits for its first scan. */
    waiting: Type.Integer(),
  }),
  summary: 'The virus scanners of the clusters with their signatures, and how far all content was scanned.',
})

export const releaseQuarantined = route({
  name: 'releaseQuarantined',
  method: 'POST',
  path: '/admin/quarantine/release',
  admin: 'dlp',
  confirm: true,
  input: Type.Object({
    contentId: Id,
    reason: Type.String({ maxLength: 4 * RELEASE_REASON_MAX }),
  }),
  reply: Empty,
  errors: ['not_found', 'bad_field'],
  summary: 'Declares content clean: it is served again, and later scans do not change that.',
})

export const removeQuarantined = route({
  name: 'removeQuarantined',
  method: 'POST',
  path: '/admin/quarantine/remove',
  admin: 'dlp',
  confirm: true,
  restructures: true,
  input: Type.Object({ contentId: Id }),
  reply: Type.Object({
    /** Files that were deleted, and old versions that were removed of others. */
    files: Type.Integer(),
    versions: Type.Integer(),
  }),
  errors: ['not_found', 'held'],
  summary:
    'Moves files whose current version has this content to the recycle bin of administrators, and deletes it permanently from old versions of others.',
})
