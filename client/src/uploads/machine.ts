import * as answers from './answers.ts'
import * as commands from './commands.ts'
import { onFailed, onFoldersFailed } from './failures.ts'

import type { Effect, UploadEvent } from './messages.ts'
import { settle } from './plan.ts'
import { isActive, type UploadState, waitsForRoom } from './state.ts'
import { onManyAsked, onManyEnded, onManyFailed } from './together-answers.ts'
import { Turn } from './turn.ts'

/**
 * The whole upload queue as one pure function (A§4, R101-R115): what has happened goes in, the new state and
 * what is to be done come out. No clock, no chance, no I/O. Answers to work that was cancelled are ignored.
 */
export function next(state: UploadState, event: UploadEvent): { state: UploadState; effects: Effect[] } {
  const turn = new Turn(state, event.at)
  apply(turn, event)
  settle(turn)
  if (isOpen(state) && !isOpen(turn.state) && !byCommand(event)) turn.emit({ type: 'allEnded' })
  return { state: turn.state, effects: turn.effects }
}

function apply(turn: Turn, event: UploadEvent) {
  switch (event.type) {
    case 'add':
      return commands.onAdd(turn, event)
    case 'pause':
      return commands.pause(turn, event.uids)
    case 'pauseAll':
      return commands.pauseAll(turn)
    case 'resume':
      return commands.resume(turn, event.uids)
    case 'resumeAll':
      return commands.resumeAll(turn)
    case 'retry':
      return commands.retry(turn, event.uids, event.conflict)
    case 'remove':
      return commands.remove(turn, event.uids)
    case 'setConflict':
      return commands.setConflict(turn, event.uids, event.conflict)
    case 'attach':
      return commands.attach(turn, event)
    case 'online':
      return commands.onOnline(turn, event.online)
    case 'user':
      return commands.onUser(turn, event.userId)
    case 'restore':
      return commands.onRestore(turn, event)
    case 'configure':
      return turn.change({ settings: { ...turn.settings, ...event.settings } })
    case 'progress':
      return answers.onProgress(turn, event)
    case 'probed':
      if (turn.state.probe === event.task) commands.onProbed(turn, event.reachable)
      return
    case 'manyEnded':
      return onManyEnded(turn, event)
    case 'manyAsked':
      return onManyAsked(turn, event)
    case 'manyFailed':
      return onManyFailed(turn, event)
    case 'manyWoke':
      return void turn.endMany(event.task)
    case 'foldersMade':
    case 'foldersFailed':
    case 'groupWoke':
      return applyToGroup(turn, event)
    default:
      return applyToItem(turn, event)
  }
}

type GroupAnswer = Extract<UploadEvent, { groupId: string }>
type ItemAnswer = Extract<UploadEvent, { uid: string; task: number }>

function applyToGroup(turn: Turn, event: GroupAnswer) {
  if (turn.group(event.groupId)?.task?.id !== event.task) return
  if (event.type === 'foldersMade') answers.onFoldersMade(turn, event.groupId, event.tree)
  else if (event.type === 'foldersFailed') onFoldersFailed(turn, event.groupId, event.failure)
  else turn.editGroup(event.groupId, { status: 'waiting', task: null })
}

function applyToItem(turn: Turn, event: ItemAnswer) {
  const task = turn.end(event.uid, event.task)
  if (!task) return
  if (event.type === 'failed') return onFailed(turn, event.uid, task, event.failure)
  if (event.type === 'woke') {
    if (task.kind === 'leave') turn.drop(event.uid)
    if (task.kind === 'room') commands.tryRoom(turn, event.uid)
    return
  }
  answers.answered(turn, event.uid, task)
  switch (event.type) {
    case 'hashed':
      return answers.onHashed(turn, event)
    case 'checked':
      return answers.onChecked(turn, event)
    case 'initiated':
      return turn.edit(event.uid, { uploadId: event.uploadId })
    case 'listed':
      return answers.onListed(turn, event)
    case 'sent':
      return answers.onSent(turn, task, event)
    case 'completed':
      return turn.edit(event.uid, {}, { stored: true })
    case 'saved':
      return answers.onSaved(turn, event)
    case 'recycled':
      return turn.drop(event.uid)
  }
}

/** Something is under way, or will be once there is room, network or a session. */
const isOpen = (state: UploadState): boolean =>
  state.items.some(
    (item) =>
      isActive(item) ||
      waitsForRoom(item) ||
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
