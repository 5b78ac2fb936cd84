import { attributeName, ENTERPRISE_SCHEMA, GROUP_SCHEMA, LIST_SCHEMA, USER_SCHEMA } from './urns.ts'
import type { UserRow } from './user-store.ts'

/** Resources as clients read them. */

export type Resource = Record<string, unknown>

export const versionOf = (version: number): string => `W/"${version}"`

interface Versioned {
  readonly id: string
  readonly version: number
  readonly createdAt: Date
  readonly changedAt: Date
}

const metaOf = (type: 'User' | 'Group', base: string, row: Versioned) => ({
  resourceType: type,
  created: row.createdAt.toISOString(),
  lastModified: row.changedAt.toISOString(),
  location: `${base}/${type}s/${row.id}`,
  version: versionOf(row.version),
})

export function presentUser(
  base: string,
  row: UserRow,
  groups: readonly { readonly id: string; readonly name: string }[],
): Resource {
  const { department, userName, externalId, active, ...rest } = row.user
  return {
    schemas: [USER_SCHEMA, ENTERPRISE_SCHEMA],
    id: row.id,
    ...(externalId !== undefined && { externalId }),
    userName,
    ...rest,
    active,
    groups: groups.map(({ id, name }) => ({
      value: id,
      display: name,
      $ref: `${base}/Groups/${id}`,
      type: 'direct',
    })),
    ...(department !== undefined && { [ENTERPRISE_SCHEMA]: { department } }),
    meta: metaOf('User', base, row),
  }
}

export interface GroupRow extends Versioned {
  readonly name: string
  readonly externalId: string | null
}

export function presentGroup(
  base: string,
  row: GroupRow,
  members: readonly { readonly id: string; readonly name: string }[] | undefined,
): Resource {
  return {
    schemas: [GROUP_SCHEMA],
    id: row.id,
    ...(row.externalId !== null && { externalId: row.externalId }),
    displayName: row.name,
    ...(members && {
      members: members.map(({ id, name }) => ({
        value: id,
        display: name,
        $ref: `${base}/Users/${id}`,
        type: 'User',
      })),
    }),
    meta: metaOf('Group', base, row),
  }
}

/** What a client asks to see of resources (RFC 7644, 3.9); `id` and `schemas` always. */
export class Selection {
  readonly #only: ReadonlySet<string> | undefined
  readonly #without: ReadonlySet<string>

  constructor({ attributes, excludedAttributes }: Readonly<Record<string, string | undefined>>) {
    this.#only = attributes?.trim() ? namesIn(attributes) : undefined
    this.#without = this.#only ? new Set() : namesIn(excludedAttributes ?? '')
  }

  has(name: string): boolean {
    const key = name.toLowerCase()
    if (key === 'id' || key === 'schemas') return true
    return this.#only ? this.#only.has(key) : !this.#without.has(key)
  }

  of = (resource: Resource): Resource =>
    Object.fromEntries(
      Object.entries(resource).filter(([name]) => this.has(name === ENTERPRISE_SCHEMA ? 'department' : name)),
    )
}

/** Of sub-attributes the whole attribute. */
const namesIn = (list: string): ReadonlySet<string> =>
  new Set(
    list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .flatMap((name) => attributeName(name) ?? [])
      .map((name) => (name === '' ? 'department' : (name.split('.')[0] ?? ''))),
  )

export const presentList = (
  resources: readonly Resource[],
  { total, startIndex }: { readonly total: number; readonly startIndex: number },
): Resource => ({
  schemas: [LIST_SCHEMA],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})
