import { LIMITS } from '@clouddisk/contract/limits'
import { useQuery } from '@tanstack/react-query'
import {
  type ReactElement,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { errorMessage } from '../../../lib/api.ts'
import { useDebounced } from '../../../lib/debounce.ts'
import { directoryVersion } from '../../../lib/directory.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tree, type TreeHandle, type TreeTicks } from '../../../ui/tree.tsx'
import { type DepartmentNode, departmentNode, departmentSearchQuery, subDepartmentsQuery } from '../data.ts'
import { t } from '../strings.ts'

export interface DepartmentTreeProps {
  selected: string | undefined
  onSelect: (node: DepartmentNode) => void
  /** Above the departments, such as everybody; and below them. */
  before?: readonly DepartmentNode[] | undefined
  after?: readonly DepartmentNode[] | undefined
  ticks?: TreeTicks<DepartmentNode> | undefined
  selectedClass?: 'tick' | 'place' | undefined
  onMenu?: ((node: DepartmentNode, anchor: Element | { x: number; y: number }) => void) | undefined
  /** To open branches by; undefined while there is no tree to be seen. */
  handle?: Ref<TreeHandle> | undefined
  /** In the place of the tree where there is no department yet. */
  empty?: ReactNode
  className?: string | undefined
}

const NO_NODES: readonly DepartmentNode[] = []

/** Departments by branch or by name; a branch shows at most 500 (R131). */
export function DepartmentTree(props: DepartmentTreeProps): ReactElement {
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim())
  return (
    <div className={props.className}>
      <SearchField label={t('searchDepartments')} value={typed} onChange={setTyped} className="shrink-0" />
      <div className="mt-2 min-h-0 flex-1 overflow-y-auto">
        {keyword && typed ? <SearchResults {...props} keyword={keyword} /> : <Branches {...props} />}
      </div>
    </div>
  )
}

function Branches(props: DepartmentTreeProps): ReactElement {
  const {
    before = NO_NODES,
    after = NO_NODES,
    selected,
    onSelect,
    onMenu,
    ticks,
    selectedClass: selectedLook,
    empty,
  } = props
  const tree = useRef<TreeHandle>(null)
  useImperativeHandle(props.handle, () => ({
    reload: async (id) => tree.current?.reload(id),
    expand: (id) => tree.current?.expand(id),
    unfold: async (ids) => tree.current?.unfold(ids),
    refresh: async () => tree.current?.refresh(),
  }))
  const roots = useQuery(subDepartmentsQuery())
  const [cut, setCut] = useState<ReadonlySet<string>>(new Set())
  const version = directoryVersion.use()
  const shown = useRef(version)
  useEffect(() => {
    if (shown.current === version) return
    shown.current = version
    void tree.current?.refresh()
  }, [version])
  const aside = [...before, ...after].map(({ id, count }) => `${id}:${count}`).join()
  useEffect(() => {
    if (aside) void tree.current?.refresh()
  }, [aside])
  const below = async (node?: DepartmentNode) => {
    const query = node ? subDepartmentsQuery(node.id) : subDepartmentsQuery()
    const { list, truncated } = await queryClient.fetchQuery(query)
    if (node) setCut((now) => (truncated === now.has(node.id) ? now : toggled(now, node.id)))
    return list.map(departmentNode)
  }
  if (roots.error && !roots.data)
    return (
      <ErrorState
        text={errorMessage(roots.error)}
        onRetry={() => void roots.refetch()}
        retrying={roots.isFetching}
      />
    )
  if (!roots.data) return <Waiting />
  if (roots.data.list.length === 0 && before.length === 0 && after.length === 0) return <>{empty}</>
  return (
    <>
      <Tree<DepartmentNode>
        ref={tree}
        label={t('departmentTree')}
        roots={async () => [...before, ...(await below()), ...after]}
        loadChildren={below}
        selected={selected}
        onSelect={onSelect}
        initiallyExpanded={roots.data.list.length === 1 ? roots.data.list.map((one) => one.departmentId) : []}
        onMenu={onMenu && ((node, anchor) => node.department && onMenu(node, anchor))}
        ticks={ticks}
        selectedLook={selectedLook}
        aside={({ count }) =>
          count !== undefined && (
            <span className="tabular text-caption font-normal text-mut">{count.toLocaleString('en-US')}</span>
          )
        }
      />
      {(roots.data.truncated || cut.size > 0) && (
        <p className="px-2 py-3 text-caption text-mut">
          {t('tooManyBelow', { limit: LIMITS.subDepartmentsMax })}
        </p>
      )}
    </>
  )
}

/** Matches of a search, each with its path. */
function SearchResults({
  keyword,
  selected,
  onSelect,
  ticks,
}: DepartmentTreeProps & { keyword: string }): ReactElement {
  const found = useQuery(departmentSearchQuery(keyword))
  if (found.error && !found.data)
    return <ErrorState text={errorMessage(found.error)} onRetry={() => void found.refetch()} />
  if (!found.data) return <Waiting />
  const { list, truncated } = found.data
  if (list.length === 0)
    return (
      <p role="status" className="px-2 py-6 text-center text-secondary text-mut">
        {t('noMatchingDepartment', { keyword })}
      </p>
    )
  const rows = list.map((one) => ({
    ...departmentNode(one),
    isParent: false,
    path: one.departmentPath.slice(0, -1).join(' / '),
  }))
  return (
    <>
      <Tree
        key={rows.map(({ id }) => id).join()}
        label={t('departmentTree')}
        roots={rows}
        loadChildren={async () => []}
        selected={selected}
        onSelect={onSelect}
        ticks={ticks as TreeTicks<(typeof rows)[number]> | undefined}
        aside={({ path }) => <span className="max-w-[50%] truncate text-caption text-mut">{path}</span>}
      />
      {truncated && <p className="px-2 py-3 text-caption text-mut">{t('tooManyFound')}</p>}
    </>
  )
}

const Waiting = () => (
  <div className="late flex flex-col gap-5 px-2 py-3" role="status">
    {['w-32', 'w-24', 'w-28', 'w-20'].map((width) => (
      <Skeleton key={width} className={width} />
    ))}
  </div>
)

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}
