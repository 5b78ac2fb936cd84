import { type AdminOutboundRequest, OUTBOUND_STATES } from '@clouddisk/contract/outbound'
import { useQuery } from '@tanstack/react-query'
import { ClipboardCheck, Info, Undo2 } from 'lucide-react'
import { type ReactElement, useCallback } from 'react'
import type { Action } from '../../../lib/action.ts'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Filters } from '../../../ui/filters.tsx'
import { useAddressPages } from '../../../ui/list/address.ts'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { ListKeyword } from '../../../ui/list/list-keyword.tsx'
import { ListPager } from '../../../ui/list/list-pager.tsx'
import { pageRows } from '../../../ui/list/list-rows.ts'
import { ListState } from '../../../ui/list/list-state.tsx'
import { ListTable } from '../../../ui/list/list-table.tsx'
import { useListPage } from '../../../ui/list/use-list-page.ts'
import { useListShortcuts } from '../../../ui/list/use-list-shortcuts.ts'
import { useDialogState } from '../../../ui/use-dialog-state.ts'
import { stateText } from '../outbound/outbound.ts'
import { RequestPhoneRow, requestColumns } from './request-columns.tsx'
import { RequestDialog, type RequestDialogProps } from './request-dialog.tsx'
import { t } from './request-strings.ts'
import { CLEARED, readRequests, requestsQuery } from './requests.ts'

const idOf = (request: AdminOutboundRequest) => request.requestId
const nameOf = (request: AdminOutboundRequest) => request.ownerName
const STATES = OUTBOUND_STATES.map((state) => [state, stateText(state)] as const)

/** Requests for the permission to share outside: read, decided about, and taken back (G9). */
export function RequestsList({ address }: Pick<AdminPageProps, 'address'>): ReactElement {
  const shown = readRequests(address.search)
  const query = useQuery(requestsQuery(shown))
  const pages = useAddressPages(address, shown, query)
  const { narrow } = pages
  const list = useListPage(pageRows(query), { idOf })
  const { shown: over, key, show, control } = useDialogState<Pick<RequestDialogProps, 'request' | 'mode'>>()
  useListShortcuts(t('requests'), list, {
    actions: [],
    search: t('search'),
    open: t('details'),
    selectable: false,
    menu: true,
  })
  const actions = useCallback(
    (request: AdminOutboundRequest): readonly Action[] => [
      {
        name: 'outbound.review',
        label: t('review'),
        icon: ClipboardCheck,
        visible: request.canReview,
        run: () => show({ request, mode: 'review' }),
      },
      {
        name: 'outbound.details',
        label: t('details'),
        icon: Info,
        keys: 'Enter',
        run: () => show({ request, mode: 'details' }),
      },
      {
        name: 'outbound.revoke',
        label: t('revoke'),
        icon: Undo2,
        danger: true,
        visible: request.canRevoke,
        run: () => show({ request, mode: 'revoke' }),
      },
    ],
    [show],
  )
  const isNarrowed = shown.keyword !== '' || shown.state !== ''
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col px-6 max-md:px-4">
        <Filters
          field={<ListKeyword list={list} label={t('search')} value={shown.keyword} narrow={narrow} />}
          onReset={isNarrowed ? () => narrow(CLEARED) : undefined}
        >
          <FilterSelect
            label={t('state')}
            value={shown.state}
            onChange={(state) => narrow({ state })}
            options={STATES}
          />
        </Filters>
        <ListTable
          list={list}
          label={t('list')}
          columns={requestColumns}
          rowLabel={nameOf}
          selectable={false}
          onOpen={(request) => show({ request, mode: request.canReview ? 'review' : 'details' })}
          menu={(_, request) => [actions(request)]}
          operations={actions}
          phoneRow={RequestPhoneRow}
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
      </div>
      <ListPager pages={pages} total={query.data?.total} />
      {over && <RequestDialog key={key} {...over} {...control} />}
    </>
  )
}
