import type { ErrorName } from '@clouddisk/contract/errors'
import { onSaved } from './effect-results.ts'
import { backoffMs, failTask, NETWORK_FAILURE, probe, requireFile, signOut } from './failures.ts'
import { withoutSession } from './items.ts'
import type { Failure, ResultOf } from './messages.ts'
import { withRetry } from './retries.ts'
import type { Task, UploadItem } from './state.ts'
import type { Transition } from './transition.ts'

/** Applies the results of batches to their items. */

export function onBatchSent(transition: Transition, { task, results }: ResultOf<'batchSent'>) {
  const resultsByUid = new Map(results.map((result) => [result.uid, result]))
  for (const { uid } of transition.endBatchTask(task)) {
    const result = resultsByUid.get(uid)
    transition.editItem(uid, {}, { tries: {} })
    if (!result) excludeFromBatch(transition, uid)
    else if ('reply' in result) {
      transition.editItem(uid, {}, { batch: null })
      onSaved(transition, { type: 'saved', uid, task, reply: result.reply })
    } else onMemberFailed(transition, uid, task, result.failure)
  }
}

/**
 * After a reload: saved files finish, files whose request may still be running are queried again, the others wait for
 * the user to choose them.
 */
export function onBatchQueried(transition: Transition, { task, results }: ResultOf<'batchQueried'>) {
  const filesByUid = new Map(results.map((queried) => [queried.uid, queried]))
  const open: UploadItem[] = []
  for (const item of transition.endBatchTask(task)) {
    const queried = filesByUid.get(item.uid)
    if (queried?.reply) {
      transition.editItem(item.uid, {}, { batch: null, isOutcomeUnknown: false })
      onSaved(transition, { type: 'saved', uid: item.uid, task, reply: queried.reply })
    } else if (queried?.isOpen) open.push(item)
    else requireMemberFile(transition, item.uid)
  }
  if (open.length > 0) retryBatchWithBackoff(transition, open, STILL_OPEN)
}

const STILL_OPEN: Failure = { ...NETWORK_FAILURE, kind: 'server' }

/** The batch id is kept: if the server saved the file after all, sending it in the same batch finds the saved file. */
function requireMemberFile(transition: Transition, uid: string) {
  requireFile(transition, uid)
  transition.editItem(uid, {}, { isOutcomeUnknown: false })
}

/** The server has discarded a refused file, so that its batch id is of no further use. */
function onMemberFailed(transition: Transition, uid: string, id: number, failure: Failure) {
  if (failure.kind === 'unreadable' || failure.kind === 'noFile') {
    return failTask(transition, uid, taskOf(id), failure)
  }
  if (failure.kind !== 'refused') return excludeFromBatch(transition, uid)
  transition.editItem(uid, {}, { batch: null })
  failTask(transition, uid, taskOf(id), failure)
}

const taskOf = (id: number): Task => ({ id, kind: 'batch', part: null, waiting: null })

/** Makes the item ready, to be sent individually. */
function excludeFromBatch(transition: Transition, uid: string) {
  transition.updateItem(uid, (item) => withoutSession({ ...item, status: 'ready' }))
  transition.editItem(uid, {}, { isExcludedFromBatch: true })
}

export function onBatchFailed(transition: Transition, { task, failure }: ResultOf<'batchFailed'>) {
  const members = transition.endBatchTask(task)
  if (members.length === 0) return
  switch (failure.kind) {
    case 'signedOut':
      return signOut(transition)
    case 'network':
      startWait(transition, members, 'probe')
      return probe(transition, 0)
    case 'timeout':
    case 'server':
    case 'unavailable':
      return retryBatchWithBackoff(transition, members, failure)
    default:
      if (members.some(({ work }) => work.isOutcomeUnknown)) return failBatch(transition, members, failure)
      // If the whole batch was refused, no file was saved; sending each alone yields its own error.
      if (isBatchUnsupported(failure))
        transition.updateState({ settings: { ...transition.settings, smallFilesMax: 0 } })
      for (const { uid } of members) excludeFromBatch(transition, uid)
  }
}

const UNSUPPORTED_NAMES: ReadonlySet<string | null> = new Set<ErrorName>([
  'no_such_route',
  'body_too_large',
  'unsupported_media',
])
/** Sent by a proxy or by an older server. */
const UNSUPPORTED_STATUS: ReadonlySet<number | null> = new Set([404, 405, 413, 415, 501])

/** The server lacks the call, or does not accept requests of this size. */
const isBatchUnsupported = ({ name, errcode }: Failure): boolean =>
  UNSUPPORTED_NAMES.has(name) || (name === null && UNSUPPORTED_STATUS.has(errcode))

/** The server is reachable: the lost request counts as a retry. */
export function retryBatchesAfterProbe(transition: Transition) {
  const lost = new Set(
    transition.items.flatMap(({ work }) =>
      work.tasks.filter(({ kind, waiting }) => kind === 'batch' && waiting === 'probe').map(({ id }) => id),
    ),
  )
  for (const id of lost) retryBatchWithBackoff(transition, transition.endBatchTask(id), NETWORK_FAILURE)
}

/** Sends the same batch again after an exponential backoff with jitter (R112). */
function retryBatchWithBackoff(transition: Transition, members: readonly UploadItem[], failure: Failure) {
  const retried = members.map(({ uid, work }) => ({ uid, ...withRetry(work.tries, 'batch', failure) }))
  const mostRetries = Math.max(...retried.map(({ count }) => count))
  if (mostRetries > transition.settings.retries && failure.kind !== 'unavailable')
    return failBatch(transition, members, failure)
  for (const { uid, tries } of retried) transition.editItem(uid, {}, { tries })
  const task = startWait(transition, members, 'backoff')
  const ms = backoffMs(mostRetries)
  transition.emit({ type: 'waitBatch', task, ms, jitterMs: ms })
}

/**
 * Files are sent individually if the server failed on the whole batch. Otherwise the outcome is unknown: the items
 * fail, and a retry by the user sends the same batch.
 */
function failBatch(transition: Transition, members: readonly UploadItem[], failure: Failure) {
  const isServerFault = failure.name === 'internal' || failure.name === 'storage_failed'
  for (const { uid, work } of members) {
    if (work.isOutcomeUnknown) requireMemberFile(transition, uid)
    else if (isServerFault) excludeFromBatch(transition, uid)
    else failTask(transition, uid, taskOf(0), failure)
  }
}

function startWait(
  transition: Transition,
  members: readonly UploadItem[],
  waiting: 'backoff' | 'probe',
): number {
  const id = transition.nextTask()
  for (const { uid, work } of members) {
    transition.editItem(uid, {}, { tasks: [...work.tasks, { id, kind: 'batch', part: null, waiting }] })
  }
  return id
}
