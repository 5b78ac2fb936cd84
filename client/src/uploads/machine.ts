import { onBatchFailed, onBatchQueried, onBatchSent } from './batch-results.ts'
import * as commands from './commands.ts'
import * as results from './effect-results.ts'
import { onFailed, onFoldersFailed } from './failures.ts'
import type { Effect, UploadEvent } from './messages.ts'
import { planNextSteps } from './plan.ts'
import { isActive, type UploadState, waitsForSpace } from './state.ts'
import { Transition } from './transition.ts'

/**
 * The upload queue as one pure function (A§4, R101-R115): takes the state and an event, returns the new state and the
 * effects to run. No clock, no randomness, no I/O. Results of cancelled tasks are ignored.
 */
export function next(state: UploadState, event: UploadEvent): { state: UploadState; effects: Effect[] } {
  const transition = new Transition(state, event.at)
  apply(transition, event)
  planNextSteps(transition)
  if (isOpen(state) && !isOpen(transition.state) && !byCommand(event)) transition.emit({ type: 'allEnded' })
  return { state: transition.state, effects: transition.effects }
}

function apply(transition: Transition, event: UploadEvent) {
  switch (event.type) {
    case 'add':
      return commands.onAdd(transition, event)
    case 'pause':
      return commands.onPause(transition, event.uids)
    case 'pauseAll':
      return commands.onPauseAll(transition)
    case 'resume':
      return commands.onResume(transition, event.uids)
    case 'resumeAll':
      return commands.onResumeAll(transition)
    case 'retry':
      return commands.onRetry(transition, event.uids, event.conflict)
    case 'remove':
      return commands.onRemove(transition, event.uids)
    case 'setConflict':
      return commands.onSetConflict(transition, event.uids, event.conflict)
    case 'attach':
      return commands.onAttach(transition, event)
    case 'online':
      return commands.onOnline(transition, event.online)
    case 'user':
      return commands.onUser(transition, event.userId)
    case 'restore':
      return commands.onRestore(transition, event)
    case 'configure':
      return transition.updateState({ settings: { ...transition.settings, ...event.settings } })
    case 'progress':
      return results.onProgress(transition, event)
    case 'probed':
      if (transition.state.probe === event.task) commands.onProbed(transition, event.reachable)
      return
    case 'batchSent':
      return onBatchSent(transition, event)
    case 'batchQueried':
      return onBatchQueried(transition, event)
    case 'batchFailed':
      return onBatchFailed(transition, event)
    case 'batchWaitEnded':
      return void transition.endBatchTask(event.task)
    case 'foldersCreated':
    case 'foldersFailed':
    case 'groupWaitEnded':
      return applyToGroup(transition, event)
    default:
      return applyToItem(transition, event)
  }
}

type GroupAnswer = Extract<UploadEvent, { groupId: string }>
type ItemAnswer = Extract<UploadEvent, { uid: string; task: number }>

function applyToGroup(transition: Transition, event: GroupAnswer) {
  if (transition.group(event.groupId)?.task?.id !== event.task) return
  if (event.type === 'foldersCreated') results.onFoldersCreated(transition, event.groupId, event.tree)
  else if (event.type === 'foldersFailed') onFoldersFailed(transition, event.groupId, event.failure)
  else transition.editGroup(event.groupId, { status: 'waiting', task: null })
}

function applyToItem(transition: Transition, event: ItemAnswer) {
  const task = transition.endTask(event.uid, event.task)
  if (!task) return
  if (event.type === 'failed') return onFailed(transition, event.uid, task, event.failure)
  if (event.type === 'waitEnded') {
    if (task.kind === 'leave') results.onLeave(transition, event.uid)
    if (task.kind === 'space') commands.retryAfterSpaceWait(transition, event.uid)
    return
  }
  results.clearRetries(transition, event.uid, task)
  switch (event.type) {
    case 'hashed':
      return results.onHashed(transition, event)
    case 'checked':
      return results.onChecked(transition, event)
    case 'initiated':
      return transition.editItem(event.uid, { uploadId: event.uploadId })
    case 'listed':
      return results.onListed(transition, event)
    case 'sent':
      return results.onSent(transition, task, event)
    case 'completed':
      return transition.editItem(event.uid, {}, { stored: true })
    case 'saved':
      return results.onSaved(transition, event)
    case 'recycled':
      return transition.removeItem(event.uid)
  }
}

/** Work is running, or will continue when there is space, network or a session. */
const isOpen = (state: UploadState): boolean =>
  state.items.some(
    (item) =>
      isActive(item) ||
      waitsForSpace(item) ||
      item.status === 'ready' ||
      (item.status === 'pause' && (item.pauseReason === 'offline' || item.pauseReason === 'signedOut')),
  ) || state.groups.some(({ status }) => status === 'waiting' || status === 'creating')

const BY_COMMAND: ReadonlySet<UploadEvent['type']> = new Set([
  'pause',
  'pauseAll',
  'remove',
  'user',
  'restore',
])
const byCommand = (event: UploadEvent): boolean => BY_COMMAND.has(event.type)
