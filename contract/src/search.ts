import Type, { type Static } from 'typebox'
import { Instance } from './files.ts'
import { EXTENSIONS, type FileFamily, LIKE } from './filetypes.ts'
import { LIMITS } from './limits.ts'
import { route } from './route.ts'
import { Bytes, Id, numberedPageOf, oneOf, paging } from './shapes.ts'

/** Search in all files that the caller may find (B§7, C section 3). */

/** What a search can be limited to: folders, or the kinds of files of B§9; `document` is Office, PDF and text. */
export const SEARCH_KINDS = [
  'folder',
  'picture',
  'video',
  'document',
  'audio',
  'archive',
  'html',
  'other',
] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

type FileKind = Exclude<SearchKind, 'folder' | 'other'>
type Family = Exclude<FileFamily, 'other'>
const FAMILIES: Record<FileKind, readonly Family[]> = {
  picture: ['picture'],
  video: ['video'],
  document: ['spreadsheet', 'presentation', 'document', 'text', 'pdf'],
  audio: ['audio'],
  archive: ['archive'],
  html: ['html'],
}
const listed = (families: readonly Family[]): string[] =>
  families.flatMap((family) => [EXTENSIONS[family][1], LIKE[family] ?? '']).flatMap((list) => list.split(' '))

/** Extensions in lower case of a kind of file; for `other`, of all the kinds besides. */
export const extensionsOf = (kind: Exclude<SearchKind, 'folder'>): string[] =>
  listed(kind === 'other' ? Object.values(FAMILIES).flat() : FAMILIES[kind]).filter(Boolean)

/** Why an item was found; by `label` where one is the keyword or begins with it, by `name` also where pinyin, initials or a similar spelling matched. */
export const SearchMatch = Type.Object({
  field: oneOf(['name', 'content', 'label']),
  /** Of the text in a file: the line that matches, or what of it is around the match. */
  snippet: Type.Optional(Type.String({ maxLength: 160 })),
  /** Of the name: what pinyin or a typing mistake matched, in UTF-16 units. */
  marks: Type.Optional(Type.Array(Type.Object({ start: Type.Integer(), end: Type.Integer() }))),
})

export const FoundInstance = Type.Object({ ...Instance.properties, match: SearchMatch })
export type FoundInstance = Static<typeof FoundInstance>

const Time = Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601' }))

export const searchInstancePage = route({
  name: 'searchInstancePage',
  method: 'POST',
  path: '/search/searchInstancePage',
  changes: false,
  input: Type.Object({
    keyword: Type.Optional(
      Type.String({
        maxLength: LIMITS.nameMax,
        description:
          'words that the name has, as typed, in pinyin or by initials; all of them; or how a label begins',
      }),
    ),
    parentId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'only below this folder; absent: everywhere' }),
    ),
    kinds: Type.Optional(
      Type.Array(oneOf(SEARCH_KINDS), { maxItems: SEARCH_KINDS.length, description: 'any of them' }),
    ),
    sizeMin: Type.Optional(Bytes),
    sizeMax: Type.Optional(Bytes),
    /** Of the last change: from (inclusive) and before (exclusive). */
    timeFrom: Time,
    timeTo: Time,
    /** A person (their space, and what they created in groups), or a group. */
    ownerId: Type.Optional(Id),
    label: Type.Optional(Type.String({ maxLength: 255, description: 'only what has this label' })),
    content: Type.Optional(
      Type.Boolean({
        description:
          'files whose text has all words are found too, after those found by name; of Chinese two characters and more',
      }),
    ),
    pageNo: paging.pageNo,
    pageSize: paging.pageSize,
    orderBy: paging.orderBy,
    orderType: paging.orderType,
  }),
  reply: Type.Object({
    ...numberedPageOf(FoundInstance).properties,
    /** There are more than `total`, or may be, where the search ended before everything was compared: narrow it. */
    truncated: Type.Boolean(),
    contentSearchable: Type.Boolean({
      description: 'whether texts in files are searched in this installation',
    }),
  }),
  errors: ['not_found', 'not_permitted', 'is_a_file'],
  summary:
    'Files and folders by name, files by their text too, everywhere or below a folder, best match first; at most 200.',
})
