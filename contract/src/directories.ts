import Type, { type Static } from 'typebox'
import { DIRECTORY_PROBLEMS, DirectoryRun } from './directory-runs.ts'
import { DIRECTORY_PROTOCOLS, DirectorySettings, LDAP_PROTOCOLS } from './directory-settings.ts'
import { route } from './route.ts'
import { Empty, Id, Instant, nullable, oneOf } from './shapes.ts'

/** The integration platform (B§3, B§5, R95): directories that people and departments come from, and sign-in with their passwords. */

export const DIRECTORY_CODE_MAX = 64
export const DIRECTORY_NAME_MAX = 64
export const DIRECTORIES_MAX = 50
const SAVE_BODY_MAX = 256 * 1024

export const AdminDirectory = Type.Object({
  directoryId: Id,
  code: Type.String(),
  name: Type.String(),
  protocol: oneOf(DIRECTORY_PROTOCOLS),
  enabled: Type.Boolean(),
  /** Whether there is one; it is never answered. */
  hasPassword: Type.Boolean(),
  settings: DirectorySettings,
  /** People that it has, without those who left. */
  people: Type.Integer(),
  departments: Type.Integer(),
  syncTime: nullable(Instant),
  lastRun: nullable(DirectoryRun),
})
export type AdminDirectory = Static<typeof AdminDirectory>

export const queryDirectories = route({
  name: 'queryDirectories',
  method: 'GET',
  path: '/admin/directory/list',
  admin: 'identity',
  input: Empty,
  reply: Type.Object({ list: Type.Array(AdminDirectory) }),
  errors: ['area_refused'],
  summary: 'Directories that people and departments come from.',
})

const identity = {
  directoryId: Type.Optional(Id),
  code: Type.String({ maxLength: DIRECTORY_CODE_MAX }),
  name: Type.String({ maxLength: DIRECTORY_NAME_MAX }),
  /** Unchanged where it is left out. */
  password: Type.Optional(Type.String({ maxLength: 1024 })),
  settings: Type.Partial(DirectorySettings),
}

export const saveDirectory = route({
  name: 'saveDirectory',
  method: 'POST',
  path: '/admin/directory/save',
  admin: 'identity',
  bodyMax: SAVE_BODY_MAX,
  input: Type.Object({
    ...identity,
    protocol: oneOf(DIRECTORY_PROTOCOLS),
    enabled: Type.Optional(Type.Boolean()),
  }),
  reply: AdminDirectory,
  errors: ['area_refused', 'not_found', 'name_taken', 'list_full'],
  summary: 'Adds a directory, or changes one; what is left out has the protocol’s defaults, or stays.',
})

export const REMOVED_PEOPLE = ['keep', 'freeze'] as const

export const removeDirectory = route({
  name: 'removeDirectory',
  method: 'POST',
  path: '/admin/directory/remove',
  admin: 'identity',
  input: Type.Object({ directoryId: Id, people: oneOf(REMOVED_PEOPLE) }),
  reply: Empty,
  errors: ['area_refused', 'not_found', 'directory_busy', 'last_admin'],
  summary: 'Removes a directory. Its people stay as accounts without a password, or are frozen.',
})

export const DirectoryPreview = Type.Object({
  /** How the connection is protected. */
  secure: Type.Boolean(),
  people: Type.Array(
    Type.Object({
      dn: Type.String(),
      externalId: Type.String(),
      accountName: Type.String(),
      userRealName: Type.String(),
      userName: Type.String(),
      email: Type.String(),
      phone: Type.String(),
      departmentPath: Type.Array(Type.String()),
      disabled: Type.Boolean(),
      problem: nullable(oneOf(DIRECTORY_PROBLEMS)),
    }),
  ),
  departments: Type.Integer(),
  groups: Type.Array(Type.Object({ dn: Type.String(), name: Type.String() })),
})
export type DirectoryPreview = Static<typeof DirectoryPreview>

export const tryDirectory = route({
  name: 'tryDirectory',
  method: 'POST',
  path: '/admin/directory/try',
  admin: 'identity',
  changes: true,
  remote: true,
  bodyMax: SAVE_BODY_MAX,
  input: Type.Object({ ...identity, protocol: oneOf(LDAP_PROTOCOLS) }),
  reply: DirectoryPreview,
  errors: ['area_refused', 'not_found', 'directory_failed'],
  summary: 'Connects with these settings and shows ten entries as they would become people; saves nothing.',
})
