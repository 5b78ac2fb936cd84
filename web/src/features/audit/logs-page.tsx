import type { AuditEntry } from '@clouddisk/contract/audit'
import { useQuery } from '@tanstack/react-query'
import { Eye, ShieldCheck } from 'lucide-react'
import { type ReactElement, useCallback, useMemo, useState } from 'react'
import type { AdminPageProps } from '../../lib/admin.ts'
import { language } from '../../lib/i18n.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { useAddressPages } from '../../ui/list/address.ts'
import { ListPager } from '../../ui/list/list-pager.tsx'
import { pageRows } from '../../ui/list/list-rows.ts'
import { ListState } from '../../ui/list/list-state.tsx'
import { ListTable } from '../../ui/list/list-table.tsx'
import { useListPage } from '../../ui/list/use-list-page.ts'
import { useListShortcuts } from '../../ui/list/use-list-shortcuts.ts'
import { useDialogState } from '../../ui/use-dialog-state.ts'
import { logColumns, logPhoneRow } from './columns.tsx'
import { logsQuery, regionsQuery } from './data.ts'
import { EntryDrawer } from './entry-drawer.tsx'
import { ExportMenu, Exports, TruncatedNotice } from './exports.tsx'
import { CLEARED, filterOf, pageOf, readSearch } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'
import { actorName } from './messages.ts'
import { t } from './strings.ts'
import { verifyWholeLog } from './verify.tsx'
import { Views } from './views.tsx'

const idOf = (entry: AuditEntry) => String(entry.seq)
const labelOf = (entry: AuditEntry) => `${actorName(entry)} ${entry.objectName ?? ''}`

/** The audit log (R98, R227, R228, C34): to be read, narrowed, exported and checked; nobody changes it. */
export function LogsPage({ address }: AdminPageProps): ReactElement {
  usePageTitle(t('title'))
  const shown = readSearch(address.search)
  const query = useQuery(logsQuery(pageOf(shown)))
  const { data: named } = useQuery(regionsQuery)
  const regions = useMemo(
    () => new Map((named ?? []).map((region) => [region.id, region[language]])),
    [named],
  )
  const { shown: entry, show, control } = useDialogState<AuditEntry>()
  const pages = useAddressPages(address, shown)
  const { narrow } = pages
  const list = useListPage(pageRows(query), { idOf })
  useListShortcuts(t('title'), list, { search: t('search'), open: t('details') })
  const columns = useMemo(() => logColumns(regions), [regions])
  const operations = useCallback(
    (row: AuditEntry) => [{ name: 'log.open', label: t('details'), icon: Eye, run: () => show(row) }],
    [show],
  )
  const filter = filterOf(shown)
  const page = query.data
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-0 flex-1 flex-col px-6 max-md:px-4">
        <div className="flex min-h-15 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
          <h1 className="text-page font-semibold max-md:sr-only">{t('title')}</h1>
          <span title={t('readOnlyWhy')} className="max-md:sr-only">
            <Chip>
              <Eye size={13} aria-hidden />
              {t('readOnly')}
            </Chip>
          </span>
          <span className="flex-1" />
          <Verify />
          <Views address={address} />
          <ExportMenu filter={filter} page={page} />
        </div>
        <FilterBar
          shown={shown}
          search={address.search}
          narrow={narrow}
          regions={regions}
          field={list.field}
        />
        {page && <TruncatedNotice page={page} filter={filter} onNarrow={() => list.field.current?.focus()} />}
        <Exports />
        <ListTable
          list={list}
          label={t('list')}
          columns={columns}
          rowLabel={labelOf}
          selectable={false}
          onOpen={show}
          operations={operations}
          phoneRow={logPhoneRow}
          rowHeights={[40, 46]}
          state={
            <ListState
              list={list}
              failedTitle={t('failed')}
              noMatch={{ title: t('empty'), text: t('emptyText'), onClear: () => narrow(CLEARED) }}
            />
          }
          className="max-md:-mx-4"
        />
      </div>
      <ListPager pages={pages} total={page?.total} />
      {entry && <EntryDrawer {...control} seq={entry.seq} regions={regions} />}
    </div>
  )
}

function Verify(): ReactElement {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await verifyWholeLog()
    setBusy(false)
  }
  return (
    <Button icon={ShieldCheck} busy={busy} onClick={() => void run()}>
      <span className="max-md:sr-only">{t(busy ? 'verifying' : 'verify')}</span>
    </Button>
  )
}
