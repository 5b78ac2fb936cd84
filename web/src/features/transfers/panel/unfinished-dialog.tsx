import type { OpenUpload } from '@clouddisk/contract/uploads'
import { clsx } from 'clsx'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Engine } from '../engine.ts'
import { t } from '../question-strings.ts'
import { filesOf } from '../recovery/assign-files.ts'
import { discardAsking } from '../recovery/confirm-discard.ts'
import { goOnHere } from '../recovery/resume-here.ts'
import { leftOverWindow } from '../recovery/unfinished-dialog-state.ts'
import { useLeftOver } from '../recovery/use-unfinished.ts'
import { pick } from '../sources/picker.ts'
import { t as told } from '../strings.ts'
import type { SharedQueue } from '../tabs/shared-queue.ts'
import { listDoor } from './panel-state.ts'
import { LeftOverRow } from './unfinished-row.tsx'

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
    const says = wrongWords(
      sessions,
      files.filter((file) => !known.has(file)),
    )
    setWrong(says)
    if (chosen.length === 0) return
    setBusy(true)
    const queued = await goOnHere(chosen, queue).finally(() => setBusy(false))
    if (queued.length === 0) return
    // The list shows what goes on, and leads back here where anything is left.
    leftOverWindow.close()
    if (says) toast.error(says)
  }
  return (
    <Dialog
      open
      onOpenChange={leftOverWindow.close}
      width={600}
      title={told('leftOverTold', { count })}
      description={t('leftOverText', { count })}
      initialFocus={first}
      finalFocus={leftOverWindow.isTold ? listDoor : undefined}
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
          <LeftOverRow key={session.objectKey} session={session} />
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
