import Type, { type Static } from 'typebox'
import { ICON_KINDS, LibraryCategory } from './admin-libraries.ts'
import { Instance } from './files.ts'
import { AttributeValue, LibraryAttribute } from './library-attributes.ts'
import { IDS_BODY_MAX, NAMES_BODY_MAX, route } from './route.ts'
import { Empty, Id, nullable, oneOf, paging } from './shapes.ts'

/** Business libraries as their members use them (R94, R217). */

export const LIBRARY_FILTERS_MAX = 10
/** Bytes and rows of a workbook with values. */
export const VALUES_BYTES_MAX = 10 * 1024 * 1024
export const VALUES_ROWS_MAX = 5000
/** Files whose values are prepared in one call. */
export const LIBRARY_UPLOADS_MAX = 1000

export const MyLibrary = Type.Object({
  libraryId: Id,
  rootId: Id,
  libraryName: Type.String(),
  /** Shown in the main menu. */
  menuDisplay: Type.Boolean(),
  /** Changes with the icons: part of their address, so that a browser may keep them. */
  iconVersion: Type.String(),
  icons: Type.Array(oneOf(ICON_KINDS)),
})
export type MyLibrary = Static<typeof MyLibrary>

export const queryMyLibraries = route({
  name: 'queryMyLibraries',
  method: 'GET',
  path: '/library/query',
  input: Empty,
  reply: Type.Object({ list: Type.Array(MyLibrary) }),
  summary: 'The libraries that the caller is in, by name.',
})

const LibraryId = Type.Object({ libraryId: Id })

export const Library = Type.Object({
  ...MyLibrary.properties,
  code: Type.String(),
  description: Type.String(),
  categories: Type.Array(LibraryCategory),
  attributes: Type.Array(LibraryAttribute),
})
export type Library = Static<typeof Library>

export const queryLibrary = route({
  name: 'queryLibrary',
  method: 'GET',
  path: '/library/detail',
  input: LibraryId,
  reply: Library,
  errors: ['not_found'],
  summary: 'One library with the categories that the caller sees and its attributes.',
})

export const queryLibraryIcon = route({
  name: 'queryLibraryIcon',
  method: 'GET',
  path: '/library/icon',
  input: Type.Object({ libraryId: Id, kind: oneOf(ICON_KINDS), version: Type.Optional(Id) }),
  reply: Type.Any(),
  raw: true,
  errors: ['not_found'],
  summary: 'An icon of a library that the caller is in or administers (image/png, image/jpeg).',
})

/** A condition on an attribute with query support. */
export const AttributeFilter = Type.Object({
  attributeId: Id,
  /** In a text. */
  text: Type.Optional(Type.String({ maxLength: 256 })),
  /** Of numbers and days, both ends included. */
  from: Type.Optional(Type.String({ maxLength: 64 })),
  to: Type.Optional(Type.String({ maxLength: 64 })),
  /** Of a choice, and of yes and no. */
  anyOf: Type.Optional(Type.Array(Type.String({ maxLength: 512 }), { maxItems: 200 })),
})
export type AttributeFilter = Static<typeof AttributeFilter>

export const LibraryFile = Type.Object({
  ...Instance.properties,
  /** Empty where the caller may not see attributes. */
  values: Type.Array(AttributeValue),
  /** A value that must not be empty is. */
  incomplete: Type.Boolean(),
})
export type LibraryFile = Static<typeof LibraryFile>

export const pageLibraryFiles = route({
  name: 'pageLibraryFiles',
  method: 'POST',
  path: '/library/page',
  changes: false,
  input: Type.Object({
    libraryId: Id,
    ...paging,
    /** A category, or another folder of the library; the root where it is absent. */
    folderId: Type.Optional(Id),
    orderBy: Type.Optional(oneOf(['instanceName', 'updateTime'])),
    keyword: Type.Optional(Type.String({ maxLength: 255 })),
    filters: Type.Optional(Type.Array(AttributeFilter, { maxItems: LIBRARY_FILTERS_MAX })),
  }),
  reply: Type.Object({
    list: Type.Array(LibraryFile),
    /** Null where names or attributes are searched: matches are not counted. */
    total: nullable(Type.Integer()),
    nextCursor: Type.Optional(Type.String()),
  }),
  errors: ['not_found', 'not_permitted', 'attribute_not_searchable'],
  summary:
    'What lies in a category; with a keyword or filters, the files of the category and of those below whose names or values match.',
})

export const queryLibraryValues = route({
  name: 'queryLibraryValues',
  method: ['GET', 'POST'],
  path: '/library/queryValues',
  changes: false,
  input: Type.Object({ instanceId: Id }),
  reply: Type.Object({
    libraryId: Id,
    attributes: Type.Array(LibraryAttribute),
    values: Type.Array(AttributeValue),
    canEdit: Type.Boolean(),
  }),
  errors: ['not_found', 'not_permitted'],
  summary: 'The values of one file.',
})

const Values = Type.Array(
  Type.Object({ attributeId: Id, value: nullable(Type.String({ maxLength: 20_000 })) }),
  {
    maxItems: 120,
  },
)

export const saveLibraryValues = route({
  name: 'saveLibraryValues',
  method: 'POST',
  path: '/library/saveValues',
  bodyMax: 16 * IDS_BODY_MAX,
  input: Type.Object({ instanceId: Id, values: Values }),
  reply: Type.Object({ values: Type.Array(AttributeValue) }),
  errors: [
    'not_found',
    'not_permitted',
    'attribute_missing',
    'attribute_too_long',
    'attribute_controls',
    'attribute_no_number',
    'attribute_too_many_digits',
    'attribute_range',
    'attribute_no_date',
    'attribute_no_choice',
    'attribute_read_only',
    'group_dissolving',
  ],
  summary: 'Changes the values that are given; read-only ones are set once. The whole has to be complete.',
})

export const prepareLibraryUpload = route({
  name: 'prepareLibraryUpload',
  method: 'POST',
  path: '/library/prepareUpload',
  bodyMax: NAMES_BODY_MAX,
  input: Type.Object({
    folderId: Id,
    /** Of the files that the caller then uploads into the folder. */
    fileNames: Type.Array(Type.String({ minLength: 1, maxLength: 1024 }), {
      minItems: 1,
      maxItems: LIBRARY_UPLOADS_MAX,
    }),
    values: Values,
  }),
  reply: Empty,
  errors: [...saveLibraryValues.errors, 'body_too_large'],
  summary: 'Keeps values for a day; files of these names have them as soon as the caller has uploaded them.',
})

export const exportLibrary = route({
  name: 'exportLibrary',
  method: 'GET',
  path: '/library/export',
  input: LibraryId,
  reply: Type.Any(),
  raw: true,
  exports: true,
  errors: ['not_found', 'not_permitted'],
  summary: 'The files of a library that the caller sees, with their values, as a workbook (.xlsx).',
})

export const ValuesRow = Type.Object({
  /** As the workbook numbers it; the headings are row 1. */
  row: Type.Integer(),
  path: Type.String(),
  /** All that is wrong, in the language of the request; "" where nothing is. */
  errmsg: Type.String(),
})
export type ValuesRow = Static<typeof ValuesRow>

/** The body is the workbook itself. */
export const importLibraryValues = route({
  name: 'importLibraryValues',
  method: 'POST',
  path: '/library/importValues',
  bodyMax: VALUES_BYTES_MAX,
  input: Type.Object({
    libraryId: Id,
    /** Checks every row and changes nothing. */
    dryRun: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Object({
    rows: Type.Integer(),
    /** Rows with values that differ from those of the file. */
    changed: Type.Integer(),
    failed: Type.Integer(),
    /** Those that are wrong, the first 1,000. */
    faults: Type.Array(ValuesRow),
  }),
  errors: ['not_found', 'not_permitted', 'workbook_unreadable', 'workbook_too_long', 'group_dissolving'],
  summary:
    'Values of files by their paths, from a workbook as exportLibrary makes it; wrong rows are left out and told.',
})
