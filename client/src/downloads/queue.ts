import { errorNameOf } from '@clouddisk/contract/errors'
import { LIMITS } from '@clouddisk/contract/limits'
import { readEnvelope } from '../http/envelope.ts'
import { ApiError, isUnauthorized } from '../http/errors.ts'
import type { Api, Clock, FinishedRecord } from '../uploads/ports.ts'
import type { Download, DownloadError, DownloadQueue, DownloadState } from './state.ts'
import { archiveUrlOf, downloadSourceOf, downloadUrlOf } from './urls.ts'

/** Starts downloads one at a time (A§7): gets the URL and opens it in a hidden frame. */

interface DownloadPorts {
  readonly api: Api
  readonly clock: Clock
  readonly newId: () => string
  readonly hooks: {
    /** Shows an error: the server's message, or "Network Error" if there is none. */
    failed(download: Download, error: DownloadError): void
    finished(record: FinishedRecord): void
  }
  /**
   * Opens a URL in a hidden frame or anchor. The returned function removes it; it is called after ten minutes. `fail`
   * may be called until then, with the content that the frame shows instead of a download.
   */
  readonly open: (url: string, fail: (shown: string) => void) => () => void
}

/** Browsers drop downloads that follow each other too fast. */
const GAP_MS = LIMITS.debounceMs
/** After this time without an error the browser has taken the download over. */
const HANDOVER_MS = LIMITS.toastMs

export function createDownloadQueue({ api, clock, newId, hooks, open }: DownloadPorts): DownloadQueue {
  let state: DownloadState = { downloads: [], online: true, userId: null, signedIn: false }
  const listeners = new Set<() => void>()
  let stop = new AbortController()
  let busy = false

  function set(change: Partial<DownloadState>): void {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
    void startNext()
  }

  function edit(id: string, change: Partial<Download>): void {
    set({
      downloads: state.downloads.map((download) =>
        download.id === id ? { ...download, ...change } : download,
      ),
    })
  }

  const find = (id: string) => state.downloads.find((download) => download.id === id)
  const next = () =>
    state.online && state.signedIn ? state.downloads.find(({ status }) => status === 'waiting') : undefined

  /** Starts one download at a time, in list order. */
  async function startNext(): Promise<void> {
    const download = next()
    if (busy || !download) return
    busy = true
    const { signal } = stop
    try {
      await startDownload(download, signal)
    } catch (error) {
      if (!signal.aborted) onError(download.id, error)
    }
    await new Promise<void>((resolve) => void clock.after(GAP_MS, resolve))
    busy = false
    void startNext()
  }

  async function startDownload({ id, what }: Download, signal: AbortSignal): Promise<void> {
    if (what.kind === 'file') {
      const url = await downloadUrlOf(api, downloadSourceOf(what.item), signal)
      return handOver(id, url)
    }
    const [first, ...rest] = what.items
    const archive = await archiveUrlOf(api, [downloadSourceOf(first), ...rest.map(downloadSourceOf)], signal)
    edit(id, { instanceName: archive.fileName, fileSize: archive.fileSize })
    handOver(id, archive.url)
  }

  /** Passes the URL to the browser. The download counts as done unless the frame shows an error. */
  function handOver(id: string, url: string): void {
    if (find(id)?.status !== 'waiting') return
    const close = open(url, (shown) => fail(id, shownAs(shown)))
    clock.after(LIMITS.downloadFrameMs, close)
    edit(id, { status: 'started' })
    clock.after(HANDOVER_MS, () => finish(id))
  }

  function finish(id: string): void {
    const download = find(id)
    if (download?.status !== 'started') return
    edit(id, { status: 'done' })
    hooks.finished(recordOf(download, clock.now()))
  }

  function onError(id: string, error: unknown) {
    if (isUnauthorized(error)) return set({ signedIn: false })
    fail(id, downloadErrorOf(error))
  }

  function fail(id: string, error: DownloadError): void {
    const download = find(id)
    if (!download || download.status === 'failed') return
    edit(id, { status: 'failed', error })
    hooks.failed(download, error)
  }

  function enqueue(added: readonly Download[]): void {
    set({ downloads: [...state.downloads.filter(({ status }) => status !== 'done'), ...added] })
  }

  const newDownload = (download: Pick<Download, 'what' | 'instanceName' | 'fileSize'>): Download => ({
    ...download,
    id: newId(),
    status: 'waiting',
    error: null,
    addedAt: clock.now(),
  })

  function clear(): void {
    stop.abort()
    stop = new AbortController()
    set({ downloads: [] })
  }

  return {
    snapshot: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(files) {
      const added = files.map((item) =>
        newDownload({
          what: { kind: 'file', item },
          instanceName: item.instanceName,
          fileSize: item.fileSize,
        }),
      )
      enqueue(added)
      return added.map(({ id }) => id)
    },
    addArchive(items) {
      const download = newDownload({
        what: { kind: 'archive', items },
        instanceName: `${items[0].instanceName}.zip`,
        fileSize: null,
      })
      enqueue([download])
      return download.id
    },
    retry(ids) {
      set({
        downloads: state.downloads.map((download) =>
          ids.includes(download.id) && download.status === 'failed'
            ? { ...download, status: 'waiting', error: null }
            : download,
        ),
      })
    },
    remove: (ids) => set({ downloads: state.downloads.filter(({ id }) => !ids.includes(id)) }),
    setOnline: (online) => set({ online }),
    setUser(userId) {
      if (userId !== null && state.userId !== null && userId !== state.userId) clear()
      set({ userId: userId ?? state.userId, signedIn: userId !== null })
    },
    stop() {
      stop.abort()
      state = { ...state, signedIn: false }
    },
  }
}

const UNREACHABLE: DownloadError = { name: 'unreachable', errcode: null, message: null, traceId: null }

function shownAs(shown: string): DownloadError {
  const envelope = readEnvelope(shown)
  if (!envelope) return UNREACHABLE
  const { errcode, errmsg: message, traceId } = envelope
  return { name: errorNameOf(errcode) ?? 'unknown', errcode, message, traceId }
}

const downloadErrorOf = (error: unknown): DownloadError =>
  error instanceof ApiError
    ? { name: error.name, errcode: error.code, message: error.message, traceId: error.traceId }
    : UNREACHABLE

const recordOf = (download: Download, finishedTime: number): FinishedRecord => ({
  id: download.id,
  filename: download.instanceName,
  fileSize: download.fileSize ?? 0,
  transferType: 'download',
  parentNames: '-',
  parentId: null,
  fileId: download.what.kind === 'file' ? download.what.item.instanceId : download.what.items[0].instanceId,
  taskAddTime: download.addedAt,
  finishedTime,
})
