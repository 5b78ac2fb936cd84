import { ERRORS, errorNameOf } from '@clouddisk/contract/errors'
import { SECOND } from '@clouddisk/contract/time'
import { withoutHashes, withoutSession } from './items.ts'
import type { Failure } from './messages.ts'
import { reducePartConcurrency } from './part-concurrency.ts'
import { withStoppedTransfer } from './progress.ts'
import { withRetry } from './retries.ts'
import {
  lacksSpace,
  type Task,
  type TaskKind,
  type UploadError,
  type UploadErrorCode,
  type UploadItem,
} from './state.ts'
import type { Transition } from './transition.ts'

/**
 * Decides what follows from a failure: retry, restart the session, wait for the network or the user, or fail the item.
 */

const BACKOFF_MS = 1000
const BACKOFF_MAX_MS = 16 * SECOND
/** Delay before an item that found no space is retried, plus as much jitter. */
const SPACE_RETRY_MS = 10 * SECOND
/** Interval of probes while the server is unreachable. */
export const PROBE_MS = 3000

export const NETWORK_FAILURE: Failure = {
  kind: 'network',
  step: 'call',
  name: null,
  errcode: null,
  message: null,
  details: {},
  traceId: null,
  store: false,
}
/** Whether the server is reachable says nothing about an external store: handled as an unavailable store. */
const STORE_UNREACHABLE: Failure = { ...NETWORK_FAILURE, kind: 'unavailable', store: true }

export function onFailed(transition: Transition, uid: string, task: Task, failure: Failure) {
  switch (failure.kind) {
    case 'signedOut':
      return signOut(transition)
    case 'network':
      return awaitProbe(transition, uid, task, failure)
    case 'timeout':
    case 'server':
    case 'unavailable':
      return retryWithBackoff(transition, uid, task, failure)
    case 'gone':
      return onGone(transition, uid, task, failure)
    case 'changed':
      // The object is complete: another device finished it, or a response was lost.
      if (task.kind === 'init') return trySave(transition, uid)
      return restartSession(transition, uid, failure, '202', true)
    case 'parts':
      return partsMissing(transition, uid, failure)
    default:
      return failTask(transition, uid, task, failure)
  }
}

/** A 401 pauses everything. Signing in as the same user resumes it (C9). */
export function signOut(transition: Transition) {
  if (!transition.state.signedIn) return
  transition.updateState({ signedIn: false })
  transition.pauseActive('signedOut')
  transition.emit({ type: 'notify', notice: { kind: 'signedOut' } })
}

/** No response: probes the server first, since going offline does not count as a retry (R113). */
function awaitProbe(transition: Transition, uid: string, task: Task, { store }: Failure) {
  transition.startTask(uid, { kind: task.kind, ...partOf(task), waiting: 'probe', store }, null)
  probe(transition, 0)
}

export function probe(transition: Transition, ms: number) {
  if (transition.state.probe !== null) return
  const task = transition.nextTask()
  transition.updateState({ probe: task })
  transition.emit({ type: 'probe', task, ms })
}

/** The server is reachable: lost requests count as retries. */
export function retryAfterProbe(transition: Transition) {
  for (const item of transition.items) {
    for (const task of item.work.tasks) {
      if (task.waiting !== 'probe' || task.kind === 'batch') continue
      transition.endTask(item.uid, task.id)
      retryWithBackoff(transition, item.uid, task, task.store ? STORE_UNREACHABLE : NETWORK_FAILURE)
    }
  }
  for (const group of transition.state.groups) {
    if (group.task?.waiting === 'probe') retryGroupWithBackoff(transition, group.groupId, NETWORK_FAILURE)
  }
}

/**
 * Retries three times, with exponential backoff and jitter (R112). Retries without limit while a service is
 * unavailable.
 */
function retryWithBackoff(transition: Transition, uid: string, task: Task, failure: Failure) {
  const item = transition.item(uid)
  if (!item) return
  const { count, tries } = withRetry(item.work.tries, stepKey(task), failure)
  reducePartConcurrency(transition, task, failure)
  if (count > transition.settings.retries && failure.kind !== 'unavailable')
    return failTask(transition, uid, task, failure)
  const loadedChunks = task.part === null ? item.loadedChunks : omitKey(item.loadedChunks, task.part)
  transition.editItem(uid, { loadedChunks }, { tries })
  const ms = backoffMs(count)
  transition.startTask(uid, { kind: task.kind, ...partOf(task), waiting: 'backoff' }, (id) => {
    return { type: 'wait', uid, task: id, ms, jitterMs: ms }
  })
}

export const backoffMs = (tries: number): number => Math.min(BACKOFF_MS * 2 ** (tries - 1), BACKOFF_MAX_MS)
export const stepKey = (task: Task): string => (task.part === null ? task.kind : `${task.kind} ${task.part}`)
const partOf = (task: Task) => (task.part === null ? {} : { part: task.part })

export function omitKey<T>(record: Readonly<Record<number, T>>, key: number): Record<number, T> {
  const { [key]: _gone, ...rest } = record
  return rest
}

/** The store does not know the session: either it was completed, or everything is sent again. */
function onGone(transition: Transition, uid: string, task: Task, failure: Failure) {
  const item = transition.item(uid)
  if (!item) return
  if (task.kind === 'recycle') return transition.removeItem(uid)
  const joined = item.work.completing && (task.kind === 'list' || task.kind === 'complete')
  if (joined) return transition.editItem(uid, {}, { stored: true })
  // Another device may have completed and saved the upload. A repeated save then returns the same file.
  if (SESSION_KINDS.has(task.kind) && item.objectKey !== null) return trySave(transition, uid)
  restartSession(transition, uid, failure, 'lostPartInformation', false)
}

const SESSION_KINDS: ReadonlySet<TaskKind> = new Set(['check', 'init', 'list', 'put', 'part', 'complete'])

/**
 * Saves, which tells what became of the session. If the save is refused, everything is sent again. A running check is
 * kept: it may have ended the session because equal content exists.
 */
function trySave(transition: Transition, uid: string) {
  transition.cancelTasks(uid, ['hash', 'check'])
  transition.editItem(uid, {}, { stored: true, tries: {} })
}

/** Restarts from the check, at most twice. `changed`: the content differs, so that it is hashed again. */
function restartSession(
  transition: Transition,
  uid: string,
  failure: Failure,
  code: UploadErrorCode,
  changed: boolean,
) {
  const restarts = (transition.item(uid)?.work.restarts ?? 0) + 1
  if (changed) discardSession(transition, uid)
  transition.cancelTasks(uid, changed ? [] : ['hash'])
  transition.updateItem(uid, (item) => withoutSession(changed ? withoutHashes(item) : item))
  transition.editItem(uid, {}, { restarts, tries: {} })
  if (restarts > transition.settings.resumeAttempts) failItem(transition, uid, uploadErrorOf(code, failure))
}

/** Asks the store to discard the session; the result is ignored. */
export function discardSession(transition: Transition, uid: string) {
  const item = transition.item(uid)
  if (item?.objectKey) transition.emit({ type: 'recycle', task: null, item })
}

/** Merging or saving found parts missing: sends them again after a new listing, at most twice (R105). */
export function partsMissing(transition: Transition, uid: string, failure: Failure | null) {
  const item = transition.item(uid)
  if (!item) return
  const resumeAttempts = item.work.resumeAttempts + 1
  if (resumeAttempts > transition.settings.resumeAttempts) {
    return failItem(transition, uid, uploadErrorOf('lostPartInformation', failure ?? NETWORK_FAILURE))
  }
  const parts = item.uploadId && failure ? 'unknown' : 'known'
  transition.editItem(uid, {}, { resumeAttempts, parts, completing: false, stored: false, saving: false })
}

/** The proof was refused: sends the content in a new session, without trying an instant upload again (C10). */
function sendWithoutInstant(transition: Transition, uid: string) {
  discardSession(transition, uid)
  transition.cancelTasks(uid, ['hash'])
  transition.updateItem(uid, withoutSession)
  transition.editItem(uid, {}, { instantRefused: true })
}

/** An unfinished item lost its file by a reload. It waits for the file, which is no error. */
export function requireFile(transition: Transition, uid: string) {
  transition.pauseItem(uid, 'restored')
  transition.editItem(uid, { needsFile: true })
}

export function failTask(transition: Transition, uid: string, task: Task, failure: Failure) {
  if (task.kind === 'recycle') return transition.removeItem(uid)
  if (failure.kind === 'noFile') return requireFile(transition, uid)
  if (task.kind === 'second' && failure.name === 'proof_refused') return sendWithoutInstant(transition, uid)
  const details = task.part === null ? failure.details : { ...failure.details, part: task.part }
  const error = uploadErrorOf(codeFor(task.kind, failure), { ...failure, details })
  if (failure.name === 'hash_mismatch') discardContent(transition, uid)
  if (failure.name === 'upload_ended') leaveSession(transition, uid)
  if (failure.kind === 'unreadable') transition.editItem(uid, { needsFile: true })
  const sending = SEND_KINDS.includes(task.kind)
  failItem(transition, uid, error, failure.kind === 'timeout' && sending ? 'onTimeout' : 'error')
}

/** The stored content does not match the hashes: discards both. */
function discardContent(transition: Transition, uid: string) {
  discardSession(transition, uid)
  transition.cancelTasks(uid)
  transition.updateItem(uid, (item) => withoutSession(withoutHashes(item)))
}

/** An administrator ended the session. A retry opens a new one. */
function leaveSession(transition: Transition, uid: string) {
  transition.cancelTasks(uid)
  transition.updateItem(uid, withoutSession)
}

/** Stops the item with an error that the user sees and can retry (R107). */
export function failItem(
  transition: Transition,
  uid: string,
  error: UploadError,
  status: 'error' | 'onTimeout' = 'error',
) {
  transition.cancelTasks(uid)
  const item = transition.item(uid)
  if (!item) return
  const parts = item.uploadId ? 'unknown' : item.work.parts
  const work = { ...item.work, parts, tries: {}, saving: false } as const
  const failed: UploadItem = withStoppedTransfer({
    ...item,
    status,
    pauseReason: null,
    error,
    errorMsg: error.message,
    work,
  })
  transition.putItem(failed)
  if (lacksSpace(error)) {
    waitForSpace(transition, uid)
    // The user has been notified and can do nothing.
    if (item.work.isOutOfSpace) return
  }
  transition.emit({
    type: 'notify',
    notice:
      error.name === 'name_taken'
        ? { kind: 'nameTaken', item: failed }
        : { kind: 'uploadFailed', item: failed, error },
  })
}

/** Schedules an automatic retry, which shows no further notice. */
export function waitForSpace(transition: Transition, uid: string) {
  transition.editItem(uid, {}, { isOutOfSpace: true })
  transition.startTask(uid, { kind: 'space', waiting: 'backoff' }, (task) => {
    return { type: 'wait', uid, task, ms: SPACE_RETRY_MS, jitterMs: SPACE_RETRY_MS }
  })
}

const SEND_KINDS: readonly TaskKind[] = ['put', 'part', 'batch']

const STEP_CODES: Record<TaskKind, UploadErrorCode> = {
  hash: '101',
  check: '202',
  second: '202',
  init: '301',
  list: '304',
  put: '302',
  part: '305',
  complete: 'fragmentInfoNotSaved',
  save: 'fragmentInfoNotSaved',
  recycle: 'unreachable',
  leave: 'unreachable',
  space: 'unreachable',
  batch: '302',
}
const CODES_BY_NAME: Partial<Record<NonNullable<Failure['name']>, UploadErrorCode>> = {
  quota_full: '002',
  upload_ended: 'refused',
  sensitive_content: 'security',
  hash_mismatch: '202',
}

/** Error code of A§8. */
function codeFor(kind: TaskKind, failure: Failure): UploadErrorCode {
  const named = failure.name === null ? undefined : CODES_BY_NAME[failure.name]
  if (named) return named
  if (failure.kind === 'memory') return '102'
  if (failure.kind === 'unreadable') return 'fileMissing'
  if (failure.kind === 'pageTooOld') return 'pageTooOld'
  const ownCall = kind === 'check' || kind === 'second' || kind === 'save' || kind === 'batch'
  if (ownCall && failure.kind === 'refused') return 'refused'
  if (ownCall && failure.kind === 'network') return 'unreachable'
  if (failure.step === 'auth') return kind === 'complete' ? '203' : '201'
  if (failure.kind === 'timeout' && SEND_KINDS.includes(kind)) return '303'
  return STEP_CODES[kind]
}

export function uploadErrorOf(code: UploadErrorCode, failure: Partial<Failure> = {}): UploadError {
  const name = failure.name ?? null
  return {
    code,
    name,
    errcode: failure.errcode ?? null,
    message: failure.message ?? null,
    details: failure.details ?? {},
    traceId: failure.traceId ?? null,
    // Space may have been freed. A name conflict or a missing permission needs the user.
    retryable: name === null || name === 'quota_full' || ERRORS[name].retryable,
  }
}

/** Error for a refusal in a check reply ('2', '4'). */
export const checkRefusal = (
  code: UploadErrorCode,
  reply: { errcode?: number; message?: string; missing?: number },
): UploadError =>
  uploadErrorOf(code, {
    name: reply.errcode === undefined ? null : (errorNameOf(reply.errcode) ?? null),
    errcode: reply.errcode ?? null,
    message: reply.message ?? null,
    details: reply.missing === undefined ? {} : { missing: reply.missing },
  })

/** Handles a failed creation of a group's folders. */
export function onFoldersFailed(transition: Transition, groupId: string, failure: Failure) {
  if (failure.kind === 'signedOut') return signOut(transition)
  if (failure.kind === 'network') {
    transition.editGroup(groupId, { task: { id: transition.nextTask(), waiting: 'probe' } })
    return probe(transition, 0)
  }
  if (failure.kind === 'timeout' || failure.kind === 'server' || failure.kind === 'unavailable')
    return retryGroupWithBackoff(transition, groupId, failure)
  failGroup(transition, groupId, failure)
}

function retryGroupWithBackoff(transition: Transition, groupId: string, failure: Failure) {
  const tries = (transition.group(groupId)?.tries ?? 0) + 1
  if (tries > transition.settings.retries && failure.kind !== 'unavailable')
    return failGroup(transition, groupId, failure)
  const id = transition.nextTask()
  transition.editGroup(groupId, { tries, task: { id, waiting: 'backoff' } })
  transition.emit({ type: 'waitGroup', groupId, task: id, ms: backoffMs(tries), jitterMs: backoffMs(tries) })
}

function failGroup(transition: Transition, groupId: string, failure: Failure) {
  const error = uploadErrorOf('folderNotCreated', failure)
  transition.editGroup(groupId, { status: 'failed', task: null, tries: 0, error })
  transition.emit({
    type: 'notify',
    notice: { kind: 'foldersFailed', name: transition.group(groupId)?.name ?? '', error },
  })
}
