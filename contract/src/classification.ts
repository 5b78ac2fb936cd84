import Type from 'typebox'
import { route } from './route.ts'
import { Id, IdList, ItemResults } from './shapes.ts'

/**
 * Classification of files and folders (C G15): 0 public, 1 internal, 2 confidential, 3 secret. A file has the highest level that is set on
 * it or on a folder above, and 1 where none is.
 */
export const CLASSIFICATIONS = [0, 1, 2, 3] as const
export const DEFAULT_CLASSIFICATION = 1
/** From here on a file is highly classified (A§5, B§5). */
export const HIGH_CLASSIFICATION = 2

export const ClassificationLevel = Type.Integer({ minimum: 0, maximum: 3 })

export const classifyInstances = route({
  name: 'classifyInstances',
  method: 'POST',
  path: '/instance/classify',
  input: Type.Object({ instanceIds: IdList, level: ClassificationLevel }),
  reply: ItemResults,
  errors: ['not_found', 'not_permitted', 'root_is_fixed', 'classification_not_lowered', 'too_many_items'],
  summary:
    'Raises the classification of files and folders, for owners and managers; what is below a folder follows.',
})

export const reclassifyFile = route({
  name: 'reclassifyFile',
  method: 'POST',
  path: '/admin/files/classify',
  admin: 'files',
  input: Type.Object({
    ownerType: Type.Enum(['user', 'group']),
    ownerId: Id,
    instanceId: Id,
    level: ClassificationLevel,
    reason: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  reply: Type.Object({ classification: ClassificationLevel }),
  errors: ['not_found', 'root_is_fixed', 'area_refused', 'classification_inherited'],
  summary:
    'Sets the classification of somebody’s file, lower too; no lower than that of the folder that it is in.',
})
