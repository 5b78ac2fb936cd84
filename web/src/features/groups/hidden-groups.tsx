import { EyeOff, Info } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { Cards } from './cards.tsx'
import { GroupRows } from './group-rows.tsx'
import { hiddenShown } from './groups.ts'
import { LoadMoreGroups } from './load-more.tsx'
import { t } from './strings.ts'
import { type Groups, idOf, orderOf, useGroupList } from './use-groups.ts'

/** The groups that the person has hidden: a line with their count, which unfolds the list. */
export function HiddenGroups({ count, groups }: { count: number; groups: Groups }): ReactElement {
  const shown = hiddenShown.use()
  return (
    <section aria-label={t('hiddenGroups')} className="space-y-4">
      <p className="flex items-center gap-2 text-secondary text-mut">
        <EyeOff size={15} aria-hidden />
        {t('hidden', { count })}
        <button
          type="button"
          aria-expanded={shown}
          onClick={() => hiddenShown.set(!shown)}
          className="finger rounded-s px-1 text-accent-text hover:underline"
        >
          {t(shown ? 'concealHidden' : 'showHidden')}
        </button>
      </p>
      {shown && <Hidden groups={groups} />}
    </section>
  )
}

function Hidden({ groups: { list: others, look, sort, setSort } }: { groups: Groups }): ReactElement {
  const list = useGroupList({ keyword: '', identity: undefined, show: 'hidden', ...orderOf(sort) })
  if (list.error)
    return (
      <ErrorState
        title={t('failedTitle')}
        text={errorMessage(list.error)}
        onRetry={() => void list.refresh()}
        retrying={list.refreshing}
      />
    )
  if (list.rows === undefined) return <Loading />
  // The lists are loaded separately: a group that was just hidden or shown may be in both, and is shown above only.
  const above = new Set(others.loaded.map(idOf))
  const hidden = list.loaded.filter((group) => !above.has(idOf(group)))
  return (
    <>
      {look === 'rows' ? (
        <GroupRows label={t('hiddenGroups')} groups={hidden} sort={sort} onSort={setSort} />
      ) : (
        <Cards label={t('hiddenGroups')} groups={hidden} />
      )}
      <LoadMoreGroups list={list} />
    </>
  )
}

/** Kept in the browser under the specification's name. */
const SEEN = 'showHiddenGroupLead'

/** Once: where groups go that are hidden (R44). */
export function HiddenHint(): ReactElement | null {
  const [seen, setSeen] = useState(() => readStored(SEEN) === 'false')
  if (seen) return null
  const know = () => {
    writeStored(SEEN, 'false')
    setSeen(true)
  }
  return (
    <div role="note" className="flex items-center gap-3 rounded-l border border-line bg-field px-4 py-2.5">
      <Info size={16} className="shrink-0 text-mut" aria-hidden />
      <p className="min-w-0 flex-1 text-secondary">{t('hiddenHint')}</p>
      <Button size="small" onClick={know}>
        {t('know')}
      </Button>
    </div>
  )
}
