import Type, { type Static } from 'typebox'
import { Instance } from './files.ts'
import { IDS_BODY_MAX, route } from './route.ts'
import { extensionsOf } from './search.ts'
import { Bytes, FileSharingId, Id, IdList, Instant, oneOf, pageOf, paging } from './shapes.ts'

/** What fills a space: the caller’s own, or with `groupId` a group’s, for those who manage it; and sizes of chosen items. */

const LISTED_KINDS = ['picture', 'video', 'document', 'audio', 'archive'] as const
/** Kinds of files by their extension; `other` is what is none of the kinds before. */
export const USAGE_KINDS = [...LISTED_KINDS, 'other'] as const
export type UsageKind = (typeof USAGE_KINDS)[number]

/** The kind of each known extension; every other one is `other`. */
export const EXTENSION_KINDS: ReadonlyMap<string, UsageKind> = new Map(
  LISTED_KINDS.flatMap((kind) => extensionsOf(kind).map((ext) => [ext, kind] as const)),
)

export const KindSize = Type.Object({
  kind: oneOf(USAGE_KINDS),
  /** Current content. */
  fileSize: Bytes,
  fileCount: Type.Integer(),
})
export type KindSize = Static<typeof KindSize>

const groupId = Type.Optional(Id)

export const UsageFolder = Type.Object({
  instanceId: Id,
  instanceName: Type.String(),
  fileSize: Bytes,
  /** With earlier versions, as the quota counts it. */
  chargedSize: Bytes,
  fileCount: Type.Integer(),
})
export type UsageFolder = Static<typeof UsageFolder>

export const queryCapacityDetail = route({
  name: 'queryCapacityDetail',
  method: 'GET',
  path: '/instance/queryCapacityDetail',
  input: Type.Object({ groupId }),
  reply: Type.Object({
    /** `filesSize`, `versionsSize` and `recycleSize` together. */
    usedSize: Bytes,
    totalSize: Bytes,
    isLimist: oneOf(['0', '1']),
    /** Counts against the quota beside what is used: uploads and copies on their way. */
    reservedSize: Bytes,
    /** Current content of the files in folders, which `kinds` add up to. */
    filesSize: Bytes,
    /** Earlier versions of these files. */
    versionsSize: Bytes,
    /** Of files in the recycle bin, with their versions. */
    recycleSize: Bytes,
    recycleCount: Type.Integer(),
    fileCount: Type.Integer(),
    folderCount: Type.Integer(),
    kinds: Type.Array(KindSize),
    /** The largest items directly below the root. */
    list: Type.Array(
      Type.Object({
        instanceId: Id,
        instanceName: Type.String(),
        classifierId: oneOf(['File', 'Folder']),
        fileSize: Bytes,
      }),
    ),
    /** The largest folders directly below the root. */
    folders: Type.Array(UsageFolder),
    /** Uploads that have reserved space, the largest first. */
    uploads: Type.Array(
      Type.Object({
        instanceName: Type.String(),
        fileSize: Bytes,
        createUser: Type.String(),
        createTime: Instant,
        /** When it is given up unless it goes on. */
        expireTime: Instant,
      }),
    ),
    uploadCount: Type.Integer(),
    uploadsSize: Bytes,
  }),
  errors: ['not_found', 'not_permitted'],
  summary: 'What a space is used for; all numbers are of one moment.',
})

export const LargeFile = Type.Object({
  ...Instance.properties,
  /** With earlier versions, as the quota counts it. */
  chargedSize: Bytes,
  versionsSize: Bytes,
  /** With the current one. */
  versionCount: Type.Integer(),
})
export type LargeFile = Static<typeof LargeFile>

/** The list of largest files ends after so many. */
export const LARGEST_MAX = 1000

export const pageLargestFiles = route({
  name: 'pageLargestFiles',
  method: 'POST',
  path: '/instance/pageLargest',
  changes: false,
  input: Type.Object({
    groupId,
    /** By what a file takes with its versions, or by what its earlier versions alone take. */
    by: Type.Optional(oneOf(['total', 'versions'])),
    kinds: Type.Optional(Type.Array(oneOf(USAGE_KINDS), { maxItems: USAGE_KINDS.length })),
    pageNo: paging.pageNo,
    pageSize: paging.pageSize,
    cursor: paging.cursor,
  }),
  reply: Type.Object({
    ...pageOf(LargeFile).properties,
    /** There are more than `total`, which are not listed. */
    truncated: Type.Boolean(),
  }),
  errors: ['not_found', 'not_permitted'],
  summary:
    'The files of a space that take most, largest first, at most 1,000; by versions, only those that have earlier ones.',
})

export const querySizes = route({
  name: 'querySizes',
  method: 'POST',
  path: '/instance/querySizes',
  changes: false,
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({
    instanceIds: IdList,
    /** Adds the kinds, which are counted; all else is kept. */
    kinds: Type.Optional(Type.Boolean()),
    fileSharingId: FileSharingId,
  }),
  reply: Type.Object({
    /** The chosen ones and all below them, each once. */
    fileCount: Type.Integer(),
    folderCount: Type.Integer(),
    fileSize: Bytes,
    /** Of earlier versions; absent unless the caller may see versions of all of them. */
    versionsSize: Type.Optional(Bytes),
    kinds: Type.Optional(Type.Array(KindSize)),
  }),
  errors: ['not_found', 'not_permitted', 'too_many_items'],
  summary: 'How much the chosen files and folders are together.',
})
