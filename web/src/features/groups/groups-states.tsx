import { Plus } from 'lucide-react'
import type { ReactElement } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { peopleIllustration } from '../../ui/illustrations.tsx'
import { cursorRows } from '../../ui/list/list-rows.ts'
import { ListState } from '../../ui/list/list-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showDialog } from './dialog-state.ts'
import { useGroupQuota } from './quota.ts'
import { t } from './strings.ts'
import type { Groups } from './use-groups.ts'

/** In the place of groups: on their way, none, none that match, or why they could not be read. */
export function GroupsState({ groups }: { groups: Groups }): ReactElement {
  const { narrowed, clear } = groups
  const list = cursorRows(groups.list)
  if (list.loading) return <Loading />
  return (
    <ListState
      list={list}
      failedTitle={t('failedTitle')}
      trace
      noMatch={
        narrowed && {
          title: t('noMatchTitle'),
          text: t('noMatchText'),
          clearText: t('clear'),
          onClear: clear,
        }
      }
    >
      <None />
    </ListState>
  )
}

function None(): ReactElement {
  const left = useGroupQuota()?.left
  return (
    <EmptyState illustration={peopleIllustration} title={t('emptyTitle')} text={t('emptyText')}>
      <Button
        icon={Plus}
        disabledReason={left === 0 ? t('nothingLeft') : undefined}
        onClick={() => showDialog({ kind: 'create' })}
      >
        {t('newGroup')}
      </Button>
    </EmptyState>
  )
}

/** Cards in their final places. */
const Loading = (): ReactElement => (
  <div aria-busy className="late grid grid-cols-[repeat(auto-fill,minmax(min(300px,100%),1fr))] gap-4">
    {[0, 1, 2, 3, 4, 5].map((place) => (
      <div key={place} className="rounded-l border border-line px-4 pt-4 pb-3">
        <div className="flex gap-3">
          <Skeleton box className="size-10 rounded-m" />
          <div className="flex-1 space-y-2 pt-1">
            <Skeleton className="w-32" />
            <Skeleton className="w-48" />
          </div>
        </div>
        <Skeleton className="mt-6 w-full" />
        <Skeleton className="mt-8 mb-1 w-24" />
      </div>
    ))}
  </div>
)
