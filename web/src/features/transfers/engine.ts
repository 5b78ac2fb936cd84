import { createDownloadQueue } from '@clouddisk/client/downloads/queue'
import { type DownloadQueue, openDownloads } from '@clouddisk/client/downloads/state'
import type { FinishedRecord, UploadPorts } from '@clouddisk/client/uploads/ports'
import { createUploadQueue } from '@clouddisk/client/uploads/runner'
import { canResume, countsOf, isFailed, shownItems, type UploadItem } from '@clouddisk/client/uploads/state'
import { systemPorts } from '@clouddisk/client/uploads/system'
import { LIMITS } from '@clouddisk/contract/limits'
import { queryOpenUploads } from '@clouddisk/contract/uploads'
import { call, client } from '../../lib/api.ts'
import { playDone } from '../../lib/done-sound.ts'
import { openInFrame } from '../../lib/download-frame.ts'
import type { Downloadable, FolderTarget } from '../../lib/extension-points.ts'
import { loadWithTimeout } from '../../lib/lazy-part.ts'
import { preferences } from '../../lib/preferences.ts'
import { publicConfigQuery } from '../../lib/public-config.ts'
import { queryClient } from '../../lib/query-client.ts'
import { queryKeys, showsFolder } from '../../lib/query-keys.ts'
import { writeStored } from '../../lib/storage.ts'
import { toast } from '../../ui/toast.tsx'
import { chooseDownload } from './downloads/choose-download.ts'
import { downloadErrorText } from './downloads/download-messages.ts'
import { rememberError } from './last-error.ts'
import { transferRules } from './limits.ts'
import { clientOffer } from './local-helper/offer.ts'
import { createNotifier } from './notices.ts'
import { markDownloadStarted, trackUploads } from './panel/completions.ts'
import { GroupTotalsTracker } from './panel/group-totals.ts'
import { openPanel, showPanel } from './panel/panel-actions.ts'
import { UploadRun } from './panel/upload-run.ts'
import { countUnfinished, resumableUploads, uploadTotals } from './panel/upload-totals.ts'
import { openDatabase } from './ports/database.ts'
import { workerHasher } from './ports/hasher.ts'
import { reconcileWithServer } from './ports/reconcile.ts'
import { dexieStorage } from './ports/storage.ts'
import { browserTransport } from './ports/transport.ts'
import { createRecords, type Records } from './records.ts'
import { notifyUnfinished, trackUnfinished } from './recovery/notify-unfinished.ts'
import { chooseFiles, recover } from './recovery/recover.ts'
import { resumeUnfinished, resumeWith } from './recovery/resume-here.ts'
import { forgetFinishedSessions, OPEN_MS } from './recovery/unfinished.ts'
import { confirmSignOut } from './signing-out.ts'

import { PendingUploads } from './sources/pending-uploads.ts'
import { prepareUpload, type SelectionPorts } from './sources/prepare-upload.ts'
import { withRootId } from './sources/target.ts'
import type { WalkChunk } from './sources/walk.ts'
import { TRANSFERS_OPEN } from './storage-keys.ts'
import { t } from './strings.ts'
import type { TabFiles } from './tabs/messages.ts'
import { SharedQueue } from './tabs/shared-queue.ts'
import { guardUnload } from './unload-guard.ts'

/** The transfer engine: one per page, lazily loaded. */
export interface Engine {
  readonly userId: string
  readonly uploads: SharedQueue
  readonly downloads: DownloadQueue
  readonly records: Records
  readonly groupTotals: GroupTotalsTracker
  readonly pending: PendingUploads
  readonly runTotals: UploadRun
  /** Selections that are not queued yet. */
  upload(found: AsyncIterable<WalkChunk>, target: FolderTarget): Promise<void>
  download(items: readonly Downloadable[]): Promise<void>
  /** Resumes paused and failed items and reattaches missing files. Must be called inside the click event. */
  resume(items: readonly UploadItem[]): Promise<void>
  /** Lets the user choose the files again and resumes the items. Must be called inside the click event. */
  chooseAgain(items: readonly UploadItem[]): Promise<void>
  /** Asks for confirmation if uploads are running in any tab; returns whether to sign out. */
  confirmSignOut(): Promise<boolean>
  /** Sets the signed-in person. */
  setUser(userId: string): void
}

export function createEngine(userId: string): Engine {
  const db = openDatabase()
  const records = createRecords(db)
  const groupTotals = new GroupTotalsTracker()
  const state = { userId }
  const finished = (record: FinishedRecord, zip = false) =>
    void records.add({ ...record, userId: state.userId, zip }).catch(() => undefined)

  const allEnded = () => {
    if (pending.files === 0 && preferences().vioceTip) playDone()
  }

  const notify = createNotifier(() => uploads)
  const uploads = new SharedQueue({
    hooks: { notify, refresh },
    work: (hooks, files) =>
      createUploadQueue({
        ...systemPorts,
        api: call,
        hasher: workerHasher,
        transport: browserTransport(),
        storage: withFiles(
          reconcileWithServer(dexieStorage(db), () =>
            call(queryOpenUploads, {}, { quiet: true, timeoutMs: OPEN_MS }),
          ),
          files,
        ),
        network: { reachable: (signal) => client.reachable(signal) },
        hooks: { ...hooks, finished: (record) => finished(record), allEnded },
      }),
  })
  uploads.subscribe(() => groupTotals.follow(uploads.snapshot()))
  const pending = new PendingUploads(uploads)
  const run = new UploadRun()
  uploads.subscribe(() => run.follow(uploads.snapshot(), pending.files))
  trackCompletions(uploads)
  notifyResumable(uploads)
  trackUnfinished(uploads)
  void notifyUnfinished(uploads, userId)
  if (pending.snapshot().lost > 0) openPanel('upload')
  const suppressUnloadWarning = guardUnload(
    {
      isBusy: () => pending.files > 0 || (uploads.works && countUnfinished(uploads.snapshot()) > 0),
      hasFilesAlone: () => pending.files > 0,
    },
    (changed) => {
      uploads.subscribe(changed)
      pending.subscribe(changed)
    },
  )

  const downloads: DownloadQueue = createDownloadQueue({
    ...systemPorts,
    api: call,
    open: openInFrame,
    hooks: {
      finished: (record) => {
        markDownloadStarted()
        finished(record, isZip(downloads, record.id))
      },
      failed: (download, error) =>
        void toast.error(
          t('downloadFailed', { name: download.instanceName, reason: downloadErrorText(error) }),
          { action: { label: t('view'), run: () => openPanel('download') } },
        ),
    },
  })
  addEventListener('online', () => downloads.setOnline(true))
  addEventListener('offline', () => downloads.setOnline(false))
  downloads.setUser(userId)
  downloads.setOnline(navigator.onLine)
  uploads.start(userId)
  followLimits(uploads)
  void uploads.ready().then(() => rememberUnfinished(uploads, pending, downloads))

  return {
    get userId() {
      return state.userId
    },
    uploads,
    downloads,
    records,
    groupTotals,
    pending,
    runTotals: run,
    async upload(found, chosen) {
      const { limits } = await transferRules()
      const target = await withRootId(chosen)
      await uploads.ready()
      const { current, total } = countsOf(uploads.snapshot())
      const upload = await prepareUpload(found, target, {
        limits,
        queued: total - current + pending.files,
        ...(await byClient(target)),
        resume: async (gathered, { instanceId }) =>
          resumeUnfinished(
            await resumeWith(gathered, instanceId, uploads),
            instanceId,
            uploads,
            limits.partBytes,
          ),
      })
      if (!upload) return
      showPanel('upload')
      await pending.add(upload, limits)
    },
    async download(items) {
      if ((await chooseDownload(items, downloads)) > 1) showPanel('download')
    },
    async resume(items) {
      const able = items.filter((item) => !item.needsFile)
      const paused = able.filter(canResume).map(({ uid }) => uid)
      const failed = able.filter(isFailed).map(({ uid }) => uid)
      if (paused.length > 0) void uploads.run('resume', paused)
      if (failed.length > 0) void uploads.run('retry', failed)
      const lost = items.filter((item) => item.needsFile)
      if (lost.length > 0) await recover(lost, uploads, db)
    },
    chooseAgain: (items) => chooseFiles(items, uploads),
    async confirmSignOut() {
      const count = countUnfinished(uploads.snapshot()) + pending.files
      if (count === 0) return true
      const confirmed = await confirmSignOut(count)
      if (confirmed) suppressUnloadWarning()
      return confirmed
    },
    setUser(next) {
      if (next !== state.userId) pending.cancel()
      state.userId = next
      downloads.setUser(next)
      void uploads.run('setUser', next)
    },
  }
}

/** Stored with each change rather than each render, so that a reload resumes what has started. */
function rememberUnfinished(uploads: SharedQueue, pending: PendingUploads, downloads: DownloadQueue): void {
  const write = () => {
    const { files, lost } = pending.snapshot()
    const isOpen =
      files + lost > 0 ||
      openDownloads(downloads.snapshot()).length > 0 ||
      shownItems(uploads.snapshot()).some(({ status }) => status !== 'success')
    writeStored(TRANSFERS_OPEN, String(isOpen))
  }
  for (const queue of [uploads, pending, downloads]) queue.subscribe(write)
  write()
}

function trackCompletions(uploads: SharedQueue): void {
  let before = uploads.snapshot().items
  uploads.subscribe(() => {
    const { items } = uploads.snapshot()
    if (items !== before) {
      trackUploads(before, items)
      rememberError(before, items)
      forgetFinishedSessions(before, items)
    }
    before = items
  })
}

/** Notifies once of uploads that the last visit left unfinished, with a resume button. */
function notifyResumable(uploads: SharedQueue): void {
  const leave = uploads.subscribe(() => {
    const state = uploads.snapshot()
    if (state.items.length === 0) return
    leave()
    if (uploadTotals(state).failed + resumableUploads(state).items.length > 0) showPanel('upload')
  })
}

const isZip = (queue: DownloadQueue, id: string): boolean =>
  queue.snapshot().downloads.find((download) => download.id === id)?.what.kind === 'archive'

/** Files handed over by other tabs are readable without a permission prompt. */
function withFiles(storage: UploadPorts['storage'], files: TabFiles): UploadPorts['storage'] {
  return {
    save: storage.save,
    load: async () => {
      const stored = await storage.load()
      return stored && { ...stored, files: new Map([...stored.files, ...files]) }
    },
  }
}

/** Received folders stay with the browser: the client is offered on other pages (R128). */
async function byClient({ received }: FolderTarget): Promise<Pick<SelectionPorts, 'byClient'>> {
  const offer = received ? undefined : await clientOffer()
  if (!offer) return {}
  const upload: NonNullable<SelectionPorts['byClient']>['upload'] = async (target, fileType) => {
    const { uploadByClient } = await loadWithTimeout(() => import('./local-helper/upload-by-client.ts'))
    return uploadByClient(offer, target, fileType)
  }
  return { byClient: { offer, upload } }
}

/** Now, and whenever the page has read them again. */
function followLimits(uploads: SharedQueue): void {
  void setLimits(uploads)
  const [key] = publicConfigQuery.queryKey
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && event.query.queryKey[0] === key)
      void setLimits(uploads)
  })
}

async function setLimits(uploads: SharedQueue): Promise<void> {
  const { limits } = await transferRules()
  const { iUploadLimit, partBytes, partsInFlight, retries, resumeAttempts, folderRefreshMs } = limits
  const { smallFileBytes, smallFilesMax, smallFilesBytes } = limits
  uploads.configure({
    iUploadLimit,
    partBytes,
    partsInFlight,
    retries,
    resumeAttempts,
    folderRefreshMs,
    smallFileBytes,
    smallFilesMax,
    smallFilesBytes,
  })
}

/** Invalidates lists of these folders, and the capacity shortly after (R252). */
function refresh(parentIds: readonly string[]): void {
  const ids = new Set(parentIds)
  void queryClient.invalidateQueries({ predicate: (query) => showsFolder(query, ids) })
  setTimeout(
    () => void queryClient.invalidateQueries({ queryKey: queryKeys.capacity }),
    LIMITS.capacityRefreshMs,
  )
}
