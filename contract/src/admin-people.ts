import Type, { type Static } from 'typebox'
import { ADMIN_ROLES } from './admin-areas.ts'
import { LIMITS } from './limits.ts'
import { IDS_BODY_MAX, route } from './route.ts'
import { Bytes, Id, Instant, nullable, numberedPageOf, oneOf, paging } from './shapes.ts'

/**
 * People as administrators see and change them (B§3 "User", B§5, R96). An orgAdmin has those of its departments; others
 * are not there for it.
 */

/** `expired`: active, but its validity has ended. `removed`: has left, and stays as a name. */
export const PERSON_STATES = ['active', 'frozen', 'expired', 'removed'] as const
export type PersonState = (typeof PERSON_STATES)[number]

/** A role that somebody has; `roleName` of a preset is its name in roles.ts, for the reader to be put in words. */
export const HeldRole = Type.Object({
  roleId: Id,
  roleName: Type.String(),
  preset: Type.Boolean(),
  admin: nullable(oneOf(ADMIN_ROLES)),
})
export type HeldRole = Static<typeof HeldRole>

export const AdminPerson = Type.Object({
  userId: Id,
  accountName: Type.String(),
  userName: Type.String(),
  userRealName: Type.String(),
  phone: Type.String(),
  email: Type.String(),
  departmentId: nullable(Id),
  /** Names from the top down; empty where it is in none. */
  departmentPath: Type.Array(Type.String()),
  /** At least one: who was given none has `default`. */
  roles: Type.Array(HeldRole),
  /** Bytes; null is unlimited. */
  totalCapacity: nullable(Bytes),
  usedCapacity: Bytes,
  /** Bytes of the groups that it may own, and of those that it owns. */
  groupCapacity: nullable(Bytes),
  groupAllotted: Bytes,
  /** Null: for good. */
  validUntil: nullable(Instant),
  /** Bytes a second; null is unlimited. */
  speedLimit: nullable(Bytes),
  status: oneOf(PERSON_STATES),
  /** An account of a program: it cannot sign in, and calls with access tokens. */
  service: Type.Boolean(),
  mustChangePassword: Type.Boolean(),
  createTime: Instant,
  /** Of its sessions that are remembered. */
  lastSeenTime: nullable(Instant),
  /** The last change by an administrator; null where there was none since it was made. */
  changeTime: nullable(Instant),
  changedBy: nullable(Type.String()),
  /** Where the account comes from, and names, mail and department are changed; null: made here. */
  directory: nullable(
    Type.Object({
      name: Type.String(),
      /** Gone from it. */
      left: Type.Boolean(),
      /** Whether it says in which department somebody is. */
      departments: Type.Boolean(),
    }),
  ),
  /** Whether the caller may change it: a super administrator is changed by another one only. */
  canChange: Type.Boolean(),
})
export type AdminPerson = Static<typeof AdminPerson>

/** Null counts as not given in every call: what is unlimited is written so. */
export const Unlimited = Type.Union([Bytes, Type.Literal('unlimited')])
const CAPACITY = Unlimited
/** A moment (ISO 8601), or no end. */
const VALIDITY = Type.String({ minLength: 1, maxLength: 40, description: 'ISO 8601, or `forever`' })
const DEPARTMENT = Type.String({ minLength: 1, maxLength: 64, description: '`0`: in no department' })
const ROLES = Type.Array(Id, {
  minItems: 1,
  maxItems: 50,
  description: 'names of presets, ids of others; they take the place of those that it has',
})
const PASSWORD = Type.String({ minLength: 1, maxLength: 1024 })

const optional = {
  userName: Type.Optional(Type.String({ maxLength: 1024, description: 'the real name where it is empty' })),
  phone: Type.Optional(Type.String({ maxLength: 1024 })),
  email: Type.Optional(Type.String({ maxLength: 1024 })),
  groupCapacity: Type.Optional(CAPACITY),
  /** Bytes a second; 0 is unlimited. */
  speedLimit: Type.Optional(Bytes),
}

export const PERSON_ERRORS = [
  'not_found',
  'directory_managed',
  'area_refused',
  'name_taken',
  'password_too_weak',
  'password_too_long',
  'below_used',
  'roles_conflict',
  'department_needed',
  'last_admin',
  'would_lock_out',
] as const

/** What a list of people can be narrowed by; the export takes the same. */
const filter = {
  departmentId: Type.Optional(DEPARTMENT),
  /** Also those of the departments below; the usual. */
  includeSub: Type.Optional(Type.Boolean()),
  /** In account, names, phone and mail address. */
  keyword: Type.Optional(Type.String({ maxLength: 120 })),
  status: Type.Optional(oneOf(PERSON_STATES)),
  roleId: Type.Optional(Id),
  /** `soon`: ends within 30 days. */
  validity: Type.Optional(oneOf(['forever', 'limited', 'soon', 'expired'])),
}
export const PERSON_ORDERS = [
  'accountName',
  'userRealName',
  'departmentName',
  'usedCapacity',
  'totalCapacity',
  'validUntil',
  'createTime',
  'lastSeenTime',
] as const
const order = {
  orderBy: Type.Optional(oneOf(PERSON_ORDERS)),
  orderType: Type.Optional(oneOf(['asc', 'desc'])),
}

export const pagePeople = route({
  name: 'pagePeople',
  method: 'POST',
  path: '/admin/people/page',
  admin: 'people',
  changes: false,
  input: Type.Object({
    ...filter,
    ...order,
    pageNo: paging.pageNo,
    pageSize: paging.pageSize,
  }),
  reply: numberedPageOf(AdminPerson),
  errors: ['not_found'],
  summary: 'People by number of page, newest first; those that have left only where `status` asks for them.',
})

export const queryPerson = route({
  name: 'queryPerson',
  method: 'GET',
  path: '/admin/people/query',
  admin: 'people',
  input: Type.Object({ userId: Id }),
  reply: AdminPerson,
  errors: ['not_found'],
  summary: 'One person.',
})

/** What every new account needs. */
export const accountFields = {
  accountName: Type.String({ maxLength: 1024 }),
  userRealName: Type.String({ maxLength: 1024 }),
  departmentId: Type.Optional(DEPARTMENT),
  roles: ROLES,
  totalCapacity: CAPACITY,
}

export const createPerson = route({
  name: 'createPerson',
  method: 'POST',
  path: '/admin/people/create',
  admin: 'people',
  confirm: ({ roles }) => Array.isArray(roles) && roles.length > 0,
  input: Type.Object({
    ...accountFields,
    ...optional,
    /** Made up and told once where it is absent. */
    password: Type.Optional(PASSWORD),
    /** Whether the first sign-in asks for another one; the usual. */
    mustChangePassword: Type.Optional(Type.Boolean()),
    validUntil: VALIDITY,
  }),
  reply: Type.Object({ person: AdminPerson, password: nullable(Type.String()) }),
  errors: PERSON_ERRORS,
  summary: 'A new local account; its made-up password is told this once.',
})

export const updatePerson = route({
  name: 'updatePerson',
  method: 'POST',
  path: '/admin/people/update',
  admin: 'people',
  // By account name and mail address providers find the account that they are linked with.
  confirm: ({ roles, password, accountName, email }) =>
    [roles, password, accountName, email].some((one) => one !== undefined),
  input: Type.Object({
    userId: Id,
    accountName: Type.Optional(Type.String({ maxLength: 1024 })),
    userRealName: Type.Optional(Type.String({ maxLength: 1024 })),
    ...optional,
    password: Type.Optional(PASSWORD),
    /** Whether the next sign-in asks for another one; true where a password is given. */
    mustChangePassword: Type.Optional(Type.Boolean()),
    departmentId: Type.Optional(DEPARTMENT),
    roles: Type.Optional(ROLES),
    totalCapacity: Type.Optional(CAPACITY),
    validUntil: Type.Optional(VALIDITY),
    /** Freezing and a validity in the past end every session of the person at once, a password too. */
    status: Type.Optional(oneOf(['active', 'frozen'])),
  }),
  reply: AdminPerson,
  errors: PERSON_ERRORS,
  summary: 'Changes what is given.',
})

export const PEOPLE_ACTIONS = [
  'capacity',
  'roles',
  'department',
  'validity',
  'resetPassword',
  'resetSecondFactor',
  'freeze',
  'unfreeze',
] as const
export type PeopleAction = (typeof PEOPLE_ACTIONS)[number]
const DANGEROUS_ACTIONS: ReadonlySet<unknown> = new Set<PeopleAction>([
  'roles',
  'resetPassword',
  'resetSecondFactor',
])

export const PersonResult = Type.Object({
  userId: Id,
  userRealName: Type.String(),
  accountName: Type.String(),
  errcode: Type.Integer(),
  errmsg: Type.String(),
  /** Of a reset that made it up; told this once. */
  password: Type.Optional(Type.String()),
})
export type PersonResult = Static<typeof PersonResult>

/** Each person by itself: one that is refused keeps none of the others back. */
export const changePeople = route({
  name: 'changePeople',
  method: 'POST',
  path: '/admin/people/change',
  admin: 'people',
  bodyMax: IDS_BODY_MAX,
  confirm: ({ action }) => DANGEROUS_ACTIONS.has(action),
  input: Type.Object({
    userIds: Type.Array(Id, { minItems: 1, maxItems: 2 * LIMITS.pickerItemsMax }),
    action: oneOf(PEOPLE_ACTIONS),
    /** What the action needs: */
    totalCapacity: Type.Optional(CAPACITY),
    roles: Type.Optional(ROLES),
    departmentId: Type.Optional(DEPARTMENT),
    validUntil: Type.Optional(VALIDITY),
    /** Of all of them; one is made up for each where it is absent. */
    password: Type.Optional(PASSWORD),
  }),
  reply: Type.Object({ list: Type.Array(PersonResult) }),
  errors: [
    'too_many_items',
    'password_too_weak',
    'password_too_long',
    'not_found',
    'area_refused',
    'roles_conflict',
    'department_needed',
  ],
  summary: 'One action for up to 500 people, with a result for each.',
})

/** What the lists of people come and go as. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const exportPeople = route({
  name: 'exportPeople',
  method: 'GET',
  path: '/admin/people/export',
  admin: 'people',
  confirm: true,
  input: Type.Object({ ...filter, ...order }),
  reply: Type.Any(),
  raw: true,
  exports: true,
  errors: ['not_found'],
  summary: 'The people that a page would list, all of them, as a workbook (.xlsx).',
})

export const peopleTemplate = route({
  name: 'peopleTemplate',
  method: 'GET',
  path: '/admin/people/template',
  admin: 'people',
  input: Type.Object({}),
  reply: Type.Any(),
  raw: true,
  exports: true,
  summary: 'A workbook with the columns that `importPeople` reads, two samples, and what goes into them.',
})

/** Bytes of a workbook, and rows in it. */
export const IMPORT_BYTES_MAX = 5 * 1024 * 1024
export const IMPORT_ROWS_MAX = 1000

export const ImportedRow = Type.Object({
  /** As the workbook numbers it; the headings are row 1. */
  row: Type.Integer(),
  accountName: Type.String(),
  userRealName: Type.String(),
  /** 0: the person was made, or would be in a trial. */
  errcode: Type.Integer(),
  /** What is wrong, in the language of the request. */
  errmsg: Type.String(),
  /** The field that is wrong, as `createPerson` names it. */
  field: Type.Optional(Type.String()),
  userId: Type.Optional(Id),
  /** Where the row had none: made up, told this once. */
  password: Type.Optional(Type.String()),
})
export type ImportedRow = Static<typeof ImportedRow>

/** One reason why rows are not imported; a row may stand under several. */
export const ImportFault = Type.Object({
  /** In the language of the request, with the column's name. */
  message: Type.String(),
  /** As `createPerson` names it. */
  field: Type.Optional(Type.String()),
  rows: Type.Array(Type.Integer()),
})
export type ImportFault = Static<typeof ImportFault>

/** The body is the workbook itself, with `Content-Type` XLSX; what else there is stands in the query. */
export const importPeople = route({
  name: 'importPeople',
  method: 'POST',
  path: '/admin/people/import',
  admin: 'people',
  bodyMax: IMPORT_BYTES_MAX,
  confirm: ({ dryRun }) => dryRun !== true,
  input: Type.Object({
    /** Checks every row and makes nobody. */
    dryRun: Type.Optional(Type.Boolean()),
    /** Makes the departments that rows name and that there are not. */
    createDepartments: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Object({
    rows: Type.Integer(),
    created: Type.Integer(),
    failed: Type.Integer(),
    /** Sample rows of the template, which are left out. */
    skipped: Type.Integer(),
    list: Type.Array(ImportedRow),
    /** In the order of the columns. */
    faults: Type.Array(ImportFault),
    /** Departments that `createDepartments` makes, or would make: `Company/Marketing`, those above first. */
    missingDepartments: Type.Array(Type.String()),
  }),
  errors: ['workbook_unreadable', 'workbook_columns', 'workbook_too_long'],
  summary: 'Makes the people of a workbook: good rows are taken, bad ones are told.',
})
