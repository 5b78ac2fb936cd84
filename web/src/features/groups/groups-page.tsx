import { formatSize } from '@clouddisk/contract/format'
import { LayoutGrid, List, Plus } from 'lucide-react'
import { type ReactElement, useRef } from 'react'
import { useListFocus } from '../../lib/list-focus.ts'
import { usePhone } from '../../lib/media-query.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SegmentedControl } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { Cards } from './cards.tsx'
import { showDialog } from './dialog-state.ts'
import { GroupDialogs } from './dialogs.tsx'
import { GroupRows } from './group-rows.tsx'
import type { GroupIdentity } from './groups.ts'
import { GroupsState } from './groups-states.tsx'
import { HandoverBanner } from './handover-banner.tsx'
import { HiddenGroups, HiddenHint } from './hidden-groups.tsx'
import { LoadMoreGroups } from './load-more.tsx'
import { useGroupQuota } from './quota.ts'
import { t } from './strings.ts'
import { type Groups, useGroups } from './use-groups.ts'

/** The groups that one is in (A§2, R89): cards or rows, who asks one to take over, what one may still make. */
export function GroupsPage(): ReactElement {
  usePageTitle(t('title'))
  const groups = useGroups()
  const box = useListFocus()
  const { list, look, narrowed } = groups
  const { handovers = [], hiddenCount = 0 } = list.first ?? {}
  const loaded = list.loaded
  const newCard = useNewCard(narrowed)
  const empty = list.rows !== undefined && loaded.length === 0
  return (
    <div className="flex h-full min-h-0 flex-col">
      <Head groups={groups} />
      <div ref={box} className="min-h-0 flex-1 space-y-4 overflow-y-auto px-6 pb-8 max-md:px-4">
        {handovers.length > 0 && (
          <ul className="space-y-4">
            {handovers.map((handover) => (
              <li key={handover.handoverId}>
                <HandoverBanner handover={handover} />
              </li>
            ))}
          </ul>
        )}
        {(hiddenCount > 0 || loaded.length > 0) && <HiddenHint />}
        {list.rows === undefined || list.error || (empty && (narrowed || hiddenCount === 0)) ? (
          <GroupsState groups={groups} />
        ) : look === 'rows' ? (
          <GroupRows label={t('list')} groups={loaded} sort={groups.sort} onSort={groups.setSort} />
        ) : (
          <Cards label={t('list')} groups={loaded} onNew={newCard} />
        )}
        <LoadMoreGroups list={list} />
        {!narrowed && hiddenCount > 0 && <HiddenGroups count={hiddenCount} groups={groups} />}
      </div>
      <GroupDialogs />
    </div>
  )
}

/** The dashed card, with what is left of the allowance; none where the list is narrowed. */
function useNewCard(narrowed: boolean) {
  const allowance = useGroupQuota()
  if (narrowed || !allowance) return undefined
  const { left } = allowance
  return {
    run: () => showDialog({ kind: 'create' }),
    note:
      left === undefined
        ? t('leftUnlimited')
        : left === 0
          ? t('nothingLeft')
          : t('leftToGive', { size: formatSize(left) }),
    blocked: left === 0,
  }
}

const IDENTITIES = ['owner', 'administrator', 'member'] as const
const ANY = ''

function Head({ groups }: { groups: Groups }): ReactElement {
  const { list, search, setSearch, identity, setIdentity, look, setLook } = groups
  const phone = usePhone()
  const field = useRef<HTMLInputElement>(null)
  const left = useGroupQuota()?.left
  const total = list.first?.total ?? 0
  const create = () => showDialog({ kind: 'create' })
  useShortcuts(t('title'), [
    { name: 'groups.search', label: t('search'), keys: '/', run: () => field.current?.focus() },
  ])
  return (
    <div className="flex min-h-15 shrink-0 flex-wrap items-center gap-2 px-6 py-2 max-md:px-4">
      <h1 className="text-page font-semibold max-md:sr-only">{t('title')}</h1>
      {total > 0 && (
        <p className="tabular text-secondary text-mut max-md:sr-only">{t('count', { count: total })}</p>
      )}
      <span className="flex-1 max-md:hidden" />
      <SearchField
        ref={field}
        label={t('search')}
        value={search}
        onChange={setSearch}
        onEscape={() => field.current?.blur()}
        className="max-md:basis-full md:max-w-50"
      />
      <div className="w-32 max-md:flex-1">
        <Select<GroupIdentity | typeof ANY>
          ariaLabel={t('identity')}
          value={identity ?? ANY}
          onChange={(next) => setIdentity(next === ANY ? undefined : next)}
          options={[
            { value: ANY, label: t('anyIdentity') },
            ...IDENTITIES.map((value) => ({ value, label: t(`${value}Identity`) })),
          ]}
        />
      </div>
      <SegmentedControl
        label={t('view')}
        value={look}
        onChange={setLook}
        options={[
          { value: 'rows', label: t('rows'), icon: List },
          { value: 'cards', label: t('cards'), icon: LayoutGrid },
        ]}
      />
      <Button
        variant="primary"
        icon={Plus}
        data-tour="new-group"
        onClick={create}
        disabledReason={left === 0 ? t('nothingLeft') : undefined}
      >
        {phone ? <span className="sr-only">{t('newGroup')}</span> : t('newGroup')}
      </Button>
    </div>
  )
}
