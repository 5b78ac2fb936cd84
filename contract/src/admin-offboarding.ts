import Type, { type Static } from 'typebox'
import { route } from './route.ts'
import { Bytes, Id, Instant, nullable, oneOf } from './shapes.ts'

/** Somebody leaves: frozen, looked at, handed over, kept for a while, then gone (B§4 "Users and links"). */

export const LEAVE_STATES = ['handing', 'kept', 'failed', 'ended'] as const

export const Leave = Type.Object({
  userId: Id,
  userRealName: Type.String(),
  accountName: Type.String(),
  /** `handing`: what it has goes to the receiver; `kept`: until `purgeTime`; `failed`: see `errmsg`; `ended`: gone. */
  status: oneOf(LEAVE_STATES),
  toUserId: nullable(Id),
  toUserRealName: nullable(Type.String()),
  beginTime: Instant,
  purgeTime: Instant,
  /** Why the handover failed, in the words of the request’s language. */
  errmsg: nullable(Type.String()),
})
export type Leave = Static<typeof Leave>

export const Belongings = Type.Object({
  userId: Id,
  fileCount: Type.Integer(),
  folderCount: Type.Integer(),
  fileSize: Bytes,
  /** With kept versions: what a receiver is charged. */
  chargedSize: Bytes,
  recycleCount: Type.Integer(),
  recycleSize: Bytes,
  sharesGiven: Type.Integer(),
  sharesReceived: Type.Integer(),
  groupsOwned: Type.Array(
    Type.Object({
      groupId: Id,
      groupName: Type.String(),
      usedCapacity: Bytes,
      totalCapacity: Bytes,
      /** Its department gives its space: whoever gets it is charged nothing. */
      ofDepartment: Type.Boolean(),
    }),
  ),
  groupsIn: Type.Integer(),
  sessions: Type.Integer(),
  openUploads: Type.Integer(),
  leave: nullable(Leave),
})
export type Belongings = Static<typeof Belongings>

const Person = Type.Object({ userId: Id })

export const queryBelongings = route({
  name: 'queryBelongings',
  method: 'GET',
  path: '/admin/people/queryBelongings',
  admin: 'people',
  input: Person,
  reply: Belongings,
  errors: ['not_found'],
  summary: 'What somebody has: files, shares, groups, sessions; before it is handed over.',
})

export const queryLeaves = route({
  name: 'queryLeaves',
  method: 'GET',
  path: '/admin/people/queryLeaves',
  admin: 'people',
  input: Type.Object({}),
  reply: Type.Object({
    list: Type.Array(Leave),
    /** More are leaving than the list has. */
    truncated: Type.Boolean(),
  }),
  summary: 'Who is leaving, the next to be gone first; at most 1,000.',
})

export const beginLeave = route({
  name: 'beginLeave',
  method: 'POST',
  path: '/admin/people/leave',
  admin: 'people',
  input: Type.Object({
    userId: Id,
    /** Who gets the files, shares and groups; nobody where it is absent: they stay until the account is purged. */
    toUserId: Type.Optional(Id),
    /** Gives the receiver as much more space, and allowance for groups, as it takes. */
    enlarge: Type.Optional(Type.Boolean()),
    /** Days that the account is kept. */
    keepDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 3650 })),
  }),
  reply: Leave,
  errors: [
    'not_found',
    'area_refused',
    'last_admin',
    'handover_to_self',
    'account_frozen',
    'account_expired',
    'quota_full',
    'group_allowance_full',
    'too_deep',
  ],
  summary: 'Freezes an account at once and hands over what it has.',
})

export const cancelLeave = route({
  name: 'cancelLeave',
  method: 'POST',
  path: '/admin/people/cancelLeave',
  admin: 'people',
  input: Person,
  reply: Leave,
  errors: ['not_found', 'area_refused', 'leave_over'],
  summary: 'Keeps the account after all; it stays frozen, and what was handed over stays where it is.',
})

export const purgeLeaver = route({
  name: 'purgeLeaver',
  method: 'POST',
  path: '/admin/people/purge',
  admin: 'people',
  input: Person,
  reply: Leave,
  errors: ['not_found', 'area_refused', 'leave_over', 'owns_groups'],
  summary: 'Ends a leaver’s account now: what it still has goes to the administrators’ recycle bin.',
})
