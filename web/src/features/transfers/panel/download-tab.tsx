import type { Download, DownloadState } from '@clouddisk/client/downloads/state'
import { formatSize } from '@clouddisk/contract/format'
import { splitName } from '@clouddisk/contract/names'
import { Info, Play, RotateCw, Trash2, X } from 'lucide-react'
import { type ReactElement, useCallback, useMemo, useState } from 'react'
import type { Action } from '../../../lib/action.ts'
import { formatFullDateTime } from '../../../lib/format-date-time.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { transferIllustration } from '../../../ui/illustrations.tsx'
import { useSelection } from '../../../ui/use-selection.ts'
import { downloadErrorText } from '../downloads/download-messages.ts'
import type { Engine } from '../engine.ts'
import { t } from '../strings.ts'
import { useDownloads } from '../use-transfers.ts'
import { type DetailLine, DetailsFrame } from './details-frame.tsx'
import { HelpPopover } from './help-popover.tsx'
import type { RowDisplay } from './row-display.ts'
import type { TransferRowView } from './row-frame.tsx'
import { infoAction, noPause } from './tab-actions.ts'
import { Toolbar } from './toolbar.tsx'
import { ROW_HEIGHT, TransferGrid } from './transfer-grid.tsx'

/** The download list. The browser transfers the bytes; the page only knows whether a download has started. */
export function DownloadTab({ engine }: { engine: Engine }): ReactElement {
  const state = useDownloads(engine)
  const { downloads } = state
  const selection = useSelection(useMemo(() => downloads.map(({ id }) => id), [downloads]))
  const chosenOf = (keys: Iterable<string>) => {
    const ids = new Set(keys)
    return downloads.filter(({ id }) => ids.has(id))
  }
  const chosen = downloadActions(engine, chosenOf(selection.state.selected))
  const view = useCallback(
    (one: Download) => downloadView(engine, one, queuePosition(downloads, one)),
    [engine, downloads],
  )
  const failed = downloads.filter(({ status }) => status === 'failed')
  const [details, setDetails] = useState<readonly string[]>()
  const shown = details && downloads.filter(({ id }) => details.includes(id))
  if (shown && shown.length > 0)
    return (
      <DetailsFrame
        items={shown}
        nameOf={({ instanceName }) => instanceName}
        linesOf={downloadLines}
        onBack={() => setDetails(undefined)}
      />
    )
  const none = selection.state.selected.size === 0 ? t('nothingSelected') : undefined
  return (
    <>
      <Toolbar
        selected={selection.state.selected.size}
        total={downloads.length}
        onSelectAll={(all) => selection.send({ type: all ? 'all' : 'clear' })}
        actions={[
          noPause(none, t('downloadsCannotPause')),
          { ...chosen.resume, label: t('resume'), icon: Play },
          infoAction(none, () => setDetails([...selection.state.selected])),
          chosen.remove,
        ]}
      >
        <Button
          size="small"
          icon={RotateCw}
          disabledReason={failed.length === 0 ? t('nothingFailed') : undefined}
          onClick={() => engine.downloads.retry(failed.map(({ id }) => id))}
        >
          {t('retryAll')}
        </Button>
        <HelpPopover />
      </Toolbar>
      <TransferGrid
        label={t('downloads')}
        rows={downloads}
        selection={selection}
        view={view}
        heightOf={({ status }) => (status === 'failed' ? ROW_HEIGHT.error : ROW_HEIGHT.plain)}
        menu={(keys) => {
          const { resume, remove } = downloadActions(engine, chosenOf(keys))
          return [[resume], [remove]]
        }}
        onOpen={(key) => downloadActions(engine, chosenOf([key])).resume.run?.()}
        onDelete={(keys) => downloadActions(engine, chosenOf(keys)).remove.run?.()}
        empty={
          <EmptyState
            illustration={transferIllustration}
            title={t('noDownloads')}
            text={t('noDownloadsText')}
          />
        }
      />
      {downloads.length > 0 && (
        <p className="flex min-h-9 shrink-0 items-center gap-2 border-t border-line bg-canvas px-4 py-2 text-caption text-mut max-md:pb-[max(8px,env(safe-area-inset-bottom))]">
          <Info size={14} aria-hidden />
          {t('noDownloadsText')}
        </p>
      )}
    </>
  )
}

const queuePosition = (downloads: readonly Download[], one: Download): number =>
  downloads.slice(0, downloads.indexOf(one) + 1).filter(({ status }) => status === 'waiting').length

interface DownloadActions {
  readonly resume: Action
  readonly remove: Action
}

function downloadActions(engine: Engine, chosen: readonly Download[]): DownloadActions {
  const none = chosen.length === 0 ? t('nothingSelected') : undefined
  const failed = chosen.filter(({ status }) => status === 'failed').map(({ id }) => id)
  return {
    resume: {
      name: 'retry',
      label: t('retry'),
      icon: RotateCw,
      disabled: none ?? (failed.length === 0 ? t('nothingFailed') : undefined),
      run: () => engine.downloads.retry(failed),
    },
    remove: {
      name: 'remove',
      label: t('remove'),
      icon: Trash2,
      danger: true,
      keys: 'Delete',
      disabled: none,
      run: () => engine.downloads.remove(chosen.map(({ id }) => id)),
    },
  }
}

function downloadView(engine: Engine, download: Download, place: number): TransferRowView {
  const actions = downloadActions(engine, [download])
  const name = download.instanceName
  return {
    name,
    folder: false,
    icon: <FileIcon ext={download.what.kind === 'archive' ? 'zip' : splitName(name).ext} />,
    display: downloadDisplay(download, place),
    actions: [...(download.status === 'failed' ? [actions.resume] : []), { ...actions.remove, icon: X }],
    level: 1,
  }
}

function downloadDisplay({ status, error, fileSize }: Download, place: number): RowDisplay {
  const base = {
    bar: null,
    captionTone: 'muted',
    amount: fileSize === null ? '' : formatSize(fileSize),
    error: null,
  } as const
  switch (status) {
    case 'waiting':
      return {
        ...base,
        head: t('waiting'),
        headTone: 'muted',
        caption: place > 1 ? t('downloadWaiting', { place: place - 1 }) : t('downloadStarting'),
      }
    case 'failed':
      return {
        ...base,
        head: t('failed'),
        headTone: 'danger',
        caption: '',
        error: {
          code: error?.errcode == null ? null : String(error.errcode),
          cause: error ? downloadErrorText(error) : t('networkError'),
          remedy: '',
        },
      }
    default:
      return { ...base, head: t('started'), headTone: 'ok', caption: t('downloadStarted') }
  }
}

function downloadLines({ status, error, fileSize, addedAt }: Download): DetailLine[] {
  const labels = { waiting: t('waiting'), failed: t('failed'), started: t('started'), done: t('started') }
  return [
    [t('status'), labels[status]],
    [t('error'), error && downloadErrorText(error)],
    [t('trace'), error?.traceId ?? null],
    [t('size'), fileSize === null ? null : formatSize(fileSize)],
    [t('added'), formatFullDateTime(new Date(addedAt).toISOString())],
  ]
}

/** `(3)`: downloads that have not started or have failed; undefined without any. */
export function downloadCount({ downloads }: DownloadState): string | undefined {
  const open = downloads.filter(({ status }) => status !== 'done').length
  return open > 0 ? `(${open})` : undefined
}
