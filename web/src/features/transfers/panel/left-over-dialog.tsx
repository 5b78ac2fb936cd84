import { formatSize } from '@clouddisk/contract/format'
import { splitName } from '@clouddisk/contract/names'
import type { OpenUpload } from '@clouddisk/contract/uploads'
import { Trash2 } from 'lucide-react'
import { type ReactElement, useEffect, useState } from 'react'
import { wordsOf } from '../../../lib/api.ts'
import { formatDateTime } from '../../../lib/format-date-time.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Engine } from '../engine.ts'
import { t } from '../question-strings.ts'
import { filesOf } from '../recovery/files-of.ts'
import { goOnHere } from '../recovery/go-on-here.ts'
import { discard, stoppedAt } from '../recovery/left-over.ts'
import { leftOverWindow } from '../recovery/left-over-window.ts'
import { useLeftOver } from '../recovery/use-left-over.ts'
import { pick } from '../sources/picker.ts'
import type { SharedQueue } from '../tabs/shared-queue.ts'

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
  const several = sessions.length > 1
  const [busy, setBusy] = useState(false)
  const goOn = async () => {
    const files = await pick({ multiple: several })
    if (!files || files.length === 0) return
    const chosen = filesOf(
      sessions,
      files.map((file) => ({ file, name: file.name, lastModified: file.lastModified, path: [] })),
    )
    const strange = files.length - chosen.length
    const [first] = sessions
    if (strange > 0)
      toast.error(
        several
          ? t('leftOverNone', { count: strange })
          : t('notTheSame', { name: first?.instanceName ?? '' }),
      )
    setBusy(true)
    await goOnHere(chosen, queue).finally(() => setBusy(false))
  }
  return (
    <Dialog
      open
      onOpenChange={leftOverWindow.close}
      width={600}
      title={t('leftOverTitle', { count: sessions.length })}
      description={t('leftOverText')}
      flush
      footerStart={
        several && (
          <Button variant="bare" danger onClick={() => void discardAsking(sessions)}>
            {t('leftOverDiscardAll')}
          </Button>
        )
      }
      footer={
        <>
          <Button onClick={leftOverWindow.close}>{t('close')}</Button>
          <Button variant="primary" busy={busy} onClick={() => void goOn()}>
            {t(several ? 'leftOverChooseMany' : 'leftOverChoose')}
          </Button>
        </>
      }
    >
      <ul className="divide-y divide-line">
        {sessions.slice(0, LINES).map((session) => (
          <Line key={session.objectKey} session={session} />
        ))}
      </ul>
      {sessions.length > LINES && (
        <p className="px-6 py-2.5 text-secondary text-mut">
          {t('leftOverMore', { count: sessions.length - LINES })}
        </p>
      )}
    </Dialog>
  )
}

function Line({ session }: { session: OpenUpload }): ReactElement {
  const { instanceName, folderPath, fileSize, receivedSize, expireTime } = session
  const size = formatSize(fileSize)
  const place = folderPath?.split('/').join(' / ') ?? t('leftOverNowhere')
  return (
    <li className="flex items-center gap-3 px-6 py-2.5">
      <FileIcon ext={splitName(instanceName).ext} size={30} />
      <div className="min-w-0 flex-1">
        <FileName name={instanceName} />
        <p className="truncate text-caption text-fg-2" title={place}>
          {place}
        </p>
        <p className="tabular text-caption text-mut">
          {[
            receivedSize === null ? size : t('leftOverCame', { came: formatSize(receivedSize), size }),
            t('leftOverStopped', { time: formatDateTime(stoppedAt(session)) }),
            t('leftOverKept', { time: formatDateTime(expireTime) }),
          ].join(' · ')}
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

async function discardAsking(sessions: readonly OpenUpload[]): Promise<void> {
  const [first] = sessions
  const goes = await confirm({
    title:
      sessions.length === 1 && first
        ? t('leftOverQuestionOne', { name: first.instanceName })
        : t('leftOverQuestion', { count: sessions.length }),
    text: t('leftOverDiscardText'),
    confirmText: t('leftOverDiscard'),
    confirmIcon: Trash2,
    danger: true,
  })
  if (goes) await discard(sessions).catch((error: unknown) => toast.error(wordsOf(error)))
}
