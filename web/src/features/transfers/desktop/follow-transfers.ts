import type { DesktopMessage, TransferCounts } from '@clouddisk/contract/desktop'
import { LIMITS } from '@clouddisk/contract/limits'
import { playDone } from '../../../lib/done-sound.ts'
import { desktopHost } from '../../../lib/host.ts'
import { preferences } from '../../../lib/preferences.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { createStore } from '../../../lib/store.ts'
import { toast } from '../../../ui/toast.tsx'
import { isAlertDue } from './dlp-alert.ts'
import { t } from './strings.ts'

/** What the desktop client tells of its transfers (A§4): counts, finished files, and what a rule has stopped. */

const NONE: TransferCounts = {
  ...{ upload: 0, download: 0, finished: 0, uploading: 0, downloading: 0, waiting: 0 },
  ...{ pending: 0, localSync: 0 },
}

export const transferCounts = createStore<TransferCounts>(NONE)
/** Uploads and downloads that are not finished: the red number in the menu (R33). */
export const openTransfers = createStore(0)

/** Files that have come into folders are shown at most this often. */
const REFRESH_MS = 300
let refreshing = false

export function followTransfers(): void {
  const desktop = desktopHost()
  desktop.onMessage(take)
  void readCounts()
}

/** Also after a sign-in: each person has a list. */
export async function readCounts(): Promise<void> {
  takeCounts(
    await desktopHost()
      .countTransfers({})
      .catch(() => NONE),
  )
}

/** Somebody else may sign in next. */
export function forgetTransfers(): void {
  takeCounts(NONE)
}

function take(message: DesktopMessage): void {
  if (message.myType === 'listChanged') {
    const before = transferCounts.get()
    takeCounts(message.counts)
    if (isEnd(before, message.counts) && preferences().vioceTip) playDone()
  } else if (message.myType === 'jobFinish' && message.isFinish) refreshSoon()
  else if (message.myType === 'dlpInfo' && isAlertDue())
    toast.error(t('blocked', { name: message.fileName, reason: message.errmsg }))
}

function takeCounts(counts: TransferCounts): void {
  transferCounts.set(counts)
  openTransfers.set(counts.upload + counts.download)
}

/** All transfers have ended, the last one not by being removed or paused (R45, R115). */
const isEnd = (before: TransferCounts, after: TransferCounts): boolean =>
  pendingOf(before) > 0 && pendingOf(after) === 0 && after.finished > before.finished && after.waiting === 0

const pendingOf = ({ pending, upload, download }: TransferCounts): number => pending ?? upload + download

/** Folders on the screen, and the capacity shortly after (R252). */
function refreshSoon(): void {
  if (refreshing) return
  refreshing = true
  setTimeout(() => {
    refreshing = false
    for (const queryKey of [queryKeys.folders, queryKeys.subfolders])
      void queryClient.invalidateQueries({ queryKey })
    setTimeout(
      () => void queryClient.invalidateQueries({ queryKey: queryKeys.capacity }),
      LIMITS.capacityRefreshMs,
    )
  }, REFRESH_MS)
}
