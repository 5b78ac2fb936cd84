import type { ConnectivityScope, QueueNotice } from '@clouddisk/client/uploads/ports'
import { currentUser } from '@clouddisk/contract/accounts'
import { call } from '../../lib/api.ts'
import { toast } from '../../ui/toast.tsx'
import { errorLine } from './messages.ts'
import { choiceKey, type NameConflict } from './naming/name-conflicts.ts'
import { askNameConflicts } from './naming/questions.ts'
import { openPanel } from './panel/panel-actions.ts'
import { panel } from './panel/panel-state.ts'
import { uploadTotals } from './panel/upload-totals.ts'
import { t } from './strings.ts'
import type { SharedQueue } from './tabs/shared-queue.ts'

/** Shows the queue's notices in the visible tab. */
export function createNotifier(queueOf: () => SharedQueue): (notice: QueueNotice) => void {
  let lastFailure = 0
  return (notice) => {
    if (notice.kind === 'signedOut') void resumeIfSignedIn(queueOf())
    if (document.visibilityState !== 'visible') return
    switch (notice.kind) {
      case 'uploadFailed':
        if (Date.now() - lastFailure < FAILURES_MS || isListed()) return
        lastFailure = Date.now()
        return failed(
          t('uploadFailed', { name: notice.item.name, reason: errorLine(notice.error, notice.item) }),
        )
      case 'foldersFailed':
        return failed(
          t('foldersFailed', { name: notice.name, reason: errorLine(notice.error, { percentage: 0 }) }),
        )
      case 'networkDisconnected':
        return void toast.offline(t(notice.of === 'server' ? 'serverUnreachable' : 'offline'))
      case 'networkConnected':
        // The notice precedes the state that shows what resumes.
        return queueMicrotask(() => toast.online(connectedText(queueOf(), notice.of)))
      case 'networkFault':
        return void toast.offline(t(notice.of === 'server' ? 'serverFault' : 'networkFault'))
      case 'signedOut':
        return void toast.info(t('signedOut'))
      case 'nameTaken':
        return void askAboutName(queueOf(), notice.item)
      case 'storageFailed':
        return void toast.error(t('storageFailed'))
    }
  }
}

/** At most one failure is shown within this time; the list has all. */
const FAILURES_MS = 5000

const isListed = (): boolean => {
  const { shown, tab } = panel.get()
  return shown === 'open' && tab === 'upload'
}

const failed = (text: string): void =>
  void toast.error(text, { action: { label: t('view'), run: () => openPanel('upload') } })

function connectedText(queue: SharedQueue, of: ConnectivityScope): string {
  const { running } = uploadTotals(queue.snapshot())
  if (running === 0) return t(of === 'server' ? 'serverBack' : 'networkBack')
  return t(of === 'server' ? 'serverConnected' : 'networkConnected', { count: running })
}

/** The session is valid again if another tab has signed in. */
async function resumeIfSignedIn(queue: SharedQueue): Promise<void> {
  const user = await call(currentUser, {}, { quiet: true }).catch(() => undefined)
  if (user) await queue.run('setUser', user.userId)
}

/** A name was taken after the conflicts had been resolved. */
async function askAboutName(
  queue: SharedQueue,
  { uid, name, path, uploadTo }: Extract<QueueNotice, { kind: 'nameTaken' }>['item'],
): Promise<void> {
  const namesake: NameConflict = { kind: 'file', name, taken: 'file' }
  const choice = (await askNameConflicts([namesake], path.at(-1) ?? uploadTo))?.get(choiceKey(namesake))
  if (!choice || choice.what === 'merge') return
  if (choice.what === 'skip') await queue.run('remove', [uid])
  else await queue.run('retry', [uid], choice.what)
}
