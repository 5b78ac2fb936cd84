import { callsOfLink } from '@clouddisk/client/uploads/link-calls'
import { createUploadQueue } from '@clouddisk/client/uploads/runner'
import {
  shownItems,
  type UploadQueue,
  type UploadRequest,
  type UploadState,
} from '@clouddisk/client/uploads/state'
import { memoryStorage, systemPorts } from '@clouddisk/client/uploads/system'
import {
  browserTransport,
  dexieStorage,
  openDatabase,
  PendingUploads,
  type PortionQueue,
  workerHasher,
} from '../../features/transfers/public.ts'
import { limits } from '../../lib/limits.ts'
import { queryClient } from '../../lib/query-client.ts'
import { createStore } from '../../lib/store.ts'
import { toast } from '../../ui/toast.tsx'
import { linkPath } from '../address.ts'
import { checkAgain, client, configQuery, refreshLists } from '../calls.ts'
import { t } from './strings.ts'

/** The upload queue of a visit: the drive's, with the calls of the link. It goes on after a reload in the same browser. */

const NAME = `clouddisk-link-${linkPath.slice(0, 24)}`

const queue = createStore<UploadQueue<File> | undefined>(undefined)
export const useQueue = queue.use
let opening: Promise<UploadQueue<File>> | undefined

/** Opens the stored queue once; what it holds goes on. */
export function openQueue(): Promise<UploadQueue<File>> {
  opening ??= open()
  return opening
}

async function open(): Promise<UploadQueue<File>> {
  const created = createUploadQueue({
    ...systemPorts,
    api: callsOfLink(client.call, linkPath),
    hasher: workerHasher,
    transport: browserTransport(),
    storage: (await isAlone()) ? dexieStorage(openDatabase(NAME)) : memoryStorage(),
    network: { reachable: (signal) => client.reachable(signal) },
    hooks: {
      notify(notice) {
        if (notice.kind === 'signedOut') void checkAgain()
        if (notice.kind === 'uploadFailed' && notice.error.name?.startsWith('link_')) void checkAgain()
        if (notice.kind === 'foldersFailed')
          toast.error(t('folderFailed', { name: notice.name, reason: notice.error.message ?? '' }))
      },
      refresh: () => void refreshLists(),
      allEnded: () => void refreshLists(),
      finished: () => undefined,
    },
  }) as UploadQueue<File>
  await queryClient.ensureQueryData(configQuery).catch(() => undefined)
  const { iUploadLimit, partBytes, partsInFlight, retries, resumeAttempts, folderRefreshMs } = limits()
  created.configure({ iUploadLimit, partBytes, partsInFlight, retries, resumeAttempts, folderRefreshMs })
  created.setUser(linkPath)
  created.setOnline(navigator.onLine)
  addEventListener('online', () => created.setOnline(true))
  addEventListener('offline', () => created.setOnline(false))
  await created.start()
  warnBeforeLeaving(created)
  queue.set(created)
  return created
}

const pending = new WeakMap<UploadQueue<File>, PendingUploads>()

/** Selections that are too large for the queue go into it in portions. */
export function pendingOf(uploads: UploadQueue<File>): PendingUploads {
  const { snapshot, subscribe } = uploads
  const run = async (_: 'add', request: UploadRequest<File>) => uploads.add(request)
  const known = pending.get(uploads) ?? new PendingUploads({ run, snapshot, subscribe } as PortionQueue)
  pending.set(uploads, known)
  return known
}

/**
 * Of several tabs of the link one keeps its queue over a reload; the others' are in memory. Without locks, on plain http, it is
 * this one.
 */
function isAlone(): Promise<boolean> {
  if (typeof navigator.locks === 'undefined') return Promise.resolve(true)
  return new Promise((resolve) => {
    void navigator.locks.request(NAME, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      // Held until the tab ends.
      return lock && new Promise(() => undefined)
    })
  })
}

const isBusy = (state: UploadState): boolean =>
  shownItems(state).some(({ status }) => status !== 'success' && status !== 'pause' && status !== 'error')

function warnBeforeLeaving(uploads: UploadQueue<File>): void {
  addEventListener('beforeunload', (event) => {
    if (isBusy(uploads.snapshot())) event.preventDefault()
  })
}
