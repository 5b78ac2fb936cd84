import Type, { type Static, type TSchema } from 'typebox'
import { LIMITS } from './limits.ts'
import { IDS_BODY_MAX } from './route.ts'

/** Small shapes that several calls share. */

/** Opaque; a space's root may be written "0" where a parent is meant. */
export const Id = Type.String({ minLength: 1, maxLength: 64 })
/** An internal share, or a link, under which a call is made. */
export const FileSharingId = Type.Optional(Id)
export const LinkPath = Type.Optional(Type.String({ minLength: 1, maxLength: 256 }))
export const Instant = Type.String({ description: 'ISO 8601, UTC' })
export const Bytes = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'bytes' })
export const Name = Type.String({ minLength: 1, maxLength: 1024 })
/** More than any call takes, so that a list that is somewhat too long is told how many there may be. */
const LISTED_MAX = 2 * LIMITS.batchMax
/** Comma list or array, as A and B mix them; handlers are given an array. */
export const IdList = Type.Union([
  Type.Array(Id, { minItems: 1, maxItems: LISTED_MAX }),
  Type.String({ minLength: 1, maxLength: IDS_BODY_MAX }),
])

/** The ids of an `IdList`, blanks dropped, each once, in order. */
export const idsOf = (list: string | readonly string[]): string[] => [
  ...new Set(
    (typeof list === 'string' ? [list] : list)
      .flatMap((entry) => entry.split(','))
      .map((id) => id.trim())
      .filter(Boolean),
  ),
]

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** A choice of strings; TypeBox has no terser spelling that keeps the literal types. */
export const oneOf = <const T extends readonly string[]>(values: T) =>
  Type.Enum(values as unknown as [T[number], ...T[number][]])

/** What every list may be sorted by (C section 3). */
export const ORDERS = ['instanceName', 'fileSize', 'updateTime', 'fileType'] as const

export const paging = {
  pageNo: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  orderBy: Type.Optional(oneOf(ORDERS)),
  orderType: Type.Optional(oneOf(['asc', 'desc'])),
  /** Instead of pageNo, at equal cost on every page. Long enough for the filter and the longest names. */
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 8192 })),
}

/** A page of rows by number. */
export const numberedPageOf = <T extends TSchema>(item: T) =>
  Type.Object({
    list: Type.Array(item),
    total: Type.Integer(),
    pageNo: Type.Integer(),
    pageSize: Type.Integer(),
  })

/** A page of rows by number or cursor; `total` is a kept count. */
export const pageOf = <T extends TSchema>(item: T) =>
  Type.Object({
    ...numberedPageOf(item).properties,
    nextCursor: Type.Optional(Type.String()),
  })

/** What became of an item, a namesake at the target included (G13). */
const ItemOutcome = oneOf(['created', 'moved', 'restored', 'newVersion', 'renamed', 'skipped'])
export type ItemOutcome = Static<typeof ItemOutcome>

/** One line of a batch answer: `errcode` 0 or the item's own error. */
export const ItemResult = Type.Object({
  instanceId: Id,
  newId: Type.Optional(Id),
  instanceName: Type.Optional(Type.String()),
  /** Of a move, copy or restore; `skipped`: it stayed where it was, and the namesake as it is. */
  outcome: Type.Optional(ItemOutcome),
  errcode: Type.Integer(),
  errmsg: Type.String(),
})
export const ItemResults = Type.Object({ jobId: Type.Optional(Id), list: Type.Array(ItemResult) })

/** What to do with a namesake (G13). */
export const ConflictPolicy = oneOf(['keepBoth', 'newVersion', 'skip', 'fail'])
export const Empty = Type.Object({})
