import Type, { type Static } from 'typebox'
import { PRINCIPAL_TYPES, ShownPrincipal } from './people.ts'
import {
  ENTRY_ROLES,
  GENERAL_ROLES,
  GROUP_ROLES,
  MEMBER_ROLES,
  PERMISSION_ITEMS,
  ROLE_ITEMS,
  type RoleName,
  SHARE_ROLES,
} from './roles.ts'
import { route } from './route.ts'
import { Empty, FileSharingId, Id, Instant, nullable, oneOf } from './shapes.ts'

/** Who may do what with one item (B§6, B§7 `privilege/`, G1, G7). */

export const Privilege = Type.Object({
  ...ShownPrincipal.properties,
  role: Type.String(),
  /** The item or a folder above it that bears the entry; null where the caller may not know of that folder. */
  fromId: nullable(Id),
  fromName: nullable(Type.String()),
  /** Comes from a folder above, not from the item itself. */
  inherited: Type.Boolean(),
  /** What the role gives. */
  fileAuth: Type.Array(oneOf(PERMISSION_ITEMS)),
  expires: nullable(Instant),
  /** Whether the caller may change this entry. */
  canChange: Type.Boolean(),
})
export type Privilege = Static<typeof Privilege>

export const queryPrivilegeList = route({
  name: 'queryPrivilegeList',
  method: 'POST',
  path: '/privilege/queryPrivilegeList',
  changes: false,
  input: Type.Object({ instanceId: Id, fileSharingId: FileSharingId }),
  reply: Type.Array(Privilege),
  errors: ['not_found', 'not_permitted'],
  summary: 'Who has access to an item, by which role and from where.',
})

/** Where a role is given: to a group's people, on one file of a group, by a share, or to an account as a whole. */
const ROLE_USES = {
  group: GROUP_ROLES,
  entry: ENTRY_ROLES,
  share: SHARE_ROLES,
  general: GENERAL_ROLES,
} as const satisfies Record<string, readonly RoleName[]>
export type RoleUse = keyof typeof ROLE_USES
const USES = Object.keys(ROLE_USES) as RoleUse[]

export const RoleItems = Type.Object({
  role: Type.String(),
  fileAuth: Type.Array(oneOf(PERMISSION_ITEMS)),
  uses: Type.Array(oneOf(USES)),
})
export type RoleItems = Static<typeof RoleItems>

/** The whole table, the strongest roles of groups first. */
export const ROLE_TABLE: readonly RoleItems[] = (Object.keys(ROLE_ITEMS) as RoleName[]).map((role) => ({
  role,
  fileAuth: [...ROLE_ITEMS[role]],
  uses: USES.filter((use) => (ROLE_USES[use] as readonly RoleName[]).includes(role)),
}))

export const queryRoleItems = route({
  name: 'queryRoleItems',
  method: 'GET',
  path: '/privilege/roles',
  input: Empty,
  reply: Type.Object({ items: Type.Array(oneOf(PERMISSION_ITEMS)), roles: Type.Array(RoleItems) }),
  summary: 'What each role gives: the permission items, and the roles with theirs.',
})

export const updateMemberRole = route({
  name: 'updateMemberRole',
  method: 'POST',
  path: '/privilege/updateMemberRole',
  input: Type.Object({
    groupId: Id,
    principalIds: Type.Array(Id, { minItems: 1, maxItems: 1000 }),
    role: oneOf(MEMBER_ROLES),
  }),
  reply: Type.Object({ changed: Type.Integer() }),
  errors: ['not_found', 'not_permitted', 'not_a_member', 'cannot_lock_out', 'group_dissolving'],
  summary: 'Another role for members of a group.',
})

export const updateUserRole = route({
  name: 'updateUserRole',
  method: 'POST',
  path: '/privilege/updateUserRole',
  input: Type.Object({
    instanceId: Id,
    principalType: oneOf(PRINCIPAL_TYPES),
    principalIds: Type.Array(Id, { minItems: 1, maxItems: 1000 }),
    /** `inherit` takes the item’s own entry away. */
    role: oneOf([...ENTRY_ROLES, 'inherit']),
    /** When the entry ends by itself; "" is never. Where it is absent, an entry that is there keeps its end. */
    expireTime: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  }),
  reply: Type.Object({ changed: Type.Integer() }),
  errors: [
    'not_found',
    'not_permitted',
    'not_a_member',
    'cannot_lock_out',
    'group_dissolving',
    'root_permissions',
  ],
  summary: 'Second-level permission: what members may do with one file or folder of a group.',
})

/** Why somebody may or may not do something with an item, in the order in which the rules look. */
export const Explanation = Type.Object({
  permitted: Type.Boolean(),
  item: oneOf(PERMISSION_ITEMS),
  /** One sentence, in the language of the request. */
  sentence: Type.String(),
  /** What decides: the entry, a role’s scope, the person’s own ceiling, a group (being dissolved, or at all), an account that nobody can sign in to, or nothing. */
  because: oneOf([
    'entry',
    'forbidden',
    'scope',
    'ceiling',
    'dissolving',
    'place',
    'group',
    'account',
    'nothing',
  ]),
  entry: nullable(Privilege),
})
export type Explanation = Static<typeof Explanation>

export const explainPrivilege = route({
  name: 'explainPrivilege',
  method: ['GET', 'POST'],
  path: '/privilege/explain',
  changes: false,
  input: Type.Object({
    instanceId: Id,
    /** Of the caller where it is absent; of others for who manages the item’s members. */
    userId: Type.Optional(Id),
    item: Type.Optional(oneOf(PERMISSION_ITEMS)),
    fileSharingId: FileSharingId,
  }),
  reply: Type.Array(Explanation),
  errors: ['not_found', 'not_permitted'],
  summary:
    'For one permission item or all that the product has a feature for: whether it is given, by what, in a sentence.',
})
