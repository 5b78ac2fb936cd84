import { formatSize } from '@clouddisk/contract/format'
import { splitName } from '@clouddisk/contract/names'
import type { OpenUpload } from '@clouddisk/contract/uploads'
import { clsx } from 'clsx'
import { Trash2 } from 'lucide-react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { wordsOf } from '../../../lib/api.ts'
import { formatDateTime, timeInSentence } from '../../../lib/format-date-time.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Engine } from '../engine.ts'
import { t } from '../question-strings.ts'
import { filesOf } from '../recovery/files-of.ts'
import { goOnHere } from '../recovery/go-on-here.ts'
import { discard, hasStopped, stoppedAt } from '../recovery/left-over.ts'
import { leftOverWindow } from '../recovery/left-over-window.ts'
import { useLeftOver } from '../recovery/use-left-over.ts'
import { pick } from '../sources/picker.ts'
import type { SharedQueue } from '../tabs/shared-queue.ts'
import { shortDate, sizeProgress } from '../words.ts'

/** So many are named. */
const LINES = 100

/** What stopped in another browser: it goes on here with the same files, or is let go of. */
export function LeftOverDialog({ engine }: { engine: Engine }): ReactElement | null {
  const sessions = useLeftOver(engine)
  const none = sessions.length === 0
  useEffect(() => {
    if (none) leftOverWindow.close()
  }, [none])
  return none ? null : <Window sessions={sessions} queue={engine.uploads} />
}

function Window({ sessions, queue }: { sessions: readonly OpenUpload[]; queue: SharedQueue }): ReactElement {
  const count = sessions.length
  const several = count > 1
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState('')
  const first = useRef<HTMLButtonElement>(null)
  const goOn = async () => {
    const files = await pick({ multiple: several })
    if (!files || files.length === 0) return
    const chosen = filesOf(
      sessions,
      files.map((file) => ({ file, name: file.name, lastModified: file.lastModified, path: [] })),
    )
    const known = new Set(chosen.map(({ file }) => file.file))
    const told = wrongWords(
      sessions,
      files.filter((file) => !known.has(file)),
    )
    setWrong(told)
    if (chosen.length === 0) return
    setBusy(true)
    const queued = await goOnHere(chosen, queue).finally(() => setBusy(false))
    if (queued.length === 0) return
    // The list shows what goes on, and leads back here where anything is left.
    leftOverWindow.close()
    if (told) toast.error(told)
  }
  return (
    <Dialog
      open
      onOpenChange={leftOverWindow.close}
      width={600}
      title={t('leftOverTitle', { count })}
      description={t('leftOverText', { count })}
      initialFocus={first}
      flush
      footerStart={
        several && (
          <Button variant="bare" danger className="-ml-3" onClick={() => void discardAsking(sessions)}>
            {t('leftOverDiscardAll')}
          </Button>
        )
      }
      footer={
        <>
          <Button onClick={leftOverWindow.close}>{t('close')}</Button>
          <Button ref={first} variant="primary" busy={busy} onClick={() => void goOn()}>
            {t('leftOverChoose', { count })}
          </Button>
        </>
      }
    >
      <ul className="divide-y divide-line">
        {sessions.slice(0, LINES).map((session) => (
          <Line key={session.objectKey} session={session} />
        ))}
      </ul>
      {count > LINES && (
        <p className="px-6 py-2.5 text-secondary text-mut">{t('leftOverMore', { count: count - LINES })}</p>
      )}
      <p
        role="alert"
        className={clsx('text-secondary text-danger', wrong && 'border-t border-line px-6 py-2.5')}
      >
        {wrong}
      </p>
    </Dialog>
  )
}

function wrongWords(sessions: readonly OpenUpload[], strange: readonly File[]): string {
  const [file, ...others] = strange
  const [session, ...more] = sessions
  if (!file) return ''
  if (session && more.length === 0) return t('leftOverNotThis', { name: session.instanceName })
  return others.length === 0
    ? t('leftOverNotThese', { name: file.name })
    : t('leftOverNone', { count: strange.length })
}

function Line({ session }: { session: OpenUpload }): ReactElement {
  const { instanceName, folderPath, fileSize, receivedSize, expireTime } = session
  const place = folderPath?.split('/').join(' / ') ?? t('leftOverNowhere')
  return (
    <li className="flex items-center gap-3 py-2.5 pr-5 pl-6">
      <FileIcon ext={splitName(instanceName).ext} size={30} />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-3">
          <FileName name={instanceName} className="flex-1" />
          <span className="tabular shrink-0 text-caption text-mut">
            {receivedSize === null ? formatSize(fileSize) : sizeProgress(receivedSize, fileSize)}
          </span>
        </div>
        {receivedSize !== null && (
          <ProgressBar
            className="my-1"
            tone="warn"
            value={fileSize === 0 ? 0 : receivedSize / fileSize}
            label={t('leftOverProgress', { name: instanceName })}
          />
        )}
        <p className="tabular flex flex-wrap gap-x-1.5 text-caption text-mut">
          <span className="min-w-0 flex-1 basis-40 truncate text-fg-2" title={place}>
            {place}
          </span>
          <span className="whitespace-nowrap">
            {lastWords(session)}
            {' · '}
            {t('leftOverKept', { date: lastDay(expireTime) })}
          </span>
        </p>
      </div>
      <IconButton
        icon={Trash2}
        label={`${t('leftOverDiscard')} · ${instanceName}`}
        onClick={() => void discardAsking([session])}
      />
    </li>
  )
}

function lastWords(session: OpenUpload): string {
  const time = timeInSentence(stoppedAt(session))
  if (session.receiveTime === null) return t('leftOverBegun', { time })
  return t(hasStopped(session) ? 'leftOverStopped' : 'leftOverLast', { time })
}

const DAY_MS = 86_400_000
const lastDay = (iso: string): string =>
  Date.parse(iso) - Date.now() < DAY_MS ? formatDateTime(iso) : shortDate(iso)

async function discardAsking(sessions: readonly OpenUpload[]): Promise<void> {
  const [first, ...others] = sessions
  const count = sessions.length
  const size = formatSize(sessions.reduce((sum, { fileSize }) => sum + fileSize, 0))
  const goes = await confirm({
    title:
      first && others.length === 0
        ? t('leftOverQuestionOne', { name: first.instanceName })
        : t('leftOverQuestion', { count }),
    text: t(sessions.every(hasStopped) ? 'leftOverDiscardText' : 'leftOverDiscardMaybe', { count, size }),
    confirmText: t('leftOverDiscard'),
    confirmIcon: Trash2,
    danger: true,
  })
  if (!goes) return
  try {
    const went = count - (await discard(sessions))
    if (went > 0) toast.info(t('leftOverWentOn', { count: went }))
    else toast.ok(t('leftOverDiscarded', { count, size }))
  } catch (error) {
    toast.error(wordsOf(error))
  }
}
