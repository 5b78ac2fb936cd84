import {
  type AdminFeedback,
  FEEDBACK_KEPT_DAYS,
  FEEDBACK_KINDS,
  FEEDBACK_STATES,
} from '@clouddisk/contract/feedback'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CirclePlay, MessageSquareReply, RotateCcw } from 'lucide-react'
import { type ReactElement, useCallback } from 'react'
import type { Action } from '../../../lib/action.ts'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
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
import { t as words } from '../strings.ts'
import { FeedbackPhoneRow, feedbackColumns } from './columns.tsx'
import { CLEARED, feedbackQuery, giveState, readFeedbackView } from './feedback-data.ts'
import { FeedbackDrawer, type FeedbackDrawerProps } from './feedback-drawer.tsx'
import { t } from './strings.ts'

const idOf = (feedback: AdminFeedback) => feedback.feedbackId
const nameOf = (feedback: AdminFeedback) => feedback.personName
const STATES = FEEDBACK_STATES.map((state) => [state, words(state)] as const)
const KINDS = FEEDBACK_KINDS.map((kind) => [kind, words(kind)] as const)

/** Everybody's feedback: read, answered and closed (A§2). */
export function AdminFeedbackPage({ address }: AdminPageProps): ReactElement {
  usePageTitle(t('title'))
  const shown = readFeedbackView(address.search)
  const query = useQuery(feedbackQuery(shown))
  const pages = useAddressPages(address, shown, query)
  const { narrow } = pages
  const list = useListPage(pageRows(query), { idOf })
  const { shown: over, key, show, control } = useDialogState<Pick<FeedbackDrawerProps, 'feedback'>>()
  useListShortcuts(t('title'), list, {
    actions: [],
    search: t('search'),
    open: t('read'),
    selectable: false,
    menu: true,
  })
  const actions = useCallback(
    (feedback: AdminFeedback): readonly Action[] => [
      {
        name: 'feedback.read',
        label: t('read'),
        icon: MessageSquareReply,
        keys: 'Enter',
        run: () => show({ feedback }),
      },
      {
        name: 'feedback.start',
        label: t('start'),
        icon: CirclePlay,
        visible: feedback.state === 'new',
        run: () => void giveState(feedback, 'open'),
      },
      {
        name: 'feedback.close',
        label: t('toClose'),
        icon: CircleCheck,
        visible: feedback.state !== 'closed',
        run: () => void giveState(feedback, 'closed'),
      },
      {
        name: 'feedback.reopen',
        label: t('reopen'),
        icon: RotateCcw,
        visible: feedback.state === 'closed',
        run: () => void giveState(feedback, 'open'),
      },
    ],
    [show],
  )
  const isNarrowed = shown.keyword !== '' || shown.state !== '' || shown.kind !== ''
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex h-13 shrink-0 items-center gap-3 px-6 max-md:h-auto max-md:px-4 max-md:pt-3">
        <h1 className="text-page font-semibold max-md:sr-only">{t('title')}</h1>
        <p className="tabular truncate text-secondary text-mut">{t('kept', { days: FEEDBACK_KEPT_DAYS })}</p>
      </div>
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
          <FilterSelect
            label={t('kind')}
            value={shown.kind}
            onChange={(kind) => narrow({ kind })}
            options={KINDS}
          />
        </Filters>
        <ListTable
          list={list}
          label={t('list')}
          columns={feedbackColumns}
          rowLabel={nameOf}
          selectable={false}
          onOpen={(feedback) => show({ feedback })}
          menu={(_, feedback) => [actions(feedback)]}
          operations={actions}
          phoneRow={FeedbackPhoneRow}
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
      {over && <FeedbackDrawer key={key} {...over} {...control} />}
    </div>
  )
}
