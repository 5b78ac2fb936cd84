import type { DatabaseSync } from 'node:sqlite'
import { type Client, createClient } from '@clouddisk/client/http/call'
import { ApiError, isUnauthorized, NetworkError, TimeoutError } from '@clouddisk/client/http/errors'
import { currentUser, publicConfig } from '@clouddisk/contract/accounts'
import { DEVICE_HEADER, deviceHeader } from '@clouddisk/contract/devices'
import { LIMITS } from '@clouddisk/contract/limits'
import { planRun, RunEnded } from '../local-sync/plan-run.ts'
import { say as sayOfSync } from '../local-sync/strings.ts'
import { runTask } from '../local-sync/sync-run.ts'
import { type SyncTask, TaskStore } from '../local-sync/task-store.ts'
import { thisDevice } from '../system/this-device.ts'
import { openTransferDatabase } from '../transfers/database.ts'
import { Uploads } from '../transfers/uploads/uploads.ts'
import { CommandEnded, EXIT, type ExitCode } from './exit-codes.ts'
import type { SyncOptions } from './options.ts'
import type { Report, RunCounts } from './output.ts'
import { watchForStall } from './stall.ts'
import { lock, stateFolderOf } from './state-folder.ts'
import { say } from './strings.ts'
import { findTarget, rootOfGroup } from './target.ts'
import { readToken } from './token.ts'

/** One run of `clouddisk sync`: signs in by the token, finds the target, sends what has changed. */

/** A folder of a server may hold more than one of a person’s computer. */
const FILES_MAX = 1_000_000

/** @returns the code to end with; the last event says so too. */
export async function runOnce(options: SyncOptions, report: Report, signal: AbortSignal): Promise<ExitCode> {
  try {
    const { files, uploaded, unchanged, ignored, failed, bytes } = await sync(options, report, signal)
    const exitCode = failed > 0 ? EXIT.failed : EXIT.done
    report({ event: 'end', exitCode, files, uploaded, unchanged, ignored, failed, bytes })
    return exitCode
  } catch (error) {
    const { exitCode, code, message } = endOf(error, options)
    report({ event: 'end', exitCode, code, message })
    return exitCode
  }
}

async function sync(options: SyncOptions, report: Report, signal: AbortSignal): Promise<RunCounts> {
  const { language, origin, from, to, group } = options
  const token = await readToken(options)
  const folder = stateFolderOf(options)
  const release = lock(folder, language)
  try {
    report({ event: 'start', from, to: `${origin}/${[...(group === null ? [] : [group]), ...to].join('/')}` })
    const device = { [DEVICE_HEADER]: deviceHeader(await thisDevice(folder)) }
    const client = createClient({
      baseUrl: origin,
      language: () => language,
      token: () => token,
      headers: () => device,
    })
    const user = await client.call(currentUser, {}, { signal })
    const rootId = group === null ? user.rootId : await rootOfGroup(client, group, language)
    const target = await findTarget({ client, rootId, names: to, language }, !options.dryRun)
    const db = openTransferDatabase(folder)
    try {
      const store = new TaskStore(db)
      const task = taskOf(store, user.userId, target?.ids ?? null, options)
      return options.dryRun
        ? await dryRun(task, store, options, report, signal)
        : await send(task, { store, db, client, options, report, signal })
    } finally {
      db.close()
    }
  } finally {
    release()
  }
}

/** A target that was deleted and created anew is another, so that all files are sent again. */
function taskOf(
  store: TaskStore,
  userId: string,
  ids: readonly string[] | null,
  { from, to, group, daily }: SyncOptions,
): SyncTask {
  const key = `${from}_${ids?.join('/') ?? ''}`
  const known = store.list(userId)
  const found = known.find((task) => task.key === key)
  if (found) return found
  const task = {
    ...{ userId, key, localPath: from, diskPath: to.join('/'), diskPathIds: ids?.join('/') ?? '' },
    ...{ inGroup: group !== null, syncTime: daily ?? '', syncStatus: 'wait' as const },
    ...{ lastSyncAt: null, nextSyncAt: null, errmsg: null, report: null },
  }
  if (ids === null) return { ...task, id: 0 }
  for (const { id } of known) store.remove(id)
  return store.create(task)
}

async function dryRun(
  task: SyncTask,
  store: TaskStore,
  { language, ignore }: SyncOptions,
  report: Report,
  signal: AbortSignal,
): Promise<RunCounts> {
  const { found, changed } = await planRun(task, { store, language, filesMax: FILES_MAX, ignore, signal })
  for (const { path, size } of changed) report({ event: 'wouldSend', path, size })
  for (const { path, reason } of found.failures)
    report({ event: 'failed', path, code: reason, message: sayOfSync(reason, language) })
  return {
    files: found.files.length,
    uploaded: 0,
    unchanged: found.files.length - changed.length,
    ignored: found.ignored,
    failed: found.failures.length,
    bytes: 0,
  }
}

interface Sending {
  readonly store: TaskStore
  readonly db: DatabaseSync
  readonly client: Client
  readonly options: SyncOptions
  readonly report: Report
  readonly signal: AbortSignal
}

async function send(task: SyncTask, sending: Sending): Promise<RunCounts> {
  const { store, db, client, options, report, signal } = sending
  const { language, ignore, timeoutMs } = options
  const uploads = new Uploads(db, client, 'sync_upload')
  const stalled = new AbortController()
  const endWatch = watchForStall(uploads, timeoutMs, () => stalled.abort())
  try {
    const { limits } = await client.call(publicConfig, {}, { signal })
    await uploads.setUser(task.userId)
    uploads.setLimits({ ...LIMITS, ...limits })
    return await runTask(task, {
      ...{ store, uploads, language, ignore, filesMax: FILES_MAX },
      signal: AbortSignal.any([signal, stalled.signal]),
      onSent: (path, size) => report({ event: 'sent', path, size }),
      onFailed: ({ path, code, errmsg }) => report({ event: 'failed', path, code, message: errmsg }),
    })
  } catch (error) {
    if (!stalled.signal.aborted || signal.aborted) throw error
    const text = say('stalled', language, { seconds: Math.round(timeoutMs / 1000) })
    throw new CommandEnded(EXIT.unreachable, 'stalled', text)
  } finally {
    endWatch()
    await uploads.stop()
  }
}

const REASONS: Partial<Record<RunEnded['reason'], ExitCode>> = {
  noSpace: EXIT.noSpace,
  signedOut: EXIT.signInRefused,
  tokenScope: EXIT.signInRefused,
  aborted: EXIT.interrupted,
}

function endOf(error: unknown, { language, origin }: SyncOptions): CommandEnded {
  if (error instanceof CommandEnded) return error
  if (error instanceof RunEnded) {
    const text = error.reason === 'aborted' ? say('interrupted', language) : error.message
    const refused = error.reason === 'signedOut' ? say('tokenRefused', language) : text
    return new CommandEnded(REASONS[error.reason] ?? EXIT.failed, error.reason, refused)
  }
  if (error instanceof NetworkError || error instanceof TimeoutError || isAway(error))
    return new CommandEnded(EXIT.unreachable, 'unreachable', say('unreachable', language, { server: origin }))
  if (isUnauthorized(error))
    return new CommandEnded(EXIT.signInRefused, 'signedOut', say('tokenRefused', language))
  if (error instanceof ApiError) {
    const exitCode = error.name === 'token_scope' ? EXIT.signInRefused : EXIT.failed
    const reason = error.message || `${error.httpStatus}`
    return new CommandEnded(exitCode, String(error.code), say('serverSays', language, { reason }))
  }
  if (error instanceof Error && error.name === 'AbortError')
    return new CommandEnded(EXIT.interrupted, 'aborted', say('interrupted', language))
  return new CommandEnded(EXIT.failed, 'internal', error instanceof Error ? error.message : String(error))
}

/** The server, or what stands before it, says that it does not work now. */
const isAway = (error: unknown): boolean =>
  error instanceof ApiError && [502, 503, 504].includes(error.httpStatus)
