import Type, { type Static } from 'typebox'
import { route } from './route.ts'
import { Empty, Id, Instant, ItemResult, oneOf } from './shapes.ts'

/** Work that outlasts a request: progress, cancel and a result per item. */

export const JOB_KINDS = ['copy', 'move', 'extract', 'import'] as const

export const Job = Type.Object({
  jobId: Id,
  kind: oneOf(JOB_KINDS),
  state: oneOf(['queued', 'running', 'done', 'cancelled', 'failed']),
  /** Files to go through, and those done. */
  total: Type.Integer(),
  done: Type.Integer(),
  targetId: Id,
  /** Of an import: its report. */
  importId: Type.Optional(Id),
  createTime: Instant,
  endTime: Type.Union([Instant, Type.Null()]),
  list: Type.Array(ItemResult),
})
export type Job = Static<typeof Job>

export const queryJob = route({
  name: 'queryJob',
  method: 'GET',
  path: '/job/{jobId}',
  input: Type.Object({ jobId: Id }),
  reply: Job,
  errors: ['not_found'],
  summary: 'Where a job of the caller’s stands.',
})

export const queryJobs = route({
  name: 'queryJobs',
  method: 'GET',
  path: '/job',
  input: Empty,
  reply: Type.Array(Job),
  summary: 'The caller’s jobs that run, and those that ended within a day.',
})

export const cancelJob = route({
  name: 'cancelJob',
  method: 'POST',
  path: '/job/{jobId}/cancel',
  input: Type.Object({ jobId: Id }),
  reply: Job,
  errors: ['not_found', 'job_over'],
  summary: 'Stops a job; nothing half-made stays, files that were imported do.',
})
