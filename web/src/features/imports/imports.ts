import {
  type Import,
  type ImportFilter,
  pageImportItems,
  queryImportFolder,
  queryImportSources,
  queryImports,
  startImport,
} from '@clouddisk/contract/imports'
import type { Input } from '@clouddisk/contract/route'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { callQuery } from '../../lib/call-query.ts'
import { withoutErrorCode } from '../../lib/error-message.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import { queryClient } from '../../lib/query-client.ts'
import { queryKeys, showsFolder } from '../../lib/query-keys.ts'
import { showError } from '../../ui/failures.ts'
import { toast } from '../../ui/toast.tsx'
import { importRequests } from './import-requests.ts'
import { t } from './strings.ts'

/** Calls of imports, and what follows them in the page. */

const KEY = ['imports'] as const
const PAGE = 100
const REFRESH_MS = 2000

export const sourcesQuery = callQuery([...KEY, 'sources'], queryImportSources, {})
export const importsQuery = callQuery([...KEY, 'list'], queryImports, {})

export const isOpen = ({ state }: Pick<Import, 'state'>): boolean => state === 'queued' || state === 'running'

/** Done is not all there is to say where files failed. */
export const stateText = ({ state, counts: { failed } }: Pick<Import, 'state' | 'counts'>): string =>
  state === 'done' && failed > 0 ? t('doneInPart', { count: failed }) : t(state)

/** The report, refreshed while the import runs. */
export const reportQuery = (importId: string, filter: ImportFilter) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'report', importId, filter],
    queryFn: ({ pageParam, signal }) =>
      call(pageImportItems, { importId, filter, after: pageParam, pageSize: PAGE }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ hasMore, list }) => (hasMore ? list.at(-1)?.no : undefined),
    refetchInterval: ({ state }) => {
      const newest = state.data?.pages.at(-1)?.import
      return newest && isOpen(newest) ? REFRESH_MS : false
    },
  })

/** User name and password at the source, as they are sent. */
export type SignIn = Pick<Input<typeof queryImportFolder>, 'account' | 'password'>

export const folderQuery = (sourceId: string, path: string, signIn: SignIn) =>
  queryOptions({
    queryKey: [...KEY, 'folder', sourceId, path, signIn.account],
    queryFn: ({ signal }) => call(queryImportFolder, { sourceId, path, ...signIn }, { signal }),
    staleTime: 0,
    // Passwords of a source are not tried again by themselves.
    retry: false,
  })

/** Starts an import; resolves once it is accepted. */
export async function beginImport(input: Input<typeof startImport>, sourceName: string): Promise<void> {
  const { jobId, importId } = await call(startImport, input)
  void followImport(jobId, importId, sourceName).catch((error: unknown) => showError(t('notStarted'), error))
}

async function followImport(jobId: string, importId: string, name: string): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: KEY })
  const job = await extensionFor('jobs')?.watch(jobId, t('importing', { name }))
  if (!job) return
  void queryClient.invalidateQueries({ queryKey: KEY })
  void queryClient.invalidateQueries({ queryKey: queryKeys.capacity })
  await queryClient.invalidateQueries({ predicate: (query) => showsFolder(query, new Set([job.targetId])) })
  const report = { label: t('report'), run: () => void importRequests.ask({ reportId: importId }) }
  if (job.state === 'done') {
    const { counts } = (await call(pageImportItems, { importId, pageSize: 1 })).import
    if (counts.failed > 0) toast.info(t('importedSome', { name, count: counts.failed }), { action: report })
    else toast.ok(t('imported', { name }), { action: report })
  }
  const reason = job.list.find(({ errcode }) => errcode !== 0)?.errmsg
  if (job.state === 'failed' && reason) toast.error(withoutErrorCode(reason), { action: report })
}
