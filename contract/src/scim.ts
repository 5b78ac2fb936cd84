import Type, { type Static } from 'typebox'
import { route } from './route.ts'
import { Id, Instant, nullable } from './shapes.ts'

/** SCIM 2.0: what an administrator sees of a directory whose people a client sends (RFC 7643, RFC 7644). */

/** Below the server’s address; what the client is given. */
export const SCIM_PATH = '/disk/scim/v2'
export const SCIM_TOKEN_PREFIX = 'cds_'
/** Days for which a token may be valid. */
export const SCIM_TOKEN_DAYS = [90, 180, 365, 730] as const
export const SCIM_TOKEN_DAYS_DEFAULT = 365
/** Refused calls that are kept. */
export const SCIM_PROBLEMS_KEPT = 50

export const ScimProblem = Type.Object({
  time: Instant,
  /** Method and path. */
  request: Type.String(),
  status: Type.Integer(),
  /** In the caller’s language. */
  text: Type.String(),
})
export type ScimProblem = Static<typeof ScimProblem>

export const ScimConnection = Type.Object({
  token: nullable(
    Type.Object({
      createTime: Instant,
      expireTime: Instant,
      expired: Type.Boolean(),
      /** Written once a minute at most. */
      lastUsed: nullable(Instant),
      lastAddress: nullable(Type.String()),
    }),
  ),
  users: Type.Integer(),
  activeUsers: Type.Integer(),
  groups: Type.Array(Type.Object({ groupId: Id, name: Type.String(), members: Type.Integer() })),
  /** The latest first. */
  problems: Type.Array(ScimProblem),
})
export type ScimConnection = Static<typeof ScimConnection>

export const queryScim = route({
  name: 'queryScim',
  method: 'GET',
  path: '/admin/directory/scim',
  admin: 'identity',
  input: Type.Object({ directoryId: Id }),
  reply: ScimConnection,
  errors: ['area_refused', 'not_found'],
  summary: 'State of a SCIM directory: token, last call, people, groups and calls that were refused lately.',
})

export const makeScimToken = route({
  name: 'makeScimToken',
  method: 'POST',
  path: '/admin/directory/scimToken',
  admin: 'identity',
  input: Type.Object({
    directoryId: Id,
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  }),
  reply: Type.Object({ token: Type.String(), expireTime: Instant }),
  errors: ['area_refused', 'not_found'],
  summary: 'Makes the token of a SCIM directory. It is returned once; the previous token stops working.',
})
