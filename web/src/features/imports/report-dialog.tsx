import { queryInstanceDetail } from '@clouddisk/contract/files'
import { importOutcomeText } from '@clouddisk/contract/import-words'
import {
  exportImport,
  IMPORT_FILTERS,
  IMPORT_REPORT_DAYS,
  type Import,
  type ImportFilter,
  type ImportItem,
} from '@clouddisk/contract/imports'
import { useInfiniteQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { CircleAlert, Download, RotateCw } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { withoutErrorCode } from '../../lib/error-message.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import { formatDateTime } from '../../lib/format-date-time.ts'
import { language } from '../../lib/i18n.ts'
import { usePhone } from '../../lib/media-query.ts'
import { saveLargeFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Chip, type Tone } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { importRequests } from './import-requests.ts'
import { isOpen, reportQuery, stateText } from './imports.ts'
import { t } from './strings.ts'

/** What became of each file of an import. */
export function ReportDialog({ importId, onClose }: { importId: string; onClose: () => void }): ReactElement {
  const [filter, setFilter] = useState<ImportFilter>('all')
  const report = useInfiniteQuery(reportQuery(importId, filter))
  const { data, error } = report
  const about = data?.pages.at(-1)?.import
  const [known, setKnown] = useState<Import>()
  if (about && about !== known) setKnown(about)
  const shown = about ?? known
  const items = data?.pages.flatMap(({ list }) => list) ?? []
  const phone = usePhone()
  const again = shown && <Again about={shown} onClose={onClose} />
  const download = (
    <Button
      icon={Download}
      onClick={() =>
        void withErrorMessage(t('notDownloaded'), () => saveLargeFile(exportImport, { importId, language }))
      }
    >
      {t('download')}
    </Button>
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('reportTitle')}
      description={shown && descriptionOf(shown)}
      width={860}
      footerStart={!phone && again}
      footer={
        phone ? (
          <div className="flex flex-wrap gap-2 *:grow">
            {again}
            {download}
          </div>
        ) : (
          download
        )
      }
    >
      {shown?.reason && (
        <p
          role="alert"
          className="mb-3 flex items-start gap-2 rounded-m bg-danger-soft p-3 text-secondary text-danger"
        >
          <CircleAlert size={15} className="mt-0.5 shrink-0" aria-hidden />
          <span className="min-w-0">{withoutErrorCode(shown.reason)}</span>
        </p>
      )}
      {shown && <Filter about={shown} filter={filter} onChange={setFilter} />}
      <div className="mt-3 min-h-80">
        {items.length > 0 ? (
          <>
            <Items items={items} />
            {report.hasNextPage && (
              <div className="flex justify-center p-2">
                <Button
                  size="small"
                  variant="bare"
                  busy={report.isFetchingNextPage}
                  onClick={() => void report.fetchNextPage()}
                >
                  {t('more')}
                </Button>
              </div>
            )}
          </>
        ) : error ? (
          <ErrorState
            title={t('notLoaded')}
            text={errorMessage(error)}
            onRetry={() => void report.refetch()}
            retrying={report.isFetching}
          />
        ) : data ? (
          <Nothing about={shown} filter={filter} />
        ) : (
          <Loading />
        )}
      </div>
    </Dialog>
  )
}

const descriptionOf = (about: Import): string => {
  const { sourceName, pathText, endTime, createTime } = about
  return [
    pathText ? `${sourceName} / ${pathText}` : sourceName,
    stateText(about),
    formatDateTime(endTime ?? createTime),
    t('kept', { days: IMPORT_REPORT_DAYS }),
  ].join(' · ')
}

function Nothing({ about, filter }: { about: Import | undefined; filter: ImportFilter }): ReactElement {
  if (filter !== 'all') return <EmptyState illustration="search" title={t('nothingShown')} />
  const text = about && isOpen(about) ? t('notYet') : t('nothingText')
  return <EmptyState title={t('nothing')} text={text} />
}

/** Counts and choice in one. */
function Filter(props: {
  about: Import
  filter: ImportFilter
  onChange: (filter: ImportFilter) => void
}): ReactElement | null {
  const { about, filter, onChange } = props
  const { renamed, ...outcomes } = about.counts
  const all = Object.values(outcomes).reduce((sum, count) => sum + count, 0)
  const countOf = (one: ImportFilter) => (one === 'all' ? all : one === 'renamed' ? renamed : outcomes[one])
  if (all + renamed === 0) return null
  const shown = IMPORT_FILTERS.filter((one) => one !== 'all' && countOf(one) > 0)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="w-60 max-md:w-full">
        <Select
          ariaLabel={t('show')}
          value={filter}
          onChange={onChange}
          options={IMPORT_FILTERS.map((one) => ({ value: one, label: `${wordOf(one)} (${countOf(one)})` }))}
        />
      </div>
      <p className="min-w-0 flex-1 tabular text-secondary text-fg-2 max-md:flex-none">
        {shown.map((one) => `${wordOf(one)} ${countOf(one)}`).join(' · ')}
      </p>
    </div>
  )
}

const wordOf = (filter: ImportFilter): string =>
  filter === 'all' || filter === 'renamed' ? t(filter) : importOutcomeText(filter, language)

function Again({ about, onClose }: { about: Import; onClose: () => void }): ReactElement | null {
  if (isOpen(about)) return null
  const { targetId, sourceId } = about
  const navigation = extensionFor('navigation')
  return (
    <span className="flex flex-wrap items-center gap-2 max-md:*:grow">
      {sourceId !== null && (
        <Button icon={RotateCw} onClick={() => void importAgain(about, onClose)}>
          {t('again')}
        </Button>
      )}
      <Button
        onClick={() => {
          onClose()
          void navigation?.openFolder(targetId)
        }}
      >
        {t('openTarget')}
      </Button>
    </span>
  )
}

const importAgain = (about: Import, onClose: () => void): Promise<unknown> =>
  withErrorMessage(t('notStarted'), async () => {
    const { instanceId, instanceName, instanceFullPath } = await call(queryInstanceDetail, {
      instanceId: about.targetId,
    })
    onClose()
    const target = { instanceId, instanceName, path: instanceFullPath.split('/') }
    void importRequests.ask({ target, again: about })
  })

/** On a phone it would stand below itself. */
const isSameName = ({ path, name }: ImportItem): boolean => path.split('/').at(-1) === name

const TONES: Record<ImportItem['outcome'], Tone> = {
  imported: 'ok',
  there: 'neutral',
  keptBoth: 'info',
  skipped: 'warn',
  failed: 'danger',
}

const Items = ({ items }: { items: readonly ImportItem[] }): ReactElement => (
  <table className="w-full table-fixed text-left max-md:block">
    <thead className="text-secondary text-fg-2 max-md:sr-only">
      <tr className="border-b border-line">
        <th scope="col" className="w-[45%] py-2 pr-3 font-normal">
          {t('colPath')}
        </th>
        <th scope="col" className="w-28 py-2 pr-3 font-normal">
          {t('colResult')}
        </th>
        <th scope="col" className="py-2 font-normal">
          {t('colName')}
        </th>
      </tr>
    </thead>
    <tbody className="max-md:block">
      {items.map((item) => (
        <tr key={item.no} className="border-b border-line align-top max-md:block max-md:py-2">
          <td className="py-2 pr-3 wrap-anywhere max-md:block max-md:py-0.5">{item.path}</td>
          <td className="py-2 pr-3 max-md:block max-md:py-0.5">
            <Chip tone={TONES[item.outcome]}>{importOutcomeText(item.outcome, language)}</Chip>
          </td>
          <td className="py-2 wrap-anywhere max-md:block max-md:py-0.5">
            <span className={clsx(isSameName(item) && 'max-md:sr-only')}>{item.name}</span>
            {item.isRenamed && (
              <Chip tone="warn" className="ml-2">
                {t('renamed')}
              </Chip>
            )}
            {item.reason && (
              <span className="block text-caption text-mut">{withoutErrorCode(item.reason)}</span>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
