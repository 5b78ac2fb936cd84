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

/** What a failure means for an item: try again, begin anew, wait for the network or a person, or give up. */

const BACKOFF_MS = 1000
const BACKOFF_MAX_MS = 16 * SECOND
/** What found no room on the server is tried again after this, and as much more by chance. */
export const SPACE_RETRY_MS = 10 * SECOND
/** While the server cannot be reached it is asked this often. */
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
/** Of a store that is away the server knows nothing: it is waited for like whoever says so itself. */
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
      // All of it is there: it came from another device, or before an answer that was lost.
      if (task.kind === 'init') return trySave(transition, uid)
      return restartSession(transition, uid, failure, '202', true)
    case 'parts':
      return partsMissing(transition, uid, failure)
    default:
      return failTask(transition, uid, task, failure)
  }
}

/** A 401 pauses everything; the same person's sign-in goes on with it (C9). */
export function signOut(transition: Transition) {
  if (!transition.state.signedIn) return
  transition.updateState({ signedIn: false })
  transition.pauseActive('signedOut')
  transition.emit({ type: 'notify', notice: { kind: 'signedOut' } })
}

/** No answer at all: first find out whether the network is there, for its loss is not a retry (R113). */
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

/** The server is there after all: what was lost on the way to it counts as a retry. */
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

/** Three retries with a growing, scattered pause (R112); whoever is told to come again comes as often as it takes. */
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

/** The store does not know the session: it has become the object, or everything is sent again. */
function onGone(transition: Transition, uid: string, task: Task, failure: Failure) {
  const item = transition.item(uid)
  if (!item) return
  if (task.kind === 'recycle') return transition.removeItem(uid)
  const joined = item.work.completing && (task.kind === 'list' || task.kind === 'complete')
  if (joined) return transition.editItem(uid, {}, { stored: true })
  // Another device may have gone on with it, and saved it: asking for that once more answers the same file.
  if (SESSION_KINDS.has(task.kind) && item.objectKey !== null) return trySave(transition, uid)
  restartSession(transition, uid, failure, 'lostPartInformation', false)
}

const SESSION_KINDS: ReadonlySet<TaskKind> = new Set(['check', 'init', 'list', 'put', 'part', 'complete'])

/**
 * What the session has become the save tells; where it is nothing, that is refused and everything is sent again. A check
 * under way comes first: it may be what has ended the session, for equal content that is here.
 */
function trySave(transition: Transition, uid: string) {
  transition.cancelTasks(uid, ['hash', 'check'])
  transition.editItem(uid, {}, { stored: true, tries: {} })
}

/** Everything from the check on once more, twice at most. `changed`: other bytes, so the hashes go too. */
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

/** Asks the store to throw away what it has; nobody waits for the answer. */
export function discardSession(transition: Transition, uid: string) {
  const item = transition.item(uid)
  if (item?.objectKey) transition.emit({ type: 'recycle', task: null, item })
}

/** Merge or save found parts missing: two more attempts, each after a new listing (R105). */
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

/** Proof refused: the bytes go up, in a session of their own, and nobody asks again (C10). */
function sendWithoutInstant(transition: Transition, uid: string) {
  discardSession(transition, uid)
  transition.cancelTasks(uid, ['hash'])
  transition.updateItem(uid, withoutSession)
  transition.editItem(uid, {}, { instantRefused: true })
}

/** A reload has lost the file of what then turned out to be unfinished: it waits for it, and that is no error. */
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

/** What arrived is not what was hashed: neither is worth keeping. */
function discardContent(transition: Transition, uid: string) {
  discardSession(transition, uid)
  transition.cancelTasks(uid)
  transition.updateItem(uid, (item) => withoutSession(withoutHashes(item)))
}

/** An administrator has ended it: whoever tries again means a new one. */
function leaveSession(transition: Transition, uid: string) {
  transition.cancelTasks(uid)
  transition.updateItem(uid, withoutSession)
}

/** The item stops with an error that the person can see and retry (R107). */
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
    // The person has been told, and cannot help.
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

/** It tries again by itself, and says nothing more if there is none then. */
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

/** A§8's code of a failure. */
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
    // Space may have been made since; a name or a right that is missing will not come by itself.
    retryable: name === null || name === 'quota_full' || ERRORS[name].retryable,
  }
}

/** The server's refusal in a check's answer ('2', '4'). */
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

/** The same for the call that makes a folder upload's tree. */
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
