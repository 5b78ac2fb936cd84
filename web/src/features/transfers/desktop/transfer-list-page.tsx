import type { TransferCounts } from '@clouddisk/contract/desktop'
import { formatBadge } from '@clouddisk/contract/format'
import { Folder } from 'lucide-react'
import { type ReactElement, useCallback, useEffect, useState } from 'react'
import { useExtension } from '../../../lib/extension-points.ts'
import { failureText } from '../../../lib/host-error.ts'
import { useLastPage } from '../../../lib/last-page.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { ListPager } from '../../../ui/list/list-pager.tsx'
import { pageRows } from '../../../ui/list/list-rows.ts'
import { ListTable } from '../../../ui/list/list-table.tsx'
import { useLocalPages } from '../../../ui/list/local-view.ts'
import { targetsOf, useListPage } from '../../../ui/list/use-list-page.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { readCounts, transferCounts } from './follow-transfers.ts'
import { t } from './strings.ts'
import { listActions, type OwnList, transferActions } from './transfer-actions.ts'
import { TRANSFER_COLUMNS, transferPhoneRow } from './transfer-columns.tsx'
import type { ShownTransfer } from './transfer-words.ts'
import { type TransferListName, useTransferList } from './use-transfer-list.ts'

const LISTS = [
  ['uploadFile', 'upload'],
  ['downloadFile', 'download'],
  ['finished', 'finished'],
] as const satisfies readonly (readonly [TransferListName, keyof TransferCounts])[]

/** What is being transferred, else what there is (R62). */
function firstTab(
  { uploading, downloading, localSync = 0, ...counts }: TransferCounts,
  syncs: boolean,
): TransferListName {
  if (uploading > 0) return 'uploadFile'
  if (downloading > 0) return 'downloadFile'
  const [list] = LISTS.find(([, count]) => counts[count] > 0) ?? []
  return list ?? (syncs && localSync > 0 ? 'localSync' : 'uploadFile')
}

export interface TransferListPageProps {
  /** Local sync is on: what it sends has a tab (R61). */
  localSync: boolean
}

/** The desktop client's transfer list (A§2, R61-R67). */
export function TransferListPage({ localSync }: TransferListPageProps): ReactElement {
  usePageTitle(t('title'))
  const counts = transferCounts.use()
  const [chosen, choose] = useState<TransferListName>()
  const [entered, enter] = useState<TransferListName>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: on entry alone
  useEffect(() => {
    void readCounts().then(() => enter(firstTab(transferCounts.get(), localSync)))
  }, [])
  const wanted = chosen ?? entered
  const tab = wanted === 'localSync' && !localSync ? 'uploadFile' : wanted
  const tabs = LISTS.map(([value, count]) => ({
    value: value as TransferListName,
    label: t(count),
    count: value === 'finished' ? counts.finished : formatBadge(counts[count]),
  }))
  const { localSync: syncing } = counts
  const localSyncTab = {
    value: 'localSync' as const,
    label: t('localSync'),
    ...(syncing !== undefined && { count: formatBadge(syncing) }),
  }
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex h-15 shrink-0 items-center gap-3 px-6 max-md:sr-only">
        <h1 className="text-page font-semibold">{t('title')}</h1>
        {counts.waiting > 0 && (
          <p role="status" className="text-secondary text-mut">
            {t('portions', { count: counts.waiting })}
          </p>
        )}
      </div>
      {tab && (
        <Tabs<TransferListName>
          label={t('tabs')}
          tabs={localSync ? [...tabs, localSyncTab] : tabs}
          value={tab}
          onChange={choose}
          className="px-6 max-md:px-4"
        >
          <TransferListPanel key={tab} list={tab} />
        </Tabs>
      )}
    </div>
  )
}

const idOf = ({ id }: ShownTransfer) => id
const LABEL = {
  uploadFile: 'listUpload',
  downloadFile: 'listDownload',
  finished: 'listFinished',
  localSync: 'listLocalSync',
} as const

function TransferListPanel({ list: name }: { list: TransferListName }): ReactElement {
  const pages = useLocalPages()
  const { page, pageSize, toPage } = pages
  const query = useTransferList(name, page, pageSize)
  const total = query.data?.total
  useLastPage({ page, pageSize, total: query.isPlaceholderData ? undefined : total }, toPage)
  const list = useListPage(pageRows(query), { idOf })
  const { remove } = transferActions(name, list.targets)
  useShortcuts(t('title'), [{ ...remove, visible: list.targets.count > 0 }])
  const actionsOf = (row: ShownTransfer) => transferActions(name, targetsOf(row))
  const operations = useCallback(
    (row: ShownTransfer) => {
      const { resume, pause, open, remove } = transferActions(name, targetsOf(row))
      return [resume, pause, open, remove]
    },
    [name],
  )
  return (
    <>
      {name !== 'localSync' && <Batch list={name} total={total ?? 0} />}
      <ListTable
        list={list}
        label={t(LABEL[name])}
        title={t(LABEL[name])}
        columns={TRANSFER_COLUMNS}
        selectable={false}
        rowLabel={({ fileName }) => fileName}
        onOpen={(row) => {
          const { open } = actionsOf(row)
          if (open.visible) open.run?.()
        }}
        menu={(targets) => {
          const { resume, pause, open, remove } = transferActions(name, targets)
          return [[resume, pause, open], [remove]]
        }}
        operations={operations}
        phoneRow={transferPhoneRow}
        phoneRowHeight={name === 'finished' ? undefined : 88}
        rowHeights={[56, 60]}
        state={
          list.failure ? (
            <ErrorState
              title={t('failedTitle')}
              text={failureText(list.failure.error)}
              onRetry={list.failure.retry}
              retrying={list.failure.retrying}
            />
          ) : (
            <NoTransfers list={name} />
          )
        }
        className="md:px-6"
      />
      <ListPager pages={pages} total={total} />
    </>
  )
}

/** What is done with the whole list (R65). */
function Batch({ list, total }: { list: OwnList; total: number }): ReactElement {
  return (
    <div
      role="toolbar"
      aria-label={t('batch')}
      className="flex min-h-13 shrink-0 flex-wrap items-center gap-2 px-6 py-2 max-md:px-4"
    >
      {listActions(list, total).map(({ name, label, icon, disabled, run }) => (
        <Button key={name} size="small" icon={icon} disabledReason={disabled} onClick={run}>
          {label}
        </Button>
      ))}
      {list === 'finished' && <p className="text-caption text-mut">{t('clearNote')}</p>}
    </div>
  )
}

const EMPTY = {
  uploadFile: ['emptyUpload', 'emptyUploadText'],
  downloadFile: ['emptyDownload', 'emptyDownloadText'],
  finished: ['emptyFinished', 'emptyFinishedText'],
  localSync: ['emptyLocalSync', 'emptyLocalSyncText'],
} as const

function NoTransfers({ list }: { list: TransferListName }): ReactElement {
  const navigation = useExtension('navigation')
  const [title, text] = EMPTY[list]
  return (
    <EmptyState title={t(title)} text={t(text)}>
      {navigation && (
        <Button variant="primary" icon={Folder} onClick={() => navigation.openArea('personal')}>
          {t('toFiles')}
        </Button>
      )}
    </EmptyState>
  )
}
