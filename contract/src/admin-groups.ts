import Type, { type Static } from 'typebox'
import { Group, GroupName, queryMembers, SpaceGb } from './groups.ts'
import { recipients } from './people.ts'
import { MEMBER_ROLES } from './roles.ts'
import { IDS_BODY_MAX, route } from './route.ts'
import { Id, oneOf, pageOf, paging } from './shapes.ts'

/**
 * Groups as administrators see and change them (B§2, C36), those too that their people have hidden. An orgAdmin has the
 * groups of its departments, and those of no department whose owner is in one; others are not there for it.
 */

const {
  role: _role,
  identity: _identity,
  byDepartment: _byDepartment,
  fileAuth: _fileAuth,
  isHide: _isHide,
  ...OfGroup
} = Group.properties

export const AdminGroup = Type.Object({
  ...OfGroup,
  ownerAccount: Type.String(),
  /** The owner’s own department, from the top down; empty where it is in none. */
  ownerDepartment: Type.Array(Type.String()),
  /** People who have hidden it. */
  hiddenCount: Type.Integer(),
})
export type AdminGroup = Static<typeof AdminGroup>

const GroupId = Type.Object({ groupId: Id })
const Description = Type.Optional(Type.String({ maxLength: 2048 }))

export const pageAllGroups = route({
  name: 'pageAllGroups',
  method: 'POST',
  path: '/admin/groups/page',
  admin: 'groups',
  changes: false,
  input: Type.Object({
    ...paging,
    orderBy: Type.Optional(oneOf(['groupName', 'createTime', 'usedCapacity', 'totalCapacity'])),
    /** In a group’s name, or its owner’s. */
    keyword: Type.Optional(Type.String({ maxLength: 255 })),
    /** Groups of this department and those below, and of people in them that are no department’s. */
    departmentId: Type.Optional(Id),
    /** `department`: charged to one; `person`: to its owner. */
    kind: Type.Optional(oneOf(['department', 'person'])),
    state: Type.Optional(oneOf(['living', 'dissolving'])),
  }),
  reply: pageOf(AdminGroup),
  summary: 'All groups, hidden ones too.',
})

export const queryAnyGroup = route({
  name: 'queryAnyGroup',
  method: 'GET',
  path: '/admin/groups/query',
  admin: 'groups',
  input: GroupId,
  reply: AdminGroup,
  errors: ['not_found'],
  summary: 'One group.',
})

export const queryAnyMembers = route({
  name: 'queryAnyMembers',
  method: 'POST',
  path: '/admin/groups/queryMembers',
  admin: 'groups',
  changes: false,
  input: queryMembers.input,
  reply: queryMembers.reply,
  errors: ['not_found'],
  summary: 'Who is in a group: people and departments, with role and join time.',
})

export const createDepartmentGroup = route({
  name: 'createDepartmentGroup',
  method: 'POST',
  path: '/admin/groups/create',
  admin: 'groups',
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({
    /** Whose allowance gives its space; the owner’s where it is absent. */
    departmentId: Type.Optional(Id),
    ownerId: Id,
    groupName: GroupName,
    description: Description,
    capacity: SpaceGb,
    members: Type.Optional(recipients(MEMBER_ROLES, 0)),
  }),
  reply: AdminGroup,
  errors: [
    'not_found',
    'area_refused',
    'name_taken',
    'group_allowance_full',
    'too_many_recipients',
    'account_frozen',
    'account_expired',
  ],
  summary: 'A new group of a department or of a person, with its space taken from that one’s allowance.',
})

export const updateAnyGroup = route({
  name: 'updateAnyGroup',
  method: 'POST',
  path: '/admin/groups/update',
  admin: 'groups',
  input: Type.Object({
    groupId: Id,
    groupName: Type.Optional(GroupName),
    description: Description,
    capacity: Type.Optional(SpaceGb),
    /** The new owner, who is not asked; the old one stays as a manager. */
    ownerId: Type.Optional(Id),
  }),
  reply: AdminGroup,
  errors: [
    'not_found',
    'area_refused',
    'name_taken',
    'below_used',
    'group_allowance_full',
    'group_dissolving',
    'handover_no_space',
    'handover_synced_group',
    'account_frozen',
    'account_expired',
  ],
  summary:
    'Changes what is given, the owner too; of who has more than ordinary roles only a super administrator does.',
})

export const dissolveAnyGroup = route({
  name: 'dissolveAnyGroup',
  method: 'POST',
  path: '/admin/groups/dissolve',
  admin: 'groups',
  input: GroupId,
  reply: AdminGroup,
  errors: ['not_found', 'area_refused', 'handover_open'],
  summary: 'Begins to dissolve a group: it can be read for seven days and called back as long.',
})

export const cancelAnyDissolve = route({
  name: 'cancelAnyDissolve',
  method: 'POST',
  path: '/admin/groups/cancelDissolve',
  admin: 'groups',
  input: GroupId,
  reply: AdminGroup,
  errors: ['not_found', 'area_refused'],
  summary: 'Calls the group back.',
})
