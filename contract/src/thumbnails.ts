import Type from 'typebox'
import { route } from './route.ts'
import { Empty, FileSharingId, Id, oneOf } from './shapes.ts'

/** Sides of the square that a thumbnail fits in, in pixels. */
export const THUMBNAIL_SIDES = { s: 256, m: 1024 } as const
export type ThumbnailSize = keyof typeof THUMBNAIL_SIDES

export const getThumbnail = route({
  name: 'getThumbnail',
  method: 'GET',
  path: '/instance/thumbnail',
  input: Type.Object({
    instanceId: Id,
    size: oneOf(['s', 'm']),
    versionId: Type.Optional(Id),
    fileSharingId: FileSharingId,
    inRecycle: Type.Optional(
      Type.Boolean({ description: 'a deleted file, as `recycle/page` lists it; of a group with `groupId`' }),
    ),
    groupId: Type.Optional(Id),
    wait: Type.Optional(
      Type.Boolean({ description: 'the answer waits a moment for one that is being made, in place of 202' }),
    ),
    orEmpty: Type.Optional(
      Type.Boolean({ description: '204 in place of 403 and 404, which browsers log as errors' }),
    ),
  }),
  reply: Empty,
  raw: true,
  errors: ['not_found', 'not_permitted', 'no_thumbnail'],
  summary:
    'A picture of a file as image/webp with an ETag; 202 with Retry-After while it is made, 404 if there is none or never will be.',
})
