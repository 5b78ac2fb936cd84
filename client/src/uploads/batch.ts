import { isActive, type UploadItem, type UploadSettings } from './state.ts'
import type { Transition } from './transition.ts'

/**
 * Forms batches: small files are sent in one call. An item keeps its batch id and number until its outcome is known.
 * Sent again in the same batch, also with other items, it never creates a second file.
 */

/** The item may be sent in a batch: it is small, and nothing of it has been sent. */
export const fitsBatch = (item: UploadItem, settings: UploadSettings): boolean =>
  settings.smallFilesMax > 1 &&
  item.fileSize <= settings.smallFileBytes &&
  item.linkPath === null &&
  item.objectKey === null &&
  item.work.second === null &&
  !item.work.instantRefused &&
  !item.work.isExcludedFromBatch

/** Other items of its batch are being sent. The item waits until that ends. */
export const isBatchRunning = (transition: Transition, { work: { batch } }: UploadItem): boolean =>
  batch !== null && transition.items.some((item) => isActive(item) && item.work.batch?.id === batch.id)

/** The item, and the ready items that are sent in the same batch. */
export function batchMembersFor(transition: Transition, first: UploadItem): UploadItem[] {
  const { batch } = first.work
  const ready = transition.items.filter(({ status, parentId }) => status === 'ready' && parentId !== null)
  if (batch)
    return ready.filter(
      ({ work }) => work.batch?.id === batch.id && work.isOutcomeUnknown === first.work.isOutcomeUnknown,
    )
  const { settings } = transition
  if (!fitsBatch(first, settings)) return [first]
  const members: UploadItem[] = []
  let bytes = 0
  for (const item of ready) {
    if (item.work.batch || !fitsBatch(item, settings) || !sharesTarget(transition, first, item)) continue
    bytes += item.fileSize
    if (bytes > settings.smallFilesBytes || members.length === settings.smallFilesMax) break
    members.push(item)
  }
  return members.length > 1 ? members : [first]
}

/** Same space, chosen folder and source: a refusal of the whole batch then concerns one space. */
const sharesTarget = (transition: Transition, first: UploadItem, item: UploadItem): boolean =>
  item.fileSharingId === first.fileSharingId &&
  item.sourceType === first.sourceType &&
  chosenFolder(transition, item) === chosenFolder(transition, first)

const chosenFolder = (transition: Transition, { groupId, parentId }: UploadItem): string | null =>
  (groupId === null ? undefined : transition.group(groupId)?.parentId) ?? parentId

/** Assigns a new batch to the items unless they have one. */
export function assignBatch(transition: Transition, items: readonly UploadItem[]): UploadItem[] {
  if (items.length === 1 || items[0]?.work.batch) return [...items]
  const id = batchId(transition)
  return items.map((item, no) => ({ ...item, work: { ...item.work, batch: { id, no } } }))
}

/** A UUID that no other queue generates. */
function batchId(transition: Transition): string {
  const number = transition.nextTask().toString(16).padStart(12, '0')
  const [, a, b, c, d] = transition.state.seed.match(/^(.{8})(.{4})(.{4})(.{4})$/) ?? []
  return [a, b, c, d, number].join('-')
}

/** Sends the active items of a batch or queries their outcome, unless that is running or waiting for a retry. */
export function startBatch(transition: Transition, id: string) {
  const members = transition.items.filter((item) => isActive(item) && item.work.batch?.id === id)
  if (members.some(({ work }) => work.tasks.length > 0)) return
  const task = transition.nextTask()
  const items = members.map((item) => ({
    ...item,
    status: 'checking' as const,
    loadedChunks: {},
    work: { ...item.work, tasks: [{ id: task, kind: 'batch' as const, part: null, waiting: null }] },
  }))
  for (const item of items) transition.putItem(item)
  transition.emit({
    type: items.some(({ work }) => work.isOutcomeUnknown) ? 'queryBatch' : 'batch',
    task,
    batchId: id,
    items,
  })
}
