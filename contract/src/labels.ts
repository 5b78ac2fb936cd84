import Type from 'typebox'
import { Instance } from './files.ts'
import { LABEL_COLORS } from './label-names.ts'
import { LIMITS } from './limits.ts'
import { IDS_BODY_MAX, route } from './route.ts'
import { FileSharingId, Id, IdList, ItemResults, oneOf } from './shapes.ts'

/** Labels and remarks of files and folders (B§5, C section 3). */

/** Longer than a label may be, so that one that is somewhat too long is refused by its own reason. */
const LabelText = Type.String({ minLength: 1, maxLength: 255 })
const LabelColor = oneOf(LABEL_COLORS)
const Label = Type.Object({ name: Type.String(), color: LabelColor })

export const updateAttribute = route({
  name: 'updateAttribute',
  method: 'POST',
  path: '/instance/updateAttribute',
  input: Type.Object({
    instanceId: Id,
    /** All that it has from now on; absent: as before. */
    labels: Type.Optional(
      Type.Array(Type.String({ maxLength: 255 }), { maxItems: 10 * LIMITS.labelsMax, 'x-commas': false }),
    ),
    /** Colors of some of its labels, for the whole space. */
    labelColors: Type.Optional(
      Type.Array(Type.Object({ name: LabelText, color: LabelColor }), { maxItems: LIMITS.labelsMax }),
    ),
    remark: Type.Optional(Type.String({ maxLength: 10 * LIMITS.remarkMax })),
    fileSharingId: FileSharingId,
  }),
  reply: Instance,
  errors: [
    'not_found',
    'not_permitted',
    'group_dissolving',
    'root_is_fixed',
    'label_exists',
    'too_many_labels',
  ],
  summary: 'Sets the labels, their colors and the remark of a file or folder; what is absent stays.',
})

export const updateLabels = route({
  name: 'updateLabels',
  method: 'POST',
  path: '/instance/updateLabels',
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({
    instanceIds: IdList,
    label: LabelText,
    action: oneOf(['add', 'remove']),
    /** Of the label that is added. */
    color: Type.Optional(LabelColor),
    fileSharingId: FileSharingId,
  }),
  reply: ItemResults,
  errors: [
    'not_found',
    'not_permitted',
    'group_dissolving',
    'root_is_fixed',
    'too_many_labels',
    'too_many_items',
  ],
  summary: 'Adds a label to files and folders, or removes it from them; those that are so already stay.',
})

export const queryLabels = route({
  name: 'queryLabels',
  method: ['GET', 'POST'],
  path: '/instance/queryLabels',
  changes: false,
  input: Type.Object({
    /** A file or folder, whose space it is about; absent: all that the caller may see. */
    instanceId: Type.Optional(Id),
    /** How they begin, also in pinyin. */
    keyword: Type.Optional(Type.String({ maxLength: 255 })),
    fileSharingId: FileSharingId,
  }),
  reply: Type.Array(Label),
  errors: ['not_found', 'not_permitted'],
  summary: 'Labels of files that the caller sees, those used last first; at most 50.',
})
