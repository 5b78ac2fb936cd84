import Type, { type Static } from 'typebox'
import { splitName } from './names.ts'
import { route } from './route.ts'
import { FileSharingId, Id, ItemResults, oneOf } from './shapes.ts'

/** What an archive holds (B§9: zip, rar, gz, tar, 7z). */

/**
 * Why an entry is not extracted: it needs a password; it is a link to another file; it is a device or a pipe; its path leads
 * out of the folder that it is extracted to.
 */
export const ENTRY_FAULTS = ['encrypted', 'link', 'special', 'unsafe'] as const
export type EntryFault = (typeof ENTRY_FAULTS)[number]

export const ArchiveEntry = Type.Object({
  path: Type.String({ description: 'names with `/` between them, as the archive has them' }),
  isFolder: Type.Boolean(),
  size: Type.Union([Type.Number(), Type.Null()], {
    description: 'bytes; null where the archive does not say',
  }),
  packedSize: Type.Union([Type.Number(), Type.Null()]),
  time: Type.Union([Type.String(), Type.Null()], { description: 'of the last change, ISO 8601' }),
  fault: Type.Optional(oneOf(ENTRY_FAULTS)),
})
export type ArchiveEntry = Static<typeof ArchiveEntry>

/** The JSON document behind the `url` of an archive's preview. */
export const ArchiveListing = Type.Object({
  format: Type.String({ description: 'zip, 7z, rar …; tar.gz of a tar in a gzip file' }),
  /** Names are not known without the password; there are no entries then. */
  isEncrypted: Type.Boolean(),
  /** One compressed file without a name of its own (gz, bz2, xz): its entry has the path ''. */
  isSingle: Type.Boolean(),
  /** There are more entries than are listed. */
  isCut: Type.Boolean(),
  /** It ends early, or a part of it cannot be read: entries may be missing. */
  isDamaged: Type.Boolean(),
  /** That names without Unicode were read in. */
  encoding: Type.Union([Type.String(), Type.Null()]),
  entries: Type.Array(ArchiveEntry),
})
export type ArchiveListing = Static<typeof ArchiveListing>

/** Listed at most. */
export const ARCHIVE_ENTRIES_MAX = 100_000

/** `report.csv.gz` holds `report.csv`. */
export const singleEntryName = (archiveName: string): string => splitName(archiveName).base

/** Entries that one call names, and bytes of their paths; it takes all of an archive, or whole folders, besides. */
export const CHOSEN_ENTRIES_MAX = 1000
export const CHOSEN_BYTES_MAX = 64 * 1024

export const extractInstance = route({
  name: 'extractInstance',
  method: 'POST',
  path: '/instance/extract',
  restructures: true,
  // What is too much is refused with the number that fits.
  bodyMax: 4 * 1024 * 1024,
  input: Type.Object({
    /** The archive. */
    instanceId: Id,
    versionId: Type.Optional(Id),
    /** The folder that gets a folder with what is extracted, or the file of a compressed file. */
    targeParentId: Type.String({ minLength: 1, maxLength: 64 }),
    /** Paths as they are listed, of files and of folders with all that is in them; everything if absent. */
    entries: Type.Optional(
      Type.Array(Type.String({ maxLength: 8192 }), { minItems: 1, maxItems: ARCHIVE_ENTRIES_MAX }),
    ),
    fileSharingId: FileSharingId,
  }),
  reply: ItemResults,
  errors: [
    'not_found',
    'not_permitted',
    'is_a_folder',
    'is_a_file',
    'archive_unsupported',
    'too_many_items',
    'too_many_calls',
    'being_verified',
    'content_damaged',
    'stored_elsewhere',
    'virus_found',
    'virus_scan_pending',
    'virus_scan_impossible',
    'sensitive_content',
  ],
  summary: 'Extracts an archive, or some of its entries, into a folder; it runs as a job.',
})
