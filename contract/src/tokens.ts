import Type, { type Static } from 'typebox'
import { AdminPerson, accountFields, PERSON_ERRORS } from './admin-people.ts'
import { Device } from './devices.ts'
import { route } from './route.ts'
import { Empty, Id, Instant, nullable, numberedPageOf, oneOf, paging } from './shapes.ts'
import { TOKEN_SCOPES } from './token-scopes.ts'

/** Access tokens, by which programs call in a person's name (C section 3 "POST user/token/create, page, remove"). */

/** What every token begins with, so that tools that look for secrets in files find it. */
export const TOKEN_PREFIX = 'cdt_'
export const TOKEN_NAME_MAX = 60
/** Days for which a token is valid unless its end is named. */
export const TOKEN_DAYS = 90
/** Days for which tokens may be valid unless administrators set another number, and what they may set. */
export const TOKEN_DAYS_MAX_DEFAULT = 365
export const TOKEN_DAYS_MAX = 3650
/** Tokens of one account that are still valid. */
export const TOKENS_PER_PERSON = 50

const TokenName = Type.String({ maxLength: 1024 })

const token = {
  tokenId: Id,
  name: Type.String(),
  scope: oneOf(TOKEN_SCOPES),
  createTime: Instant,
  expireTime: Instant,
  /** Written once a minute at most; null until the first use. */
  lastUsed: nullable(Instant),
  /** The address of that use. */
  lastAddress: nullable(Type.String()),
  /** The computer whose desktop client used it last; null: another program. */
  client: nullable(Device),
  expired: Type.Boolean(),
}

export const AccessToken = Type.Object(token)
export type AccessToken = Static<typeof AccessToken>

const NewToken = Type.Object({ ...token, token: Type.String({ description: 'told this once' }) })
export type NewToken = Static<typeof NewToken>

const newToken = {
  name: TokenName,
  scope: oneOf(TOKEN_SCOPES),
  /** In 90 days where it is absent. */
  expireTime: Type.Optional(Type.String({ minLength: 1, maxLength: 40, description: 'ISO 8601' })),
}

const TokenResults = Type.Object({
  list: Type.Array(Type.Object({ tokenId: Id, errcode: Type.Integer(), errmsg: Type.String() })),
})
const TokenIds = Type.Array(Id, { minItems: 1, maxItems: 400 })

export const createToken = route({
  name: 'createToken',
  method: 'POST',
  path: '/user/token/create',
  confirm: true,
  input: Type.Object(newToken),
  reply: NewToken,
  errors: ['token_admin_scope', 'token_limit'],
  summary: 'Creates an access token of the caller. The token is returned only once.',
})

export const pageTokens = route({
  name: 'pageTokens',
  method: ['POST', 'GET'],
  path: '/user/token/page',
  changes: false,
  input: Type.Object({ pageNo: paging.pageNo, pageSize: paging.pageSize }),
  reply: Type.Object({
    ...numberedPageOf(AccessToken).properties,
    /** Days for which a new token may be valid. */
    daysMax: Type.Integer(),
  }),
  summary: 'One’s own access tokens, newest first; those that have expired are listed for 30 days.',
})

export const removeTokens = route({
  name: 'removeTokens',
  method: 'POST',
  path: '/user/token/remove',
  input: Type.Object({ tokenIds: TokenIds }),
  reply: TokenResults,
  summary: 'Ends access tokens of one’s own at once, what they are just sending included.',
})

export const AdminToken = Type.Object({
  ...token,
  userId: Id,
  userName: Type.String({ description: 'the account' }),
  userRealName: Type.String(),
  departmentName: nullable(Type.String()),
  /** Of a service account. */
  service: Type.Boolean(),
})
export type AdminToken = Static<typeof AdminToken>

export const pageAdminTokens = route({
  name: 'pageAdminTokens',
  method: 'POST',
  path: '/admin/token/page',
  admin: 'access',
  changes: false,
  input: Type.Object({
    /** In the token's name, or the person's name or account. */
    keyword: Type.Optional(Type.String({ maxLength: 120 })),
    userId: Type.Optional(Id),
    scope: Type.Optional(oneOf(TOKEN_SCOPES)),
    /** Not used for as many days. */
    unusedDays: Type.Optional(Type.Integer({ minimum: 1, maximum: TOKEN_DAYS_MAX })),
    service: Type.Optional(Type.Boolean()),
    pageNo: paging.pageNo,
    pageSize: paging.pageSize,
  }),
  reply: Type.Object({
    ...numberedPageOf(AdminToken).properties,
    /** Days for which a new token may be valid. */
    daysMax: Type.Integer(),
  }),
  errors: ['area_refused'],
  summary: 'Access tokens of everybody, newest first.',
})

export const revokeAdminTokens = route({
  name: 'revokeAdminTokens',
  method: 'POST',
  path: '/admin/token/revoke',
  admin: 'access',
  input: Type.Object({ tokenIds: TokenIds }),
  reply: TokenResults,
  errors: ['area_refused'],
  summary: 'Ends access tokens of anybody; their owners are notified.',
})

export const saveTokenLimit = route({
  name: 'saveTokenLimit',
  method: 'POST',
  path: '/admin/token/saveLimit',
  admin: 'access',
  input: Type.Object({ daysMax: Type.Integer({ minimum: 1, maximum: TOKEN_DAYS_MAX }) }),
  reply: Empty,
  errors: ['area_refused'],
  summary: 'Days for which new tokens may be valid; tokens that exist keep their end.',
})

export const createServiceAccount = route({
  name: 'createServiceAccount',
  method: 'POST',
  path: '/admin/token/createService',
  admin: 'access',
  input: Type.Object(accountFields),
  reply: AdminPerson,
  errors: PERSON_ERRORS,
  summary: 'An account of a program: it has no password, cannot sign in, and calls with access tokens.',
})

export const createServiceToken = route({
  name: 'createServiceToken',
  method: 'POST',
  path: '/admin/token/create',
  admin: 'access',
  input: Type.Object({ userId: Id, ...newToken }),
  reply: NewToken,
  errors: ['area_refused', 'not_found', 'token_admin_scope', 'token_limit'],
  summary: 'Creates an access token of a service account. The token is returned only once.',
})

export const ServiceAccount = Type.Object({
  userId: Id,
  accountName: Type.String(),
  userRealName: Type.String(),
  departmentName: nullable(Type.String()),
  status: oneOf(['active', 'frozen', 'expired']),
  createTime: Instant,
  /** Valid ones. */
  tokens: Type.Integer(),
  lastUsed: nullable(Instant),
})
export type ServiceAccount = Static<typeof ServiceAccount>

export const queryServiceAccounts = route({
  name: 'queryServiceAccounts',
  method: 'GET',
  path: '/admin/token/services',
  admin: 'access',
  input: Empty,
  reply: Type.Array(ServiceAccount),
  errors: ['area_refused'],
  summary: 'The service accounts, newest first; people and roles are changed under users.',
})
