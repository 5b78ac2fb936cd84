import { retryBatchesAfterProbe } from './batch-results.ts'
import {
  discardSession,
  failItem,
  PROBE_MS,
  probe,
  retryAfterProbe,
  uploadErrorOf,
  waitForSpace,
} from './failures.ts'
import { withoutHashes, withoutSession } from './items.ts'
import type { QueueCommand } from './messages.ts'
import type { ConnectivityScope } from './ports.ts'
import {
  type ConflictPolicy,
  canPause,
  canRemove,
  type ItemWork,
  isFailed,
  lacksSpace,
  type PauseReason,
  type UploadItem,
} from './state.ts'
import type { Transition } from './transition.ts'

/** Applies commands of the user, the browser and the session. */

type QueueCommandOf<T extends QueueCommand['type']> = Extract<QueueCommand, { type: T }>

export function onAdd(transition: Transition, { items, groups }: QueueCommandOf<'add'>) {
  transition.updateState({
    items: [...transition.items, ...items],
    groups: [...transition.state.groups, ...groups],
  })
  warnOffline(transition)
}

/** Starting uploads while offline shows a warning (R113). */
function warnOffline(transition: Transition) {
  if (transition.state.online) return
  const of = transition.state.browserOnline ? 'server' : 'network'
  transition.emit({ type: 'notify', notice: { kind: 'networkFault', of } })
}

export function onPause(transition: Transition, uids: readonly string[]) {
  for (const item of itemsByUid(transition, uids)) {
    if (canPause(item)) transition.pauseItem(item.uid, 'user')
    else if (item.status === 'pause' && resumesAutomatically(item.pauseReason))
      transition.pauseItem(item.uid, 'user')
  }
}

const resumesAutomatically = (reason: PauseReason | null): boolean =>
  reason === 'offline' || reason === 'signedOut'

export const onPauseAll = (transition: Transition) => onPause(transition, uidsOf(transition.items))

/** Without network or session the items stay paused, with one warning, and resume when it is back. */
export function onResume(transition: Transition, uids: readonly string[]) {
  const paused = itemsByUid(transition, uids).filter((item) => item.status === 'pause')
  for (const item of paused) {
    if (item.needsFile) failItem(transition, item.uid, uploadErrorOf('missingFileInformation'))
    else if (!transition.state.online) transition.editItem(item.uid, { pauseReason: 'offline' })
    else if (!transition.state.signedIn) transition.editItem(item.uid, { pauseReason: 'signedOut' })
    else makeReady(transition, item)
  }
  if (paused.length === 0) return
  warnOffline(transition)
  if (transition.state.online && !transition.state.signedIn)
    transition.emit({ type: 'notify', notice: { kind: 'signedOut' } })
}

/** Failed items continue where they stopped, with all retry counters reset. */
export function onRetry(transition: Transition, uids: readonly string[], conflict: ConflictPolicy | null) {
  const failed = itemsByUid(transition, uids).filter((item) => isFailed(item) && !item.needsFile)
  for (const item of failed) {
    const change = conflict === null ? {} : { conflict }
    transition.cancelTasks(item.uid)
    transition.editItem(item.uid, { ...change, error: null, errorMsg: null }, RESET_RETRIES)
    makeReady(transition, item)
  }
  if (failed.length > 0) warnOffline(transition)
}

const RESET_RETRIES: Partial<ItemWork> = {
  tries: {},
  resumeAttempts: 0,
  restarts: 0,
  emptyHashes: 0,
  isExcludedFromBatch: false,
  isOutOfSpace: false,
}

/** Retries after a wait for space. No notice is shown if there is still none. */
export function retryAfterSpaceWait(transition: Transition, uid: string) {
  const item = transition.item(uid)
  if (!item || !isFailed(item) || item.needsFile) return
  transition.editItem(uid, { error: null, errorMsg: null }, { ...RESET_RETRIES, isOutOfSpace: true })
  makeReady(transition, item)
}

function makeReady(transition: Transition, { uid, groupId }: UploadItem) {
  transition.editItem(uid, { status: 'ready', pauseReason: null })
  const group = groupId === null ? undefined : transition.group(groupId)
  if (group?.status === 'failed') transition.editGroup(group.groupId, { status: 'waiting', error: null })
}

/** Items without a file are skipped: they wait until the user chooses the file. */
export function onResumeAll(transition: Transition) {
  const able = transition.items.filter((item) => !item.needsFile)
  onResume(transition, uidsOf(able))
  onRetry(transition, uidsOf(able), null)
}

/** Cancels requests and discards stored parts (R111). */
export function onRemove(transition: Transition, uids: readonly string[]) {
  for (const item of itemsByUid(transition, uids).filter(canRemove)) {
    transition.cancelTasks(item.uid)
    // A cancelled save may have succeeded; the refreshed list will show it.
    if ((item.work.saving || item.work.batch) && item.parentId)
      transition.emit({ type: 'refresh', parentId: item.parentId, ms: 0 })
    if (item.objectKey === null || item.status === 'success') transition.removeItem(item.uid)
    else transition.editItem(item.uid, { status: 'deleted', pauseReason: null, error: null, errorMsg: null })
  }
}

export function onSetConflict(transition: Transition, uids: readonly string[], conflict: ConflictPolicy) {
  for (const item of itemsByUid(transition, uids)) {
    if (item.status !== 'success' && item.status !== 'deleted' && !item.work.saving) {
      transition.editItem(item.uid, { conflict })
    }
  }
}

/** If the time differs, the file has changed: discards hashes and session. */
export function onAttach(transition: Transition, { uid, lastModified, hasHandle }: QueueCommandOf<'attach'>) {
  const item = transition.item(uid)
  if (!item || (item.status !== 'pause' && !isFailed(item))) return
  if (item.lastModified !== lastModified) {
    discardSession(transition, uid)
    transition.cancelTasks(uid)
    transition.updateItem(uid, (current) => ({ ...withoutSession(withoutHashes(current)), lastModified }))
  }
  // Ends a wait for space.
  transition.cancelTasks(uid, ['hash'])
  const fileState = { needsFile: false, hasHandle: hasHandle ?? item.hasHandle }
  transition.editItem(
    uid,
    { ...fileState, status: 'pause', error: null, errorMsg: null },
    { ...RESET_RETRIES, isOutcomeUnknown: false },
  )
  onResume(transition, [uid])
}

export function onOnline(transition: Transition, online: boolean) {
  transition.updateState({ browserOnline: online })
  if (online) goOnline(transition, 'network')
  else goOffline(transition, 'network')
}

function goOffline(transition: Transition, of: ConnectivityScope) {
  if (!transition.state.online) return
  transition.updateState({ online: false })
  transition.pauseActive('offline')
  transition.emit({ type: 'notify', notice: { kind: 'networkDisconnected', of } })
}

function goOnline(transition: Transition, of: ConnectivityScope) {
  if (transition.state.online) return
  // The network connection may be another one.
  transition.updateState({ online: true, partConcurrency: null })
  transition.resumePaused('offline')
  transition.emit({ type: 'notify', notice: { kind: 'networkConnected', of } })
}

/** Applies the result of a probe. While the server does not answer, the probe is repeated. */
export function onProbed(transition: Transition, reachable: boolean) {
  transition.updateState({ probe: null })
  if (!transition.state.browserOnline) return
  if (!reachable) {
    goOffline(transition, 'server')
    return probe(transition, PROBE_MS)
  }
  if (!transition.state.online) return goOnline(transition, 'server')
  retryAfterProbe(transition)
  retryBatchesAfterProbe(transition)
}

/** Sign-out, sign-in of the same user, or of another one, whose list starts empty (R114). */
export function onUser(transition: Transition, userId: string | null) {
  if (userId === null) {
    transition.updateState({ signedIn: false })
    return transition.pauseActive('signedOut')
  }
  if (transition.state.userId !== null && transition.state.userId !== userId) clear(transition)
  transition.updateState({ userId, signedIn: true })
  transition.resumePaused('signedOut')
}

function clear(transition: Transition) {
  for (const item of transition.items) transition.cancelTasks(item.uid)
  for (const group of transition.state.groups) transition.removeGroup(group.groupId)
  transition.updateState({ items: [], groups: [], done: 0 })
}

/** Stored items come first in the list. Items of another user are ignored. */
export function onRestore(transition: Transition, { userId, items, groups }: QueueCommandOf<'restore'>) {
  const currentUserId = transition.state.userId
  if (currentUserId !== null && userId !== null && currentUserId !== userId) return
  transition.updateState({
    userId: currentUserId ?? userId,
    items: [...items, ...transition.items],
    groups: [...groups, ...transition.state.groups],
  })
  // The user has been notified of these errors before the reload.
  for (const { uid, error, needsFile } of items.filter(isFailed))
    if (lacksSpace(error) && !needsFile) waitForSpace(transition, uid)
}

const uidsOf = (items: readonly UploadItem[]): string[] => items.map(({ uid }) => uid)

function itemsByUid(transition: Transition, uids: readonly string[]): UploadItem[] {
  const uidSet = new Set(uids)
  return transition.items.filter((item) => uidSet.has(item.uid))
}
