import { isActive, type UploadItem, type UploadSettings } from './state.ts'
import type { Transition } from './transition.ts'

/**
 * Small files go up together in one call. Each remembers which batch it went in, and as what of it, until it is known
 * what came of it: sent again in the same batch, with whichever others are there, it is never a second file.
 */

/** Fit to go with others; nothing of it is on its way yet. */
export const fitsBatch = (item: UploadItem, settings: UploadSettings): boolean =>
  settings.smallFilesMax > 1 &&
  item.fileSize <= settings.smallFileBytes &&
  item.linkPath === null &&
  item.objectKey === null &&
  item.work.second === null &&
  !item.work.instantRefused &&
  !item.work.isExcludedFromBatch

/** Others of its batch are being sent: its turn comes when that is answered. */
export const isBatchRunning = (transition: Transition, { work: { batch } }: UploadItem): boolean =>
  batch !== null && transition.items.some((item) => isActive(item) && item.work.batch?.id === batch.id)

/** An item whose turn has come, and those that it takes along. */
export function batchMembersFor(transition: Transition, first: UploadItem): UploadItem[] {
  const { batch } = first.work
  const ready = transition.items.filter(({ status, parentId }) => status === 'ready' && parentId !== null)
  if (batch)
    return ready.filter(
      ({ work }) => work.batch?.id === batch.id && work.isOutcomeUnknown === first.work.isOutcomeUnknown,
    )
  const { settings } = transition
  if (!fitsBatch(first, settings)) return [first]
  const taken: UploadItem[] = []
  let bytes = 0
  for (const item of ready) {
    if (item.work.batch || !fitsBatch(item, settings) || !sharesTarget(transition, first, item)) continue
    bytes += item.fileSize
    if (bytes > settings.smallFilesBytes || taken.length === settings.smallFilesMax) break
    taken.push(item)
  }
  return taken.length > 1 ? taken : [first]
}

/** To the same place: what is refused as a whole is one space's matter. */
const sharesTarget = (transition: Transition, first: UploadItem, item: UploadItem): boolean =>
  item.fileSharingId === first.fileSharingId &&
  chosenFolder(transition, item) === chosenFolder(transition, first)

const chosenFolder = (transition: Transition, { groupId, parentId }: UploadItem): string | null =>
  (groupId === null ? undefined : transition.group(groupId)?.parentId) ?? parentId

/** As members of a batch, a new one unless they have one. */
export function assignBatch(transition: Transition, items: readonly UploadItem[]): UploadItem[] {
  if (items.length === 1 || items[0]?.work.batch) return [...items]
  const id = batchId(transition)
  return items.map((item, no) => ({ ...item, work: { ...item.work, batch: { id, no } } }))
}

/** A UUID that no other queue makes. */
function batchId(transition: Transition): string {
  const number = transition.nextTask().toString(16).padStart(12, '0')
  const [, a, b, c, d] = transition.state.seed.match(/^(.{8})(.{4})(.{4})(.{4})$/) ?? []
  return [a, b, c, d, number].join('-')
}

/** Sends a batch's active members, or asks about them, unless that is under way or waits for another try. */
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
