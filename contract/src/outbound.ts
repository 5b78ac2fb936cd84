import Type, { type Static } from 'typebox'
import { LINK_TARGETS_MAX } from './links.ts'
import { IDS_BODY_MAX, route } from './route.ts'
import { Empty, Id, IdList, Instant, ItemResults, nullable, numberedPageOf, oneOf, paging } from './shapes.ts'

/** Requests for the outbound permission, which making external links requires (B§4, B§5, G9). */

export const OUTBOUND_DURATIONS = ['7days', '30days', '90days', 'permanent'] as const
export type OutboundDuration = (typeof OUTBOUND_DURATIONS)[number]

/**
 * An approved request gives the permission until its end (`expired`) or until an administrator takes it back (`revoked`). `timeout`: there
 * was no decision within OUTBOUND_REVIEW_DAYS.
 */
export const OUTBOUND_STATES = [
  'waiting',
  'approved',
  'refused',
  'withdrawn',
  'timeout',
  'expired',
  'revoked',
] as const
export type OutboundState = (typeof OUTBOUND_STATES)[number]

export const OUTBOUND_REASON_MAX = 200
export const OUTBOUND_NOTE_MAX = 200
export const OUTBOUND_REVIEW_DAYS = 7
/** Requests that have ended are listed so long. */
export const OUTBOUND_KEPT_DAYS = 365

export const OutboundRequest = Type.Object({
  requestId: Id,
  reason: Type.String(),
  duration: oneOf(OUTBOUND_DURATIONS),
  state: oneOf(OUTBOUND_STATES),
  /** What was to be shared, as it was named then. */
  fileNames: Type.Array(Type.String()),
  createTime: Instant,
  /** When it came into its state. */
  stateTime: Instant,
  /** Until when the permission was given; null: without an end, or not given. */
  expireTime: nullable(Instant),
  reviewer: nullable(Type.String()),
  /** What the reviewer wrote. */
  note: Type.String(),
})
export type OutboundRequest = Static<typeof OutboundRequest>

export const queryOutbound = route({
  name: 'queryOutbound',
  method: 'GET',
  path: '/link/queryOutbound',
  input: Type.Object({}),
  reply: Type.Object({
    /** Whether the caller may make external links. */
    permitted: Type.Boolean(),
    /** The one that waits or gives the permission; otherwise null. */
    request: nullable(OutboundRequest),
    /** Where the company asks for approval besides; "" for nowhere. */
    approvalUrl: Type.String(),
  }),
  summary: 'Whether the caller has the outbound permission, and what was asked for.',
})

export const applyOutbound = route({
  name: 'applyOutbound',
  method: 'POST',
  path: '/link/applyOutbound',
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({
    reason: Type.String({ maxLength: 1024 }),
    duration: oneOf(OUTBOUND_DURATIONS),
    /** What is to be shared: administrators read its names. */
    instanceIds: Type.Optional(IdList),
  }),
  reply: OutboundRequest,
  errors: ['not_found', 'too_many_items', 'outbound_permitted', 'outbound_requested'],
  summary: `Asks for the outbound permission, for at most ${LINK_TARGETS_MAX} files and folders by name; one request waits at a time.`,
})

export const withdrawOutbound = route({
  name: 'withdrawOutbound',
  method: 'POST',
  path: '/link/withdrawOutbound',
  input: Type.Object({ requestId: Id }),
  reply: Empty,
  errors: ['not_found', 'outbound_decided'],
  summary: 'Withdraws an own request that waits.',
})

export const queryInvalidLinkOaApply = route({
  name: 'queryInvalidLinkOaApply',
  method: 'GET',
  path: '/instance/queryInvalidLinkOaApply',
  input: Type.Object({ pageNo: paging.pageNo, pageSize: paging.pageSize }),
  reply: numberedPageOf(OutboundRequest),
  summary: 'The caller’s requests that were refused, withdrawn or revoked, or ended, the latest first.',
})

export const AdminOutboundRequest = Type.Object({
  ...OutboundRequest.properties,
  ownerId: Id,
  ownerName: Type.String(),
  ownerAccount: Type.String(),
  departmentName: nullable(Type.String()),
  /** Whether it waits for a decision that the caller may make. */
  canReview: Type.Boolean(),
  /** Whether it gives the permission, and the caller may take it back. */
  canRevoke: Type.Boolean(),
})
export type AdminOutboundRequest = Static<typeof AdminOutboundRequest>

export const pageOutboundRequests = route({
  name: 'pageOutboundRequests',
  method: 'POST',
  path: '/admin/link/outboundPage',
  admin: 'links',
  changes: false,
  input: Type.Object({
    pageNo: paging.pageNo,
    pageSize: paging.pageSize,
    /** In the person’s name or account. */
    keyword: Type.Optional(Type.String({ maxLength: 120 })),
    state: Type.Optional(oneOf(OUTBOUND_STATES)),
  }),
  reply: numberedPageOf(AdminOutboundRequest),
  errors: ['area_refused'],
  summary:
    'Requests for the outbound permission, the latest first; an orgAdmin sees those of its departments’ people.',
})

export const OUTBOUND_DECISIONS = ['approve', 'refuse', 'revoke'] as const
export type OutboundDecision = (typeof OUTBOUND_DECISIONS)[number]

export const decideOutboundRequests = route({
  name: 'decideOutboundRequests',
  method: 'POST',
  path: '/admin/link/outboundDecide',
  admin: 'links',
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({
    requestIds: IdList,
    decision: oneOf(OUTBOUND_DECISIONS),
    /** The person reads it; needed unless it is approved. */
    note: Type.Optional(Type.String({ maxLength: 1024 })),
  }),
  reply: ItemResults,
  errors: ['area_refused', 'not_found', 'too_many_items', 'outbound_decided', 'own_outbound_request'],
  summary:
    'Decides about requests that wait, or takes the permission of approved ones back; each person is notified.',
})
