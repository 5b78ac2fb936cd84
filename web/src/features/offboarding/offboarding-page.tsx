import { LEAVE_STATES, type Leave } from '@clouddisk/contract/admin-leavers'
import { useQuery } from '@tanstack/react-query'
import { Ellipsis, SearchX } from 'lucide-react'
import { type ReactElement, useCallback, useMemo, useRef, useState } from 'react'
import type { AdminPageProps } from '../../lib/admin.ts'
import { errorMessage } from '../../lib/api.ts'
import { usePhone } from '../../lib/media-query.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { usePreferences } from '../../lib/preferences.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { useContextMenu } from '../../ui/context-menu.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Filters } from '../../ui/filters.tsx'
import { peopleIllustration } from '../../ui/illustrations.tsx'
import { KeywordField } from '../../ui/keyword-field.tsx'
import { Select } from '../../ui/select.tsx'
import { type MenuRequest, Table, type TableHandle } from '../../ui/table/table.tsx'
import { useSelection } from '../../ui/use-selection.ts'
import { type OffboardingTargets, offboardingActions, offboardingMenu } from './actions.ts'
import { OffboardingPhoneRow, offboardingColumns } from './columns.tsx'
import { leavesQuery } from './data.ts'
import { OffboardingDrawer } from './offboarding-drawer.tsx'
import { OffboardingWizard } from './offboarding-wizard.tsx'
import { t } from './strings.ts'

const NOBODY: readonly Leave[] = []
const ALL = 'all'
const nameOf = (leave: Leave) => leave.userRealName
let opened = 0

interface Over {
  readonly what: 'leave' | 'wizard'
  readonly userId: string
  readonly leave: Leave
  readonly key: number
}

/** Who is leaving, how far it has come, and when the account is purged. */
export function OffboardingPage({ change, sees, address }: AdminPageProps): ReactElement {
  usePageTitle(t('title'))
  const query = useQuery(leavesQuery)
  const all = query.data?.list ?? NOBODY
  const { q = '', state = '' } = address.search
  const rows = useMemo(() => all.filter((leave) => fits(leave, q, state)), [all, q, state])
  const [over, setOver] = useState<Over>()
  const [open, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const table = useRef<TableHandle>(null)
  const show = useCallback((what: Over['what'], leave: Leave) => {
    setOver({ what, userId: leave.userId, leave, key: ++opened })
    setOpen(true)
  }, [])
  const { visit } = address
  const targetsOf = (leave: Leave): OffboardingTargets => ({
    leave,
    change,
    onShow: (one) => show('leave', one),
    onHandOver: (one) => show('wizard', one),
    onFiles: sees('files') ? ({ userId }) => visit('files', { person: userId }) : undefined,
  })
  const clear = () => address.narrow({ q: undefined, state: undefined })
  // As it is now, while it changes behind the drawer; as it was where it is there no more.
  const shown = over && (all.find(({ userId }) => userId === over.userId) ?? over.leave)
  const focusFilter = () => field.current?.focus()
  useShortcuts(t('title'), [
    { name: 'leavers.filter', label: t('search'), keys: '/', run: focusFilter },
    { name: 'leavers.open', label: t('view'), keys: 'Enter' },
  ])
  const narrowed = q !== '' || state !== ''
  return (
    <div className="flex h-full min-h-0 flex-col px-6 pb-3 max-md:px-4">
      <div className="flex min-h-15 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
        <h1 className="text-page font-semibold max-md:sr-only">{t('title')}</h1>
        <p className="tabular text-secondary text-mut">
          {query.data && t(query.data.truncated ? 'countFirst' : 'count', { count: all.length })}
        </p>
      </div>
      <Filters
        field={
          <KeywordField
            ref={field}
            label={t('search')}
            value={q}
            onSettled={(next) => address.narrow({ q: next })}
            onLeave={() => table.current?.focus()}
          />
        }
        onReset={narrowed ? clear : undefined}
      >
        <Select
          prefix={t('is', { label: t('state') })}
          ariaLabel={t('state')}
          className="w-auto! max-w-56 text-secondary!"
          value={state || ALL}
          onChange={(next) => address.narrow({ state: next === ALL ? undefined : next })}
          options={[
            { value: ALL, label: t('all') },
            ...OPEN_STATES.map((value) => ({ value: value as string, label: t(value) })),
          ]}
        />
      </Filters>
      <List
        table={table}
        rows={rows}
        loading={query.isPending}
        targetsOf={targetsOf}
        empty={
          query.error && !query.data ? (
            <ErrorState
              title={t('notRead')}
              text={errorMessage(query.error)}
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
            />
          ) : narrowed && all.length > 0 ? (
            <EmptyState illustration="search" title={t('noMatch')} text={t('noMatchText')}>
              <Button icon={SearchX} onClick={clear}>
                {t('clearFilters')}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState
              illustration={peopleIllustration}
              title={t('empty')}
              text={t(change ? 'emptyText' : 'emptyTextReader')}
            >
              {change && <Button onClick={() => visit('users', {})}>{t('toPeople')}</Button>}
            </EmptyState>
          )
        }
      />
      {over?.what === 'leave' && shown && (
        <OffboardingDrawer key={over.key} targets={targetsOf(shown)} open={open} onOpenChange={setOpen} />
      )}
      {over?.what === 'wizard' && (
        <OffboardingWizard
          key={over.key}
          leaver={{ ...over.leave, frozen: true }}
          open={open}
          onOpenChange={setOpen}
        />
      )}
    </div>
  )
}

const OPEN_STATES = LEAVE_STATES.filter((one) => one !== 'ended')

/** There are few of them: all are here, or the next to be gone, as the page says. */
function fits(leave: Leave, keyword: string, state: string): boolean {
  if (state !== '' && leave.status !== state) return false
  const wanted = keyword.trim().toLowerCase()
  return [leave.accountName, leave.userRealName, leave.toUserRealName ?? ''].some((words) =>
    words.toLowerCase().includes(wanted),
  )
}

interface ListProps {
  table: React.Ref<TableHandle>
  rows: readonly Leave[]
  loading: boolean
  empty: ReactElement
  targetsOf: (leave: Leave) => OffboardingTargets
}

function List({ table, rows, loading, empty, targetsOf }: ListProps): ReactElement {
  const phone = usePhone()
  const compact = usePreferences().density === 'compact'
  const menu = useContextMenu()
  const keys = useMemo(() => rows.map(({ userId }) => userId), [rows])
  const selection = useSelection(keys)
  const onMenu = ({ row, anchor }: MenuRequest<Leave>) => {
    if (!row) return
    menu.open({
      anchor,
      groups: offboardingMenu(targetsOf(row)),
      label: t('menuOf', { name: nameOf(row) }),
      header: <p className="truncate text-section font-semibold">{nameOf(row)}</p>,
    })
  }
  const operations = (leave: Leave) => [
    offboardingActions(targetsOf(leave)).view,
    { name: 'leave.more', label: t('more'), icon: Ellipsis },
  ]
  const phoneRow = useCallback((leave: Leave) => <OffboardingPhoneRow leave={leave} />, [])
  return (
    <>
      <Table
        ref={table}
        label={t('list')}
        columns={offboardingColumns}
        rows={rows}
        rowLabel={nameOf}
        selection={selection}
        selectable={false}
        onOpen={(leave) => targetsOf(leave).onShow(leave)}
        onMenu={onMenu}
        operations={phone ? undefined : operations}
        phoneRow={phoneRow}
        rowHeight={compact ? 44 : 52}
        loading={loading}
        empty={empty}
        className="max-md:-mx-4"
      />
      {menu.element}
    </>
  )
}
