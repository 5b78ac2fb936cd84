import { assignBatch, batchMembersFor, fitsBatch, isBatchRunning, startBatch } from './batch.ts'
import { hasHashes, lengthOfPart, offsetOfPart } from './items.ts'
import { partConcurrencyFor } from './part-concurrency.ts'
import {
  isActive,
  slotOf,
  type TaskKind,
  type UploadItem,
  type UploadSettings,
  type UploadStatus,
} from './state.ts'
import type { Transition } from './transition.ts'

/**
 * Starts the next steps of all items. They follow from the item's fields alone, so that a pause, a reload and a retry
 * continue by the same rules as the first run. Runs at the end of every transition.
 */
export function planNextSteps(transition: Transition) {
  failOrphans(transition)
  if (transition.canRequest) {
    startFolders(transition)
    startReady(transition)
    const batches = new Set<string>()
    for (const item of transition.items) {
      if (isActive(item) && item.work.batch) batches.add(item.work.batch.id)
      else if (isActive(item)) startNextStep(transition, item.uid)
      else if (item.status === 'deleted') startDiscard(transition, item)
    }
    for (const id of batches) startBatch(transition, id)
  }
  hashAhead(transition)
}

type Step = Extract<TaskKind, 'second' | 'check' | 'put' | 'init' | 'list' | 'part' | 'complete' | 'save'>

const busy = (item: UploadItem, kind: TaskKind, part: number | null = null): boolean =>
  item.work.tasks.some((task) => task.kind === kind && task.part === part)

/** The next step towards the saved file. Undefined while it waits for the hash or the check. */
export function stepOf(item: UploadItem, settings: UploadSettings): Step | undefined {
  const { work } = item
  if (work.second) return 'second'
  // A file of one part is hashed before the check, which may then find that nothing needs to be sent.
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

function startNextStep(transition: Transition, uid: string) {
  const item = transition.item(uid)
  if (!item) return
  const status = statusOf(item)
  if (status !== item.status) transition.editItem(uid, { status })
  if (!hasHashes(item) && !busy(item, 'hash')) hash(transition, uid)
  if (needsCheckWithHashes(item)) check(transition, uid, true)
  const updated = transition.item(uid)
  if (!updated) return
  const step = stepOf(updated, transition.settings)
  if (step === 'part') sendParts(transition, uid)
  else if (step && !busy(updated, step)) startStep(transition, uid, step)
}

/** The file was hashed during the upload. A check with the hashes may find that the content is already stored. */
const needsCheckWithHashes = (item: UploadItem): boolean =>
  item.objectKey !== null &&
  hasHashes(item) &&
  !item.work.checkedWithHashes &&
  !item.work.second &&
  !item.work.instantRefused &&
  !item.work.stored &&
  !item.work.completing &&
  !busy(item, 'check')

function startStep(transition: Transition, uid: string, step: Exclude<Step, 'part'>) {
  if (step === 'check') {
    const item = transition.item(uid)
    return check(transition, uid, item !== undefined && hasHashes(item) && !item.work.instantRefused)
  }
  if (step === 'complete') transition.editItem(uid, {}, { completing: true })
  if (step === 'save' || step === 'second') transition.editItem(uid, {}, { saving: true })
  transition.startTask(uid, { kind: step }, (task, item) => {
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

const check = (transition: Transition, uid: string, withHashes: boolean) =>
  transition.startTask(uid, { kind: 'check' }, (task, item) => ({ type: 'check', task, item, withHashes }))

const hash = (transition: Transition, uid: string) =>
  transition.startTask(uid, { kind: 'hash' }, (task) => ({ type: 'hash', uid, task }))

const partsOf = (item: UploadItem) =>
  Object.entries(item.oSuccessPart)
    .map(([part, receipt]) => ({ partNumber: Number(part), ...receipt }))
    .sort((a, b) => a.partNumber - b.partNumber)

/** Starts as many parts as may be sent at a time. A part that waits for a retry counts. */
function sendParts(transition: Transition, uid: string) {
  const item = transition.item(uid)
  if (!item) return
  let free =
    partConcurrencyFor(transition.state, item) - item.work.tasks.filter(({ kind }) => kind === 'part').length
  for (let part = 1; part <= item.partCount && free > 0; part++) {
    if (item.oSuccessPart[part] || busy(item, 'part', part)) continue
    transition.startTask(uid, { kind: 'part', part }, (task, updated) => ({
      type: 'part',
      task,
      item: updated,
      part,
      offset: offsetOfPart(updated, part),
      length: lengthOfPart(updated, part),
    }))
    free--
  }
}

/** Gives free slots to ready items, in list order (R110). */
function startReady(transition: Transition) {
  let free = transition.settings.iUploadLimit - new Set(transition.items.filter(isActive).map(slotOf)).size
  for (const { uid, status } of transition.items) {
    if (free <= 0) return
    const item = status === 'ready' ? transition.item(uid) : undefined
    if (item?.status !== 'ready' || item.parentId === null || isBatchRunning(transition, item)) continue
    const members = batchMembersFor(transition, item)
    for (const member of assignBatch(transition, members)) startItem(transition, member)
    free--
  }
}

function startItem(transition: Transition, item: UploadItem) {
  // The files of a batch are hashed with the batch.
  if (item.work.batch) transition.cancelTasks(item.uid)
  const uploadInfo = { ...item.uploadInfo, startTime: item.uploadInfo.startTime ?? transition.at }
  transition.editItem(item.uid, { status: statusOf(item), uploadInfo }, { batch: item.work.batch })
}

/** Hashes the next ready file before it gets a slot (C11). Small files are hashed with their batch. */
function hashAhead(transition: Transition) {
  if (!transition.settings.hashAhead) return
  const next = transition.items.find((item) => item.status === 'ready')
  if (
    !next ||
    hasHashes(next) ||
    fitsBatch(next, transition.settings) ||
    transition.items.some((item) => item.work.tasks.some((task) => task.kind === 'hash'))
  ) {
    return
  }
  hash(transition, next.uid)
}

function startFolders(transition: Transition) {
  for (const group of transition.state.groups) {
    if (group.status !== 'waiting') continue
    const id = transition.nextTask()
    transition.editGroup(group.groupId, { status: 'creating', error: null, task: { id, waiting: null } })
    transition.emit({ type: 'folders', task: id, group })
  }
}

/** If the folders of a group cannot be created, its waiting files fail. */
function failOrphans(transition: Transition) {
  for (const group of transition.state.groups) {
    if (group.status !== 'failed' || !group.error) continue
    for (const item of transition.items) {
      if (item.groupId !== group.groupId || item.status !== 'ready' || item.parentId !== null) continue
      transition.cancelTasks(item.uid)
      transition.editItem(item.uid, { status: 'error', error: group.error, errorMsg: group.error.message })
    }
  }
}

/** Discards what the store has of a deleted item, which is removed when that is done (R111). */
function startDiscard(transition: Transition, item: UploadItem) {
  if (busy(item, 'recycle')) return
  transition.startTask(item.uid, { kind: 'recycle' }, (task, updated) => ({
    type: 'recycle',
    task,
    item: updated,
  }))
}
