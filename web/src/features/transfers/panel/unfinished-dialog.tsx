import type { OpenUpload } from '@clouddisk/contract/uploads'
import { clsx } from 'clsx'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Engine } from '../engine.ts'
import { t } from '../question-strings.ts'
import { assignFiles } from '../recovery/assign-files.ts'
import { confirmAndDiscard } from '../recovery/confirm-discard.ts'
import { resumeHere } from '../recovery/resume-here.ts'
import { unfinishedDialog } from '../recovery/unfinished-dialog-state.ts'
import { pickFiles } from '../sources/picker.ts'
import { t as panelText } from '../strings.ts'
import type { SharedQueue } from '../tabs/shared-queue.ts'
import { useUnfinished } from '../use-transfers.ts'
import { panelButton } from './panel-state.ts'
import { UnfinishedRow } from './unfinished-row.tsx'

/** Maximum number of listed uploads. */
const LINES = 100

/** Unfinished uploads of other browsers, which can be resumed here with the same files, or discarded. */
export function UnfinishedDialog({ engine }: { engine: Engine }): ReactElement | null {
  const sessions = useUnfinished(engine)
  const none = sessions.length === 0
  useEffect(() => {
    if (none) unfinishedDialog.close()
  }, [none])
  return none ? null : <Window sessions={sessions} queue={engine.uploads} />
}

function Window({ sessions, queue }: { sessions: readonly OpenUpload[]; queue: SharedQueue }): ReactElement {
  const count = sessions.length
  const several = count > 1
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const first = useRef<HTMLButtonElement>(null)
  const resume = async () => {
    const files = await pickFiles({ multiple: several })
    if (!files || files.length === 0) return
    const chosen = assignFiles(
      sessions,
      files.map((file) => ({ file, name: file.name, lastModified: file.lastModified, path: [] })),
    )
    const known = new Set(chosen.map(({ file }) => file.file))
    const message = errorText(
      sessions,
      files.filter((file) => !known.has(file)),
    )
    setError(message)
    if (chosen.length === 0) return
    setBusy(true)
    const queued = await resumeHere(chosen, queue).finally(() => setBusy(false))
    if (queued.length === 0) return
    // The panel shows resumed uploads, and a button back to this dialog for the others.
    unfinishedDialog.close()
    if (message) toast.error(message)
  }
  return (
    <Dialog
      open
      onOpenChange={unfinishedDialog.close}
      width={600}
      title={panelText('unfinishedUploads', { count })}
      description={t('resumeHint', { count })}
      initialFocus={first}
      finalFocus={unfinishedDialog.fromToast ? panelButton : undefined}
      flush
      footerStart={
        several && (
          <Button variant="bare" danger className="-ml-3" onClick={() => void confirmAndDiscard(sessions)}>
            {t('discardAll')}
          </Button>
        )
      }
      footer={
        <>
          <Button onClick={unfinishedDialog.close}>{t('close')}</Button>
          <Button ref={first} variant="primary" busy={busy} onClick={() => void resume()}>
            {t('chooseFilesToResume', { count })}
          </Button>
        </>
      }
    >
      <ul className="divide-y divide-line">
        {sessions.slice(0, LINES).map((session) => (
          <UnfinishedRow key={session.objectKey} session={session} />
        ))}
      </ul>
      {count > LINES && (
        <p className="px-6 py-2.5 text-secondary text-mut">{t('moreUnfinished', { count: count - LINES })}</p>
      )}
      <p
        role="alert"
        className={clsx('text-secondary text-danger', error && 'border-t border-line px-6 py-2.5')}
      >
        {error}
      </p>
    </Dialog>
  )
}

function errorText(sessions: readonly OpenUpload[], unmatched: readonly File[]): string {
  const [file, ...others] = unmatched
  const [session, ...more] = sessions
  if (!file) return ''
  if (session && more.length === 0) return t('wrongFile', { name: session.instanceName })
  return others.length === 0
    ? t('fileNotListed', { name: file.name })
    : t('filesNotListed', { count: unmatched.length })
}
