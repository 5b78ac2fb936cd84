import { hasHashes, partLength, partOffset } from './items.ts'
import {
  isActive,
  slotOf,
  type TaskKind,
  type UploadItem,
  type UploadSettings,
  type UploadStatus,
} from './state.ts'
import { inBatch, isSmall, isUnderWay, sendTogether, together } from './together.ts'
import type { Turn } from './turn.ts'
import { widthFor } from './width.ts'

/**
 * What an item needs next follows from what it has, so that a pause, a reload and a retry go on by the same
 * rule as the first run. Every turn ends here: nothing that could go on stands still.
 */
export function settle(turn: Turn) {
  failOrphans(turn)
  if (turn.running) {
    makeFolders(turn)
    startReady(turn)
    for (const item of turn.items) {
      if (isActive(item)) advance(turn, item.uid)
      else if (item.status === 'deleted') discard(turn, item)
    }
  }
  hashAhead(turn)
}

type Step = Extract<TaskKind, 'second' | 'check' | 'put' | 'init' | 'list' | 'part' | 'complete' | 'save'>

const busy = (item: UploadItem, kind: TaskKind, part: number | null = null): boolean =>
  item.work.tasks.some((task) => task.kind === kind && task.part === part)

/** The step on the way to the saved file; undefined while it waits for the hash or the check. */
export function stepOf(item: UploadItem, settings: UploadSettings): Step | undefined {
  const { work } = item
  if (work.second) return 'second'
  // A file of one part is hashed first: the answer may be that nothing need be sent.
  if (!item.objectKey) return hasHashes(item) || item.fileSize > settings.partBytes ? 'check' : undefined
  if (work.stored) return hasHashes(item) && !busy(item, 'check') ? 'save' : undefined
  if (item.partCount === 1) return 'put'
  if (!item.uploadId) return 'init'
  if (work.parts === 'unknown') return 'list'
  if (item.iMaxSuccessNum < item.partCount) return 'part'
  if (busy(item, 'check')) return undefined
  return work.parts === 'verified' ? 'complete' : 'list'
}

function statusOf(item: UploadItem): UploadStatus {
  if (item.work.second || item.work.stored) return 'merging'
  if (!item.objectKey) return 'checking'
  const all = item.partCount > 1 && item.iMaxSuccessNum === item.partCount
  return all && item.work.parts !== 'unknown' ? 'merging' : 'uploading'
}

function advance(turn: Turn, uid: string) {
  const item = turn.item(uid)
  if (!item) return
  if (item.work.batch) return sendTogether(turn, item.work.batch.id)
  const status = statusOf(item)
  if (status !== item.status) turn.edit(uid, { status })
  if (!hasHashes(item) && !busy(item, 'hash')) hash(turn, uid)
  if (mayAskAgain(item)) check(turn, uid, true)
  const now = turn.item(uid)
  if (!now) return
  const step = stepOf(now, turn.settings)
  if (step === 'part') sendParts(turn, uid)
  else if (step && !busy(now, step)) perform(turn, uid, step)
}

/** Upload while hashing: with the hashes it may turn out that the content is stored already. */
const mayAskAgain = (item: UploadItem): boolean =>
  item.objectKey !== null &&
  hasHashes(item) &&
  !item.work.asked &&
  !item.work.second &&
  !item.work.instantRefused &&
  !item.work.stored &&
  !item.work.completing &&
  !busy(item, 'check')

function perform(turn: Turn, uid: string, step: Exclude<Step, 'part'>) {
  if (step === 'check') {
    const item = turn.item(uid)
    return check(turn, uid, item !== undefined && hasHashes(item) && !item.work.instantRefused)
  }
  if (step === 'complete') turn.edit(uid, {}, { completing: true })
  if (step === 'save' || step === 'second') turn.edit(uid, {}, { saving: true })
  turn.begin(uid, { kind: step }, (task, item) => {
    switch (step) {
      case 'second':
        return {
          type: 'second',
          task,
          item,
          fId: item.work.second?.fId ?? '',
          proof: item.work.second?.proof ?? null,
        }
      case 'complete':
        return { type: 'complete', task, item, parts: partsOf(item) }
      default:
        return { type: step, task, item }
    }
  })
}

const check = (turn: Turn, uid: string, withHashes: boolean) =>
  turn.begin(uid, { kind: 'check' }, (task, item) => ({ type: 'check', task, item, withHashes }))

const hash = (turn: Turn, uid: string) =>
  turn.begin(uid, { kind: 'hash' }, (task) => ({ type: 'hash', uid, task }))

const partsOf = (item: UploadItem) =>
  Object.entries(item.oSuccessPart)
    .map(([part, receipt]) => ({ partNumber: Number(part), ...receipt }))
    .sort((a, b) => a.partNumber - b.partNumber)

/** Fills up the parts under way; one that waits to be sent again keeps its place. */
function sendParts(turn: Turn, uid: string) {
  const item = turn.item(uid)
  if (!item) return
  let free = widthFor(turn.state, item) - item.work.tasks.filter(({ kind }) => kind === 'part').length
  for (let part = 1; part <= item.partCount && free > 0; part++) {
    if (item.oSuccessPart[part] || busy(item, 'part', part)) continue
    turn.begin(uid, { kind: 'part', part }, (task, now) => ({
      type: 'part',
      task,
      item: now,
      part,
      offset: partOffset(now, part),
      length: partLength(now, part),
    }))
    free--
  }
}

/** The next ready items take the free slots, in the order of the list (R110). */
function startReady(turn: Turn) {
  let free = turn.settings.iUploadLimit - new Set(turn.items.filter(isActive).map(slotOf)).size
  for (const { uid, status } of turn.items) {
    if (free <= 0) return
    const item = status === 'ready' ? turn.item(uid) : undefined
    if (item?.status !== 'ready' || item.parentId === null || isUnderWay(turn, item)) continue
    const all = together(turn, item)
    for (const one of inBatch(turn, all)) start(turn, one)
    free--
  }
}

function start(turn: Turn, item: UploadItem) {
  // What goes together is hashed together.
  if (item.work.batch) turn.cancel(item.uid)
  const uploadInfo = { ...item.uploadInfo, startTime: item.uploadInfo.startTime ?? turn.at }
  turn.edit(item.uid, { status: statusOf(item), uploadInfo }, { batch: item.work.batch })
}

/** The next file in line is hashed without taking the slot (C11); small ones are hashed with their like. */
function hashAhead(turn: Turn) {
  if (!turn.settings.hashAhead) return
  const next = turn.items.find((item) => item.status === 'ready')
  if (
    !next ||
    hasHashes(next) ||
    isSmall(next, turn.settings) ||
    turn.items.some((item) => item.work.tasks.some((task) => task.kind === 'hash'))
  ) {
    return
  }
  hash(turn, next.uid)
}

function makeFolders(turn: Turn) {
  for (const group of turn.state.groups) {
    if (group.status !== 'waiting') continue
    const id = turn.nextTask()
    turn.editGroup(group.groupId, { status: 'creating', error: null, task: { id, waiting: null } })
    turn.emit({ type: 'folders', task: id, group })
  }
}

/** A folder upload whose folders could not be made takes its waiting files along. */
function failOrphans(turn: Turn) {
  for (const group of turn.state.groups) {
    if (group.status !== 'failed' || !group.error) continue
    for (const item of turn.items) {
      if (item.groupId !== group.groupId || item.status !== 'ready' || item.parentId !== null) continue
      turn.cancel(item.uid)
      turn.edit(item.uid, { status: 'error', error: group.error, errorMsg: group.error.message })
    }
  }
}

/** What a deleted item has in the store is thrown away; the item leaves when that is answered (R111). */
function discard(turn: Turn, item: UploadItem) {
  if (busy(item, 'recycle')) return
  turn.begin(item.uid, { kind: 'recycle' }, (task, now) => ({ type: 'recycle', task, item: now }))
}
