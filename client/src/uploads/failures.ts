import { ERRORS, errorNameOf } from '@clouddisk/contract/errors'
import { SECOND } from '@clouddisk/contract/time'
import { withoutHashes, withoutSession } from './items.ts'
import type { Failure } from './messages.ts'
import { stalled } from './progress.ts'
import {
  lacksRoom,
  type Task,
  type TaskKind,
  type UploadError,
  type UploadErrorCode,
  type UploadItem,
} from './state.ts'
import { withOneMore } from './tries.ts'
import type { Turn } from './turn.ts'
import { narrow } from './width.ts'

/** What a failure means for an item: try again, begin anew, wait for the network or a person, or give up. */

const BACKOFF_MS = 1000
const BACKOFF_MAX_MS = 16 * SECOND
/** What found no room on the server is tried again after this, and as much more by chance. */
export const ROOM_MS = 10 * SECOND
/** While the server cannot be reached it is asked this often. */
export const PROBE_MS = 3000

export const LOST: Failure = {
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
const STORE_LOST: Failure = { ...LOST, kind: 'away', store: true }

export function onFailed(turn: Turn, uid: string, task: Task, failure: Failure) {
  switch (failure.kind) {
    case 'signedOut':
      return signOut(turn)
    case 'network':
      return awaitProbe(turn, uid, task, failure)
    case 'timeout':
    case 'server':
    case 'away':
      return again(turn, uid, task, failure)
    case 'gone':
      return onGone(turn, uid, task, failure)
    case 'changed':
      // All of it is there: it came from another device, or before an answer that was lost.
      if (task.kind === 'init') return trySave(turn, uid)
      return beginAnew(turn, uid, failure, '202', true)
    case 'parts':
      return partsMissing(turn, uid, failure)
    default:
      return giveUp(turn, uid, task, failure)
  }
}

/** A 401 pauses everything; the same person's sign-in goes on with it (C9). */
export function signOut(turn: Turn) {
  if (!turn.state.signedIn) return
  turn.change({ signedIn: false })
  turn.holdAll('signedOut')
  turn.emit({ type: 'notify', notice: { kind: 'signedOut' } })
}

/** No answer at all: first find out whether the network is there, for its loss is not a retry (R113). */
function awaitProbe(turn: Turn, uid: string, task: Task, { store }: Failure) {
  turn.begin(uid, { kind: task.kind, ...partOf(task), waiting: 'probe', store }, null)
  probe(turn, 0)
}

export function probe(turn: Turn, ms: number) {
  if (turn.state.probe !== null) return
  const task = turn.nextTask()
  turn.change({ probe: task })
  turn.emit({ type: 'probe', task, ms })
}

/** The server is there after all: what was lost on the way to it counts as a retry. */
export function countLost(turn: Turn) {
  for (const item of turn.items) {
    for (const task of item.work.tasks) {
      if (task.waiting !== 'probe' || task.kind === 'many') continue
      turn.end(item.uid, task.id)
      again(turn, item.uid, task, task.store ? STORE_LOST : LOST)
    }
  }
  for (const group of turn.state.groups) {
    if (group.task?.waiting === 'probe') groupAgain(turn, group.groupId, LOST)
  }
}

/** Three retries with a growing, scattered pause (R112); whoever is told to come again comes as often as it takes. */
function again(turn: Turn, uid: string, task: Task, failure: Failure) {
  const item = turn.item(uid)
  if (!item) return
  const { count, tries } = withOneMore(item.work.tries, stepKey(task), failure)
  narrow(turn, task, failure)
  if (count > turn.settings.retries && failure.kind !== 'away') return giveUp(turn, uid, task, failure)
  const loadedChunks = task.part === null ? item.loadedChunks : without(item.loadedChunks, task.part)
  turn.edit(uid, { loadedChunks }, { tries })
  const ms = backoffMs(count)
  turn.begin(uid, { kind: task.kind, ...partOf(task), waiting: 'backoff' }, (id) => {
    return { type: 'wait', uid, task: id, ms, jitterMs: ms }
  })
}

export const backoffMs = (tries: number): number => Math.min(BACKOFF_MS * 2 ** (tries - 1), BACKOFF_MAX_MS)
export const stepKey = (task: Task): string => (task.part === null ? task.kind : `${task.kind} ${task.part}`)
const partOf = (task: Task) => (task.part === null ? {} : { part: task.part })

export function without<T>(record: Readonly<Record<number, T>>, key: number): Record<number, T> {
  const { [key]: _gone, ...rest } = record
  return rest
}

/** The store does not know the session: it has become the object, or everything is sent again. */
function onGone(turn: Turn, uid: string, task: Task, failure: Failure) {
  const item = turn.item(uid)
  if (!item) return
  if (task.kind === 'recycle') return turn.drop(uid)
  const joined = item.work.completing && (task.kind === 'list' || task.kind === 'complete')
  if (joined) return turn.edit(uid, {}, { stored: true })
  // Another device may have gone on with it, and saved it: asking for that once more answers the same file.
  if (OF_SESSION.has(task.kind) && item.objectKey !== null) return trySave(turn, uid)
  beginAnew(turn, uid, failure, 'lostPartInformation', false)
}

const OF_SESSION: ReadonlySet<TaskKind> = new Set(['check', 'init', 'list', 'put', 'part', 'complete'])

/**
 * What the session has become the save tells; where it is nothing, that is refused and everything is sent again. A check
 * under way comes first: it may be what has ended the session, for equal content that is here.
 */
function trySave(turn: Turn, uid: string) {
  turn.cancel(uid, ['hash', 'check'])
  turn.edit(uid, {}, { stored: true, tries: {} })
}

/** Everything from the check on once more, twice at most. `changed`: other bytes, so the hashes go too. */
function beginAnew(turn: Turn, uid: string, failure: Failure, otherwise: UploadErrorCode, changed: boolean) {
  const restarts = (turn.item(uid)?.work.restarts ?? 0) + 1
  if (changed) discardSession(turn, uid)
  turn.cancel(uid, changed ? [] : ['hash'])
  turn.update(uid, (item) => withoutSession(changed ? withoutHashes(item) : item))
  turn.edit(uid, {}, { restarts, tries: {} })
  if (restarts > turn.settings.resumeAttempts) fail(turn, uid, errorOf(otherwise, failure))
}

/** Asks the store to throw away what it has; nobody waits for the answer. */
export function discardSession(turn: Turn, uid: string) {
  const item = turn.item(uid)
  if (item?.objectKey) turn.emit({ type: 'recycle', task: null, item })
}

/** Merge or save found parts missing: two more attempts, each after a new listing (R105). */
export function partsMissing(turn: Turn, uid: string, failure: Failure | null) {
  const item = turn.item(uid)
  if (!item) return
  const resumeAttempts = item.work.resumeAttempts + 1
  if (resumeAttempts > turn.settings.resumeAttempts) {
    return fail(turn, uid, errorOf('lostPartInformation', failure ?? LOST))
  }
  const parts = item.uploadId && failure ? 'unknown' : 'known'
  turn.edit(uid, {}, { resumeAttempts, parts, completing: false, stored: false, saving: false })
}

/** Proof refused: the bytes go up, in a session of their own, and nobody asks again (C10). */
function refuseInstant(turn: Turn, uid: string) {
  discardSession(turn, uid)
  turn.cancel(uid, ['hash'])
  turn.update(uid, withoutSession)
  turn.edit(uid, {}, { instantRefused: true })
}

/** A reload has lost the file of what then turned out to be unfinished: it waits for it, and that is no error. */
export function awaitFile(turn: Turn, uid: string) {
  turn.hold(uid, 'restored')
  turn.edit(uid, { needsFile: true })
}

export function giveUp(turn: Turn, uid: string, task: Task, failure: Failure) {
  if (task.kind === 'recycle') return turn.drop(uid)
  if (failure.kind === 'noFile') return awaitFile(turn, uid)
  if (task.kind === 'second' && failure.name === 'proof_refused') return refuseInstant(turn, uid)
  const details = task.part === null ? failure.details : { ...failure.details, part: task.part }
  const error = errorOf(codeFor(task.kind, failure), { ...failure, details })
  if (failure.name === 'hash_mismatch') forgetContent(turn, uid)
  if (failure.name === 'upload_ended') forgetSession(turn, uid)
  if (failure.kind === 'unreadable') turn.edit(uid, { needsFile: true })
  const sending = SENDING.includes(task.kind)
  fail(turn, uid, error, failure.kind === 'timeout' && sending ? 'onTimeout' : 'error')
}

/** What arrived is not what was hashed: neither is worth keeping. */
function forgetContent(turn: Turn, uid: string) {
  discardSession(turn, uid)
  turn.cancel(uid)
  turn.update(uid, (item) => withoutSession(withoutHashes(item)))
}

/** An administrator has ended it: whoever tries again means a new one. */
function forgetSession(turn: Turn, uid: string) {
  turn.cancel(uid)
  turn.update(uid, withoutSession)
}

/** The item stops with an error that the person can see and retry (R107). */
export function fail(turn: Turn, uid: string, error: UploadError, status: 'error' | 'onTimeout' = 'error') {
  turn.cancel(uid)
  const item = turn.item(uid)
  if (!item) return
  const parts = item.uploadId ? 'unknown' : item.work.parts
  const work = { ...item.work, parts, tries: {}, saving: false } as const
  const failed: UploadItem = stalled({
    ...item,
    status,
    pauseReason: null,
    error,
    errorMsg: error.message,
    work,
  })
  turn.put(failed)
  if (lacksRoom(error)) {
    waitForRoom(turn, uid)
    // The person has been told, and cannot help.
    if (item.work.roomless) return
  }
  turn.emit({
    type: 'notify',
    notice:
      error.name === 'name_taken'
        ? { kind: 'nameTaken', item: failed }
        : { kind: 'uploadFailed', item: failed, error },
  })
}

/** It tries again by itself, and says nothing more if there is none then. */
export function waitForRoom(turn: Turn, uid: string) {
  turn.edit(uid, {}, { roomless: true })
  turn.begin(uid, { kind: 'room', waiting: 'backoff' }, (task) => {
    return { type: 'wait', uid, task, ms: ROOM_MS, jitterMs: ROOM_MS }
  })
}

const SENDING: readonly TaskKind[] = ['put', 'part', 'many']

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
  room: 'unreachable',
  many: '302',
}
const NAMED: Partial<Record<NonNullable<Failure['name']>, UploadErrorCode>> = {
  quota_full: '002',
  upload_ended: 'refused',
  sensitive_content: 'security',
  hash_mismatch: '202',
}

/** A§8's code of a failure. */
function codeFor(kind: TaskKind, failure: Failure): UploadErrorCode {
  const named = failure.name === null ? undefined : NAMED[failure.name]
  if (named) return named
  if (failure.kind === 'memory') return '102'
  if (failure.kind === 'unreadable') return 'fileMissing'
  if (failure.kind === 'pageTooOld') return 'pageTooOld'
  const ownCall = kind === 'check' || kind === 'second' || kind === 'save' || kind === 'many'
  if (ownCall && failure.kind === 'refused') return 'refused'
  if (ownCall && failure.kind === 'network') return 'unreachable'
  if (failure.step === 'auth') return kind === 'complete' ? '203' : '201'
  if (failure.kind === 'timeout' && SENDING.includes(kind)) return '303'
  return STEP_CODES[kind]
}

export function errorOf(code: UploadErrorCode, failure: Partial<Failure> = {}): UploadError {
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
export const refusal = (
  code: UploadErrorCode,
  reply: { errcode?: number; message?: string; missing?: number },
): UploadError =>
  errorOf(code, {
    name: reply.errcode === undefined ? null : (errorNameOf(reply.errcode) ?? null),
    errcode: reply.errcode ?? null,
    message: reply.message ?? null,
    details: reply.missing === undefined ? {} : { missing: reply.missing },
  })

/** The same for the call that makes a folder upload's tree. */
export function onFoldersFailed(turn: Turn, groupId: string, failure: Failure) {
  if (failure.kind === 'signedOut') return signOut(turn)
  if (failure.kind === 'network') {
    turn.editGroup(groupId, { task: { id: turn.nextTask(), waiting: 'probe' } })
    return probe(turn, 0)
  }
  if (failure.kind === 'timeout' || failure.kind === 'server' || failure.kind === 'away')
    return groupAgain(turn, groupId, failure)
  failGroup(turn, groupId, failure)
}

function groupAgain(turn: Turn, groupId: string, failure: Failure) {
  const tries = (turn.group(groupId)?.tries ?? 0) + 1
  if (tries > turn.settings.retries && failure.kind !== 'away') return failGroup(turn, groupId, failure)
  const id = turn.nextTask()
  turn.editGroup(groupId, { tries, task: { id, waiting: 'backoff' } })
  turn.emit({ type: 'waitGroup', groupId, task: id, ms: backoffMs(tries), jitterMs: backoffMs(tries) })
}

function failGroup(turn: Turn, groupId: string, failure: Failure) {
  const error = errorOf('folderNotCreated', failure)
  turn.editGroup(groupId, { status: 'failed', task: null, tries: 0, error })
  turn.emit({
    type: 'notify',
    notice: { kind: 'foldersFailed', name: turn.group(groupId)?.name ?? '', error },
  })
}
