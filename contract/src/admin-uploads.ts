import Type, { type Static } from 'typebox'
import { IDS_BODY_MAX, route } from './route.ts'
import { Bytes, Id, IdList, Instant, ItemResults, nullable, oneOf, pageOf, paging } from './shapes.ts'

/** Unfinished uploads of everybody, which hold space until they are saved, discarded or over (G27). */

export const AdminUpload = Type.Object({
  objectKey: Id,
  userId: Id,
  userName: Type.String({ description: 'the account' }),
  userRealName: Type.String(),
  departmentName: nullable(Type.String()),
  instanceName: Type.String(),
  /** Folders from the top down; null where the reader may not look there, or the folder is gone. */
  folderPath: nullable(Type.String()),
  fileSize: Bytes,
  /** Null if the bucket cannot be reached. */
  receivedSize: nullable(Bytes),
  /** When the last bytes were received; null if none were, or if the bucket cannot be reached. */
  receiveTime: nullable(Instant),
  /** Since then, or since it was begun, by the server's clock. */
  quietSeconds: Type.Integer(),
  partSize: Type.Integer(),
  createTime: Instant,
  /** Resumable until (G27). */
  expireTime: Instant,
  /** Whether the caller may discard it. */
  canDiscard: Type.Boolean(),
})
export type AdminUpload = Static<typeof AdminUpload>

export const pageAdminUploads = route({
  name: 'pageAdminUploads',
  method: 'POST',
  path: '/admin/upload/page',
  admin: 'uploads',
  changes: false,
  input: Type.Object({
    ...paging,
    orderBy: Type.Optional(oneOf(['createTime', 'fileSize', 'expireTime'])),
    /** In the person’s name or account. */
    keyword: Type.Optional(Type.String({ maxLength: 120 })),
    userId: Type.Optional(Id),
  }),
  reply: Type.Object({
    ...pageOf(AdminUpload).properties,
    /** Bytes that all of them have set aside. */
    totalSize: Bytes,
    /** Of one person. */
    openMax: Type.Integer(),
  }),
  errors: ['area_refused'],
  summary: 'Unfinished uploads, the latest first; an orgAdmin sees those of its departments’ people.',
})

export const discardAdminUploads = route({
  name: 'discardAdminUploads',
  method: 'POST',
  path: '/admin/upload/discard',
  admin: 'uploads',
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({ objectKeys: IdList }),
  reply: ItemResults,
  errors: ['area_refused', 'not_found', 'too_many_items'],
  summary: 'Ends unfinished uploads, gives back the space they hold, and throws away what came.',
})
