import Type, { type Static } from 'typebox'
import { route } from './route.ts'
import { Id, Instant, nullable, numberedPageOf, oneOf, paging } from './shapes.ts'

/** Runs of directories: started, and what they did to whom. */

/** Those that are started; `push` collects the leavers of a SCIM client that wait for a decision. */
export const DIRECTORY_RUN_KINDS = ['full', 'incremental', 'dryRun'] as const
export type DirectoryRunKind = (typeof DIRECTORY_RUN_KINDS)[number]
export type RecordedRunKind = DirectoryRunKind | 'push'
/** `waiting`: an administrator has to confirm how many leave. */
export const DIRECTORY_RUN_STATES = [
  'queued',
  'reading',
  'applying',
  'waiting',
  'done',
  'failed',
  'discarded',
] as const
export type DirectoryRunState = (typeof DIRECTORY_RUN_STATES)[number]

export const PERSON_CHANGES = [
  'created',
  'takenOver',
  'changed',
  'returned',
  'disabled',
  'left',
  'conflict',
] as const
export const DEPARTMENT_CHANGES = ['created', 'changed', 'removed', 'kept'] as const
export type PersonChange = (typeof PERSON_CHANGES)[number]
export type DepartmentChange = (typeof DEPARTMENT_CHANGES)[number]

/** Of people, with an entry that is as it was in `unchanged`; departments have names of their own. */
export const DIRECTORY_COUNTS = [
  'people',
  'unchanged',
  ...PERSON_CHANGES,
  'departments',
  'departmentsCreated',
  'departmentsChanged',
  'departmentsRemoved',
  'departmentsKept',
  'problems',
] as const
export type DirectoryCount = (typeof DIRECTORY_COUNTS)[number]

export const DIRECTORY_PROBLEMS = [
  'idMissing',
  'accountMissing',
  'accountInvalid',
  'accountLocal',
  'accountAdministrator',
  'accountElsewhere',
  'accountTwice',
  'mailDropped',
  'phoneDropped',
  'departmentKept',
  'departmentDeep',
  'departmentRefused',
  'groupMissing',
  'roleMissing',
  'roleRefused',
  'lastAdministrator',
  'failed',
] as const

export const DirectoryProblem = Type.Object({
  problem: oneOf(DIRECTORY_PROBLEMS),
  /** Whom or what: a distinguished name, or an account. */
  name: Type.String(),
  /** What its text needs. */
  value: Type.Optional(Type.String()),
})
export type DirectoryProblem = Static<typeof DirectoryProblem>
export type DirectoryProblemKind = DirectoryProblem['problem']

export const DirectoryRun = Type.Object({
  runId: Id,
  directoryId: Id,
  kind: oneOf([...DIRECTORY_RUN_KINDS, 'push']),
  state: oneOf(DIRECTORY_RUN_STATES),
  /** Null: the schedule. */
  startedBy: nullable(Type.String()),
  counts: Type.Record(Type.String(), Type.Integer()),
  /** Of single entries, at most `DIRECTORY_PROBLEMS_MAX`. */
  problems: Type.Array(DirectoryProblem),
  errcode: Type.Integer(),
  errmsg: Type.String(),
  createTime: Instant,
  startTime: nullable(Instant),
  endTime: nullable(Instant),
})
export type DirectoryRun = Static<typeof DirectoryRun>

export const DIRECTORY_PROBLEMS_MAX = 200
/** Changes of a run that are kept; leavers of a run that waits are kept all. */
export const DIRECTORY_CHANGES_MAX = 2000
export const DIRECTORY_RUNS_KEPT = 50

export const startDirectoryRun = route({
  name: 'startDirectoryRun',
  method: 'POST',
  path: '/admin/directory/run',
  admin: 'identity',
  input: Type.Object({ directoryId: Id, kind: oneOf(DIRECTORY_RUN_KINDS) }),
  reply: DirectoryRun,
  errors: ['area_refused', 'not_found', 'directory_busy', 'directory_disabled', 'directory_push'],
  summary: 'Starts a run; a dry run changes nothing and says what would happen to whom.',
})

export const pageDirectoryRuns = route({
  name: 'pageDirectoryRuns',
  method: 'GET',
  path: '/admin/directory/runs',
  admin: 'identity',
  input: Type.Object({ directoryId: Id, pageNo: paging.pageNo, pageSize: paging.pageSize }),
  reply: numberedPageOf(DirectoryRun),
  errors: ['area_refused', 'not_found'],
  summary: 'Runs of a directory, the latest first.',
})

export const queryDirectoryRun = route({
  name: 'queryDirectoryRun',
  method: 'GET',
  path: '/admin/directory/queryRun',
  admin: 'identity',
  input: Type.Object({ runId: Id }),
  reply: DirectoryRun,
  errors: ['area_refused', 'not_found'],
  summary: 'One run, with the problems of single entries.',
})

export const DirectoryChange = Type.Object({
  subject: oneOf(['person', 'department']),
  kind: oneOf([...new Set([...PERSON_CHANGES, ...DEPARTMENT_CHANGES])] as (
    | PersonChange
    | DepartmentChange
  )[]),
  name: Type.String(),
  /** Account of a person; '' of a department. */
  accountName: Type.String(),
  dn: Type.String(),
  /** Fields that change, as in `AdminPerson`. */
  fields: Type.Array(Type.String()),
})
export type DirectoryChange = Static<typeof DirectoryChange>

export const pageDirectoryChanges = route({
  name: 'pageDirectoryChanges',
  method: 'GET',
  path: '/admin/directory/changes',
  admin: 'identity',
  input: Type.Object({
    runId: Id,
    subject: Type.Optional(oneOf(['person', 'department'])),
    kind: Type.Optional(Type.String({ maxLength: 32 })),
    pageNo: paging.pageNo,
    pageSize: paging.pageSize,
  }),
  reply: numberedPageOf(DirectoryChange),
  errors: ['area_refused', 'not_found'],
  summary: 'What a run did, or would do, to whom.',
})

export const decideDirectoryRun = route({
  name: 'decideDirectoryRun',
  method: 'POST',
  path: '/admin/directory/decide',
  admin: 'identity',
  input: Type.Object({ runId: Id, decision: oneOf(['confirm', 'discard']) }),
  reply: DirectoryRun,
  errors: ['area_refused', 'not_found', 'directory_busy', 'directory_run_over'],
  summary:
    'Confirms the leavers of a run that waits, which starts another one that asks again if others leave; or discards it.',
})
