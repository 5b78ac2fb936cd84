import { formatSize } from '@clouddisk/contract/format'
import { LIMITS } from '@clouddisk/contract/limits'
import { splitName } from '@clouddisk/contract/names'
import { ArrowDown, ArrowUp, Download, FolderOpen, History, Trash2 } from 'lucide-react'
import { type ReactElement, useEffect, useMemo, useState } from 'react'
import type { Action } from '../../../lib/action.ts'
import { formatDateTime } from '../../../lib/format-date-time.ts'
import { offerOf } from '../../../lib/offers.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { transferDrawing } from '../../../ui/drawings.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { Pager } from '../../../ui/pager.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { Table } from '../../../ui/table/table.tsx'
import { useSelection } from '../../../ui/use-selection.ts'
import type { Engine } from '../engine.ts'
import type { FinishedRow } from '../ports/database.ts'
import type { RecordPage } from '../records.ts'
import { t } from '../strings.ts'
import { Strip, ToolbarButton } from './toolbar.tsx'

const ROW = 46

/** What was transferred in the last 30 days, in this browser (R59). */
export function FinishedTab({ engine }: { engine: Engine }): ReactElement {
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState<number>(LIMITS.pageSizeDefault)
  const records = useRecords(engine, page, pageSize)
  const rows = records === 'failed' ? [] : (records?.rows ?? [])
  const total = records === 'failed' ? 0 : (records?.total ?? 0)
  const selection = useSelection(useMemo(() => rows.map(({ id }) => id), [rows]))
  const chosen = [...selection.state.selected]
  const pages = Math.max(1, Math.ceil(total / pageSize))
  if (records && page > pages) setPage(pages)

  const clear: Action = {
    name: 'clear',
    label: chosen.length > 0 ? t('removeRecords') : t('clear'),
    icon: Trash2,
    danger: true,
    disabled: total === 0 ? t('noRecords') : undefined,
    run: () => void (chosen.length > 0 ? engine.records.remove(chosen) : clearAll(engine, total)),
  }
  return (
    <>
      <Strip label={t('toolbar')}>
        <History size={15} aria-hidden className="text-mut" />
        <span className="ml-1.5 min-w-0 text-secondary text-mut">
          {chosen.length > 0 ? t('selected', { count: chosen.length }) : t('keptNote')}
        </span>
        <span className="ml-auto" />
        <ToolbarButton action={clear} />
      </Strip>
      <Table
        label={t('finishedList')}
        columns={useMemo(columns, [])}
        rows={rows}
        rowHeight={ROW}
        rowLabel={(row) => row.filename}
        selection={selection}
        operations={(row) => operationsFor(engine, row)}
        onOpen={(row) => operationsFor(engine, row)[0]?.run?.()}
        phoneRow={phoneRow}
        loading={records === undefined}
        empty={
          records === 'failed' ? (
            <ErrorState title={t('recordsFailed')} text={t('recordsFailedText')} />
          ) : (
            <EmptyState drawing={transferDrawing} title={t('noFinished')} text={t('noFinishedText')} />
          )
        }
      />
      {total > 0 && (
        <Pager
          total={total}
          page={page}
          pageSize={pageSize}
          onPage={setPage}
          onPageSize={setPageSize}
          className="shrink-0 border-t border-line px-4 py-2.5 max-md:pb-[max(10px,env(safe-area-inset-bottom))]"
        />
      )}
    </>
  )
}

/** The page, followed; undefined while it is read. */
function useRecords(engine: Engine, page: number, pageSize: number): RecordPage | 'failed' | undefined {
  const [shown, setShown] = useState<RecordPage | 'failed'>()
  useEffect(
    () => engine.records.watch(engine.userId, page, pageSize, setShown, () => setShown('failed')),
    [engine, page, pageSize],
  )
  return shown
}

async function clearAll(engine: Engine, total: number): Promise<void> {
  const goes = await confirm({
    title: t('clearQuestion', { count: total }),
    text: t('clearText'),
    confirmText: t('clear'),
    confirmIcon: Trash2,
    danger: true,
  })
  if (goes) await engine.records.clear(engine.userId)
}

/** Uploads are found where they went, downloads begin again: where they are saved only the browser knows. */
function operationsFor(engine: Engine, row: FinishedRow): Action[] {
  if (row.zip) return []
  if (row.transferType === 'download') {
    return [
      {
        name: 'again',
        label: t('downloadAgain'),
        icon: Download,
        run: () => {
          void engine.download([
            {
              instanceId: row.fileId,
              instanceName: row.filename,
              classifierId: 'File',
              fileSize: row.fileSize,
            },
          ])
        },
      },
    ]
  }
  const { parentId } = row
  return parentId === null
    ? []
    : [
        {
          name: 'locate',
          label: t('locate'),
          icon: FolderOpen,
          visible: offerOf('locate') !== undefined,
          run: () => offerOf('locate')?.locate(parentId, row.fileId),
        },
      ]
}

/** With so little room the few letters before the cut would be drawn far apart to fill it. */
const nameCell = (row: FinishedRow) => (
  <span className="flex min-w-0 items-center gap-3">
    <FileIcon ext={splitName(row.filename).ext} size={24} />
    <FileName name={row.filename} className="[--name-spread:start]" />
  </span>
)
const placeOf = (row: FinishedRow): string => row.parentNames.replaceAll('/', ' / ')
const timeOf = (row: FinishedRow): string => formatDateTime(new Date(row.finishedTime).toISOString())

function typeCell(row: FinishedRow): ReactElement {
  const Icon = row.transferType === 'upload' ? ArrowUp : ArrowDown
  return (
    <span className="flex items-center gap-1.5 text-secondary text-fg-2">
      <Icon size={14} aria-hidden />
      {t(row.transferType)}
    </span>
  )
}

/** A download ends in the browser, which tells nobody how: what is known is when it took over. */
function timeCell(row: FinishedRow): ReactElement {
  return (
    <span className="min-w-0 text-mut">
      <span className="tabular block text-secondary">{timeOf(row)}</span>
      {row.transferType === 'download' && <span className="block text-caption">{t('handedOver')}</span>}
    </span>
  )
}

const columns = (): readonly ColumnDef<FinishedRow>[] => [
  {
    id: 'name',
    header: t('fileName'),
    enableHiding: false,
    meta: { width: 'minmax(160px, 1fr)' },
    cell: ({ row }) => nameCell(row.original),
  },
  {
    id: 'size',
    header: t('size'),
    meta: { width: '80px', align: 'end' },
    cell: ({ row: { original: row } }) => (
      <span className="text-secondary text-mut">{formatSize(row.fileSize)}</span>
    ),
  },
  {
    id: 'position',
    header: t('position'),
    meta: { width: 'minmax(96px, 144px)' },
    cell: ({ row: { original: row } }) => (
      <span className="truncate text-secondary text-fg-2" title={placeOf(row)}>
        {placeOf(row)}
      </span>
    ),
  },
  {
    id: 'type',
    header: t('type'),
    meta: { width: '84px' },
    cell: ({ row }) => typeCell(row.original),
  },
  {
    id: 'time',
    header: t('time'),
    meta: { width: '120px' },
    cell: ({ row }) => timeCell(row.original),
  },
]

const phoneRow = (row: FinishedRow): ReactElement => (
  <span className="flex min-w-0 flex-1 items-center gap-3">
    <FileIcon ext={splitName(row.filename).ext} size={30} />
    <span className="min-w-0 flex-1">
      <FileName name={row.filename} className="text-body" />
      <span className="tabular block truncate text-caption text-mut">
        {[
          t(row.transferType),
          formatSize(row.fileSize),
          timeOf(row),
          row.transferType === 'download' ? t('handedOver') : placeOf(row),
        ].join(' · ')}
      </span>
    </span>
  </span>
)
