import Type, { type Static } from 'typebox'
import { ClassificationLevel } from './classification.ts'
import { IDS_BODY_MAX, route } from './route.ts'
import { Bytes, Id, IdList, Instant, ItemResults, nullable, ORDERS, oneOf, pageOf, paging } from './shapes.ts'

/**
 * The recycle bin (B§7 `recycle/`, C12): one's own, or with `groupId` a group's. Of that its owner and managers have
 * everything, other members that may delete there what they threw away themselves.
 */

const ofGroup = { groupId: Type.Optional(Id) }

export const TrashItem = Type.Object({
  /** The recycle entry; the calls below take it, or the file’s own id. */
  recycleId: Id,
  instanceId: Id,
  instanceName: Type.String(),
  classifierId: oneOf(['File', 'Folder']),
  fileType: Type.String(),
  fileSize: Bytes,
  fileCount: Type.Integer(),
  deleteUser: Type.String(),
  classification: ClassificationLevel,
  originalPath: Type.String(),
  /** Whether the original folder still exists (moved or renamed counts as there). */
  originalExists: Type.Boolean(),
  deleteTime: Instant,
  expireTime: Instant,
  /** What was thrown away together has the same; null where that is not known. */
  deletionId: nullable(Id),
})
export type TrashItem = Static<typeof TrashItem>

export const pageTrash = route({
  name: 'pageTrash',
  method: 'POST',
  path: '/recycle/page',
  changes: false,
  input: Type.Object({
    ...paging,
    orderBy: Type.Optional(oneOf([...ORDERS, 'deleteTime'])),
    keyword: Type.Optional(Type.String({ maxLength: 255 })),
    /** What went in this deletion alone. */
    deletionId: Type.Optional(Id),
    ...ofGroup,
  }),
  reply: Type.Object({ ...pageOf(TrashItem).properties, totalSize: Bytes }),
  errors: ['not_found', 'not_permitted'],
  summary: 'What is in a recycle bin, latest first.',
})

export const restoreTrash = route({
  name: 'restoreTrash',
  method: 'POST',
  path: '/recycle/restoreFirstRecycleFile',
  restructures: true,
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({
    instanceIds: IdList,
    targetInstanceId: Type.Optional(Id),
    ...ofGroup,
  }),
  reply: ItemResults,
  errors: [
    'not_found',
    'not_permitted',
    'is_a_file',
    'too_deep',
    'path_too_long',
    'original_folder_gone',
    'too_many_items',
    'sensitive_content',
  ],
  summary:
    'Back to where it was, or into `targetInstanceId`; never overwrites. Without a group also what the caller threw away in groups and received shares.',
})

export const restoreDeletion = route({
  name: 'restoreDeletion',
  method: 'POST',
  path: '/recycle/restoreDeletion',
  restructures: true,
  input: Type.Object({ deletionId: Id, ...ofGroup }),
  /** A line each for the first thousand that did not come back. */
  reply: Type.Object({ restored: Type.Integer(), failed: Type.Integer(), list: ItemResults.properties.list }),
  errors: ['not_found', 'not_permitted', 'sensitive_content'],
  summary:
    'All that went in one deletion back to where it was, as `restoreFirstRecycleFile` does, however many items those are.',
})

export const removeTrash = route({
  name: 'removeTrash',
  method: 'POST',
  path: '/recycle/removeFirstRecycleFile',
  restructures: true,
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({ instanceIds: IdList, ...ofGroup }),
  reply: ItemResults,
  errors: ['not_found', 'not_permitted', 'too_many_items'],
  summary: 'Out of the recycle bin; the space is free at once. In a group for its managers.',
})

export const clearTrash = route({
  name: 'clearTrash',
  method: 'POST',
  path: '/recycle/clearFirstRecycleFile',
  restructures: true,
  input: Type.Object(ofGroup),
  /** A line each for the first thousand; `removed` counts all. */
  reply: Type.Object({ ...ItemResults.properties, removed: Type.Integer(), fileSize: Bytes }),
  errors: ['not_found', 'not_permitted'],
  summary: 'Empties the recycle bin. In a group for its managers.',
})
