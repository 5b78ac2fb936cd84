import { formatSize } from '@clouddisk/contract/format'
import { Download, History, Trash2 } from 'lucide-react'
import { type ReactElement, useCallback, useEffect, useMemo, useState } from 'react'
import type { Action } from '../../../lib/action.ts'
import { formatFullDateTime } from '../../../lib/format-date-time.ts'
import { preferences } from '../../../lib/preferences.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { transferIllustration } from '../../../ui/illustrations.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { toggled } from '../../../ui/selection.ts'
import { Table } from '../../../ui/table/table.tsx'
import { useSelection } from '../../../ui/use-selection.ts'
import type { Engine } from '../engine.ts'
import { entryRows, type FinishedEntry, withOpenFolders } from '../finished-entries.ts'
import type { FinishedRow } from '../ports/database.ts'
import type { RecordPage } from '../records.ts'
import { t } from '../strings.ts'
import { type DetailLine, DetailsFrame } from './details-frame.tsx'
import { entryName, finishedColumns, finishedPhoneRow } from './finished-columns.tsx'
import { infoAction, locateAction, noPause, noResume } from './tab-actions.ts'
import { RovingToolbar, ToolbarButton } from './toolbar.tsx'

const ROW = 46
const NONE: readonly FinishedEntry[] = []

/** Transfers of the last 30 days in this browser (R59). */
export function FinishedTab({ engine }: { engine: Engine }): ReactElement {
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState(preferences().pageSize)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [details, setDetails] = useState<readonly FinishedRow[]>()
  const records = useRecords(engine, page, pageSize)
  const known = records === 'failed' || records === undefined ? undefined : records
  const entries = known?.rows ?? NONE
  const rows = useMemo(() => withOpenFolders(entries, open), [entries, open])
  const total = known?.total ?? 0
  const selection = useSelection(useMemo(() => rows.map(({ id }) => id), [rows]))
  const chosen = chosenRows(rows, selection.state.selected)
  const pages = Math.max(1, Math.ceil(total / pageSize))
  if (records && page > pages) setPage(pages)
  const toggle = useCallback((id: string) => setOpen((before) => toggled(before, id)), [])
  const columns = useMemo(() => finishedColumns(toggle), [toggle])

  const none = chosen.length === 0 ? t('nothingSelected') : undefined
  const clear: Action = {
    name: 'clear',
    label: chosen.length > 0 ? t('removeRecords') : t('clear'),
    icon: Trash2,
    danger: true,
    disabled: total === 0 ? t('noRecords') : undefined,
    run: () =>
      void (chosen.length > 0 ? engine.records.remove(chosen.map(({ id }) => id)) : clearAll(engine, total)),
  }
  if (details)
    return (
      <DetailsFrame
        items={details}
        nameOf={({ filename }) => filename}
        linesOf={detailLines}
        onBack={() => setDetails(undefined)}
      />
    )
  return (
    <>
      <RovingToolbar label={t('toolbar')}>
        <ToolbarButton action={noPause(none, t('finishedCannotPause'))} />
        <ToolbarButton action={noResume(none, t('finishedCannotPause'))} />
        <ToolbarButton action={infoAction(none, () => setDetails(chosen))} />
        <ToolbarButton action={clear} />
        <span className="ml-auto flex min-w-0 items-center gap-1.5 text-secondary text-mut max-md:hidden">
          <History size={15} aria-hidden className="shrink-0" />
          <span className="truncate">
            {chosen.length > 0 ? t('selected', { count: chosen.length }) : t('retentionNote')}
          </span>
        </span>
      </RovingToolbar>
      <Table
        label={t('finishedList')}
        columns={columns}
        rows={rows}
        rowHeight={ROW}
        rowLabel={entryName}
        selection={selection}
        operations={(entry) => operationsFor(engine, entry)}
        onOpen={(entry) =>
          entry.kind === 'folder' ? toggle(entry.id) : operationsFor(engine, entry)[0]?.run?.()
        }
        phoneRow={finishedPhoneRow}
        loading={records === undefined}
        empty={
          records === 'failed' ? (
            <ErrorState title={t('recordsFailed')} text={t('recordsFailedText')} />
          ) : (
            <EmptyState
              illustration={transferIllustration}
              title={t('noFinished')}
              text={t('noFinishedText')}
            />
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

/** The files of the selected entries, each once. */
function chosenRows(entries: readonly FinishedEntry[], selected: ReadonlySet<string>): FinishedRow[] {
  const rows = entries.filter(({ id }) => selected.has(id)).flatMap(entryRows)
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

const detailLines = (row: FinishedRow): DetailLine[] => [
  [t('type'), t(row.transferType)],
  [t('size'), formatSize(row.fileSize)],
  [t('position'), row.parentNames.replaceAll('/', ' / ')],
  [t('added'), formatFullDateTime(new Date(row.taskAddTime).toISOString())],
  [t('time'), formatFullDateTime(new Date(row.finishedTime).toISOString())],
]

/** The page and its changes; undefined while loading. */
function useRecords(engine: Engine, page: number, pageSize: number): RecordPage | 'failed' | undefined {
  const [shown, setShown] = useState<RecordPage | 'failed'>()
  useEffect(
    () => engine.records.watch(engine.userId, page, pageSize, setShown, () => setShown('failed')),
    [engine, page, pageSize],
  )
  return shown
}

async function clearAll(engine: Engine, total: number): Promise<void> {
  const confirmed = await confirm({
    title: t('clearQuestion', { count: total }),
    text: t('clearText'),
    confirmText: t('clear'),
    confirmIcon: Trash2,
    danger: true,
  })
  if (confirmed) await engine.records.clear(engine.userId)
}

/** Uploads can be located, downloads repeated: only the browser knows where they were saved. */
function operationsFor(engine: Engine, entry: FinishedEntry): Action[] {
  if (entry.kind === 'folder') return [locateAction(entry.folder.parentId, entry.folder.instanceId)]
  const { row } = entry
  if (row.zip) return []
  if (row.transferType === 'download') return [downloadAgain(engine, row)]
  return row.parentId === null ? [] : [locateAction(row.parentId, row.fileId)]
}

const downloadAgain = (engine: Engine, { fileId, filename, fileSize }: FinishedRow): Action => ({
  name: 'again',
  label: t('downloadAgain'),
  icon: Download,
  run: () =>
    void engine.download([{ instanceId: fileId, instanceName: filename, classifierId: 'File', fileSize }]),
})
