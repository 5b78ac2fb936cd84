import Type, { type Static } from 'typebox'
import { InstancePage } from './files.ts'
import { route } from './route.ts'
import { Bytes, Id, Instant, oneOf, paging } from './shapes.ts'

/** Files of people and groups as administrators may look at them; each look is in the audit log. */

export const pageOwnedFiles = route({
  name: 'pageOwnedFiles',
  method: 'POST',
  path: '/admin/files/page',
  admin: 'files',
  changes: false,
  input: Type.Object({
    ownerType: oneOf(['user', 'group']),
    ownerId: Id,
    /** A folder of that owner’s; the top where absent. */
    parentId: Type.Optional(Id),
    keyword: Type.Optional(Type.String({ maxLength: 255 })),
    ...paging,
  }),
  reply: InstancePage,
  errors: ['not_found', 'is_a_file', 'area_refused'],
  summary:
    'What a folder of somebody’s or of a group’s holds; an orgAdmin has its departments’ alone, and no super administrator’s.',
})

/** Whose a space is: a person's, a group's that its owner's allowance pays for, or a department's group's. */
export const SPACE_OWNERS = ['person', 'group', 'department'] as const
export type SpaceOwner = (typeof SPACE_OWNERS)[number]

export const FoundFile = Type.Object({
  instanceId: Id,
  instanceName: Type.String(),
  classifierId: oneOf(['File', 'Folder']),
  /** Extension in lower case, "" without one and for folders. */
  fileType: Type.String(),
  fileSize: Bytes,
  updateUser: Type.String(),
  updateTime: Instant,
  kind: oneOf(SPACE_OWNERS),
  /** As `pageOwnedFiles` takes them, with `parentId`: where it is looked at in its place. */
  ownerType: oneOf(['user', 'group']),
  ownerId: Id,
  ownerName: Type.String(),
  parentId: Id,
  /** Names from the space's root down to the folder that it lies in, slash-separated. */
  instancePath: Type.String(),
})
export type FoundFile = Static<typeof FoundFile>

export const searchOwnedFiles = route({
  name: 'searchOwnedFiles',
  method: 'POST',
  path: '/admin/files/search',
  admin: 'files',
  changes: false,
  input: Type.Object({
    /** In the name. */
    keyword: Type.Optional(Type.String({ maxLength: 255 })),
    kind: Type.Optional(oneOf(SPACE_OWNERS)),
    /** A person’s or a group’s. */
    ownerId: Type.Optional(Id),
    /** Changed from, and before. */
    startTime: Type.Optional(Type.String({ maxLength: 40 })),
    endTime: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  reply: Type.Object({
    /** The latest first. */
    list: Type.Array(FoundFile),
    /** More match than are told, or older ones were not looked through (C34). */
    truncated: Type.Boolean(),
  }),
  errors: ['not_found'],
  summary:
    'The latest files and folders that match, among those of all people and groups; an orgAdmin has its departments’, and no super administrator’s.',
})
