import { type RawBuilder, sql } from 'kysely'
import { isId } from '../../../db/ids.ts'
import { matchesEtag } from '../../../http/json-document.ts'
import type { Directory } from '../store.ts'
import { refuseScim, refuseValue } from './fault.ts'
import { parseFilter } from './filter.ts'
import { type Attributes, conditionOf, orderOf } from './filter-sql.ts'
import { Selection, versionOf } from './present.ts'
import { attributeName } from './urns.ts'
import { isObject, type JsonObject } from './values.ts'

/** What a call of a SCIM client asks for, read. */

export interface ScimCall {
  readonly directory: Directory
  /** Of addresses in answers. */
  readonly base: string
  readonly query: Readonly<Record<string, string | undefined>>
  readonly body: unknown
  readonly ifMatch: string | undefined
}

export const bodyOf = ({ body }: ScimCall): JsonObject =>
  isObject(body) ? body : refuseScim(400, 'json', '', 'invalidSyntax')

export const isCurrent =
  ({ ifMatch }: ScimCall) =>
  (version: number): boolean =>
    ifMatch === undefined || matchesEtag(ifMatch, versionOf(version).slice(2))

export const selectionOf = ({ query }: ScimCall): Selection => new Selection(query)

/** In lower case; what is no id names nothing. */
export const idOf = (id: string): string => (isId(id) ? id.toLowerCase() : refuseScim(404, 'notFound', id))

export interface ListQuery {
  readonly where: RawBuilder<boolean>
  readonly order: RawBuilder<unknown>
  readonly limit: number
  /** From 1. */
  readonly startIndex: number
}

export function listQuery(
  { query }: ScimCall,
  attributes: Attributes,
  { most, first }: { readonly most: number; readonly first: RawBuilder<unknown> },
): ListQuery {
  const { filter, sortBy, sortOrder = '' } = query
  return {
    where: filter?.trim() ? conditionOf(attributes, parseFilter(filter)) : sql<boolean>`true`,
    order: sortBy ? orderOf(attributes, attributeName(sortBy) ?? sortBy, sortOrder) : first,
    limit: Math.min(most, Math.max(0, wholeNumber('count', query.count, DEFAULT_COUNT))),
    startIndex: Math.max(1, wholeNumber('startIndex', query.startIndex, 1)),
  }
}

const DEFAULT_COUNT = 100
const NUMBER_MAX = 1_000_000_000

function wholeNumber(name: string, text: string | undefined, standard: number): number {
  if (text === undefined || text === '') return standard
  if (!/^-?\d{1,15}$/.test(text)) refuseValue('type', name)
  return Math.min(Number(text), NUMBER_MAX)
}
