import type { FoundDepartment } from '@clouddisk/contract/directory'
import { useQuery } from '@tanstack/react-query'
import type { Action } from '../../lib/action.ts'
import { useDebounced } from '../../lib/debounce.ts'
import { findMarks } from '../../ui/marks.tsx'
import { departmentQuery, filesQuery, principalsQuery } from './queries.ts'
import {
  actionOptions,
  allResultsOption,
  departmentOption,
  fileOption,
  groupOption,
  inContentsOption,
  inFolderOption,
  type OpenFolder,
  type QuickGroup,
  recentFileOption,
  userOption,
  wordOption,
} from './quick-options.tsx'
import type { Recent } from './recent.ts'
import { t } from './strings.ts'

export interface QuickSources {
  readonly pages: readonly Action[]
  readonly commands: readonly Action[]
  readonly folder: OpenFolder | undefined
}

interface QuickState extends QuickSources {
  readonly typed: string
  readonly department: FoundDepartment | undefined
  readonly recent: Recent
  readonly onDepartment: (department: FoundDepartment) => void
  readonly onWord: (word: string) => void
}

export interface QuickResults {
  readonly groups: readonly QuickGroup[]
  readonly busy: boolean
  readonly error: Error | null
  readonly retry: () => void
  /** The server has answered and nothing was found. */
  readonly nothing: boolean
  /** Whether the texts of files can be searched too. */
  readonly contentSearchable: boolean
}

const FILES = 8

/** What the quick search lists for what is typed. Pages and commands at once, the rest as the server answers. */
export function useQuickGroups(state: QuickState): QuickResults {
  const { typed, department, recent, onDepartment } = state
  const keyword = useDebounced(typed)
  const searching = typed !== '' && !department
  const enabled = searching && keyword !== ''
  const previous = { placeholderData: <T>(data: T | undefined) => data }
  const files = useQuery({ ...filesQuery({ keyword, pageSize: FILES }), ...previous, enabled })
  const people = useQuery({ ...principalsQuery(keyword), ...previous, enabled })
  const members = useQuery({
    ...departmentQuery(department?.departmentId ?? ''),
    enabled: department !== undefined,
  })
  const asked = department ? [members] : [files, people]
  const busy = asked.some(({ isFetching }) => isFetching) || (searching && keyword !== typed)
  const error = department ? members.error : searching ? (files.error ?? people.error) : null
  const retry = () => {
    for (const query of asked) if (query.error) void query.refetch()
  }
  if (department) {
    const fits = (name: string) => typed === '' || findMarks(name, typed) !== undefined
    const users = members.data?.users.filter(({ userRealName }) => fits(userRealName)) ?? []
    const below = members.data?.departments.filter(({ departmentName }) => fits(departmentName)) ?? []
    const options = [
      ...below.map((one) => departmentOption(one, typed, onDepartment)),
      ...users.map((user) => userOption(user, typed)),
    ]
    const label = t('membersOf', { name: department.departmentName })
    const groups = shown([{ id: 'members', label, options }])
    return {
      groups,
      busy,
      error,
      retry,
      nothing: !busy && !error && groups.length === 0,
      contentSearchable: false,
    }
  }
  if (!searching)
    return {
      groups: recentGroups(recent, state.onWord),
      busy: false,
      error,
      retry,
      nothing: false,
      contentSearchable: false,
    }
  // Until the answer for what is typed is here, rows of the answer before are shown where they match it too.
  const fits = (stale: boolean) => (name: string) =>
    !(stale || keyword !== typed) || findMarks(name, typed) !== undefined
  const fileFits = fits(files.isPlaceholderData)
  const personFits = fits(people.isPlaceholderData)
  const foundFiles = files.data?.list.filter(({ instanceName }) => fileFits(instanceName)) ?? []
  const { users = [], departments = [], groups: foundGroups = [] } = people.data ?? {}
  const principals = [
    ...users.filter(({ userRealName }) => personFits(userRealName)).map((user) => userOption(user, typed)),
    ...departments
      .filter(({ departmentName }) => personFits(departmentName))
      .map((one) => departmentOption(one, typed, onDepartment)),
    ...foundGroups.filter(({ groupName }) => personFits(groupName)).map((group) => groupOption(group, typed)),
  ]
  const contentSearchable = files.data?.contentSearchable !== false
  const noNames = files.data !== undefined && foundFiles.length + principals.length === 0
  const here = state.folder ? [inFolderOption(typed, state.folder)] : []
  const contents = contentSearchable ? [inContentsOption(typed)] : []
  const settled = !files.isPlaceholderData && keyword === typed && files.data
  const groups = shown([
    {
      id: 'files',
      label: t('files'),
      count: settled ? t(settled.truncated ? 'foundMany' : 'found', { count: settled.total }) : undefined,
      options: foundFiles.map((item) => fileOption(item, typed, settled ? item.match.marks : undefined)),
    },
    { id: 'people', label: t('people'), options: principals },
    { id: 'pages', label: t('pages'), options: actionOptions(state.pages, typed) },
    {
      id: 'commands',
      label: t('commands'),
      options: [
        ...actionOptions(state.commands, typed),
        // Where no name matches, Enter goes on to the contents.
        ...(noNames ? [...contents, ...here] : [...here, ...contents]),
        allResultsOption(typed),
      ],
    },
  ])
  const nothing = !busy && !error && groups.every(({ id }) => id === 'commands') && foundFiles.length === 0
  return { groups, busy, error, retry, nothing, contentSearchable }
}

const shown = (groups: readonly QuickGroup[]) => groups.filter(({ options }) => options.length > 0)

const recentGroups = ({ words, files }: Recent, onWord: (word: string) => void): readonly QuickGroup[] =>
  shown([
    {
      id: 'words',
      label: t('recentWords'),
      options: words.map((word, at) => wordOption(word, at, onWord)),
    },
    { id: 'recent', label: t('recentFiles'), options: files.map(recentFileOption) },
  ])
