import Type, { type Static } from 'typebox'
import { LIMITS } from './limits.ts'
import { route } from './route.ts'
import { FileSharingId, Id, oneOf } from './shapes.ts'
import { SavedInstance } from './uploads.ts'

/** Encodings that a text file may be read and saved in, by their names on the web. */
export const TEXT_ENCODINGS = [
  'utf-8',
  'gb18030',
  'big5',
  'utf-16le',
  'utf-16be',
  'shift_jis',
  'euc-kr',
  'windows-1251',
  'windows-1252',
] as const
export type TextEncoding = (typeof TEXT_ENCODINGS)[number]

export const SavedText = Type.Object({
  ...SavedInstance.properties,
  /** The version that holds the text; the base of the next save. */
  versionId: Id,
})
export type SavedText = Static<typeof SavedText>

export const saveText = route({
  name: 'saveText',
  method: 'POST',
  path: '/instance/saveText',
  /** Three bytes a character, and what JSON escapes. */
  bodyMax: 4 * LIMITS.textEditBytesMax,
  input: Type.Object({
    instanceId: Id,
    /** The version that was edited, as the ETag of its download names it. */
    versionId: Id,
    /** With its line ends, without a byte order mark. */
    text: Type.String({ maxLength: LIMITS.textEditBytesMax }),
    encoding: Type.Optional(oneOf(TEXT_ENCODINGS)),
    /** Whether the content begins with a byte order mark. */
    bom: Type.Optional(Type.Boolean()),
    /** `fail`: refused if the file has another version by now. `keepBoth`: saved as a file of its own beside it. */
    conflict: Type.Optional(oneOf(['fail', 'keepBoth'])),
    /** Made by the caller for each save: sent again, because the answer was lost, it saves nothing twice. */
    saveId: Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' }),
    fileSharingId: FileSharingId,
  }),
  reply: SavedText,
  errors: [
    'not_found',
    'not_permitted',
    'is_a_folder',
    'edited_meanwhile',
    'text_not_encodable',
    'empty_file',
    'file_kind_refused',
    'quota_full',
    'upload_gone',
    'too_many_uploads',
    'storage_failed',
    'disk_full',
  ],
  summary:
    'Saves edited text as a new version of its file, durable when answered; refused if somebody else saved meanwhile.',
})
