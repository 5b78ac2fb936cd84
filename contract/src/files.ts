import Type, { type Static } from 'typebox'
import { SHOWN_VIRUS_STATES } from './antivirus.ts'
import { ClassificationLevel } from './classification.ts'
import { LABEL_COLORS } from './label-names.ts'
import { SYNC_STATES } from './node-sync.ts'
import { PRINCIPAL_TYPES, ShownPrincipal } from './people.ts'
import { PERMISSION_ITEMS } from './roles.ts'
import { IDS_BODY_MAX, NAMES_BODY_MAX, route } from './route.ts'
import {
  Bytes,
  ConflictPolicy,
  FileSharingId,
  Id,
  IdList,
  Instant,
  ItemResults,
  LinkPath,
  Name,
  nullable,
  oneOf,
  pageOf,
  paging,
} from './shapes.ts'

/** Files and folders: the calls of `instance/` (A§7, B§7, C section 3). */

/** A§3: "0" is personal, "2" a group's. By where it lies: what is received is what it is to its owner. */
export const INSTANCE_TYPES = ['0', '2'] as const
export type InstanceType = (typeof INSTANCE_TYPES)[number]
export const instanceTypeOf = (groupId: string | null): InstanceType => (groupId === null ? '0' : '2')

export const Instance = Type.Object({
  instanceId: Id,
  instanceName: Type.String(),
  instanceType: oneOf(INSTANCE_TYPES),
  classifierId: oneOf(['File', 'Folder']),
  parentId: Type.String(),
  groupId: nullable(Id),
  /** A folder that has folders in it. */
  isParent: Type.Boolean(),
  fileAuth: Type.Array(oneOf(PERMISSION_ITEMS)),
  /** Extension in lower case, "" without one and for folders. */
  fileType: Type.String(),
  fileSize: Bytes,
  /** Names and ids from the root down to the parent, slash-separated. */
  instancePath: Type.String(),
  instancePathIds: Type.String(),
  /** The same including the item itself. */
  instanceFullPath: Type.String(),
  instanceFullPathId: Type.String(),
  createUser: Type.String(),
  updateUser: Type.String(),
  createTime: Instant,
  updateTime: Instant,
  labels: Type.Array(Type.String()),
  /** Of each of the labels. */
  labelColors: Type.Array(oneOf(LABEL_COLORS)),
  remark: Type.String(),
  isCollect: Type.Boolean(),
  /** Whether it is shared with colleagues. */
  isShared: Type.Boolean(),
  /** Whether it has an open external link of the caller's. */
  isLinked: Type.Boolean(),
  /** 0 public to 3 secret (classification.ts), its folders’ included. */
  classification: ClassificationLevel,
  /** Of its own sync to other clusters (R85, R172); null without one. */
  syncStatus: nullable(oneOf(SYNC_STATES)),
  /** What the virus scanner said of its content (antivirus.ts); null where it is clean, or nothing was said. */
  virusStatus: nullable(oneOf(SHOWN_VIRUS_STATES)),
  versionNo: Type.Integer(),
})
export type Instance = Static<typeof Instance>

export const Crumb = Type.Object({ instanceId: Id, instanceName: Type.String() })
export type Crumb = Static<typeof Crumb>

export const InstancePage = Type.Object({
  ...pageOf(Instance).properties,
  /** From the space's root to the folder itself. */
  path: Type.Array(Crumb),
  /** The folder itself. */
  parent: Instance,
  folderCount: Type.Integer(),
  fileCount: Type.Integer(),
})
export type InstancePage = Static<typeof InstancePage>

export type InstanceField = keyof Instance
const INSTANCE_FIELDS = Object.keys(Instance.properties) as InstanceField[]

const ParentId = Type.Optional(
  Type.String({ minLength: 1, maxLength: 64, description: '"0" or absent: the caller’s own root' }),
)

export const pageInstances = route({
  name: 'pageInstances',
  method: 'POST',
  path: '/instance/page',
  changes: false,
  input: Type.Object({
    parentId: ParentId,
    ...paging,
    keyword: Type.Optional(Type.String({ maxLength: 255 })),
    /** Only what has this label. */
    label: Type.Optional(Type.String({ maxLength: 255 })),
    /** Fields of the rows that are wanted; all if absent. `parent` has all of its own. */
    fields: Type.Optional(
      Type.Array(oneOf(INSTANCE_FIELDS), { minItems: 1, maxItems: INSTANCE_FIELDS.length }),
    ),
    fileSharingId: FileSharingId,
  }),
  reply: InstancePage,
  errors: ['not_found', 'not_permitted', 'is_a_file'],
  summary: 'What a folder holds, folders first, a page at a time.',
})

export const createFolder = route({
  name: 'createFolder',
  method: 'POST',
  path: '/instance/createFolder',
  input: Type.Object({ parentId: ParentId, instanceName: Name, fileSharingId: FileSharingId }),
  reply: Instance,
  errors: [
    'not_found',
    'not_permitted',
    'is_a_file',
    'name_taken',
    'too_deep',
    'path_too_long',
    'high_in_linked_folder',
  ],
  summary: 'A new folder; its name is trimmed first.',
})

export const FolderNode = Type.Cyclic(
  {
    Node: Type.Object({
      instanceName: Name,
      instanceId: Type.Optional(Id),
      path: Type.Optional(Type.String()),
      children: Type.Optional(Type.Array(Type.Ref('Node'))),
    }),
  },
  'Node',
)
export interface FolderNode {
  instanceName: string
  instanceId?: string
  path?: string
  children?: FolderNode[]
}

export const batchCreateFolder = route({
  name: 'batchCreateFolder',
  method: 'POST',
  path: '/instance/batchCreateFolder',
  restructures: true,
  bodyMax: NAMES_BODY_MAX,
  input: Type.Object({
    parentId: ParentId,
    instanceName: Name,
    children: Type.Optional(Type.Array(FolderNode)),
    fileSharingId: FileSharingId,
    linkPath: LinkPath,
  }),
  reply: FolderNode,
  errors: [
    'not_found',
    'not_permitted',
    'is_a_file',
    'name_taken',
    'too_deep',
    'path_too_long',
    'too_many_items',
    'high_in_linked_folder',
  ],
  summary: 'A tree of folders in one transaction; folders that exist are reused.',
})

export const renameInstance = route({
  name: 'renameInstance',
  method: 'POST',
  path: '/instance/rename',
  input: Type.Object({
    instanceId: Id,
    fileName: Type.Optional(
      Type.String({ minLength: 1, maxLength: 4096, description: 'the whole new name in A§3’s spelling' }),
    ),
    instanceName: Type.Optional(Name),
    fileSharingId: FileSharingId,
  }),
  reply: Instance,
  errors: ['not_found', 'not_permitted', 'name_taken', 'root_is_fixed', 'path_too_long', 'file_kind_refused'],
  summary: 'A new name for a file or folder.',
})

/**
 * The number that `confirm_mass_delete` told, to go on all the same. With `recent` in its details so many of it went a
 * short while before, in other deletions of the caller's.
 */
const ConfirmCount = Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))

const transfer = Type.Object({
  instances: Type.Optional(IdList),
  instanceIds: Type.Optional(IdList),
  targeParentId: Type.Optional(Id),
  confirmCount: ConfirmCount,
  conflict: Type.Optional(ConflictPolicy),
  fileSharingId: FileSharingId,
})
const transferErrors = [
  'not_found',
  'not_permitted',
  'is_a_file',
  'name_taken',
  'into_itself',
  'too_deep',
  'path_too_long',
  'quota_full',
  'root_is_fixed',
  'too_many_items',
  'sensitive_content',
  'confirm_mass_delete',
] as const

export const moveInstances = route({
  name: 'moveInstances',
  method: 'POST',
  path: '/instance/move',
  restructures: true,
  bodyMax: IDS_BODY_MAX,
  input: transfer,
  reply: ItemResults,
  errors: transferErrors,
  summary: 'Moves items into a folder; a missing targeParentId is refused, never the root.',
})

/** Shown of a preview by name; its count says how many people there are. */
export const SHIFT_NAMED_MAX = 10

const Shift = Type.Object({
  /** People, each once. */
  count: Type.Integer(),
  /** By what they are reached, people and departments; the first few, masked where the caller may not know them. */
  list: Type.Array(ShownPrincipal),
})

export const previewMove = route({
  name: 'previewMove',
  method: 'POST',
  path: '/instance/previewMove',
  changes: false,
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({
    instances: Type.Optional(IdList),
    instanceIds: Type.Optional(IdList),
    targeParentId: Type.String({ minLength: 1, maxLength: 64 }),
    /** They are copied: nobody loses anything, and what was given of them is not copied along. */
    copy: Type.Optional(Type.Boolean()),
    fileSharingId: FileSharingId,
  }),
  reply: Type.Object({
    /** Whether something goes into another space: what was shared of it ends then. */
    crossing: Type.Boolean(),
    gains: Shift,
    loses: Shift,
    endedShares: Type.Integer(),
    endedEntries: Type.Integer(),
    /** What the target's space will be charged, and what it lacks. */
    requiredSize: Bytes,
    missingSize: Bytes,
  }),
  errors: ['not_found', 'not_permitted', 'too_many_items'],
  summary: 'Who gains and who loses access by a move or a copy, and what else it brings about.',
})

export const copyInstances = route({
  name: 'copyInstances',
  method: 'POST',
  path: '/instance/copy',
  restructures: true,
  bodyMax: IDS_BODY_MAX,
  input: transfer,
  reply: ItemResults,
  errors: [...transferErrors, 'empty_folder', 'virus_found'],
  summary: 'Copies items into a folder; a large copy runs as a job.',
})

export const removeInstances = route({
  name: 'removeInstances',
  method: 'POST',
  path: '/instance/remove',
  restructures: true,
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({
    instanceIds: IdList,
    fileSharingId: FileSharingId,
    confirmCount: ConfirmCount,
    /**
     * The caller’s deletion that this goes on with, begun within the last hour: both are counted, told and taken back
     * together.
     */
    deletionId: Type.Optional(Id),
    /** Removes nothing and tells what it would take from others, to be asked for once before several calls. */
    dryRun: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Object({
    ...ItemResults.properties,
    /** What went in this call, and in those that go on with it; absent where nothing went. */
    deletionId: Type.Optional(Id),
    /**
     * Of a dry run, a line each for a group and what was shared with the caller: items that go, of how many; `recent` of
     * them went a short while before, where only the sum is much.
     */
    losses: Type.Optional(
      Type.Array(
        Type.Object({
          instanceId: Id,
          count: Type.Integer(),
          total: Type.Integer(),
          recent: Type.Optional(Type.Integer()),
        }),
      ),
    ),
  }),
  errors: ['not_found', 'not_permitted', 'root_is_fixed', 'too_many_items', 'confirm_mass_delete'],
  summary: 'Moves items to the recycle bin; `newId` is the recycle entry, for undo.',
})

export const InstanceDetail = Type.Object({
  ...Instance.properties,
  /** Of a folder: everything below it, kept, not counted. */
  totalSize: Bytes,
  fileCount: Type.Integer(),
  folderCount: Type.Integer(),
  versions: Type.Array(
    Type.Object({
      versionNo: Type.Integer(),
      fileSize: Bytes,
      updateUser: Type.String(),
      updateTime: Instant,
      current: Type.Boolean(),
    }),
  ),
  access: Type.Array(
    Type.Object({
      principalType: oneOf(PRINCIPAL_TYPES),
      principalId: Id,
      name: Type.String(),
      role: Type.String(),
    }),
  ),
  /** The person who edits it online; null if it is not being edited. */
  onlineEditor: nullable(Type.Object({ userId: Id, user: Type.String(), since: Instant })),
  /** Only for those who read the comments. */
  commentCount: Type.Optional(Type.Integer()),
  md5: nullable(Type.String()),
  sha256: nullable(Type.String()),
})
export type InstanceDetail = Static<typeof InstanceDetail>

export const queryInstanceDetail = route({
  name: 'queryInstanceDetail',
  method: 'GET',
  path: '/instance/queryInstanceDetail',
  input: Type.Object({ instanceId: Id, fileSharingId: FileSharingId }),
  reply: InstanceDetail,
  errors: ['not_found', 'not_permitted'],
  summary: 'One item with its sizes, counts, versions and who has access.',
})

export const queryFolderSize = route({
  name: 'queryFolderSize',
  method: 'GET',
  path: '/instance/queryFolderSize',
  input: Type.Object({ instanceId: Id }),
  reply: Type.Object({ fileSize: Bytes, fileCount: Type.Integer(), folderCount: Type.Integer() }),
  errors: ['not_found', 'not_permitted'],
  summary: 'Kept totals of everything below a folder.',
})

export const queryFolderByParentId = route({
  name: 'queryFolderByParentId',
  method: ['GET', 'POST'],
  path: '/instance/queryFolderByParentId',
  changes: false,
  input: Type.Object({
    parentId: ParentId,
    /** Folders to leave out. */
    filterInstanceIds: Type.Optional(IdList),
    fileSharingId: FileSharingId,
  }),
  reply: Type.Array(Type.Object({ instanceName: Type.String(), instanceId: Id, isParent: Type.Boolean() })),
  errors: ['not_found', 'not_permitted', 'is_a_file'],
  summary: 'The first thousand folders in a folder, for a lazy tree; a longer list comes by instance/page.',
})

/** Names in one question; a selection's files and folders stay below it. */
const NAMES_MAX = 4000

export const queryNamesakes = route({
  name: 'queryNamesakes',
  method: 'POST',
  path: '/instance/queryNamesakes',
  changes: false,
  bodyMax: NAMES_BODY_MAX,
  input: Type.Object({
    parentId: ParentId,
    names: Type.Array(Name, { minItems: 1, maxItems: NAMES_MAX, 'x-commas': false }),
    fileSharingId: FileSharingId,
  }),
  reply: Type.Array(
    Type.Object({
      /** As asked. */
      name: Type.String(),
      instanceId: Id,
      /** As it is there; differs where only case or form do. */
      instanceName: Type.String(),
      classifierId: oneOf(['File', 'Folder']),
    }),
  ),
  errors: ['not_found', 'not_permitted', 'is_a_file'],
  summary: 'Which of these names are taken in a folder, so that one can be asked before anything is sent.',
})

export const getInstanceProperty = route({
  name: 'getInstanceProperty',
  method: ['GET', 'POST'],
  path: '/instance/getInstanceProperty',
  changes: false,
  input: Type.Object({ instanceId: Id }),
  reply: Type.Object({
    instancePath: Type.String(),
    instancePathIds: Type.String(),
    fileAuth: Type.Array(oneOf(PERMISSION_ITEMS)),
  }),
  errors: ['not_found', 'not_permitted'],
  summary: 'Where an item is and what the caller may do with it.',
})
