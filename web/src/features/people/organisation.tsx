import type { PrincipalType } from '@clouddisk/contract/people'
import { useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { type ReactElement, useEffect, useMemo, useState } from 'react'
import { language } from '../../lib/i18n.ts'
import { limits } from '../../lib/limits.ts'
import { queryClient } from '../../lib/query-client.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Tree } from '../../ui/tree.tsx'
import { EmptyList, ListError, ListNote } from './list-messages.tsx'
import { PickList } from './pick-list.tsx'
import { departmentPeopleQuery, departmentsQuery, type RecipientDepartmentNode } from './queries.ts'
import type { RecipientSelection } from './recipient-selection.ts'
import { t } from './strings.ts'

/** The tree of departments, and below it the people of the one that was clicked. */
export function Organisation({
  choice,
  kinds,
}: {
  choice: RecipientSelection
  kinds: readonly PrincipalType[]
}): ReactElement {
  const top = useQuery(departmentsQuery(undefined))
  const [open, setOpen] = useState<RecipientDepartmentNode>()
  const [cut, setCut] = useState<RecipientDepartmentNode>()
  const tickable = kinds.includes('department')
  const roots = top.data?.nodes
  const [only] = roots ?? []
  const expanded = useMemo(() => (roots?.length === 1 && only ? [only.id] : []), [roots, only])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list
  useEffect(() => choice.listed(roots?.map(({ recipient }) => recipient) ?? []), [roots])
  if (top.error) return <ListError error={top.error} onRetry={() => void top.refetch()} />
  if (!roots) return <SkeletonRows rows={6} rowHeight={36} />
  if (roots.length === 0) return <EmptyList title={t('noDepartments')} text={t('noDepartmentsText')} />
  const load = async (node: RecipientDepartmentNode) => {
    const { nodes, truncated } = await queryClient.fetchQuery(departmentsQuery(node.id))
    if (truncated) setCut(node)
    choice.listed(nodes.map(({ recipient }) => recipient))
    return nodes
  }
  const max = limits().subDepartmentsMax
  return (
    <>
      {cut && <ListNote>{t('moreDepartments', { name: cut.name, count: max })}</ListNote>}
      {top.data?.truncated && <ListNote>{t('moreTop', { count: max })}</ListNote>}
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
            {choice.disabledReason(recipient) ?? recipient.count.toLocaleString(language)}
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
      {open && <DepartmentPeople key={open.id} department={open} choice={choice} />}
    </>
  )
}

function DepartmentPeople({
  department,
  choice,
}: {
  department: RecipientDepartmentNode
  choice: RecipientSelection
}): ReactElement {
  const query = useQuery(departmentPeopleQuery(department.id))
  return (
    <section className="mt-2 border-t border-line px-2 pt-2">
      <h3 className="sr-only">{t('peopleOf', { name: department.name })}</h3>
      {query.error ? (
        <ListError error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <SkeletonRows rows={3} rowHeight={44} />
      ) : query.data.list.length === 0 ? (
        <p className="px-3 py-3 text-caption text-mut">{t('noPeople')}</p>
      ) : (
        <PickList label={t('peopleOf', { name: department.name })} list={query.data.list} choice={choice} />
      )}
      {query.data?.truncated && <ListNote>{t('morePeople', { count: query.data.list.length })}</ListNote>}
    </section>
  )
}
