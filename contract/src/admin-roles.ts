import Type, { type Static } from 'typebox'
import { ADMIN_ROLES } from './admin-areas.ts'
import { HeldRole } from './admin-people.ts'
import { LIMITS } from './limits.ts'
import { PERMISSION_ITEMS } from './roles.ts'
import { IDS_BODY_MAX, route } from './route.ts'
import { Empty, Id, Instant, nullable, numberedPageOf, oneOf, paging } from './shapes.ts'

/** Roles as administrators see and give them (B§3 "Role", B§6, R187-R189, G10). */

export const ROLE_TYPES = ['ordinary', 'advanced'] as const
/** Of an advanced role: the departments alone, or with all below them. */
export const ROLE_SCOPES = ['current', 'subtree'] as const

export const AdminRoleRow = Type.Object({
  ...HeldRole.properties,
  description: Type.String(),
  type: oneOf(ROLE_TYPES),
  items: Type.Array(oneOf(PERMISSION_ITEMS)),
  scope: nullable(oneOf(ROLE_SCOPES)),
  /** Where it holds; empty: each holder’s own department. */
  departments: Type.Array(Type.Object({ departmentId: Id, departmentName: Type.String() })),
  /** Whether it gives the outbound permission: only ordinary roles that permit sharing do. */
  outbound: Type.Boolean(),
  /** People that have it, of those that the caller administers. */
  holders: Type.Integer(),
  /** Null of presets. */
  createTime: nullable(Instant),
  /** Whether the caller may give and take it. */
  canGive: Type.Boolean(),
})
export type AdminRoleRow = Static<typeof AdminRoleRow>

const definition = {
  roleName: Type.String({ maxLength: 1024 }),
  description: Type.Optional(Type.String({ maxLength: 4096 })),
  type: oneOf(ROLE_TYPES),
  items: Type.Array(oneOf(PERMISSION_ITEMS), { maxItems: 2 * PERMISSION_ITEMS.length }),
  /** Only of advanced ones, which need it. */
  scope: Type.Optional(oneOf(ROLE_SCOPES)),
  departmentIds: Type.Optional(Type.Array(Id, { maxItems: LIMITS.recipientsMax })),
  /** Makes its holders administrators of that kind, an orgAdmin within the role’s departments. */
  admin: Type.Optional(oneOf([...ADMIN_ROLES, 'none'])),
  /** Of an ordinary role with the permission `share`. Absent: as it was, or true of a new one. */
  outbound: Type.Optional(Type.Boolean()),
}

export const queryRoles = route({
  name: 'queryRoles',
  method: 'GET',
  path: '/admin/roles/list',
  admin: 'roles',
  input: Type.Object({ keyword: Type.Optional(Type.String({ maxLength: 120 })) }),
  reply: Type.Array(AdminRoleRow),
  summary: 'Every role: presets, the administrators’, then those of one’s own making by name.',
})

export const createRole = route({
  name: 'createRole',
  method: 'POST',
  path: '/admin/roles/create',
  admin: 'roles',
  input: Type.Object(definition),
  reply: AdminRoleRow,
  errors: ['not_found', 'name_taken', 'too_many_roles'],
  summary: 'A new role of one’s own making.',
})

/** All of it at once: what is left out is not kept, but for `outbound`. */
export const updateRole = route({
  name: 'updateRole',
  method: 'POST',
  path: '/admin/roles/update',
  admin: 'roles',
  input: Type.Object({ roleId: Id, ...definition }),
  reply: AdminRoleRow,
  errors: ['not_found', 'name_taken', 'roles_conflict', 'department_needed', 'last_admin'],
  summary: 'Changes a role of one’s own making; its holders feel it with their next call.',
})

export const saveRoleOutbound = route({
  name: 'saveRoleOutbound',
  method: 'POST',
  path: '/admin/roles/saveOutbound',
  admin: 'roles',
  input: Type.Object({ roleId: Id, outbound: Type.Boolean() }),
  reply: AdminRoleRow,
  errors: ['not_found'],
  summary:
    'Whether a role, built-in or not, gives the outbound permission; links of holders who lose it stop opening.',
})

export const removeRole = route({
  name: 'removeRole',
  method: 'POST',
  path: '/admin/roles/remove',
  admin: 'roles',
  input: Type.Object({ roleId: Id }),
  reply: Empty,
  errors: ['not_found', 'role_in_use'],
  summary: 'Removes a role that nobody has.',
})

export const RoleHolder = Type.Object({
  userId: Id,
  userRealName: Type.String(),
  accountName: Type.String(),
  departmentId: nullable(Id),
  departmentPath: Type.Array(Type.String()),
  /** When it was given; null of `default` where nothing was. */
  giveTime: nullable(Instant),
})
export type RoleHolder = Static<typeof RoleHolder>

export const pageRoleHolders = route({
  name: 'pageRoleHolders',
  method: 'POST',
  path: '/admin/roles/holders',
  admin: 'roles',
  changes: false,
  input: Type.Object({
    roleId: Id,
    keyword: Type.Optional(Type.String({ maxLength: 120 })),
    pageNo: paging.pageNo,
    pageSize: paging.pageSize,
  }),
  reply: numberedPageOf(RoleHolder),
  errors: ['not_found'],
  summary: 'Who has a role, by account.',
})

/** Belongs to the people: who administers them gives them ordinary roles, only a super administrator the others. */
export const giveRole = route({
  name: 'giveRole',
  method: 'POST',
  path: '/admin/people/giveRole',
  admin: 'people',
  bodyMax: IDS_BODY_MAX,
  confirm: true,
  input: Type.Object({
    roleId: Id,
    userIds: Type.Array(Id, { minItems: 1, maxItems: 2 * LIMITS.pickerItemsMax }),
  }),
  reply: Type.Object({ changed: Type.Integer() }),
  errors: ['not_found', 'area_refused', 'too_many_items', 'roles_conflict', 'department_needed'],
  summary: 'Gives a role to people beside what they have; all of them or none.',
})

export const takeRole = route({
  name: 'takeRole',
  method: 'POST',
  path: '/admin/people/takeRole',
  admin: 'people',
  bodyMax: IDS_BODY_MAX,
  confirm: true,
  input: giveRole.input,
  reply: Type.Object({ changed: Type.Integer() }),
  errors: ['not_found', 'area_refused', 'too_many_items', 'last_admin'],
  summary: 'Takes a role from people; all of them or none.',
})
