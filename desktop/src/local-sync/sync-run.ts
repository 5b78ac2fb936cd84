import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { isFailed, lacksSpace, type UploadItem } from '@clouddisk/client/uploads/state'
import { LOCAL_SYNC_SOURCE } from '@clouddisk/contract/devices'
import type { Uploads } from '../transfers/uploads/uploads.ts'
import { type PlanOptions, planRun, RunEnded, stopIfAborted } from './plan-run.ts'
import type { ScannedFile } from './scan.ts'
import { type SyncText, say } from './strings.ts'
import type { SyncReport, SyncTask } from './task-store.ts'

/**
 * One run of a task: sends what is new or has changed since it was sent last, and never deletes anything (B§4). Uploads
 * go through a queue that is kept over a kill, so that a run that is begun again sends nothing twice.
 */

export interface RunOptions extends PlanOptions {
  readonly uploads: Uploads
  /** A file of `size` bytes has been sent; its path is below the folder. */
  readonly onSent: (path: string, size: number) => void
  readonly onFailed?: (failure: FileFailure) => void
}

export interface FileFailure {
  /** Below the folder. */
  readonly path: string
  readonly errmsg: string
  /** The server's error number, one of UPLOAD_ERROR_CODES, or why the file is not sent at all (scan.ts). */
  readonly code: string
}

/** Files that are in the upload queue at a time. */
const PORTION = 1000

const FAILURES_SHOWN = 100
/** Errors of a file that may be over when the others are sent: it was being written. */
const PASSING: ReadonlySet<string> = new Set(['fileMissing', 'missingFileInformation', '101', '102'])

/** @throws RunEnded */
export async function runTask(stored: SyncTask, options: RunOptions): Promise<SyncReport> {
  const { language, onFailed } = options
  // The folder may be chosen by a link; below it none is followed.
  const localPath = await realpath(stored.localPath).catch(() => stored.localPath)
  const task = { ...stored, localPath }
  const { found, changed } = await planRun(task, options)
  const failures: FileFailure[] = []
  const note = (more: readonly FileFailure[]) => {
    failures.push(...more)
    for (const failure of more) onFailed?.(failure)
  }
  note(found.failures.map(({ path, reason }) => ({ path, errmsg: say(reason, language), code: reason })))
  let [uploaded, bytes] = [0, 0]
  const files = queuedFirst(task, changed, options.uploads)
  for (let at = 0; at < files.length; at += PORTION) {
    stopIfAborted(options.signal)
    const sent = await new Sending(task, files.slice(at, at + PORTION), options).send()
    uploaded += sent.uploaded
    bytes += sent.bytes
    note(sent.failures)
  }
  return {
    files: found.files.length,
    uploaded,
    unchanged: found.files.length - changed.length,
    ignored: found.ignored,
    failed: failures.length,
    bytes,
    failures: failures.slice(0, FAILURES_SHOWN).map(({ path, errmsg }) => ({ path, errmsg })),
  }
}

/** What an earlier run has left in the queue comes first, so that nothing of it is sent anew. */
function queuedFirst(task: SyncTask, files: readonly ScannedFile[], uploads: Uploads): ScannedFile[] {
  const queued = new Set(uploads.items().map(({ uid }) => uploads.pathOf(uid)))
  const isQueued = ({ path }: ScannedFile) => queued.has(join(task.localPath, path))
  return [...files.filter(isQueued), ...files.filter((file) => !isQueued(file))]
}

interface Sent {
  readonly uploaded: number
  readonly bytes: number
  readonly failures: readonly FileFailure[]
}

class Sending {
  readonly #task: SyncTask
  readonly #files: readonly ScannedFile[]
  readonly #options: RunOptions
  /** Files on their way, by the ids of their uploads. */
  readonly #open = new Map<string, ScannedFile>()
  readonly #failed = new Map<string, { readonly file: ScannedFile; readonly failure: FileFailure }>()
  #uploaded = 0
  #bytes = 0

  constructor(task: SyncTask, files: readonly ScannedFile[], options: RunOptions) {
    this.#task = task
    this.#files = files
    this.#options = options
  }

  async send(): Promise<Sent> {
    const { uploads } = this.#options
    const done = this.#followed()
    await this.#begin()
    try {
      await done.until(() => this.#open.size === 0)
      await this.#sendAgain(done)
    } finally {
      done.leave()
    }
    const failures = [...this.#failed.values()].map(({ failure }) => failure)
    uploads.remove([...this.#failed.keys()])
    return { uploaded: this.#uploaded, bytes: this.#bytes, failures }
  }

  /** Goes on with what an earlier run has left in the queue, and adds the rest. */
  async #begin(): Promise<void> {
    const { uploads } = this.#options
    const byPath = new Map(this.#files.map((file) => [join(this.#task.localPath, file.path), file]))
    const stale: string[] = []
    for (const item of uploads.items()) {
      const path = uploads.pathOf(item.uid)
      if (!this.#isOwn(item, path) || item.status === 'success') continue
      const file = byPath.get(path)
      const isSame = file?.size === item.fileSize && Math.round(file.modified) === item.lastModified
      if (file && isSame && !item.needsFile) {
        this.#open.set(item.uid, file)
        byPath.delete(path)
      } else stale.push(item.uid)
    }
    uploads.remove(stale)
    const rest = [...byPath.entries()]
    const added = rest.map(([path, file]) => ({ path, folders: file.path.split('/').slice(0, -1) }))
    const { ids, missing } = await uploads.add(added, {
      parentId: targetOf(this.#task),
      position: this.#task.diskPath,
      inGroup: this.#task.inGroup,
      sourceType: LOCAL_SYNC_SOURCE,
      conflict: 'newVersion',
    })
    if (this.#options.signal.aborted) {
      uploads.remove(ids)
      stopIfAborted(this.#options.signal)
    }
    const gone = new Set(missing)
    const there = rest.filter(([path]) => !gone.has(path))
    for (const [at, id] of ids.entries()) {
      const file = there[at]?.[1]
      if (file) this.#open.set(id, file)
    }
    await uploads.resume([...this.#open.keys()])
  }

  /** Another task may send the same folder, or one within it, to another place. */
  #isOwn(item: UploadItem, path: string): boolean {
    const { localPath } = this.#task
    if (!path.startsWith(localPath + sep)) return false
    const folders = relative(localPath, path).split(sep).slice(0, -1)
    return (
      this.#options.uploads.targetOf(item) === targetOf(this.#task) &&
      folders.join('/') === item.path.join('/')
    )
  }

  /** What failed since it was being written, once more. */
  async #sendAgain(done: Followed): Promise<void> {
    const { uploads } = this.#options
    const passing = uploads
      .items()
      .filter(({ uid, error }) => this.#failed.has(uid) && error && PASSING.has(error.code))
    if (passing.length === 0) return
    const files = passing.flatMap(({ uid }) => this.#failed.get(uid)?.file ?? [])
    for (const { uid } of passing) this.#failed.delete(uid)
    uploads.remove(passing.map(({ uid }) => uid))
    const again = new Sending(this.#task, files, this.#options)
    await again.#begin()
    for (const [uid, file] of again.#open) this.#open.set(uid, file)
    await done.until(() => this.#open.size === 0)
  }

  #followed(): Followed {
    const { uploads, language, signal } = this.#options
    let check = () => {}
    let ended: RunEnded | undefined
    const finished = ({ id }: { id: string }) => {
      const file = this.#open.get(id)
      if (!file) return
      this.#open.delete(id)
      this.#keep(id, file)
      check()
    }
    const settle = () => {
      for (const item of uploads.items()) {
        const file = this.#open.get(item.uid)
        if (!file || !(isFailed(item) || lacksSpace(item.error))) continue
        const why = reasonToEnd(item)
        if (why) ended ??= new RunEnded(why, say(why, language))
        this.#open.delete(item.uid)
        this.#failed.set(item.uid, { file, failure: this.#failureOf(item, file) })
      }
      if (ended && !ended.retry) uploads.remove([...this.#open.keys(), ...this.#failed.keys()])
      check()
    }
    const notice = ({ kind }: { kind: string }) => {
      // The uploads stay in the queue, for the run after the next sign-in.
      if (kind === 'signedOut') ended = new RunEnded('signedOut', say('signedOut', language))
      if (kind === 'signedOut') check()
      else if (kind === 'uploadFailed' || kind === 'foldersFailed' || kind === 'nameTaken')
        queueMicrotask(settle)
    }
    uploads.on('finished', finished)
    uploads.on('notice', notice)
    return {
      until: (isDone) =>
        new Promise((resolve, reject) => {
          check = () => {
            if (ended) reject(ended)
            else if (isDone()) resolve()
          }
          const abort = () => reject(new RunEnded('aborted', ''))
          if (signal.aborted) return abort()
          signal.addEventListener('abort', abort, { once: true })
          settle()
        }),
      leave: () => {
        uploads.off('finished', finished)
        uploads.off('notice', notice)
      },
    }
  }

  /** Before the queue forgets the upload, so that a kill in between does not send it again. */
  #keep(uid: string, file: ScannedFile): void {
    const { store, uploads, onSent } = this.#options
    const item = uploads.items().find((one) => one.uid === uid)
    const sha256 = item?.sha256 ?? hashOf(join(this.#task.localPath, file.path), file)
    store.keepSent(this.#task.id, file.path, { size: file.size, modified: file.modified, sha256 })
    this.#uploaded += 1
    this.#bytes += file.size
    onSent(file.path, file.size)
  }

  #failureOf({ error }: UploadItem, { path }: ScannedFile): FileFailure {
    const own = error && PASSING.has(error.code) ? say('changed', this.#options.language) : null
    return {
      path,
      errmsg: error?.message ?? own ?? error?.code ?? '',
      code: String(error?.errcode ?? error?.code ?? ''),
    }
  }
}

interface Followed {
  /** @throws RunEnded */
  until(isDone: () => boolean): Promise<void>
  leave(): void
}

/** The last id of the path is the folder (B§3). */
export const targetOf = ({ diskPathIds }: Pick<SyncTask, 'diskPathIds'>): string =>
  diskPathIds.split('/').filter(Boolean).at(-1) ?? '0'

/** Of a small file that was sent with others. '' where it has changed since, which fits no content. */
function hashOf(path: string, { size, modified }: ScannedFile): string {
  try {
    const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
    const now = statSync(path)
    return now.size === size && now.mtimeMs === modified ? sha256 : ''
  } catch {
    return ''
  }
}

/** Errors that every other file would meet too. */
function reasonToEnd(item: UploadItem): SyncText | null {
  const { error } = item
  if (!error) return null
  if (error.code === '002' || lacksSpace(error)) return 'noSpace'
  if (error.name === 'token_scope') return 'tokenScope'
  if (error.name === 'not_found' || error.name === 'not_permitted') return 'noTarget'
  return null
}
