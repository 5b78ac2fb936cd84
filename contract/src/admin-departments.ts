import Type, { type Static } from 'typebox'
import { Unlimited } from './admin-people.ts'
import { LIMITS } from './limits.ts'
import { route } from './route.ts'
import { Bytes, Empty, Id, Instant, nullable } from './shapes.ts'

/** Departments as administrators see and change them (B§3 "Department", R97, R131). */

export const AdminDepartment = Type.Object({
  departmentId: Id,
  departmentName: Type.String(),
  parentId: nullable(Id),
  /** Names from the top down, its own last. */
  departmentPath: Type.Array(Type.String()),
  description: Type.String(),
  /** Bytes that its groups, and those of departments below, may be given together; null is unlimited. */
  totalCapacity: nullable(Bytes),
  /** Bytes that they were given so far. */
  allottedCapacity: Bytes,
  /** People directly in it, and with those of the departments below; those that have left do not count. */
  ownCount: Type.Integer(),
  memberCount: Type.Integer(),
  /** Whether there are departments below that the caller administers. */
  isParent: Type.Boolean(),
  createTime: Instant,
  /** Name of the directory that it comes from, where alone it is renamed, moved and removed; null: made here. */
  directory: nullable(Type.String()),
})
export type AdminDepartment = Static<typeof AdminDepartment>

const Name = Type.String({ maxLength: 1024 })
const Description = Type.Optional(Type.String({ maxLength: 4096 }))
const PARENT = Type.String({ minLength: 1, maxLength: 64, description: '`0`: the top' })

export const queryDepartments = route({
  name: 'queryDepartments',
  method: 'GET',
  path: '/admin/departments/list',
  admin: 'people',
  input: Type.Object({
    /** Those right below it; absent or `0`: the top ones, or the topmost of the caller’s own. */
    parentId: Type.Optional(PARENT),
    /** Those with it in their name: right below `parentId`, or anywhere where that is absent. */
    keyword: Type.Optional(Type.String({ maxLength: 120 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.subDepartmentsMax })),
  }),
  reply: Type.Object({ list: Type.Array(AdminDepartment), truncated: Type.Boolean() }),
  errors: ['not_found'],
  summary: 'Departments with their counts; at most 500, then a keyword has to narrow them.',
})

export const queryDepartment = route({
  name: 'queryDepartment',
  method: 'GET',
  path: '/admin/departments/query',
  admin: 'people',
  input: Type.Object({ departmentId: Id }),
  reply: AdminDepartment,
  errors: ['not_found'],
  summary: 'One department.',
})

export const createDepartment = route({
  name: 'createDepartment',
  method: 'POST',
  path: '/admin/departments/create',
  admin: 'people',
  input: Type.Object({
    departmentName: Name,
    parentId: Type.Optional(PARENT),
    description: Description,
    /** Unlimited where it is absent. */
    totalCapacity: Type.Optional(Unlimited),
  }),
  reply: AdminDepartment,
  errors: ['not_found', 'area_refused', 'name_taken', 'too_deep_departments'],
  summary: 'A new department.',
})

export const updateDepartment = route({
  name: 'updateDepartment',
  method: 'POST',
  path: '/admin/departments/update',
  admin: 'people',
  input: Type.Object({
    departmentId: Id,
    departmentName: Type.Optional(Name),
    description: Description,
    totalCapacity: Type.Optional(Unlimited),
  }),
  reply: AdminDepartment,
  errors: ['not_found', 'area_refused', 'name_taken', 'below_used', 'directory_managed'],
  summary: 'Changes what is given.',
})

export const moveDepartment = route({
  name: 'moveDepartment',
  method: 'POST',
  path: '/admin/departments/move',
  admin: 'people',
  input: Type.Object({ departmentId: Id, parentId: PARENT }),
  reply: AdminDepartment,
  errors: [
    'would_lock_out',
    'not_found',
    'area_refused',
    'name_taken',
    'department_circle',
    'too_deep_departments',
    'group_allowance_full',
    'directory_managed',
  ],
  summary: 'Puts a department, with all below it, below another one.',
})

export const removeDepartment = route({
  name: 'removeDepartment',
  method: 'POST',
  path: '/admin/departments/remove',
  admin: 'people',
  input: Type.Object({ departmentId: Id }),
  reply: Empty,
  errors: ['not_found', 'area_refused', 'department_in_use', 'directory_managed'],
  summary: 'Removes a department that has no people, departments or groups, and that no role names.',
})
