import Type, { type Static } from 'typebox'
import { recipients, ShownPrincipal } from './people.ts'
import { GROUP_ROLES, MEMBER_ROLES, PERMISSION_ITEMS } from './roles.ts'
import { IDS_BODY_MAX, route } from './route.ts'
import { Bytes, Empty, Id, IdList, Instant, nullable, oneOf, pageOf, paging } from './shapes.ts'

/** Groups (B§3 "Group", B§7 `group/`, G17). A group's id is `groupId` everywhere; its files hang below `rootId`. */

export const IDENTITIES = ['owner', 'administrator', 'member'] as const

export const HandoverState = oneOf([
  'waiting',
  'moving',
  'agreed',
  'rejected',
  'cancelled',
  'expired',
  'failed',
])

export const Handover = Type.Object({
  handoverId: Id,
  groupId: Id,
  groupName: Type.String(),
  /** What the receiver's allowance will be charged: nothing where it is a department's. */
  totalCapacity: Bytes,
  fromUserId: Id,
  fromUser: Type.String(),
  toUserId: Id,
  toUser: Type.String(),
  status: HandoverState,
  createTime: Instant,
  /** Until when an answer counts. */
  expireTime: Instant,
  endTime: nullable(Instant),
  /** The catalogue’s name of what made it fail, or of why it was called off. */
  failure: nullable(Type.String()),
})
export type Handover = Static<typeof Handover>

export const Group = Type.Object({
  groupId: Id,
  rootId: Id,
  groupName: Type.String(),
  description: Type.String(),
  usedCapacity: Bytes,
  totalCapacity: Bytes,
  /** People, each once, those of departments too. */
  memberCount: Type.Integer(),
  /** A few members' names, for their pictures. */
  faces: Type.Array(Type.Object({ userId: Id, userRealName: Type.String() })),
  ownerId: Id,
  ownerName: Type.String(),
  /** The caller's strongest role; absent for an administrator who is no member. */
  role: nullable(oneOf(GROUP_ROLES)),
  identity: nullable(oneOf(IDENTITIES)),
  /** The caller is in by a department, and so cannot leave by itself. */
  byDepartment: Type.Boolean(),
  /** What the caller may do with the group's files now; less while it is being dissolved. */
  fileAuth: Type.Array(oneOf(PERMISSION_ITEMS)),
  isHide: Type.Boolean(),
  departmentId: nullable(Id),
  departmentName: nullable(Type.String()),
  /** A business library: administrators name, resize and delete it. */
  isLibrary: Type.Boolean(),
  /** When it will be gone; null unless it is being dissolved. */
  dissolveTime: nullable(Instant),
  handover: nullable(Handover),
  createTime: Instant,
})
export type Group = Static<typeof Group>

const GroupId = Type.Object({ groupId: Id })
export const GroupName = Type.String({ maxLength: 512 })
const Description = Type.Optional(Type.String({ maxLength: 2048 }))
/** A whole number above 0; anything else is `group_space`. */
export const SpaceGb = Type.Number({
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'GB of 1024³ bytes (G26)',
})
/** GB of one group, at most. */
export const GROUP_SPACE_MAX = 1_000_000

export const pageGroups = route({
  name: 'pageGroups',
  method: 'POST',
  path: '/group/page',
  changes: false,
  input: Type.Object({
    ...paging,
    orderBy: Type.Optional(oneOf(['groupName', 'createTime'])),
    keyword: Type.Optional(Type.String({ maxLength: 255 })),
    identity: Type.Optional(oneOf(IDENTITIES)),
    /** `hidden`: those that the caller has hidden; neither `all`: the others. */
    show: Type.Optional(oneOf(['shown', 'hidden', 'all'])),
  }),
  reply: Type.Object({
    ...pageOf(Group).properties,
    hiddenCount: Type.Integer(),
    /** Handovers that wait for the caller's answer. */
    handovers: Type.Array(Handover),
  }),
  summary: 'The groups that the caller is in.',
})

export const queryGroup = route({
  name: 'queryGroup',
  method: 'GET',
  path: '/group/queryGroup',
  input: GroupId,
  reply: Group,
  errors: ['not_found'],
  summary: 'One group that the caller is in.',
})

export const createGroup = route({
  name: 'createGroup',
  method: 'POST',
  path: '/group/createGroup',
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({
    groupName: GroupName,
    description: Description,
    capacity: SpaceGb,
    members: Type.Optional(recipients(MEMBER_ROLES, 0)),
  }),
  reply: Group,
  errors: ['not_permitted', 'name_taken', 'group_allowance_full', 'not_found', 'too_many_recipients'],
  summary: 'A new group with its space taken from the caller’s allowance.',
})

export const editGroup = route({
  name: 'editGroup',
  method: 'POST',
  path: '/group/editGroup',
  input: Type.Object({
    groupId: Id,
    groupName: Type.Optional(GroupName),
    description: Description,
    capacity: Type.Optional(SpaceGb),
  }),
  reply: Group,
  errors: [
    'not_found',
    'not_permitted',
    'name_taken',
    'group_allowance_full',
    'below_used',
    'group_dissolving',
  ],
  summary: 'Changes what is given. Managers name and describe it, the owner alone changes its space.',
})

export const hideGroup = route({
  name: 'hideGroup',
  method: 'POST',
  path: '/group/isHideGroup',
  input: Type.Object({ groupId: Id, isHide: Type.Boolean() }),
  reply: Empty,
  errors: ['not_found'],
  summary: 'Takes a group out of the caller’s own list, or puts it back; nobody else notices.',
})

export const leaveGroup = route({
  name: 'leaveGroup',
  method: 'POST',
  path: '/group/leave',
  input: GroupId,
  reply: Empty,
  errors: ['not_found', 'member_by_department', 'owner_cannot_leave'],
  summary: 'The caller leaves; who came in through a department cannot.',
})

export const Member = Type.Object({
  ...ShownPrincipal.properties,
  role: oneOf(GROUP_ROLES),
  identity: oneOf(IDENTITIES),
  /** Names from the top down; several of one person only where it is in several. */
  departments: Type.Array(Type.String()),
  /**
   * A person that a keyword found inside a department and that has no row of its own: role and join time are the
   * department’s, and only the department can be given another role or be taken out.
   */
  byDepartment: Type.Boolean(),
  isSelf: Type.Boolean(),
  /** A person whose account is frozen, as of those who leave: it stays, and cannot come in. */
  frozen: Type.Boolean(),
  joinTime: Instant,
  invitedBy: nullable(Type.String()),
})
export type Member = Static<typeof Member>

export const queryMembers = route({
  name: 'queryMembers',
  method: ['GET', 'POST'],
  path: '/group/queryMembers',
  changes: false,
  input: Type.Object({
    groupId: Id,
    ...paging,
    orderBy: Type.Optional(oneOf(['joinTime'])),
    keyword: Type.Optional(Type.String({ maxLength: 255 })),
    role: Type.Optional(oneOf(GROUP_ROLES)),
    /** Only those of these that have a row of their own. */
    principalIds: Type.Optional(IdList),
  }),
  reply: Type.Object({
    ...pageOf(Member).properties,
    /** People, each once. */
    memberCount: Type.Integer(),
  }),
  errors: ['not_found'],
  summary: 'Who is in a group: people and departments, with role and join time.',
})

export const addMembers = route({
  name: 'addMembers',
  method: 'POST',
  path: '/group/addMembers',
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({ groupId: Id, members: recipients(MEMBER_ROLES) }),
  reply: Type.Object({ added: Type.Integer(), changed: Type.Integer() }),
  errors: ['not_found', 'not_permitted', 'too_many_recipients', 'cannot_lock_out', 'group_dissolving'],
  summary: 'Adds people and departments, each under a role; those who are in get the new one.',
})

export const removeMembers = route({
  name: 'removeMembers',
  method: 'POST',
  path: '/group/removeMembers',
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({ groupId: Id, principalIds: Type.Array(Id, { minItems: 1, maxItems: 1000 }) }),
  reply: Type.Object({ removed: Type.Integer() }),
  errors: ['not_found', 'not_permitted', 'cannot_lock_out'],
  summary: 'Takes people and departments out, with what permissions they had of single files.',
})

export const handoverGroup = route({
  name: 'handoverGroup',
  method: 'POST',
  path: '/group/handover',
  input: Type.Object({ groupId: Id, userId: Id }),
  reply: Handover,
  errors: [
    'not_found',
    'not_permitted',
    'not_a_member',
    'account_frozen',
    'account_expired',
    'handover_to_self',
    'handover_no_space',
    'handover_synced_group',
    'handover_open',
    'group_dissolving',
  ],
  summary: 'Asks a member to take the group over; nothing changes until it agrees.',
})

/** The same path by GET only reads (C14). */
export const queryHandover = route({
  name: 'queryHandover',
  method: 'GET',
  path: '/group/handover',
  input: GroupId,
  reply: nullable(Handover),
  errors: ['not_found'],
  summary: 'The group’s latest handover.',
})

export const answerHandover = route({
  name: 'answerHandover',
  method: 'POST',
  path: '/group/accept',
  input: Type.Object({ handoverId: Type.Optional(Id), groupId: Type.Optional(Id), agree: Type.Boolean() }),
  reply: Handover,
  errors: ['not_found', 'handover_over', 'handover_no_space', 'handover_synced_group', 'handover_failed'],
  summary: 'The receiver agrees or refuses; space is checked once more.',
})

export const cancelHandover = route({
  name: 'cancelHandover',
  method: 'POST',
  path: '/group/cancelHandover',
  input: GroupId,
  reply: Handover,
  errors: ['not_found', 'not_permitted', 'handover_over'],
  summary: 'The owner takes back a handover that waits.',
})

export const dissolveGroup = route({
  name: 'dissolveGroup',
  method: 'POST',
  path: '/group/dissolveGroup',
  input: GroupId,
  reply: Group,
  errors: ['not_found', 'not_permitted', 'handover_open'],
  summary: 'Begins to dissolve a group: it can be read for seven days and called back as long.',
})

export const cancelDissolve = route({
  name: 'cancelDissolve',
  method: 'POST',
  path: '/group/cancelDissolve',
  input: GroupId,
  reply: Group,
  errors: ['not_found', 'not_permitted'],
  summary: 'Calls the group back.',
})
