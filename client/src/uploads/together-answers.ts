import type { ErrorName } from '@clouddisk/contract/errors'
import { onSaved } from './answers.ts'
import { awaitFile, backoffMs, giveUp, LOST, probe, signOut } from './failures.ts'
import { withoutSession } from './items.ts'
import type { Answer, Failure } from './messages.ts'
import type { Task, UploadItem } from './state.ts'
import { withOneMore } from './tries.ts'
import type { Turn } from './turn.ts'

/** What came of small files that went up together. */

type AnswerOf<T extends Answer['type']> = Extract<Answer, { type: T }>

export function onManyEnded(turn: Turn, { task, results }: AnswerOf<'manyEnded'>) {
  const came = new Map(results.map((result) => [result.uid, result]))
  for (const { uid } of turn.endMany(task)) {
    const result = came.get(uid)
    turn.edit(uid, {}, { tries: {} })
    if (!result) goAlone(turn, uid)
    else if ('reply' in result) {
      turn.edit(uid, {}, { batch: null })
      onSaved(turn, { type: 'saved', uid, task, reply: result.reply })
    } else onMissed(turn, uid, task, result.failure)
  }
}

/** After a reload: what has become a file ends, what may still become one is asked about again, the others wait for their files. */
export function onManyAsked(turn: Turn, { task, came }: AnswerOf<'manyAsked'>) {
  const known = new Map(came.map((one) => [one.uid, one]))
  const open: UploadItem[] = []
  for (const item of turn.endMany(task)) {
    const one = known.get(item.uid)
    if (one?.reply) {
      turn.edit(item.uid, {}, { batch: null, unsure: false })
      onSaved(turn, { type: 'saved', uid: item.uid, task, reply: one.reply })
    } else if (one?.isOpen) open.push(item)
    else askForFile(turn, item.uid)
  }
  if (open.length > 0) again(turn, open, STILL_OPEN)
}

const STILL_OPEN: Failure = { ...LOST, kind: 'server' }

/** The batch stays: if the server saved the file after all, sending it again under the same batch finds it. */
function askForFile(turn: Turn, uid: string) {
  awaitFile(turn, uid)
  turn.edit(uid, {}, { unsure: false })
}

/** The server has ended what was refused of it, so that its batch says nothing any more. */
function onMissed(turn: Turn, uid: string, id: number, failure: Failure) {
  if (failure.kind === 'unreadable' || failure.kind === 'noFile') {
    return giveUp(turn, uid, taskOf(id), failure)
  }
  if (failure.kind !== 'refused') return goAlone(turn, uid)
  turn.edit(uid, {}, { batch: null })
  giveUp(turn, uid, taskOf(id), failure)
}

const taskOf = (id: number): Task => ({ id, kind: 'many', part: null, waiting: null })

/** Waits in line for its turn, to go by itself. */
function goAlone(turn: Turn, uid: string) {
  turn.update(uid, (item) => withoutSession({ ...item, status: 'ready' }))
  turn.edit(uid, {}, { alone: true })
}

export function onManyFailed(turn: Turn, { task, failure }: AnswerOf<'manyFailed'>) {
  const members = turn.endMany(task)
  if (members.length === 0) return
  switch (failure.kind) {
    case 'signedOut':
      return signOut(turn)
    case 'network':
      wait(turn, members, 'probe')
      return probe(turn, 0)
    case 'timeout':
    case 'server':
    case 'away':
      return again(turn, members, failure)
    default:
      if (members.some(({ work }) => work.unsure)) return exhausted(turn, members, failure)
      // Refused as a whole none is saved, and each by itself is told what is wrong.
      if (isNotTaken(failure)) turn.change({ settings: { ...turn.settings, smallFilesMax: 0 } })
      for (const { uid } of members) goAlone(turn, uid)
  }
}

const NOT_TAKEN: ReadonlySet<string | null> = new Set<ErrorName>([
  'no_such_route',
  'body_too_large',
  'unsupported_media',
])
/** Of whatever stands before the server, or an older one. */
const NOT_TAKEN_STATUS: ReadonlySet<number | null> = new Set([404, 405, 413, 415, 501])

/** No such call here, or none as large as these. */
const isNotTaken = ({ name, errcode }: Failure): boolean =>
  NOT_TAKEN.has(name) || (name === null && NOT_TAKEN_STATUS.has(errcode))

/** The server is there after all: what was lost counts as a try. */
export function countLostTogether(turn: Turn) {
  const lost = new Set(
    turn.items.flatMap(({ work }) =>
      work.tasks.filter(({ kind, waiting }) => kind === 'many' && waiting === 'probe').map(({ id }) => id),
    ),
  )
  for (const id of lost) again(turn, turn.endMany(id), LOST)
}

/** The very same batch once more, after a growing, scattered pause (R112). */
function again(turn: Turn, members: readonly UploadItem[], failure: Failure) {
  const tried = members.map(({ uid, work }) => ({ uid, ...withOneMore(work.tries, 'many', failure) }))
  const most = Math.max(...tried.map(({ count }) => count))
  if (most > turn.settings.retries && failure.kind !== 'away') return exhausted(turn, members, failure)
  for (const { uid, tries } of tried) turn.edit(uid, {}, { tries })
  const task = wait(turn, members, 'backoff')
  const ms = backoffMs(most)
  turn.emit({ type: 'waitMany', task, ms, jitterMs: ms })
}

/**
 * What the server itself cannot do with them all it may do with each. Where it is not known what became of them they stop,
 * and the person's retry asks by the same batch.
 */
function exhausted(turn: Turn, members: readonly UploadItem[], failure: Failure) {
  const isOurs = failure.name === 'internal' || failure.name === 'storage_failed'
  for (const { uid, work } of members) {
    if (work.unsure) askForFile(turn, uid)
    else if (isOurs) goAlone(turn, uid)
    else giveUp(turn, uid, taskOf(0), failure)
  }
}

function wait(turn: Turn, members: readonly UploadItem[], waiting: 'backoff' | 'probe'): number {
  const id = turn.nextTask()
  for (const { uid, work } of members) {
    turn.edit(uid, {}, { tasks: [...work.tasks, { id, kind: 'many', part: null, waiting }] })
  }
  return id
}
