import Type, { type Static } from 'typebox'
import { route } from './route.ts'
import { FileSharingId, Id, Name, oneOf } from './shapes.ts'
import { HOUR, MINUTE } from './time.ts'
import { SavedInstance } from './uploads.ts'

/** Editing in the browser together, with an Office server that speaks WOPI. */

/** Where an Office server finds files, below the origin. */
export const WOPI_PATH = '/disk/wopi/files'

/** For which an Office server may act for a person. */
export const ONLINE_TOKEN_MS = 10 * HOUR
/** A lock that is not refreshed ends. */
export const EDIT_LOCK_MS = 30 * MINUTE
/** Characters of what an Office server calls its lock. */
export const LOCK_ID_MAX = 1024

export const ONLINE_MODES = ['edit', 'view'] as const
export type OnlineMode = (typeof ONLINE_MODES)[number]

/** New documents, by their extensions. */
export const NEW_DOCUMENTS = ['docx', 'xlsx', 'pptx'] as const
export type NewDocument = (typeof NEW_DOCUMENTS)[number]

export const OnlineTypes = Type.Object({
  edit: Type.Array(Type.String(), { description: 'extensions that can be edited' }),
  view: Type.Array(Type.String(), { description: 'extensions that can be viewed' }),
  create: Type.Array(oneOf(NEW_DOCUMENTS)),
})
export type OnlineTypes = Static<typeof OnlineTypes>

export const queryOnlineTypes = route({
  name: 'queryOnlineTypes',
  method: 'GET',
  path: '/online/types',
  remote: true,
  input: Type.Object({}),
  reply: OnlineTypes,
  summary:
    'What can be opened with the Office server; nothing where none is configured, or none has answered yet.',
})

export const OnlineDocument = Type.Object({
  /** Where the page posts the token to, in a frame. */
  actionUrl: Type.String(),
  accessToken: Type.String(),
  /** When it ends, in ms since the epoch. */
  accessTokenTtl: Type.Integer(),
  instanceName: Type.String(),
  mode: oneOf(ONLINE_MODES),
})
export type OnlineDocument = Static<typeof OnlineDocument>

export const openOnline = route({
  name: 'openOnline',
  method: 'POST',
  path: '/online/open',
  changes: false,
  remote: true,
  input: Type.Object({
    instanceId: Id,
    mode: Type.Optional(oneOf(ONLINE_MODES)),
    fileSharingId: FileSharingId,
  }),
  reply: OnlineDocument,
  errors: ['not_found', 'not_permitted', 'is_a_folder', 'not_an_online_type', 'office_away'],
  summary:
    'Opens a file with the Office server: for ten hours at most it may read the file, and save it where the caller may.',
})

export const createOnline = route({
  name: 'createOnline',
  method: 'POST',
  path: '/online/create',
  input: Type.Object({
    parentId: Type.Optional(Id),
    kind: oneOf(NEW_DOCUMENTS),
    /** With its extension. */
    instanceName: Name,
    fileSharingId: FileSharingId,
  }),
  reply: SavedInstance,
  errors: [
    'not_found',
    'not_permitted',
    'is_a_file',
    'name_taken',
    'quota_full',
    'file_kind_refused',
    'storage_failed',
  ],
  summary: 'Makes an empty document, spreadsheet or presentation.',
})
