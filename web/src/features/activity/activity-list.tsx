import { ACTIVITY_GROUPS, type ActivityGroup } from '@clouddisk/contract/activity'
import { ListFilter, X } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { useListFocus } from '../../lib/list-focus.ts'
import { Button } from '../../ui/button.tsx'
import { DayList } from '../../ui/day-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MoreRows } from '../../ui/more-rows.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { type ActivityFilter, type ActivitySubject, useActivity } from './activity.ts'
import { ActivityRow } from './activity-row.tsx'
import { t } from './strings.ts'

const GROUPS = Object.keys(ACTIVITY_GROUPS) as ActivityGroup[]

/** What happened, by day, the latest first. */
export function ActivityList({ subject }: { subject: ActivitySubject }): ReactElement {
  const [filter, setFilter] = useState<ActivityFilter>({})
  const { kinds, person } = filter
  const withoutPerson = kinds ? { kinds } : {}
  const choose = (chosen: ActivityGroup | undefined) =>
    setFilter({ ...(chosen && { kinds: chosen }), ...(person && { person }) })
  const choices = [undefined, ...GROUPS].map((group) => ({
    name: `activity.${group ?? 'all'}`,
    label: t(group ?? 'all'),
    kind: 'choice' as const,
    checked: kinds === group,
    run: () => choose(group),
  }))
  return (
    <section aria-label={t('title')} className="flex flex-1 flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-2 px-5 py-2.5">
        <Menu
          align="start"
          label={t('filter')}
          groups={[choices]}
          trigger={
            <Button size="small" icon={ListFilter}>
              {t(kinds ?? 'all')}
            </Button>
          }
        />
        {person && (
          <Button
            size="small"
            icon={X}
            onClick={() => setFilter(withoutPerson)}
            aria-label={`${t('personChosen', { name: person.name })} · ${t('clearFilter')}`}
            className="max-w-full"
          >
            <span className="truncate">{t('personChosen', { name: person.name })}</span>
          </Button>
        )}
      </div>
      <Entries
        subject={subject}
        filter={filter}
        onPerson={(chosen) => setFilter({ ...withoutPerson, person: chosen })}
        onClear={() => setFilter({})}
      />
    </section>
  )
}

interface EntriesProps {
  subject: ActivitySubject
  filter: ActivityFilter
  onPerson: (person: NonNullable<ActivityFilter['person']>) => void
  onClear: () => void
}

function Entries({ subject, filter, onPerson, onClear }: EntriesProps): ReactElement {
  const { query, list, keptDays } = useActivity(subject, filter)
  const box = useListFocus()
  if (query.isError && !query.data)
    return (
      <ErrorState
        title={t('notRead')}
        text={errorMessage(query.error)}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  if (!list) return <SkeletonRows rows={5} rowHeight={64} />
  if (list.length === 0) {
    const isFiltered = filter.kinds !== undefined || filter.person !== undefined
    return isFiltered ? (
      <EmptyState illustration="search" title={t('noMatch')}>
        <Button onClick={onClear}>{t('clearFilter')}</Button>
      </EmptyState>
    ) : (
      <EmptyState title={t('none')} text={t('noneText')} />
    )
  }
  return (
    <div ref={box} className="pb-4">
      <DayList rows={list} headClass="px-5 pt-2.5 pb-1">
        {(entry) => (
          <ActivityRow key={entry.activityId} entry={entry} subject={subject} onPerson={onPerson} />
        )}
      </DayList>
      <MoreRows query={query} text={t('more')} />
      {!query.hasNextPage && (
        <p className="px-5 pt-3 text-center text-caption text-mut">{t('end', { count: keptDays })}</p>
      )}
    </div>
  )
}
