import { type IconKind, queryLibraries } from '@clouddisk/contract/admin-libraries'
import {
  type MyLibrary,
  queryLibrary,
  queryLibraryIcon,
  queryLibraryValues,
  queryMyLibraries,
} from '@clouddisk/contract/libraries'
import { pathOf } from '@clouddisk/contract/route'
import { callQuery } from '../../lib/call-query.ts'
import { queryClient } from '../../lib/query-client.ts'
import { queryKeys } from '../../lib/query-keys.ts'

/** Queries of libraries. Those of members are refetched with the details of items, which every change of a file concerns. */

const ADMIN = ['admin-libraries'] as const
const MINE = [...queryKeys.details, 'library'] as const

export const adminLibrariesQuery = callQuery(ADMIN, queryLibraries, {})
export const myLibrariesQuery = callQuery([...MINE, 'mine'], queryMyLibraries, {})
export const libraryQuery = (libraryId: string) =>
  callQuery([...MINE, libraryId], queryLibrary, { libraryId })
export const libraryFilesKey = (libraryId: string) => [...MINE, 'files', libraryId] as const
export const valuesQuery = (instanceId: string) =>
  callQuery([...MINE, 'values', instanceId], queryLibraryValues, { instanceId })

export const refreshLibraries = async (): Promise<void> => {
  await Promise.all([ADMIN, MINE].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

export const iconAddress = (libraryId: string, kind: IconKind, version: string): string =>
  `${pathOf(queryLibraryIcon)}?${new URLSearchParams({ libraryId, kind, version })}`

/** The address of an icon; undefined where the library has none of the kind. */
export const iconOf = ({ libraryId, icons, iconVersion }: MyLibrary, kind: IconKind): string | undefined =>
  icons.includes(kind) ? iconAddress(libraryId, kind, iconVersion) : undefined
