import { LEAVE_STATES, type Leave } from '@clouddisk/contract/admin-offboarding'
import { useQuery } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { type ReactElement, useMemo } from 'react'
import type { AdminPageProps } from '../../lib/admin.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Filters } from '../../ui/filters.tsx'
import { peopleIllustration } from '../../ui/illustrations.tsx'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { ListKeyword } from '../../ui/list/list-keyword.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { queryRows } from '../../ui/list/list-rows.ts'
import { ListState } from '../../ui/list/list-state.tsx'
import { ListTable } from '../../ui/list/list-table.tsx'
import { useListPage } from '../../ui/list/use-list-page.ts'
import { useListShortcuts } from '../../ui/list/use-list-shortcuts.ts'
import { useDialogState } from '../../ui/use-dialog-state.ts'
import { type OffboardingTargets, offboardingActions, offboardingMenu } from './actions.ts'
import { offboardingColumns, offboardingPhoneRow } from './columns.tsx'
import { leavesQuery } from './data.ts'
import { OffboardingDrawer } from './offboarding-drawer.tsx'
import { OffboardingWizard } from './offboarding-wizard.tsx'
import { t } from './strings.ts'

const NOBODY: readonly Leave[] = []
const idOf = (leave: Leave) => leave.userId
const nameOf = (leave: Leave) => leave.userRealName

interface OpenOverlay {
  readonly what: 'leave' | 'wizard'
  readonly leave: Leave
}

/** People being offboarded, with the state and the purge date. */
export function OffboardingPage({ change, sees, address }: AdminPageProps): ReactElement {
  const query = useQuery(leavesQuery)
  const all = query.data?.list ?? NOBODY
  const { q = '', state = '' } = address.search
  const rows = useMemo(() => all.filter((leave) => fits(leave, q, state)), [all, q, state])
  const { shown: over, key, show, control } = useDialogState<OpenOverlay>()
  const list = useListPage(queryRows(query, rows), { idOf })
  const { visit } = address
  const targetsOf = (leave: Leave): OffboardingTargets => ({
    leave,
    change,
    onShow: (one) => show({ what: 'leave', leave: one }),
    onHandOver: (one) => show({ what: 'wizard', leave: one }),
    onFiles: sees('files') ? ({ userId }) => visit('files', { person: userId }) : undefined,
  })
  const clear = () => address.narrow({ q: undefined, state: undefined })
  // The current state, which may change while the drawer is open; the last one if it was removed.
  const shown = over && (all.find(({ userId }) => userId === over.leave.userId) ?? over.leave)
  useListShortcuts(t('title'), list, { search: t('search'), open: t('view') })
  const operations = (leave: Leave) => [
    offboardingActions(targetsOf(leave)).view,
    { name: 'leave.more', label: t('more'), icon: Ellipsis },
  ]
  const narrowed = q !== '' || state !== ''
  return (
    <ListPage
      title={t('title')}
      note={query.data && t(query.data.truncated ? 'countFirst' : 'count', { count: all.length })}
      overlays={
        <>
          {over?.what === 'leave' && shown && (
            <OffboardingDrawer {...control} key={key} targets={targetsOf(shown)} />
          )}
          {over?.what === 'wizard' && (
            <OffboardingWizard {...control} key={key} person={{ ...over.leave, frozen: true }} />
          )}
        </>
      }
    >
      <Filters
        field={<ListKeyword list={list} label={t('search')} value={q} narrow={address.narrow} />}
        onReset={narrowed ? clear : undefined}
      >
        <FilterSelect
          label={t('state')}
          value={state}
          onChange={(next) => address.narrow({ state: next })}
          options={OPEN_STATES.map((one) => [one, t(one)] as const)}
          className="max-w-56"
        />
      </Filters>
      <ListTable
        list={list}
        label={t('list')}
        columns={offboardingColumns}
        rowLabel={nameOf}
        selectable={false}
        onOpen={(leave) => targetsOf(leave).onShow(leave)}
        menu={(_, leave) => offboardingMenu(targetsOf(leave))}
        operations={operations}
        phoneRow={offboardingPhoneRow}
        rowHeights={[44, 52]}
        state={
          <ListState
            // People who were read once stay, also where they cannot be read again.
            list={query.data ? { failure: undefined } : list}
            failedTitle={t('notRead')}
            noMatch={
              narrowed && all.length > 0 && { title: t('noMatch'), text: t('noMatchText'), onClear: clear }
            }
          >
            <EmptyState
              illustration={peopleIllustration}
              title={t('empty')}
              text={t(change ? 'emptyText' : 'emptyTextReader')}
            >
              {change && <Button onClick={() => visit('users', {})}>{t('toPeople')}</Button>}
            </EmptyState>
          </ListState>
        }
        className="mb-3 max-md:-mx-4"
      />
    </ListPage>
  )
}

const OPEN_STATES = LEAVE_STATES.filter((one) => one !== 'ended')

/** There are few of them: all are here, or the next to be gone, as the page says. */
function fits(leave: Leave, keyword: string, state: string): boolean {
  if (state !== '' && leave.status !== state) return false
  const text = keyword.trim().toLowerCase()
  return [leave.accountName, leave.userRealName, leave.toUserRealName ?? ''].some((name) =>
    name.toLowerCase().includes(text),
  )
}
