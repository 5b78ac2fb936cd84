import { isActive, type UploadItem, type UploadSettings } from './state.ts'
import type { Turn } from './turn.ts'

/**
 * Small files go up together in one call. Each remembers which batch it went in, and as what of it, until it is known
 * what came of it: sent again in the same batch, with whichever others are there, it is never a second file.
 */

/** Fit to go with others; nothing of it is on its way yet. */
export const isSmall = (item: UploadItem, settings: UploadSettings): boolean =>
  settings.smallFilesMax > 1 &&
  item.fileSize <= settings.smallFileBytes &&
  item.linkPath === null &&
  item.objectKey === null &&
  item.work.second === null &&
  !item.work.instantRefused &&
  !item.work.alone

/** Others of its batch are being sent: its turn comes when that is answered. */
export const isUnderWay = (turn: Turn, { work: { batch } }: UploadItem): boolean =>
  batch !== null && turn.items.some((item) => isActive(item) && item.work.batch?.id === batch.id)

/** An item whose turn has come, and those that it takes along. */
export function together(turn: Turn, first: UploadItem): UploadItem[] {
  const { batch } = first.work
  const ready = turn.items.filter(({ status, parentId }) => status === 'ready' && parentId !== null)
  if (batch)
    return ready.filter(({ work }) => work.batch?.id === batch.id && work.unsure === first.work.unsure)
  const { settings } = turn
  if (!isSmall(first, settings)) return [first]
  const taken: UploadItem[] = []
  let bytes = 0
  for (const item of ready) {
    if (item.work.batch || !isSmall(item, settings) || !goesAlong(turn, first, item)) continue
    bytes += item.fileSize
    if (bytes > settings.smallFilesBytes || taken.length === settings.smallFilesMax) break
    taken.push(item)
  }
  return taken.length > 1 ? taken : [first]
}

/** To the same place: what is refused as a whole is one space's matter. */
const goesAlong = (turn: Turn, first: UploadItem, item: UploadItem): boolean =>
  item.fileSharingId === first.fileSharingId && chosenFolder(turn, item) === chosenFolder(turn, first)

const chosenFolder = (turn: Turn, { groupId, parentId }: UploadItem): string | null =>
  (groupId === null ? undefined : turn.group(groupId)?.parentId) ?? parentId

/** As members of a batch, a new one unless they have one. */
export function inBatch(turn: Turn, items: readonly UploadItem[]): UploadItem[] {
  if (items.length === 1 || items[0]?.work.batch) return [...items]
  const id = batchId(turn)
  return items.map((item, no) => ({ ...item, work: { ...item.work, batch: { id, no } } }))
}

/** A UUID that no other queue makes. */
function batchId(turn: Turn): string {
  const number = turn.nextTask().toString(16).padStart(12, '0')
  const [, a, b, c, d] = turn.state.seed.match(/^(.{8})(.{4})(.{4})(.{4})$/) ?? []
  return [a, b, c, d, number].join('-')
}

/** Sends a batch's active members, or asks about them, unless that is under way or waits for another try. */
export function sendTogether(turn: Turn, id: string) {
  const members = turn.items.filter((item) => isActive(item) && item.work.batch?.id === id)
  if (members.some(({ work }) => work.tasks.length > 0)) return
  const task = turn.nextTask()
  const items = members.map((item) => ({
    ...item,
    status: 'checking' as const,
    loadedChunks: {},
    work: { ...item.work, tasks: [{ id: task, kind: 'many' as const, part: null, waiting: null }] },
  }))
  for (const item of items) turn.put(item)
  turn.emit({ type: items.some(({ work }) => work.unsure) ? 'askMany' : 'many', task, batchId: id, items })
}
