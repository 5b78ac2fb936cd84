import { QUARANTINE_STATES, type QuarantinedContent } from '@clouddisk/contract/antivirus'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck, Trash2 } from 'lucide-react'
import { type ReactElement, useCallback } from 'react'
import type { Action } from '../../lib/action.ts'
import type { AdminPageProps } from '../../lib/admin.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Filters } from '../../ui/filters.tsx'
import { useAddressPages } from '../../ui/list/address.ts'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { ListPager } from '../../ui/list/list-pager.tsx'
import { pageRows } from '../../ui/list/list-rows.ts'
import { ListState } from '../../ui/list/list-state.tsx'
import { ListTable } from '../../ui/list/list-table.tsx'
import { useListPage } from '../../ui/list/use-list-page.ts'
import { useDialogState } from '../../ui/use-dialog-state.ts'
import { QuarantinePhoneRow, quarantineColumns } from './columns.tsx'
import { CLEARED, nameOf, quarantineQuery, readQuarantineView, remove } from './data.ts'
import { ReleaseDialog } from './release-dialog.tsx'
import { ScannerLine } from './scanner-line.tsx'
import { t } from './strings.ts'

const idOf = (content: QuarantinedContent) => content.contentId
const STATES = QUARANTINE_STATES.map((state) => [state, t(state)] as const)

/** Content in which a virus was found, or that could not be scanned. */
export function QuarantinePage({ address, change }: AdminPageProps): ReactElement {
  const shown = readQuarantineView(address.search)
  const query = useQuery(quarantineQuery(shown))
  const pages = useAddressPages(address, shown, query)
  const { narrow } = pages
  const list = useListPage(pageRows(query), { idOf })
  const { shown: over, key, show, control } = useDialogState<{ content: QuarantinedContent }>()
  const actions = useCallback(
    (content: QuarantinedContent): readonly Action[] => [
      {
        name: 'quarantine.release',
        label: t('release'),
        icon: ShieldCheck,
        run: () => show({ content }),
      },
      {
        name: 'quarantine.remove',
        label: t('remove'),
        icon: Trash2,
        danger: true,
        disabled: content.canRemove ? undefined : t('removedBefore'),
        run: () => void remove(content),
      },
    ],
    [show],
  )
  const isNarrowed = shown.state !== ''
  return (
    <ListPage
      title={t('title')}
      note={t('intro')}
      foot={<ListPager pages={pages} total={query.data?.total} />}
      overlays={over && <ReleaseDialog key={key} {...over} {...control} />}
    >
      <ScannerLine />
      <Filters
        field={
          <FilterSelect
            label={t('state')}
            value={shown.state}
            onChange={(state) => narrow({ state })}
            options={STATES}
          />
        }
        onReset={isNarrowed ? () => narrow(CLEARED) : undefined}
      >
        {null}
      </Filters>
      <ListTable<QuarantinedContent>
        list={list}
        label={t('list')}
        columns={quarantineColumns}
        rowLabel={nameOf}
        selectable={false}
        {...(change && { menu: (_, content) => [actions(content)], operations: actions })}
        phoneRow={QuarantinePhoneRow}
        rowHeight={56}
        state={
          <ListState
            list={list}
            failedTitle={t('failedTitle')}
            noMatch={
              isNarrowed && {
                title: t('noMatchTitle'),
                text: t('noMatchText'),
                onClear: () => narrow(CLEARED),
              }
            }
          >
            <EmptyState title={t('emptyTitle')} text={t('emptyText')} />
          </ListState>
        }
        className="max-md:-mx-4"
      />
    </ListPage>
  )
}
