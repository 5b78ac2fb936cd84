import { join } from 'node:path'
import type { Language } from '@clouddisk/contract/errors'
import { nameKey } from '@clouddisk/contract/names'
import { sha256Of } from '../transfers/downloads/place-file.ts'
import { type Scan, type ScannedFile, scan, TooManyFiles } from './scan.ts'
import { type SyncText, say } from './strings.ts'
import type { SentFile, SyncTask, TaskStore } from './task-store.ts'

/** What a run of a task has to send: compares the folder with what was sent before. */

/** The run cannot go on; the text is the person's. */
export class RunEnded extends Error {
  readonly reason: SyncText | 'aborted'

  constructor(reason: SyncText | 'aborted', text: string) {
    super(text)
    this.reason = reason
  }

  /** It may go on once somebody has signed in. */
  get retry(): boolean {
    return this.reason === 'signedOut'
  }
}

export interface PlanOptions {
  readonly store: TaskStore
  readonly language: Language
  readonly filesMax: number
  /** More rules to ignore files by, as in .clouddiskignore. */
  readonly ignore?: readonly string[]
  /** The task was removed, or the run shall end. */
  readonly signal: AbortSignal
}

export interface RunPlan {
  readonly found: Scan
  /** What is new or has changed since it was sent. */
  readonly changed: readonly ScannedFile[]
}

/** What a run would send. @throws RunEnded */
export async function planRun(task: SyncTask, options: PlanOptions): Promise<RunPlan> {
  const sent = options.store.sentFiles(task.id)
  const found = withoutClashes(await scanOf(task, options), sent)
  return { found, changed: await changedFiles(task, found, sent, options) }
}

/**
 * Files whose names are the same in the drive would become versions of one file. The one that was sent before is sent,
 * else the first; the others fail.
 */
function withoutClashes({ files, ignored, failures }: Scan, sent: ReadonlyMap<string, SentFile>): Scan {
  const rank = ({ path }: ScannedFile) => `${sent.has(path) ? 0 : 1} ${path}`
  const first = new Map<string, ScannedFile>()
  for (const file of files) {
    const key = keyOf(file)
    const other = first.get(key)
    if (!other || rank(file) < rank(other)) first.set(key, file)
  }
  const isFirst = (file: ScannedFile) => first.get(keyOf(file)) === file
  const others = files.filter((file) => !isFirst(file))
  const clashes = others.map(({ path }) => ({ path, reason: 'sameName' as const }))
  return { files: files.filter(isFirst), ignored, failures: [...failures, ...clashes] }
}

const keyOf = ({ path }: ScannedFile): string => path.split('/').map(nameKey).join('/')

async function scanOf({ localPath }: SyncTask, options: PlanOptions): Promise<Scan> {
  const { language, filesMax, ignore } = options
  try {
    return await scan(localPath, filesMax, ignore)
  } catch (error) {
    if (error instanceof TooManyFiles)
      throw new RunEnded('tooManyFiles', say('tooManyFiles', language, { limit: filesMax }))
    throw new RunEnded('noFolder', say('noFolder', language))
  }
}

export function stopIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new RunEnded('aborted', '')
}

/** By size, then time, then hash. */
async function changedFiles(
  task: SyncTask,
  { files }: Scan,
  sent: ReadonlyMap<string, SentFile>,
  { store, signal }: PlanOptions,
): Promise<ScannedFile[]> {
  const changed: ScannedFile[] = []
  for (const file of files) {
    stopIfAborted(signal)
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
