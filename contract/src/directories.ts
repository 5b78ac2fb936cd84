import Type, { type Static } from 'typebox'
import { route } from './route.ts'
import { Bytes, Empty, Id, Instant, nullable, numberedPageOf, oneOf, paging } from './shapes.ts'

/** The integration platform (B§3, B§5, R95): directories that people and departments come from, and sign-in with their passwords. */

export const DIRECTORY_PROTOCOLS = ['ldap', 'activeDirectory', 'scim'] as const
export type DirectoryProtocol = (typeof DIRECTORY_PROTOCOLS)[number]
/** Those that the server reads; a SCIM client writes. */
export const LDAP_PROTOCOLS = ['ldap', 'activeDirectory'] as const
export type LdapProtocol = (typeof LDAP_PROTOCOLS)[number]

export const DIRECTORY_TLS = ['none', 'startTls', 'ldaps'] as const
/** Where departments come from: units that people lie in, an attribute of people, or nowhere. */
export const DEPARTMENT_MODES = ['units', 'attribute', 'none'] as const
/** What becomes of people who leave the directory: frozen and offboarded, or frozen only. */
export const LEAVER_RULES = ['offboard', 'freeze'] as const
export const DIRECTORY_SCHEDULES = ['off', 'hourly', 'daily'] as const

export const DIRECTORY_CODE_MAX = 64
export const DIRECTORY_NAME_MAX = 64
export const DIRECTORIES_MAX = 50
const CA_MAX = 65_536
const SAVE_BODY_MAX = 256 * 1024

const Filter = Type.String({ maxLength: 2000 })
const Attribute = Type.String({ maxLength: 128 })
const Dn = Type.String({ maxLength: 2000 })

export const DirectorySettings = Type.Object({
  url: Type.String({ maxLength: 500, description: 'ldap://host:port or ldaps://host:port' }),
  tls: oneOf(DIRECTORY_TLS),
  /** Certificates (PEM) that sign the server’s; "" for those that the system trusts. */
  ca: Type.String({ maxLength: CA_MAX }),
  base: Dn,
  /** Name of the account that reads. */
  user: Dn,
  peopleFilter: Filter,
  idAttribute: Attribute,
  accountAttribute: Attribute,
  realNameAttribute: Attribute,
  userNameAttribute: Attribute,
  mailAttribute: Attribute,
  phoneAttribute: Attribute,
  /** Filter of disabled accounts; "": none, in Active Directory `userAccountControl` decides. */
  disabledFilter: Filter,
  departmentMode: oneOf(DEPARTMENT_MODES),
  /** Of units. */
  departmentFilter: Filter,
  departmentNameAttribute: Attribute,
  /** Of people: a path of names. */
  departmentAttribute: Attribute,
  departmentSeparator: Type.String({ maxLength: 8 }),
  /** Below which department they go; null: at the top. */
  departmentParentId: nullable(Id),
  groupFilter: Filter,
  groupMemberAttribute: Attribute,
  /** Roles for the members of groups, by the group’s distinguished name; in SCIM by its id. */
  groupRoles: Type.Array(Type.Object({ group: Dn, roleId: Id }), { maxItems: 200 }),
  /** Bytes of a new person; null is unlimited. */
  capacity: nullable(Bytes),
  leavers: oneOf(LEAVER_RULES),
  /** Local accounts of the same name become the directory’s; never administrators’. */
  takeOver: Type.Boolean(),
  /** Who is not here yet comes with the first sign-in. */
  createAtSignIn: Type.Boolean(),
  /** A run asks before more than this share of people (percent), and at least so many, would leave. */
  guardShare: Type.Integer({ minimum: 1, maximum: 100 }),
  guardLeast: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  schedule: oneOf(DIRECTORY_SCHEDULES),
  /** HH:MM in the server’s time zone, of a daily run. */
  scheduleTime: Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', maxLength: 5 }),
  /** The business library that it is for. */
  library: Type.String({ maxLength: 128 }),
})
export type DirectorySettings = Static<typeof DirectorySettings>

const COMMON: Omit<
  DirectorySettings,
  | 'idAttribute'
  | 'accountAttribute'
  | 'peopleFilter'
  | 'groupFilter'
  | 'userNameAttribute'
  | 'realNameAttribute'
> = {
  url: '',
  tls: 'startTls',
  ca: '',
  base: '',
  user: '',
  mailAttribute: 'mail',
  phoneAttribute: 'telephoneNumber',
  disabledFilter: '',
  departmentMode: 'units',
  departmentFilter: '(objectClass=organizationalUnit)',
  departmentNameAttribute: 'ou',
  departmentAttribute: 'department',
  departmentSeparator: '/',
  departmentParentId: null,
  groupMemberAttribute: 'member',
  groupRoles: [],
  capacity: 100 * 1024 ** 3,
  leavers: 'offboard',
  takeOver: false,
  createAtSignIn: true,
  guardShare: 30,
  guardLeast: 5,
  schedule: 'off',
  scheduleTime: '03:00',
  library: '',
}

/** What a new directory begins with. */
export const DIRECTORY_DEFAULTS: Record<DirectoryProtocol, DirectorySettings> = {
  ldap: {
    ...COMMON,
    peopleFilter: '(objectClass=inetOrgPerson)',
    idAttribute: 'entryUUID',
    accountAttribute: 'uid',
    realNameAttribute: 'cn',
    userNameAttribute: 'displayName',
    groupFilter: '(objectClass=groupOfNames)',
  },
  activeDirectory: {
    ...COMMON,
    peopleFilter: '(&(objectCategory=person)(objectClass=user))',
    idAttribute: 'objectGUID',
    accountAttribute: 'sAMAccountName',
    realNameAttribute: 'displayName',
    userNameAttribute: 'displayName',
    groupFilter: '(objectClass=group)',
  },
  scim: {
    ...COMMON,
    tls: 'none',
    peopleFilter: '',
    idAttribute: '',
    accountAttribute: '',
    realNameAttribute: '',
    userNameAttribute: '',
    groupFilter: '',
    departmentMode: 'attribute',
    createAtSignIn: false,
  },
}

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
  'created',
  'takenOver',
  'changed',
  'returned',
  'disabled',
  'left',
  'conflict',
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

export const AdminDirectory = Type.Object({
  directoryId: Id,
  code: Type.String(),
  name: Type.String(),
  protocol: oneOf(DIRECTORY_PROTOCOLS),
  enabled: Type.Boolean(),
  /** Whether there is one; it is never answered. */
  hasPassword: Type.Boolean(),
  settings: DirectorySettings,
  /** People that it has, without those who left. */
  people: Type.Integer(),
  departments: Type.Integer(),
  syncTime: nullable(Instant),
  lastRun: nullable(DirectoryRun),
})
export type AdminDirectory = Static<typeof AdminDirectory>

export const queryDirectories = route({
  name: 'queryDirectories',
  method: 'GET',
  path: '/admin/directory/list',
  admin: 'identity',
  input: Empty,
  reply: Type.Object({ list: Type.Array(AdminDirectory) }),
  errors: ['area_refused'],
  summary: 'Directories that people and departments come from.',
})

const identity = {
  directoryId: Type.Optional(Id),
  code: Type.String({ maxLength: DIRECTORY_CODE_MAX }),
  name: Type.String({ maxLength: DIRECTORY_NAME_MAX }),
  /** Unchanged where it is left out. */
  password: Type.Optional(Type.String({ maxLength: 1024 })),
  settings: Type.Partial(DirectorySettings),
}

export const saveDirectory = route({
  name: 'saveDirectory',
  method: 'POST',
  path: '/admin/directory/save',
  admin: 'identity',
  bodyMax: SAVE_BODY_MAX,
  input: Type.Object({
    ...identity,
    protocol: oneOf(DIRECTORY_PROTOCOLS),
    enabled: Type.Optional(Type.Boolean()),
  }),
  reply: AdminDirectory,
  errors: ['area_refused', 'not_found', 'name_taken', 'list_full'],
  summary: 'Adds a directory, or changes one; what is left out has the protocol’s defaults, or stays.',
})

export const REMOVED_PEOPLE = ['keep', 'freeze'] as const

export const removeDirectory = route({
  name: 'removeDirectory',
  method: 'POST',
  path: '/admin/directory/remove',
  admin: 'identity',
  input: Type.Object({ directoryId: Id, people: oneOf(REMOVED_PEOPLE) }),
  reply: Empty,
  errors: ['area_refused', 'not_found', 'directory_busy', 'last_admin'],
  summary: 'Removes a directory. Its people stay as accounts without a password, or are frozen.',
})

export const DirectoryPreview = Type.Object({
  /** How the connection is protected. */
  secure: Type.Boolean(),
  people: Type.Array(
    Type.Object({
      dn: Type.String(),
      externalId: Type.String(),
      accountName: Type.String(),
      userRealName: Type.String(),
      userName: Type.String(),
      email: Type.String(),
      phone: Type.String(),
      departmentPath: Type.Array(Type.String()),
      disabled: Type.Boolean(),
      problem: nullable(oneOf(DIRECTORY_PROBLEMS)),
    }),
  ),
  departments: Type.Integer(),
  groups: Type.Array(Type.Object({ dn: Type.String(), name: Type.String() })),
})
export type DirectoryPreview = Static<typeof DirectoryPreview>

export const tryDirectory = route({
  name: 'tryDirectory',
  method: 'POST',
  path: '/admin/directory/try',
  admin: 'identity',
  changes: true,
  remote: true,
  bodyMax: SAVE_BODY_MAX,
  input: Type.Object({ ...identity, protocol: oneOf(LDAP_PROTOCOLS) }),
  reply: DirectoryPreview,
  errors: ['area_refused', 'not_found', 'directory_failed'],
  summary: 'Connects with these settings and shows ten entries as they would become people; saves nothing.',
})

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
