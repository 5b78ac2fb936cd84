import Type, { type Static } from 'typebox'
import { LIMITS } from './limits.ts'
import { Principal, ShownPrincipal } from './people.ts'
import { route } from './route.ts'
import { Id, nullable } from './shapes.ts'

/** People and departments as everybody finds them, for pickers (B§7 `search/`). */

export const FoundUser = Type.Object({
  userId: Id,
  userName: Type.String({ description: 'the account' }),
  userRealName: Type.String(),
  departmentId: nullable(Id),
  /** Names from the top down. */
  departmentPath: Type.Array(Type.String()),
  /** Nobody can sign in to the account: it is frozen, or its time is over. Only where such people are asked for. */
  atRest: Type.Optional(Type.Boolean()),
})
export type FoundUser = Static<typeof FoundUser>

export const FoundDepartment = Type.Object({
  departmentId: Id,
  departmentName: Type.String(),
  parentId: nullable(Id),
  departmentPath: Type.Array(Type.String()),
  /** People in it and below. */
  memberCount: Type.Integer(),
  isParent: Type.Boolean(),
})
export type FoundDepartment = Static<typeof FoundDepartment>

const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.searchMax }))

export const searchUsers = route({
  name: 'searchUsers',
  method: 'GET',
  path: '/search/searchUsers',
  input: Type.Object({
    keyword: Type.Optional(Type.String({ maxLength: 120 })),
    /** Only who is directly in it. */
    departmentId: Type.Optional(Id),
    /** An item whose people the caller manages: those with an entry on it are found although they cannot sign in. */
    instanceId: Type.Optional(Id),
    limit: Limit,
  }),
  errors: ['not_found', 'not_permitted'],
  reply: Type.Object({ list: Type.Array(FoundUser), truncated: Type.Boolean() }),
  summary:
    'People by name or account, or of one department; names and accounts are masked where `maskNames` says so.',
})

export const searchDepartments = route({
  name: 'searchDepartments',
  method: 'GET',
  path: '/search/searchDepartments',
  input: Type.Object({
    keyword: Type.Optional(Type.String({ maxLength: 120 })),
    /** The departments right below it; absent: the top ones. Not read with a keyword. */
    parentId: Type.Optional(Id),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.subDepartmentsMax })),
  }),
  reply: Type.Object({ list: Type.Array(FoundDepartment), truncated: Type.Boolean() }),
  summary: 'Departments by name, or right below one; at most 500, then a keyword has to narrow them.',
})

/** Those asked for at a time. */
export const RECIPIENTS_ASKED_MAX = 100

export const queryRecipients = route({
  name: 'queryRecipients',
  method: 'POST',
  path: '/search/queryRecipients',
  changes: false,
  input: Type.Object({ principals: Type.Array(Principal, { maxItems: RECIPIENTS_ASKED_MAX }) }),
  reply: Type.Object({
    users: Type.Array(FoundUser),
    departments: Type.Array(FoundDepartment),
    groups: Type.Array(ShownPrincipal),
  }),
  summary: 'Those of them that can be given something now, as they are found; who is gone is left out.',
})
