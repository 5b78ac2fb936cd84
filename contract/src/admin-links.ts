import Type, { type Static } from 'typebox'
import {
  LINK_PERMISSIONS,
  LINK_REASONS,
  LINK_STATUSES,
  LINK_VALIDITIES,
  LINK_VISITORS,
  LinkCheck,
  LinkTarget,
} from './links.ts'
import { ShownPrincipal } from './people.ts'
import { IDS_BODY_MAX, route } from './route.ts'
import { Id, IdList, Instant, ItemResults, nullable, oneOf, pageOf, paging } from './shapes.ts'

/** External links of everybody (B§2 "link sharing"), without what opens them: neither their addresses nor their codes. */

export const LINK_STOP_REASON_MAX = 200

export const AdminLink = Type.Object({
  shareId: Id,
  /** The first characters of its address, as the audit log names a link. */
  linkStart: Type.String(),
  ownerId: Id,
  ownerName: Type.String(),
  ownerAccount: Type.String(),
  departmentName: nullable(Type.String()),
  visitor: oneOf(LINK_VISITORS),
  principals: Type.Array(ShownPrincipal),
  perms: Type.Array(oneOf(LINK_PERMISSIONS)),
  hasCode: Type.Boolean(),
  validity: oneOf(LINK_VALIDITIES),
  expireTime: nullable(Instant),
  maxVisits: nullable(Type.Integer()),
  watermark: Type.Boolean(),
  viewCount: Type.Integer(),
  downloadCount: Type.Integer(),
  saveCount: Type.Integer(),
  status: oneOf(LINK_STATUSES),
  reason: Type.Optional(oneOf(LINK_REASONS)),
  /** When it was stopped, by its owner or by the administrator that is named. */
  stopTime: nullable(Instant),
  stoppedBy: nullable(Type.String()),
  /** What that administrator wrote. */
  stopReason: nullable(Type.String()),
  targets: Type.Array(LinkTarget),
  /** Folders of the first target from the top down; null where the reader may not look there, or it was deleted. */
  folderPath: nullable(Type.String()),
  createTime: Instant,
  /** Whether the caller may stop it. */
  canStop: Type.Boolean(),
  /** Whether it waits for a decision that the caller may make. */
  canReview: Type.Boolean(),
})
export type AdminLink = Static<typeof AdminLink>

export const pageAdminLinks = route({
  name: 'pageAdminLinks',
  method: 'POST',
  path: '/admin/link/page',
  admin: 'links',
  changes: false,
  input: Type.Object({
    ...paging,
    orderBy: Type.Optional(oneOf(['createTime'])),
    /** In the name of a target, or the owner’s name or account; or the address of one link. */
    keyword: Type.Optional(Type.String({ maxLength: 500 })),
    status: Type.Optional(oneOf(LINK_STATUSES)),
    ownerId: Type.Optional(Id),
    /** Of people in this department and those below. */
    departmentId: Type.Optional(Id),
    /** Created from, and before. */
    startTime: Type.Optional(Type.String({ maxLength: 40 })),
    endTime: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  reply: Type.Object({
    ...pageOf(AdminLink).properties,
    /** More than are counted. */
    truncated: Type.Boolean(),
  }),
  errors: ['area_refused', 'not_found'],
  summary: 'External links, the latest first; an orgAdmin sees those of its departments’ people.',
})

export const stopAdminLinks = route({
  name: 'stopAdminLinks',
  method: 'POST',
  path: '/admin/link/stop',
  admin: 'links',
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({
    shareIds: IdList,
    /** Their owners read it. */
    reason: Type.String({ maxLength: 1024 }),
  }),
  reply: ItemResults,
  errors: ['area_refused', 'not_found', 'too_many_items'],
  summary: 'Stops links for good; each owner is notified with the reason.',
})

export const queryAdminLinkCheck = route({
  name: 'queryAdminLinkCheck',
  method: 'GET',
  path: '/admin/link/queryCheck',
  admin: 'links',
  input: Type.Object({ shareId: Id }),
  reply: LinkCheck,
  errors: ['area_refused', 'not_found'],
  summary: 'How far the check of a link is, and what it found; finds are masked.',
})

export const reviewAdminLinks = route({
  name: 'reviewAdminLinks',
  method: 'POST',
  path: '/admin/link/review',
  admin: 'links',
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({
    shareIds: IdList,
    agree: Type.Boolean(),
    /** Owners read it; needed where it is refused. */
    note: Type.Optional(Type.String({ maxLength: 1024 })),
  }),
  reply: ItemResults,
  errors: ['area_refused', 'not_found', 'too_many_items', 'link_reviewed', 'own_link_review'],
  summary: 'Decides about links that wait for review; each owner is notified.',
})
