import Type, { type Static } from 'typebox'
import { ClassificationLevel } from './classification.ts'
import { IDS_BODY_MAX, route } from './route.ts'
import { Bytes, Id, IdList, Instant, ItemResults, oneOf, pageOf, paging } from './shapes.ts'

/** The administrators' recycle bin (B§2 "secondary recycle bin", C12): what people let go, for thirty days more. */

export const SecondTrashItem = Type.Object({
  recycleId: Id,
  instanceId: Id,
  instanceName: Type.String(),
  classifierId: oneOf(['File', 'Folder']),
  fileType: Type.String(),
  fileSize: Bytes,
  fileCount: Type.Integer(),
  ownerType: oneOf(['user', 'group']),
  ownerId: Id,
  ownerName: Type.String(),
  /** Whether its owner is still there to have it back; where not, somebody has to be named. */
  ownerExists: Type.Boolean(),
  deleteUser: Type.String(),
  classification: ClassificationLevel,
  originalPath: Type.String(),
  deleteTime: Instant,
  expireTime: Instant,
})
export type SecondTrashItem = Static<typeof SecondTrashItem>

export const pageSecondTrash = route({
  name: 'pageSecondTrash',
  method: 'POST',
  path: '/admin/recycle/page',
  admin: 'recycle',
  changes: false,
  input: Type.Object({
    ...paging,
    orderBy: Type.Optional(oneOf(['instanceName', 'fileSize', 'deleteTime', 'expireTime'])),
    keyword: Type.Optional(Type.String({ maxLength: 255 })),
    /** A person’s or a group’s. */
    ownerId: Type.Optional(Id),
    ownerType: Type.Optional(oneOf(['user', 'group'])),
    /** Thrown away from, and before. */
    startTime: Type.Optional(Type.String({ maxLength: 40 })),
    endTime: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  reply: Type.Object({
    ...pageOf(SecondTrashItem).properties,
    /** More than are counted. */
    truncated: Type.Boolean(),
    totalSize: Bytes,
  }),
  summary: 'What lies in the administrators’ recycle bin, latest first; an orgAdmin sees its departments’.',
})

export const restoreSecondTrash = route({
  name: 'restoreSecondTrash',
  method: 'POST',
  path: '/admin/recycle/restore',
  admin: 'recycle',
  restructures: true,
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({
    recycleIds: IdList,
    /** Who gets it, into its top folder; its owner where absent. */
    toUserId: Type.Optional(Id),
  }),
  reply: ItemResults,
  errors: [
    'not_found',
    'area_refused',
    'quota_full',
    'owner_gone',
    'account_expired',
    'group_dissolving',
    'too_deep',
    'path_too_long',
    'too_many_items',
    'sensitive_content',
  ],
  summary: 'Back to its owner, to where it was if that is still there, else to the top; or to somebody else.',
})

export const removeSecondTrash = route({
  name: 'removeSecondTrash',
  method: 'POST',
  path: '/admin/recycle/remove',
  admin: 'recycle',
  restructures: true,
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({ recycleIds: IdList }),
  reply: ItemResults,
  errors: ['not_found', 'area_refused', 'held', 'too_many_items'],
  summary: 'For good, at once, or soon where it is much; what a hold stands on stays.',
})
