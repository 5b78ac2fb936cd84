import Type from 'typebox'
import { InstancePage } from './files.ts'
import { route } from './route.ts'
import { Id, oneOf, paging } from './shapes.ts'

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
    parentId: Type.Optional(Type.String({ maxLength: 64 })),
    keyword: Type.Optional(Type.String({ maxLength: 255 })),
    ...paging,
  }),
  reply: InstancePage,
  errors: ['not_found', 'is_a_file'],
  summary: 'What a folder of somebody’s or of a group’s holds; an orgAdmin has its departments’ alone.',
})
