import type { PrincipalType } from '@clouddisk/contract/people'
import { useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { type ReactElement, useEffect, useMemo, useState } from 'react'
import { language } from '../../lib/i18n.ts'
import { limits } from '../../lib/limits.ts'
import { queryClient } from '../../lib/query-client.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Tree } from '../../ui/tree.tsx'
import { Note, Nothing, NotRead } from './list-messages.tsx'
import { PickList } from './pick-list.tsx'
import { type DepartmentNode, departmentsQuery, peopleOfQuery } from './queries.ts'
import { t } from './strings.ts'
import type { Choice } from './use-choice.ts'

/** The tree of departments, and below it the people of the one that was clicked. */
export function Organisation({
  choice,
  kinds,
}: {
  choice: Choice
  kinds: readonly PrincipalType[]
}): ReactElement {
  const top = useQuery(departmentsQuery(undefined))
  const [open, setOpen] = useState<DepartmentNode>()
  const [cut, setCut] = useState<DepartmentNode>()
  const tickable = kinds.includes('department')
  const roots = top.data?.nodes
  const [only] = roots ?? []
  const expanded = useMemo(() => (roots?.length === 1 && only ? [only.id] : []), [roots, only])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list
  useEffect(() => choice.listed(roots?.map(({ recipient }) => recipient) ?? []), [roots])
  if (top.error) return <NotRead error={top.error} onRetry={() => void top.refetch()} />
  if (!roots) return <SkeletonRows rows={6} rowHeight={36} />
  if (roots.length === 0) return <Nothing title={t('noDepartments')} text={t('noDepartmentsText')} />
  const load = async (node: DepartmentNode) => {
    const { nodes, truncated } = await queryClient.fetchQuery(departmentsQuery(node.id))
    if (truncated) setCut(node)
    choice.listed(nodes.map(({ recipient }) => recipient))
    return nodes
  }
  const max = limits().subDepartmentsMax
  return (
    <>
      {cut && <Note>{t('moreDepartments', { name: cut.name, count: max })}</Note>}
      {top.data?.truncated && <Note>{t('moreTop', { count: max })}</Note>}
      <Tree
        label={t('departments')}
        roots={roots}
        loadChildren={load}
        selected={open?.id}
        onSelect={setOpen}
        initiallyExpanded={expanded}
        icon={() => <Building2 size={17} aria-hidden className="-ml-0.5 shrink-0 text-fg-2" />}
        aside={({ recipient }) => (
          <span className="tabular shrink-0 text-secondary text-mut">
            {choice.against(recipient) ?? recipient.count.toLocaleString(language)}
          </span>
        )}
        ticks={
          tickable
            ? {
                of: ({ recipient }) => choice.of(recipient),
                toggle: ({ recipient }) => choice.toggle(recipient),
              }
            : undefined
        }
        className="px-2"
      />
      {open && <PeopleOf key={open.id} department={open} choice={choice} />}
    </>
  )
}

function PeopleOf({ department, choice }: { department: DepartmentNode; choice: Choice }): ReactElement {
  const query = useQuery(peopleOfQuery(department.id))
  return (
    <section className="mt-2 border-t border-line px-2 pt-2">
      <h3 className="sr-only">{t('peopleOf', { name: department.name })}</h3>
      {query.error ? (
        <NotRead error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <SkeletonRows rows={3} rowHeight={44} />
      ) : query.data.list.length === 0 ? (
        <p className="px-3 py-3 text-caption text-mut">{t('noPeople')}</p>
      ) : (
        <PickList label={t('peopleOf', { name: department.name })} list={query.data.list} choice={choice} />
      )}
      {query.data?.truncated && <Note>{t('morePeople', { count: query.data.list.length })}</Note>}
    </section>
  )
}
