import { countLost, discardSession, errorOf, fail, PROBE_MS, probe, waitForRoom } from './failures.ts'
import { withoutHashes, withoutSession } from './items.ts'
import type { Command } from './messages.ts'
import type { Reach } from './ports.ts'
import {
  type ConflictPolicy,
  canPause,
  canRemove,
  isFailed,
  lacksRoom,
  type PauseReason,
  type UploadItem,
} from './state.ts'
import { countLostTogether } from './together-answers.ts'
import type { Turn } from './turn.ts'

/** What the person, the browser and the session do to the queue. */

type CommandOf<T extends Command['type']> = Extract<Command, { type: T }>

export function onAdd(turn: Turn, { items, groups }: CommandOf<'add'>) {
  turn.change({ items: [...turn.items, ...items], groups: [...turn.state.groups, ...groups] })
  warnOffline(turn)
}

/** The offline state blocks the next upload, with a warning (R113). */
function warnOffline(turn: Turn) {
  if (turn.state.online) return
  const of = turn.state.browserOnline ? 'server' : 'network'
  turn.emit({ type: 'notify', notice: { kind: 'networkFault', of } })
}

export function pause(turn: Turn, uids: readonly string[]) {
  for (const item of chosen(turn, uids)) {
    if (canPause(item)) turn.hold(item.uid, 'user')
    else if (item.status === 'pause' && goesOnAlone(item.pauseReason)) turn.hold(item.uid, 'user')
  }
}

const goesOnAlone = (reason: PauseReason | null): boolean => reason === 'offline' || reason === 'signedOut'

export const pauseAll = (turn: Turn) => pause(turn, uidsOf(turn.items))

/** Without network or session it stays paused, is said so once, and goes on when they are back. */
export function resume(turn: Turn, uids: readonly string[]) {
  const paused = chosen(turn, uids).filter((item) => item.status === 'pause')
  for (const item of paused) {
    if (item.needsFile) fail(turn, item.uid, errorOf('missingFileInformation'))
    else if (!turn.state.online) turn.edit(item.uid, { pauseReason: 'offline' })
    else if (!turn.state.signedIn) turn.edit(item.uid, { pauseReason: 'signedOut' })
    else makeReady(turn, item)
  }
  if (paused.length === 0) return
  warnOffline(turn)
  if (turn.state.online && !turn.state.signedIn) turn.emit({ type: 'notify', notice: { kind: 'signedOut' } })
}

/** Failed items begin where they stopped; attempts count from nothing again. */
export function retry(turn: Turn, uids: readonly string[], conflict: ConflictPolicy | null) {
  const failed = chosen(turn, uids).filter((item) => isFailed(item) && !item.needsFile)
  for (const item of failed) {
    const change = conflict === null ? {} : { conflict }
    turn.cancel(item.uid)
    turn.edit(item.uid, { ...change, error: null, errorMsg: null }, FRESH)
    makeReady(turn, item)
  }
  if (failed.length > 0) warnOffline(turn)
}

const FRESH = {
  tries: {},
  resumeAttempts: 0,
  restarts: 0,
  emptyHashes: 0,
  alone: false,
  roomless: false,
} as const

/** There may be room by now: nobody is told again if there is none. */
export function tryRoom(turn: Turn, uid: string) {
  const item = turn.item(uid)
  if (!item || !isFailed(item) || item.needsFile) return
  turn.edit(uid, { error: null, errorMsg: null }, { ...FRESH, roomless: true })
  makeReady(turn, item)
}

function makeReady(turn: Turn, { uid, groupId }: UploadItem) {
  turn.edit(uid, { status: 'ready', pauseReason: null })
  const group = groupId === null ? undefined : turn.group(groupId)
  if (group?.status === 'failed') turn.editGroup(group.groupId, { status: 'waiting', error: null })
}

/** What can be lost is only asked of the person's own files: those without a file wait for it. */
export function resumeAll(turn: Turn) {
  const able = turn.items.filter((item) => !item.needsFile)
  resume(turn, uidsOf(able))
  retry(turn, uidsOf(able), null)
}

/** Requests end at once; what the store has is thrown away (R111). */
export function remove(turn: Turn, uids: readonly string[]) {
  for (const item of chosen(turn, uids).filter(canRemove)) {
    turn.cancel(item.uid)
    // A save that was cut off may have arrived; the list will show it.
    if ((item.work.saving || item.work.batch) && item.parentId)
      turn.emit({ type: 'refresh', parentId: item.parentId, ms: 0 })
    if (item.objectKey === null || item.status === 'success') turn.drop(item.uid)
    else turn.edit(item.uid, { status: 'deleted', pauseReason: null, error: null, errorMsg: null })
  }
}

export function setConflict(turn: Turn, uids: readonly string[], conflict: ConflictPolicy) {
  for (const item of chosen(turn, uids)) {
    if (item.status !== 'success' && item.status !== 'deleted' && !item.work.saving) {
      turn.edit(item.uid, { conflict })
    }
  }
}

/** A file of another time is another file: nothing sent or hashed before counts. */
export function attach(turn: Turn, { uid, lastModified, hasHandle }: CommandOf<'attach'>) {
  const item = turn.item(uid)
  if (!item || (item.status !== 'pause' && !isFailed(item))) return
  if (item.lastModified !== lastModified) {
    discardSession(turn, uid)
    turn.cancel(uid)
    turn.update(uid, (now) => ({ ...withoutSession(withoutHashes(now)), lastModified }))
  }
  // What waited for room waits no more.
  turn.cancel(uid, ['hash'])
  const found = { needsFile: false, hasHandle: hasHandle ?? item.hasHandle }
  turn.edit(uid, { ...found, status: 'pause', error: null, errorMsg: null }, { ...FRESH, unsure: false })
  resume(turn, [uid])
}

export function onOnline(turn: Turn, online: boolean) {
  turn.change({ browserOnline: online })
  if (online) goOnline(turn, 'network')
  else goOffline(turn, 'network')
}

function goOffline(turn: Turn, of: Reach) {
  if (!turn.state.online) return
  turn.change({ online: false })
  turn.holdAll('offline')
  turn.emit({ type: 'notify', notice: { kind: 'networkDisconnected', of } })
}

function goOnline(turn: Turn, of: Reach) {
  if (turn.state.online) return
  // It may be another line.
  turn.change({ online: true, width: null })
  turn.release('offline')
  turn.emit({ type: 'notify', notice: { kind: 'networkConnected', of } })
}

/** Whether the server answers; while it does not, it is asked again and again. */
export function onProbed(turn: Turn, reachable: boolean) {
  turn.change({ probe: null })
  if (!turn.state.browserOnline) return
  if (!reachable) {
    goOffline(turn, 'server')
    return probe(turn, PROBE_MS)
  }
  if (!turn.state.online) return goOnline(turn, 'server')
  countLost(turn)
  countLostTogether(turn)
}

/** Signed out, back again, or somebody else, whose list begins empty (R114). */
export function onUser(turn: Turn, userId: string | null) {
  if (userId === null) {
    turn.change({ signedIn: false })
    return turn.holdAll('signedOut')
  }
  if (turn.state.userId !== null && turn.state.userId !== userId) clear(turn)
  turn.change({ userId, signedIn: true })
  turn.release('signedOut')
}

function clear(turn: Turn) {
  for (const item of turn.items) turn.cancel(item.uid)
  for (const group of turn.state.groups) turn.dropGroup(group.groupId)
  turn.change({ items: [], groups: [], done: 0 })
}

/** What was stored comes first in the list, unless it is another person's. */
export function onRestore(turn: Turn, { userId, items, groups }: CommandOf<'restore'>) {
  const present = turn.state.userId
  if (present !== null && userId !== null && present !== userId) return
  turn.change({
    userId: present ?? userId,
    items: [...items, ...turn.items],
    groups: [...groups, ...turn.state.groups],
  })
  // Those who left it there have been told.
  for (const { uid, error, needsFile } of items.filter(isFailed))
    if (lacksRoom(error) && !needsFile) waitForRoom(turn, uid)
}

const uidsOf = (items: readonly UploadItem[]): string[] => items.map(({ uid }) => uid)

function chosen(turn: Turn, uids: readonly string[]): UploadItem[] {
  const wanted = new Set(uids)
  return turn.items.filter((item) => wanted.has(item.uid))
}
