import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { isFailed, lacksSpace, type UploadItem } from '@clouddisk/client/uploads/state'
import type { Language } from '@clouddisk/contract/errors'
import { sha256Of } from '../transfers/downloads/place-file.ts'
import type { Uploads } from '../transfers/uploads/uploads.ts'
import { type Scan, type ScannedFile, scan, TooManyFiles } from './scan.ts'
import { type SyncText, say } from './strings.ts'
import type { SentFile, SyncReport, SyncTask, TaskStore } from './task-store.ts'

/**
 * One run of a task: sends what is new or has changed since it was sent last, and never deletes anything (B§4). Uploads
 * go through a queue that is kept over a kill, so that a run that is begun again sends nothing twice.
 */

export interface RunOptions {
  readonly store: TaskStore
  readonly uploads: Uploads
  readonly language: Language
  readonly filesMax: number
  /** The task was removed. */
  readonly signal: AbortSignal
  /** A file has been sent; its path is below the folder. */
  readonly onSent: (path: string) => void
}

/** The run cannot go on; the text is the person's. `retry`: it may, once somebody has signed in. */
export class RunEnded extends Error {
  readonly retry: boolean

  constructor(text: string, retry = false) {
    super(text)
    this.retry = retry
  }
}

const FAILURES_SHOWN = 100
/** Errors of a file that may be over when the others are sent: it was being written. */
const PASSING: ReadonlySet<string> = new Set(['fileMissing', 'missingFileInformation', '101', '102'])

/** @throws RunEnded */
export async function runTask(task: SyncTask, options: RunOptions): Promise<SyncReport> {
  const { store, language, filesMax } = options
  const found = await scanOf(task, language, filesMax)
  const changed = await changedFiles(task, found, store)
  const sending = new Sending(task, changed, options)
  const sent = await sending.send()
  const failures = [
    ...found.failures.map(({ path }) => ({ path, errmsg: say('unreadable', language) })),
    ...sent.failures,
  ]
  return {
    files: found.files.length,
    uploaded: sent.uploaded,
    unchanged: found.files.length - changed.length,
    ignored: found.ignored,
    failed: failures.length,
    bytes: sent.bytes,
    failures: failures.slice(0, FAILURES_SHOWN),
  }
}

async function scanOf(task: SyncTask, language: Language, filesMax: number): Promise<Scan> {
  try {
    return await scan(task.localPath, filesMax)
  } catch (error) {
    if (error instanceof TooManyFiles) throw new RunEnded(say('tooManyFiles', language, { limit: filesMax }))
    throw new RunEnded(say('noFolder', language))
  }
}

/** By size, then time, then hash. */
async function changedFiles(task: SyncTask, { files }: Scan, store: TaskStore): Promise<ScannedFile[]> {
  const sent = store.sentFiles(task.id)
  const changed: ScannedFile[] = []
  for (const file of files) {
    const before = sent.get(file.path)
    if (
      !before ||
      before.size !== file.size ||
      (before.modified !== file.modified && !(await isSame(task, file, before)))
    )
      changed.push(file)
    else if (before.modified !== file.modified)
      store.keepSent(task.id, file.path, { ...before, modified: file.modified })
  }
  return changed
}

const isSame = (task: SyncTask, { path }: ScannedFile, { sha256 }: SentFile): Promise<boolean> =>
  sha256Of(join(task.localPath, path)).then(
    (now) => now === sha256,
    () => false,
  )

interface Sent {
  readonly uploaded: number
  readonly bytes: number
  readonly failures: SyncReport['failures'][number][]
}

class Sending {
  readonly #task: SyncTask
  readonly #files: readonly ScannedFile[]
  readonly #options: RunOptions
  /** Files on their way, by the ids of their uploads. */
  readonly #open = new Map<string, ScannedFile>()
  readonly #failed = new Map<string, ScannedFile>()
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
    const failures = [...this.#failed].map(([uid, file]) => this.#failureOf(uid, file))
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
      const isOwn = path.startsWith(this.#task.localPath + sep) && item.uploadTo === this.#task.diskPath
      if (!isOwn || item.status === 'success') continue
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
      conflict: 'newVersion',
    })
    const gone = new Set(missing)
    const there = rest.filter(([path]) => !gone.has(path))
    for (const [at, id] of ids.entries()) {
      const file = there[at]?.[1]
      if (file) this.#open.set(id, file)
    }
    await uploads.resume([...this.#open.keys()])
  }

  /** What failed since it was being written, once more. */
  async #sendAgain(done: Followed): Promise<void> {
    const { uploads } = this.#options
    const passing = uploads
      .items()
      .filter(({ uid, error }) => this.#failed.has(uid) && error && PASSING.has(error.code))
    if (passing.length === 0) return
    const files = passing.flatMap(({ uid }) => this.#failed.get(uid) ?? [])
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
        if (why) ended ??= new RunEnded(say(why, language))
        this.#open.delete(item.uid)
        this.#failed.set(item.uid, file)
      }
      if (ended) uploads.remove([...this.#open.keys(), ...this.#failed.keys()])
      check()
    }
    const notice = ({ kind }: { kind: string }) => {
      // The uploads stay in the queue, for the run after the next sign-in.
      if (kind === 'signedOut') ended = new RunEnded(say('signedOut', language), true)
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
          signal.addEventListener('abort', () => reject(new RunEnded('')), { once: true })
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
    onSent(file.path)
  }

  #failureOf(uid: string, { path }: ScannedFile): SyncReport['failures'][number] {
    const { uploads, language } = this.#options
    const error = uploads.items().find((item) => item.uid === uid)?.error
    const own = error && PASSING.has(error.code) ? say('changed', language) : null
    return { path, errmsg: error?.message ?? own ?? error?.code ?? '' }
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
  if (error.name === 'not_found' || error.name === 'not_permitted') return 'noTarget'
  return null
}
