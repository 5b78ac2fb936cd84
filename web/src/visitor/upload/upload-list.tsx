import {
  canPause,
  canRemove,
  isActive,
  isFailed,
  shownItems,
  targetPathOf,
  type UploadItem,
  type UploadQueue,
  type UploadState,
} from '@clouddisk/client/uploads/state'
import { formatSize } from '@clouddisk/contract/format'
import { splitName } from '@clouddisk/contract/names'
import { clsx } from 'clsx'
import { CircleAlert, Pause, Play, RotateCw, X } from 'lucide-react'
import { type ReactElement, useEffect, useRef, useSyncExternalStore } from 'react'
import { itemDisplay, type QueuePosition, type RowTone } from '../../features/transfers/public.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { chooseAgain } from './choose.ts'
import { t } from './strings.ts'

/** Rows shown at a time; those that wait behind them are counted. */
const SHOWN = 50

/** Files on their way, paused and failed; finished ones are in the folder's list. */
export function UploadList({ queue }: { queue: UploadQueue<File> }): ReactElement | null {
  const state = useSyncExternalStore(queue.subscribe, queue.snapshot)
  const open = shownItems(state).filter(({ status }) => status !== 'success')
  useFinishedAnnouncement(state, open.length)
  if (open.length === 0) return null
  const lost = open.filter((item) => item.needsFile)
  const runs = open.some(runsByItself)
  const allFailed = open.every(isFailed)
  const rest = open.length - SHOWN
  return (
    <div className="px-4 pb-3 max-md:px-3">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 text-secondary font-medium">{summaryOf(state, open)}</p>
        {runs ? (
          <Button size="small" variant="quiet" icon={Pause} onClick={() => queue.pauseAll()}>
            {t('pauseAll')}
          </Button>
        ) : (
          open.length > lost.length && (
            <Button
              size="small"
              variant="quiet"
              icon={allFailed ? RotateCw : Play}
              onClick={() => queue.resumeAll()}
            >
              {t(allFailed ? 'retryAll' : 'resumeAll')}
            </Button>
          )
        )}
      </div>
      {lost.length > 0 && (
        <div className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-m border border-warn-line bg-warn-soft px-3.5 py-2.5 text-secondary">
          <p className="min-w-[200px] flex-1">{t('chooseAgainText', { count: lost.length })}</p>
          <Button size="small" onClick={() => void chooseAgain(lost)}>
            {t('chooseAgain')}
          </Button>
        </div>
      )}
      <ul aria-label={t('list')}>
        {open.slice(0, SHOWN).map((item) => (
          <UploadRow key={item.uid} item={item} place={placeOf(item, open)} queue={queue} />
        ))}
      </ul>
      {rest > 0 && <p className="py-1.5 text-caption text-mut">{t('more', { count: rest })}</p>}
    </div>
  )
}

const runsByItself = (item: UploadItem): boolean => isActive(item) || item.status === 'ready'

function summaryOf(state: UploadState, open: readonly UploadItem[]): string {
  if (!state.online) return t('offline')
  const total = state.done + open.length
  if (open.some(runsByItself)) return t('running', { done: state.done, total })
  return open.every(isFailed)
    ? t('failedSome', { count: open.length })
    : t('pausedAll', { count: open.length })
}

/** Of an item that waits. */
function placeOf(item: UploadItem, open: readonly UploadItem[]): QueuePosition | null {
  if (item.status !== 'ready') return null
  const waiting = open.filter(({ status }) => status === 'ready')
  return { at: waiting.indexOf(item) + 1, behind: open.some(isActive) }
}

/** Says once how many files arrived when none is left. */
function useFinishedAnnouncement({ done }: UploadState, left: number): void {
  const before = useRef(left)
  useEffect(() => {
    if (before.current > 0 && left === 0 && done > 0) announce(t('finished', { count: done }))
    before.current = left
  }, [done, left])
}

const TONES: Record<RowTone, string> = {
  plain: 'text-fg-2',
  muted: 'text-mut',
  warn: 'text-warn',
  danger: 'text-danger',
  ok: 'text-ok',
}

interface UploadRowProps {
  item: UploadItem
  place: QueuePosition | null
  queue: UploadQueue<File>
}

function UploadRow({ item, place, queue }: UploadRowProps): ReactElement {
  const { name, uid } = item
  const { bar, head, headTone, caption, captionTone, amount, error } = itemDisplay(item, place)
  const where = item.path.length > 0 ? targetPathOf({ uploadTo: '', path: item.path }) : ''
  return (
    <li className="flex min-h-[52px] items-center gap-3 border-t border-line py-1.5 first:border-t-0">
      <FileIcon ext={splitName(name).ext} />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <FileName name={name} className="min-w-0 flex-1" />
          <span className={clsx('shrink-0 text-caption tabular', TONES[headTone])}>
            {head === 'done' ? formatSize(item.fileSize) : head}
          </span>
        </div>
        {bar && (
          <ProgressBar value={bar.value} tone={bar.tone} label={t('progressOf', { name })} className="my-1" />
        )}
        {error ? (
          <div className="flex gap-1 text-caption">
            <CircleAlert size={13} aria-hidden className="mt-px shrink-0 text-danger" />
            <div className="min-w-0 break-words">
              <p className="text-danger">{error.cause}</p>
              {error.remedy && <p className="text-fg-2">{error.remedy}</p>}
            </div>
          </div>
        ) : (
          <p className={clsx('flex gap-2 text-caption', TONES[captionTone])}>
            <span className="min-w-0 flex-1 truncate">{[where, caption].filter(Boolean).join(' · ')}</span>
            <span className="shrink-0 text-mut tabular">{amount}</span>
          </p>
        )}
      </div>
      <RowButtons item={item} queue={queue} uid={uid} />
    </li>
  )
}

interface RowButtonsProps {
  item: UploadItem
  queue: UploadQueue<File>
  uid: string
}

function RowButtons({ item, queue, uid }: RowButtonsProps): ReactElement {
  const { name } = item
  return (
    <div className="flex shrink-0">
      {canPause(item) && (
        <IconButton icon={Pause} label={t('pauseOne', { name })} onClick={() => queue.pause([uid])} />
      )}
      {item.status === 'pause' && !item.needsFile && (
        <IconButton icon={Play} label={t('resumeOne', { name })} onClick={() => queue.resume([uid])} />
      )}
      {isFailed(item) && !item.needsFile && (
        <IconButton icon={RotateCw} label={t('retryOne', { name })} onClick={() => queue.retry([uid])} />
      )}
      {canRemove(item) && (
        <IconButton icon={X} label={t('cancelOne', { name })} onClick={() => void cancel(queue, item)} />
      )}
    </div>
  )
}

/** Asks where sent bytes would be lost. */
async function cancel(queue: UploadQueue<File>, { uid, name, uploadInfo }: UploadItem): Promise<void> {
  const confirmed =
    uploadInfo.currentSize === 0 ||
    (await confirm({
      title: t('cancelTitle', { name }),
      text: t('cancelText'),
      confirmText: t('cancelUpload'),
      danger: true,
    }))
  if (confirmed) queue.remove([uid])
}
