import { createClient } from '@clouddisk/client/http/call'
import { ApiError } from '@clouddisk/client/http/errors'
import { logout, publicConfig } from '@clouddisk/contract/accounts'
import type { Instance } from '@clouddisk/contract/files'
import {
  checkLinkCode,
  getLinkArchiveUrl,
  getLinkDownloadUrl,
  pageLinkInstances,
  queryLinkAttribute,
  searchLinkInstances,
} from '@clouddisk/contract/links'
import type { Reply } from '@clouddisk/contract/route'
import type { FoundInstance } from '@clouddisk/contract/search'
import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import { fetchEarly } from '../lib/early-answers.ts'
import { errorMessage } from '../lib/error-message.ts'
import { language } from '../lib/i18n.ts'
import { queryClient } from '../lib/query-client.ts'
import { signInAddress } from '../lib/return-address.ts'
import { linkPath } from './address.ts'
import { t } from './strings.ts'

/** The calls of a visit (C9). A visit that ended is opened again by the code that is remembered, at most three times a call. */

export type LinkAttribute = Reply<typeof queryLinkAttribute>
export type LinkPage = Reply<typeof pageLinkInstances>

const PAGE_SIZE = 100
/** Of the first page: more than a screen, drawn at once. As in visitor-boot.js. */
export const FIRST_PAGE_SIZE = 40

/** In memory only, for this visit. */
let code: string | undefined

const plain = createClient({ language: () => language, fetch: fetchEarly })
/** For calls of the visit. */
export const client = createClient({ language: () => language, fetch: fetchEarly, refresh: openAgain })

let opening: Promise<boolean> | undefined
/** Calls that fail together open it once. */
function openAgain(): Promise<boolean> {
  opening ??= reopen().finally(() => {
    opening = undefined
  })
  return opening
}

async function reopen(): Promise<boolean> {
  if (code === undefined) return false
  try {
    await plain.call(checkLinkCode, { linkPath, code })
    return true
  } catch (error) {
    // The owner has set another one.
    if (error instanceof ApiError) code = undefined
    return false
  }
}

/** Opens the link by its code. */
export async function openByCode(typed: string): Promise<void> {
  await plain.call(checkLinkCode, { linkPath, code: typed })
  code = typed
}

/** The product's name and the like; no user is looked up (A§2). */
export const configQuery = queryOptions({
  queryKey: ['public-config'],
  queryFn: () => plain.call(publicConfig, {}),
  staleTime: Number.POSITIVE_INFINITY,
})

export const attributeQuery = queryOptions({
  queryKey: ['link', 'attribute'],
  queryFn: ({ signal }) => plain.call(queryLinkAttribute, { linkPath }, { signal }),
})

/** In a search with why it was found. */
export type ListedItem = Instance & Partial<Pick<FoundInstance, 'match'>>
interface ListPage {
  readonly list: readonly ListedItem[]
  readonly total: number
  readonly truncated?: boolean
}
export type LinkList = UseInfiniteQueryResult<InfiniteData<ListPage>>

/** A folder of the link, or what it opens. */
export const listQuery = (folder: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['link', 'list', folder ?? ''],
    queryFn: ({ pageParam: cursor, signal }): Promise<LinkPage> =>
      client.call(
        pageLinkInstances,
        {
          linkPath,
          pageSize: cursor === undefined ? FIRST_PAGE_SIZE : PAGE_SIZE,
          ...(folder !== undefined && { parentId: folder }),
          ...(cursor !== undefined && { cursor }),
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** Names in a folder of the link and below, or in all of it. */
export const searchQuery = (folder: string | undefined, keyword: string) =>
  infiniteQueryOptions({
    queryKey: ['link', 'search', folder ?? '', keyword],
    queryFn: ({ pageParam: pageNo, signal }) =>
      client.call(
        searchLinkInstances,
        {
          linkPath,
          keyword,
          pageNo,
          pageSize: PAGE_SIZE,
          ...(folder !== undefined && { parentId: folder }),
        },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pageNo, pageSize, total }) => (pageNo * pageSize < total ? pageNo + 1 : undefined),
  })

export const downloadUrlOf = (instanceId: string): Promise<string> =>
  client.call(getLinkDownloadUrl, { linkPath, instanceId })

export const archiveUrlOf = (instanceIds: string[]): Promise<Reply<typeof getLinkArchiveUrl>> =>
  client.call(getLinkArchiveUrl, { linkPath, instanceIds })

/** What folders show is asked for again. */
export const refreshLists = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['link', 'list'] })

/** Asks again whether the link opens, and for what it shows. */
export const checkAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['link'] })

/** What a failed call is called to the visitor. */
export const reasonOf = (error: unknown): string =>
  error instanceof ApiError ? errorMessage(error) : t('networkError')

const here = () => location.pathname + location.search
export const goToSignIn = (): void => location.assign(signInAddress(here()))
/** Ends the session of whoever is signed in; the next one returns here. */
export const goToOtherAccount = (): void =>
  location.assign(plain.urlOf(logout, { service: location.origin + signInAddress(here()) }))
