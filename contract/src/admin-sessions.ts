import Type, { type Static } from 'typebox'
import { Device } from './devices.ts'
import { route } from './route.ts'
import { Id, Instant, nullable, pageOf, paging } from './shapes.ts'

/** Who is signed in, for administrators (R240): an orgAdmin sees its departments' people. */

export const AdminSession = Type.Object({
  sessionId: Id,
  userId: Id,
  userName: Type.String({ description: 'the account' }),
  userRealName: Type.String(),
  departmentId: nullable(Id),
  departmentName: nullable(Type.String()),
  /** What the browser or client calls itself. */
  device: Type.String(),
  /** Null: a browser or another program. */
  client: nullable(Device),
  ip: Type.String(),
  region: nullable(Type.String()),
  /** The one that asks. */
  current: Type.Boolean(),
  createTime: Instant,
  lastSeenTime: Instant,
  expireTime: Instant,
})
export type AdminSession = Static<typeof AdminSession>

export const pageAdminSessions = route({
  name: 'pageAdminSessions',
  method: 'GET',
  path: '/admin/session/page',
  admin: 'sessions',
  input: Type.Object({
    /** In the person's name or account. */
    keyword: Type.Optional(Type.String({ maxLength: 120 })),
    userId: Type.Optional(Id),
    /** How it begins. */
    ip: Type.Optional(Type.String({ maxLength: 64 })),
    /** In what the browser calls itself, or the name of a computer with the desktop client. */
    device: Type.Optional(Type.String({ maxLength: 120 })),
    pageNo: paging.pageNo,
    pageSize: paging.pageSize,
    cursor: paging.cursor,
  }),
  reply: pageOf(AdminSession),
  errors: ['area_refused'],
  summary: 'Sessions that stand, the one seen last first.',
})

export const endAdminSessions = route({
  name: 'endAdminSessions',
  method: 'POST',
  path: '/admin/session/end',
  admin: 'sessions',
  input: Type.Object({
    userId: Id,
    /** Without one, all of the person’s. */
    sessionId: Type.Optional(Id),
  }),
  reply: Type.Object({ ended: Type.Integer() }),
  errors: ['area_refused', 'not_found'],
  summary: 'Ends one session of a person, or all of them, at once.',
})
