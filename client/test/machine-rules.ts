import type { Effect } from '../src/uploads/messages.ts'
import { isActive, slotOf, type UploadItem } from '../src/uploads/state.ts'
import { type MachineWorld, taskOf, uidsOf } from './machine-world.ts'
import type { StoreModel } from './store-model.ts'

/** Invariants of the upload queue, checked after every step. Each check throws if its rule is broken. */

/** Allowed for a deleted item. */
const isCleanup = ({ type }: Effect): boolean => type === 'recycle' || type === 'wait'

export function checkEffect(effect: Effect, store: StoreModel, deleted: ReadonlySet<string>): void {
  const gone = uidsOf(effect).find((uid) => deleted.has(uid))
  if (gone !== undefined && !isCleanup(effect)) throw new Error(`${effect.type} for the deleted ${gone}`)
  if (effect.type === 'batch') checkBatch(effect)
  if (effect.type === 'finished' && !store.hasSaved(effect.record.id)) {
    throw new Error(`${effect.record.id} is finished and was never saved`)
  }
  if (effect.type !== 'part') return
  const { objectKey, uploadId } = effect.item
  if (objectKey === null || uploadId === null) throw new Error('a part without a session')
  if (store.confirmed(objectKey, effect.part)) throw new Error(`part ${effect.part} is sent again`)
}

/** Each item has a number of its own in the same batch. */
function checkBatch({ batchId, items }: Extract<Effect, { type: 'batch' }>): void {
  const strange = items.find(({ work }) => work.batch?.id !== batchId)
  if (strange) throw new Error(`${strange.uid} is not of this batch`)
  const places = new Set(items.map(({ work }) => work.batch?.no))
  if (places.size < items.length) throw new Error('two in one place of a batch')
}

export function checkState(world: MachineWorld, deleted: ReadonlySet<string>): void {
  const { state, pending } = world
  const active = state.items.filter(isActive)
  checkSlots(world, active)
  const forDeleted = pending.find(
    (effect) => uidsOf(effect).some((uid) => deleted.has(uid)) && !isCleanup(effect),
  )
  if (forDeleted) throw new Error(`${forDeleted.type} is pending for a deleted item`)
  checkTasks(world)
  if (!(state.online && state.signedIn)) checkQuiet(world, active)
}

function checkSlots({ state, pending }: MachineWorld, active: readonly UploadItem[]): void {
  const { iUploadLimit, partsInFlight } = state.settings
  const slots = new Set(active.map(slotOf))
  if (slots.size > iUploadLimit) throw new Error(`${slots.size} slots are held`)
  for (const slot of slots) checkSlotShare(active.filter((item) => slotOf(item) === slot))
  for (const item of active) {
    const parts = pending.filter((effect) => effect.type === 'part' && effect.item.uid === item.uid)
    if (parts.length > partsInFlight) throw new Error(`${parts.length} parts under way`)
    if (item.work.tasks.length === 0) throw new Error(`${item.uid} is ${item.status} and does nothing`)
  }
  if (!(state.online && state.signedIn) || slots.size === iUploadLimit) return
  const idle = state.items.find(
    (item) => item.status === 'ready' && item.parentId !== null && !slots.has(slotOf(item)),
  )
  if (idle) throw new Error(`${idle.uid} is ready beside a free slot`)
}

/** Items that share a slot are sent in one call. */
function checkSlotShare(members: readonly UploadItem[]): void {
  const calls = new Set(members.flatMap(({ work }) => work.tasks.map(({ id }) => id)))
  if (members.length > 1 && calls.size > 1) throw new Error('one batch is sent in two calls')
}

/** Every running task has exactly one pending effect, and every pending effect a task. */
function checkTasks({ state, pending }: MachineWorld): void {
  const asked = new Set(pending.map(taskOf))
  const running = [
    ...state.items.flatMap(({ work }) => work.tasks),
    ...state.groups.flatMap(({ task }) => (task ? [task] : [])),
  ]
  for (const task of running) {
    const waits = task.waiting === 'probe' ? state.probe !== null : asked.has(task.id)
    if (!waits) throw new Error(`task ${task.id} waits for nothing`)
  }
  const ids = new Set([...running.map(({ id }) => id), state.probe])
  const unexpected = pending.find((effect) => effect.type !== 'recycle' && !ids.has(taskOf(effect)))
  if (unexpected) throw new Error(`effect ${unexpected.type} belongs to no running task`)
}

const QUIET = ['hash', 'wait', 'probe', 'waitGroup']

function checkQuiet({ pending }: MachineWorld, active: readonly UploadItem[]): void {
  const [item] = active
  if (item) throw new Error(`${item.uid} is ${item.status} without network or session`)
  const loud = pending.find(({ type }) => !QUIET.includes(type))
  if (loud) throw new Error(`${loud.type} without network or session`)
}

/** Once all effects have results, no item is left unfinished. */
export function checkRest({ state }: MachineWorld): void {
  for (const item of state.items) {
    const rests = item.status === 'error' || item.status === 'onTimeout' || item.status === 'pause'
    if (!rests) throw new Error(`${item.uid} is stuck in ${item.status}`)
    if (item.pauseReason === 'offline' || item.pauseReason === 'signedOut') {
      throw new Error(`${item.uid} still waits: ${item.pauseReason}`)
    }
  }
  const open = state.groups.find(({ status }) => status !== 'created' && status !== 'failed')
  if (open) throw new Error(`folders of ${open.groupId} are ${open.status}`)
}
