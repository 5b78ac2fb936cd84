import Type, { type Static } from 'typebox'
import { SpaceGb } from './groups.ts'
import { ATTRIBUTES_MAX, LibraryAttribute, OPTIONS_MAX } from './library-attributes.ts'
import { recipients } from './people.ts'
import { MEMBER_ROLES } from './roles.ts'
import { BODY_MAX, IDS_BODY_MAX, route } from './route.ts'
import { Bytes, Empty, Id, Instant, nullable, oneOf } from './shapes.ts'

/**
 * Business libraries as administrators set them up (R94, R156, B§3). A library is a group with a form for its files: its id is a
 * group's, its owner and members are managed as those of groups, and its capacity counts against no allowance.
 */

export const LIBRARIES_MAX = 200
export const LIBRARY_NAME_MAX = 20
export const LIBRARY_CODE_MAX = 32
export const LIBRARY_DESCRIPTION_MAX = 500
export const CATEGORIES_MAX = 2000
export const CATEGORY_NAME_MAX = 128

export const ICON_KINDS = ['home', 'tool', 'menu', 'app'] as const
export type IconKind = (typeof ICON_KINDS)[number]

/** Letters, digits, underscores and hyphens: codes of libraries, categories and attributes. */
export const isLibraryCode = (text: string): boolean => /^[A-Za-z0-9_-]{1,32}$/.test(text)

/** The type of a picture, by its first bytes; undefined where it is none that an icon may be. */
export function iconType(bytes: Uint8Array): 'image/png' | 'image/jpeg' | undefined {
  const startsWith = (...start: number[]) => start.every((byte, index) => bytes[index] === byte)
  if (startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  return startsWith(0xff, 0xd8, 0xff) ? 'image/jpeg' : undefined
}

export const LibraryCategory = Type.Object({
  /** Its folder's. */
  categoryId: Id,
  /** Null at the first level. */
  parentId: nullable(Id),
  categoryName: Type.String(),
  code: Type.String(),
  /** From 1. */
  level: Type.Integer(),
})
export type LibraryCategory = Static<typeof LibraryCategory>

export const AdminLibrary = Type.Object({
  /** Its group's, too. */
  libraryId: Id,
  rootId: Id,
  libraryName: Type.String(),
  code: Type.String(),
  description: Type.String(),
  usedCapacity: Bytes,
  totalCapacity: Bytes,
  menuDisplay: Type.Boolean(),
  ownerId: Id,
  ownerName: Type.String(),
  ownerAccount: Type.String(),
  memberCount: Type.Integer(),
  /** Null: where its department or the installation says. */
  bucketName: nullable(Type.String()),
  clusters: Type.Array(Type.Object({ clusterId: Id, clusterName: Type.String() })),
  icons: Type.Array(oneOf(ICON_KINDS)),
  categories: Type.Array(LibraryCategory),
  attributes: Type.Array(LibraryAttribute),
  /** When it will be gone; null unless it is being deleted. */
  dissolveTime: nullable(Instant),
  updateTime: Instant,
})
export type AdminLibrary = Static<typeof AdminLibrary>

const LibraryId = Type.Object({ libraryId: Id })

export const queryLibraries = route({
  name: 'queryLibraries',
  method: 'GET',
  path: '/admin/libraries/query',
  admin: 'storage',
  input: Empty,
  reply: Type.Object({ list: Type.Array(AdminLibrary) }),
  errors: ['area_refused'],
  summary: 'All business libraries by name, with categories and attributes.',
})

/** A PNG or JPG as Base64. */
const Icon = Type.Optional(Type.String({ minLength: 1, maxLength: 200_000, description: 'Base64' }))

export const saveLibrary = route({
  name: 'saveLibrary',
  method: 'POST',
  path: '/admin/libraries/save',
  admin: 'storage',
  bodyMax: 4 * 200_000 + IDS_BODY_MAX,
  input: Type.Object({
    /** The library to change; absent for a new one, which needs all icons, an owner and a first category. */
    libraryId: Type.Optional(Id),
    libraryName: Type.String({ maxLength: 1024 }),
    code: Type.String({ maxLength: 256 }),
    description: Type.String({ maxLength: 4096 }),
    capacity: SpaceGb,
    menuDisplay: Type.Boolean(),
    ownerId: Type.Optional(Id),
    /** Of a new one. */
    members: Type.Optional(recipients(MEMBER_ROLES, 0)),
    category: Type.Optional(
      Type.Object({ categoryName: Type.String({ maxLength: 1024 }), code: Type.String({ maxLength: 256 }) }),
    ),
    /** Where its files are stored; absent: as the installation has it. */
    bucketName: Type.Optional(Type.String({ maxLength: 255 })),
    clusterIds: Type.Optional(Type.Array(Id, { maxItems: 100 })),
    /** Those that are absent stay as they are. */
    icons: Type.Optional(Type.Object({ home: Icon, tool: Icon, menu: Icon, app: Icon })),
  }),
  reply: LibraryId,
  errors: [
    'area_refused',
    'not_found',
    'name_taken',
    'code_taken',
    'below_used',
    'list_full',
    'too_many_recipients',
    'account_frozen',
    'account_expired',
    'handover_synced_group',
    'group_dissolving',
    'sync_two_nodes',
    'sync_no_bucket',
  ],
  summary: 'A new library, or the whole of a changed one.',
})

export const removeLibrary = route({
  name: 'removeLibrary',
  method: 'POST',
  path: '/admin/libraries/remove',
  admin: 'storage',
  input: LibraryId,
  reply: Empty,
  errors: ['area_refused', 'not_found', 'handover_open'],
  summary:
    'Begins to delete a library: it can be read for seven days and restored as long; then its files go to the admin recycle bin.',
})

export const restoreLibrary = route({
  name: 'restoreLibrary',
  method: 'POST',
  path: '/admin/libraries/restore',
  admin: 'storage',
  input: LibraryId,
  reply: Empty,
  errors: ['area_refused', 'not_found'],
  summary: 'Keeps a library that is being deleted.',
})

export const saveLibraryCategory = route({
  name: 'saveLibraryCategory',
  method: 'POST',
  path: '/admin/libraries/saveCategory',
  admin: 'storage',
  input: Type.Object({
    libraryId: Id,
    /** The category to change; absent for a new one. */
    categoryId: Type.Optional(Id),
    /** Of a new one; absent at the first level. */
    parentId: Type.Optional(Id),
    categoryName: Type.String({ maxLength: 1024 }),
    code: Type.String({ maxLength: 256 }),
  }),
  reply: Type.Object({ categoryId: Id }),
  errors: [
    'area_refused',
    'not_found',
    'name_taken',
    'code_taken',
    'category_levels',
    'list_full',
    'group_dissolving',
  ],
  summary: 'A new category, which is a folder of the library, or another name and code of one.',
})

export const removeLibraryCategory = route({
  name: 'removeLibraryCategory',
  method: 'POST',
  path: '/admin/libraries/removeCategory',
  admin: 'storage',
  input: Type.Object({ libraryId: Id, categoryId: Id }),
  reply: Empty,
  errors: ['area_refused', 'not_found', 'category_not_empty', 'category_last', 'held', 'group_dissolving'],
  summary: 'Deletes an empty category with its folder.',
})

const { attributeId: _attributeId, ...attributeFields } = LibraryAttribute.properties

export const saveLibraryAttributes = route({
  name: 'saveLibraryAttributes',
  method: 'POST',
  path: '/admin/libraries/saveAttributes',
  admin: 'storage',
  bodyMax: 32 * BODY_MAX,
  input: Type.Object({
    libraryId: Id,
    /** All of them, in the order of columns and fields. */
    attributes: Type.Array(
      Type.Object({
        ...attributeFields,
        /** Absent for a new one. */
        attributeId: Type.Optional(Id),
        attributeName: Type.String({ maxLength: 2048 }),
        code: Type.String({ maxLength: 256 }),
        length: nullable(Type.Number({ maximum: 1_000_000 })),
        min: nullable(Type.String({ maxLength: 128 })),
        max: nullable(Type.String({ maxLength: 128 })),
        options: Type.Array(Type.String({ maxLength: 1024 }), { maxItems: 2 * OPTIONS_MAX }),
      }),
      { maxItems: 2 * ATTRIBUTES_MAX },
    ),
    /** Attributes whose values are deleted with them, as was confirmed. */
    dropValuesOf: Type.Optional(Type.Array(Id, { maxItems: 2 * ATTRIBUTES_MAX })),
  }),
  reply: Type.Object({ list: Type.Array(LibraryAttribute) }),
  errors: [
    'area_refused',
    'not_found',
    'name_taken',
    'code_taken',
    'list_full',
    'attribute_has_values',
    'attribute_values_unfit',
    'attribute_type_fixed',
  ],
  summary: 'The attributes of a library’s files. No stored value is lost without a confirmation.',
})
