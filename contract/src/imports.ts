import Type, { type Static } from 'typebox'
import { LANGUAGES } from './errors.ts'
import { route } from './route.ts'
import { Bytes, Empty, Id, Instant, nullable, oneOf } from './shapes.ts'

/** Imports of files from an old drive: a WebDAV server or a folder of the server (G25, R56). */

/** `folder`: a folder on the server's disk. */
export const IMPORT_SOURCE_KINDS = ['webdav', 'folder'] as const
export type ImportSourceKind = (typeof IMPORT_SOURCE_KINDS)[number]

export const IMPORT_NAME_MAX = 50
export const IMPORT_ADDRESS_MAX = 1000
/** Characters of a path in the source, as the source writes it. */
export const IMPORT_PATH_MAX = 32_768
/** A report is kept for so many days after its import ended. */
export const IMPORT_REPORT_DAYS = 30
/** Entries of one folder of a source. */
export const IMPORT_ENTRIES_MAX = 100_000

/** User name and password at the source; WebDAV servers may do without. */
const signIn = {
  account: Type.Optional(Type.String({ maxLength: 256 })),
  password: Type.Optional(Type.String({ maxLength: 1024 })),
}
/** Folder of the source, `/` between percent-encoded names; '' is the root. */
const Path = Type.String({ maxLength: IMPORT_PATH_MAX })

export const ImportSource = Type.Object({
  sourceId: Id,
  name: Type.String(),
  kind: oneOf(IMPORT_SOURCE_KINDS),
})
export type ImportSource = Static<typeof ImportSource>

/** What became of a file: `there`: it was in the folder already; `keptBoth`: beside another one of its name. */
export const IMPORT_OUTCOMES = ['imported', 'there', 'keptBoth', 'skipped', 'failed'] as const
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number]
export const IMPORT_FILTERS = ['all', ...IMPORT_OUTCOMES, 'renamed'] as const
export type ImportFilter = (typeof IMPORT_FILTERS)[number]

export const ImportCounts = Type.Object({
  /** Files, each with one outcome; folders count where they failed. */
  imported: Type.Integer(),
  there: Type.Integer(),
  keptBoth: Type.Integer(),
  skipped: Type.Integer(),
  failed: Type.Integer(),
  /** Files and folders whose names were changed, whatever else became of them. */
  renamed: Type.Integer(),
})
export type ImportCounts = Static<typeof ImportCounts>

export const Import = Type.Object({
  importId: Id,
  jobId: Id,
  /** Null where the source is not configured any more. */
  sourceId: nullable(Id),
  sourceName: Type.String(),
  kind: oneOf(IMPORT_SOURCE_KINDS),
  path: Type.String(),
  /** The same for people. */
  pathText: Type.String(),
  targetId: Id,
  account: Type.String(),
  state: oneOf(['queued', 'running', 'done', 'cancelled', 'failed']),
  /** Why the whole import failed. */
  reason: nullable(Type.String()),
  createTime: Instant,
  endTime: nullable(Instant),
  counts: ImportCounts,
})
export type Import = Static<typeof Import>

export const ImportItem = Type.Object({
  no: Type.Integer(),
  /** Path in the source, for people. */
  path: Type.String(),
  isFolder: Type.Boolean(),
  size: nullable(Bytes),
  outcome: oneOf(IMPORT_OUTCOMES),
  /** What it is called here; null where there is nothing. */
  name: nullable(Type.String()),
  instanceId: nullable(Id),
  isRenamed: Type.Boolean(),
  /** Why it failed or was skipped. */
  reason: nullable(Type.String()),
})
export type ImportItem = Static<typeof ImportItem>

export const queryImportSources = route({
  name: 'queryImportSources',
  method: 'GET',
  path: '/import/source',
  input: Empty,
  reply: Type.Array(ImportSource),
  summary: 'The old drives that the caller may import from.',
})

export const queryImportFolder = route({
  name: 'queryImportFolder',
  method: 'POST',
  path: '/import/folder',
  changes: false,
  remote: true,
  input: Type.Object({ sourceId: Id, path: Path, ...signIn }),
  reply: Type.Object({
    folders: Type.Array(Type.Object({ path: Type.String(), name: Type.String() })),
    files: Type.Integer(),
    bytes: Bytes,
  }),
  errors: [
    'not_found',
    'import_unreachable',
    'import_sign_in',
    'import_denied',
    'import_gone',
    'import_answer',
    'import_too_many',
    'too_many_calls',
  ],
  summary: 'Folders in a folder of an old drive, and how many files are beside them.',
})

export const startImport = route({
  name: 'startImport',
  method: 'POST',
  path: '/import',
  remote: true,
  input: Type.Object({
    sourceId: Id,
    path: Path,
    ...signIn,
    /** The folder that gets what is in `path`. */
    targeParentId: Type.String({ minLength: 1, maxLength: 64 }),
  }),
  reply: Type.Object({ jobId: Id, importId: Id }),
  errors: ['not_found', 'not_permitted', 'is_a_file', 'import_running', 'too_many_calls'],
  summary:
    'Imports a folder of an old drive; it runs as a job. The same import again takes what is new or failed.',
})

export const queryImports = route({
  name: 'queryImports',
  method: 'GET',
  path: '/import',
  input: Empty,
  reply: Type.Array(Import),
  summary: `The caller’s imports, the newest first; kept for ${IMPORT_REPORT_DAYS} days.`,
})

export const pageImportItems = route({
  name: 'pageImportItems',
  method: 'GET',
  path: '/import/{importId}/item',
  input: Type.Object({
    importId: Id,
    filter: Type.Optional(oneOf(IMPORT_FILTERS)),
    /** Items after this `no`. */
    after: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  }),
  reply: Type.Object({
    import: Import,
    list: Type.Array(ImportItem),
    hasMore: Type.Boolean(),
  }),
  errors: ['not_found'],
  summary: 'The report of an import: what became of each file and folder.',
})

export const exportImport = route({
  name: 'exportImport',
  method: 'GET',
  path: '/import/{importId}/export',
  raw: true,
  exports: true,
  input: Type.Object({
    importId: Id,
    /** A download sends the browser's language, not the page's. */
    language: Type.Optional(oneOf(LANGUAGES)),
  }),
  reply: Empty,
  errors: ['not_found'],
  summary: 'The report of an import as a workbook.',
})

// Administrators

export const AdminImportSource = Type.Object({
  ...ImportSource.properties,
  /** URL of a WebDAV server, or absolute path of a folder on the server. */
  address: Type.String(),
  /** Who may use it: of a folder, only these; a WebDAV server asks everybody to sign in. */
  people: Type.Array(Type.Object({ userId: Id, name: Type.String() })),
})
export type AdminImportSource = Static<typeof AdminImportSource>

export const queryAdminImportSources = route({
  name: 'queryAdminImportSources',
  method: 'GET',
  path: '/admin/import/source',
  admin: 'config',
  input: Empty,
  reply: Type.Object({
    list: Type.Array(AdminImportSource),
    /** Folders of the server that sources may lie in (CLOUDDISK_IMPORT_FOLDERS). */
    folders: Type.Array(Type.String()),
  }),
  summary: 'The old drives that people may import from.',
})

const sourceFields = {
  name: Type.String({ minLength: 1, maxLength: IMPORT_NAME_MAX }),
  kind: oneOf(IMPORT_SOURCE_KINDS),
  address: Type.String({ minLength: 1, maxLength: IMPORT_ADDRESS_MAX }),
}

export const saveImportSource = route({
  name: 'saveImportSource',
  method: 'POST',
  path: '/admin/import/source/save',
  admin: 'config',
  input: Type.Object({
    /** A new source without it. */
    sourceId: Type.Optional(Id),
    ...sourceFields,
    userIds: Type.Optional(Type.Array(Id, { maxItems: 200 })),
  }),
  reply: AdminImportSource,
  errors: ['not_found', 'too_many_items'],
  summary: 'Adds or changes an old drive that people may import from.',
})

export const removeImportSource = route({
  name: 'removeImportSource',
  method: 'POST',
  path: '/admin/import/source/remove',
  admin: 'config',
  input: Type.Object({ sourceId: Id }),
  reply: Empty,
  errors: ['not_found'],
  summary: 'Removes an old drive: running imports from it end, reports stay.',
})

export const tryImportSource = route({
  name: 'tryImportSource',
  method: 'POST',
  path: '/admin/import/source/try',
  admin: 'config',
  changes: false,
  remote: true,
  adminRight: 'change',
  input: Type.Object({ kind: sourceFields.kind, address: sourceFields.address, ...signIn }),
  reply: Type.Object({ folders: Type.Integer(), files: Type.Integer() }),
  errors: [
    'import_unreachable',
    'import_sign_in',
    'import_denied',
    'import_gone',
    'import_answer',
    'import_too_many',
  ],
  summary: 'Lists the root of an old drive: how many folders and files it has.',
})
