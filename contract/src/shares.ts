import Type, { type Static } from 'typebox'
import { Instance } from './files.ts'
import { PRINCIPAL_TYPES, recipients, ShownPrincipal } from './people.ts'
import { SHARE_ROLES } from './roles.ts'
import { IDS_BODY_MAX, route } from './route.ts'
import { Id, IdList, Instant, ItemResults, nullable, ORDERS, oneOf, pageOf, paging } from './shapes.ts'

/** Internal shares (B§3, B§7 `innerSharing/`, G7). */

export const Sharer = Type.Object({
  ...ShownPrincipal.properties,
  role: oneOf(['owner', ...SHARE_ROLES]),
  expireTime: nullable(Instant),
  createTime: Instant,
  isSelf: Type.Boolean(),
})
export type Sharer = Static<typeof Sharer>

export const Share = Type.Object({
  shareId: Id,
  fileSharingId: Id,
  instance: Instance,
  ownerId: Id,
  ownerName: Type.String(),
  /** What the caller has of it. */
  role: oneOf(['owner', ...SHARE_ROLES]),
  /** Of the caller’s longest entry, of the owner’s shares the longest of all; null for as long as it stands. */
  expireTime: nullable(Instant),
  /** People reached, each once, its owner left out. */
  memberCount: Type.Integer(),
  /** The first few who have it. */
  members: Type.Array(Sharer),
  message: Type.String(),
  createTime: Instant,
})
export type Share = Static<typeof Share>

export const pageShares = route({
  name: 'pageShares',
  method: 'POST',
  path: '/innerSharing/page',
  changes: false,
  input: Type.Object({
    ...paging,
    orderBy: Type.Optional(oneOf([...ORDERS, 'createTime'])),
    /** My published, or my received. */
    type: oneOf(['published', 'received']),
    keyword: Type.Optional(Type.String({ maxLength: 255 })),
  }),
  reply: pageOf(Share),
  summary: 'What the caller has shared, or what was shared with it; the latest first.',
})

/** So many are told of those who have a share, besides its owner. Whoever asks is among them. */
export const SHARERS_MAX = 1000

export const checkShared = route({
  name: 'checkShared',
  method: 'GET',
  path: '/innerSharing/checkShared',
  input: Type.Object({ instanceId: Id }),
  reply: Type.Object({
    shared: Type.Boolean(),
    fileSharingId: nullable(Id),
    /** Said with it to those who get it; "" for none. */
    message: Type.String(),
    /** Shares of folders above and of items below. */
    above: Type.Integer(),
    below: Type.Integer(),
    /** So many have it besides those that `querySharingUsers` tells; absent where it tells all. */
    unlisted: Type.Optional(Type.Integer()),
  }),
  errors: ['not_found', 'not_permitted', 'not_on_group_pages', 'root_not_shared'],
  summary: 'Whether an item is shared, itself or along with others.',
})

export const createShare = route({
  name: 'createShare',
  method: 'POST',
  path: '/innerSharing/create',
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({
    instanceIds: IdList,
    /** None at all is `no_recipient`. */
    members: recipients(SHARE_ROLES, 0),
    message: Type.Optional(Type.String({ maxLength: 2048 })),
    /** For all that are named here; absent, null or "": for as long as it stands. */
    expireTime: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
    notify: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Object({
    ...ItemResults.properties,
    shares: Type.Array(Type.Object({ instanceId: Id, fileSharingId: Id, reached: Type.Integer() })),
  }),
  errors: [
    'not_found',
    'not_permitted',
    'not_on_group_pages',
    'root_not_shared',
    'no_recipient',
    'share_to_owner',
    'too_many_recipients',
    'too_many_items',
    'sensitive_content',
  ],
  summary: 'Shares items; those who have them already get the new role and time.',
})

export const querySharingUsers = route({
  name: 'querySharingUsers',
  method: 'GET',
  path: '/innerSharing/querySharingUsers',
  input: Type.Object({ fileSharingId: Type.Optional(Id), instanceId: Type.Optional(Id) }),
  reply: Type.Array(Sharer),
  errors: ['not_found', 'not_permitted'],
  summary: 'Who has a share, its owner first, then the first thousand in the order in which they came.',
})

export const updateSharers = route({
  name: 'updateSharers',
  method: 'POST',
  path: '/innerSharing/updateSharers',
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({
    fileSharingId: Id,
    principalIds: Type.Array(Id, { minItems: 1, maxItems: 1000 }),
    /** `remove` takes them out. */
    role: Type.Optional(oneOf([...SHARE_ROLES, 'remove'])),
    /** "": for as long as it stands; absent or null: as before. */
    expireTime: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  }),
  reply: Type.Array(Sharer),
  errors: ['not_found', 'not_permitted', 'cannot_lock_out'],
  summary: 'Another role or end for those who have a share, or none at all.',
})

export const removeShares = route({
  name: 'removeShares',
  method: 'POST',
  path: '/innerSharing/remove',
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({ shareIds: IdList }),
  reply: ItemResults,
  errors: ['not_found', 'not_permitted', 'too_many_items'],
  summary: 'Stops shares: nobody but the owner has the items any more.',
})

export const leaveShare = route({
  name: 'leaveShare',
  method: 'POST',
  path: '/innerSharing/leaveInnerSharing',
  input: Type.Object({ fileSharingId: Id }),
  reply: Type.Object({
    /** By what the caller still has it: a department or a group that it is in; null where it is gone. */
    stays: nullable(Type.Object({ principalType: oneOf(PRINCIPAL_TYPES), name: Type.String() })),
  }),
  errors: ['not_found', 'member_by_department'],
  summary: 'The caller gives a received share back, and is told by what it still has it.',
})

/** Bytes of a list of people that is brought. */
export const USER_LIST_BYTES_MAX = 1024 * 1024

/** Why a row of a list gives nobody: a name without an account, no such account, a name as it is shown to strangers, there already above, … */
export const LIST_PROBLEMS = [
  'missing',
  'unknown',
  'masked',
  'twice',
  'frozen',
  'expired',
  'owner',
  'role',
] as const
export type ListProblem = (typeof LIST_PROBLEMS)[number]

export const ListedUser = Type.Object({
  /** As the sheet numbers it, from 1. */
  row: Type.Integer(),
  account: Type.String(),
  /** Of whom it is; null where it is nobody. */
  principalId: nullable(Id),
  /** As `searchUsers` shows it. */
  name: Type.String(),
  role: oneOf(SHARE_ROLES),
  problem: nullable(oneOf(LIST_PROBLEMS)),
  /** The problem in the language of the request; '' without one. */
  message: Type.String(),
})
export type ListedUser = Static<typeof ListedUser>

const UserList = Type.Object({ list: Type.Array(ListedUser), good: Type.Integer(), bad: Type.Integer() })
const listErrors = [
  'workbook_unreadable',
  'workbook_columns',
  'workbook_too_long',
  'body_too_large',
  'unsupported_media',
] as const
/** For rows that say none. */
const DefaultRole = Type.Optional(oneOf(SHARE_ROLES))

/** The workbook (.xls or .xlsx) comes as the file of a multipart form; what else there is stands in the form or the query. */
export const checkUploadUser = route({
  name: 'checkUploadUser',
  method: 'POST',
  path: '/innerSharing/checkUploadUser',
  changes: false,
  bodyMax: USER_LIST_BYTES_MAX,
  input: Type.Object({ role: DefaultRole }),
  reply: UserList,
  errors: listErrors,
  summary: 'Who stands in a list of people, and what is wrong with the rest; nobody is given anything.',
})

export const uploadUsers = route({
  name: 'uploadUsers',
  method: 'POST',
  path: '/innerSharing/uploadUsers',
  bodyMax: USER_LIST_BYTES_MAX,
  input: Type.Object({
    fileSharingId: Id,
    role: DefaultRole,
    expireTime: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  }),
  reply: UserList,
  errors: ['not_found', 'not_permitted', 'sensitive_content', ...listErrors],
  summary: 'Gives a share to the people of a list: good rows are taken, bad ones are told.',
})

export const downloadUsers = route({
  name: 'downloadUsers',
  method: 'GET',
  path: '/innerSharing/downloadUsers',
  input: Type.Object({ fileSharingId: Id }),
  reply: Type.Any(),
  raw: true,
  exports: true,
  errors: ['not_found'],
  summary: 'Who has a share, as a workbook (.xlsx) that uploadUsers reads.',
})
