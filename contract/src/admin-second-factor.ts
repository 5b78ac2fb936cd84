import Type, { type Static } from 'typebox'
import { route } from './route.ts'
import { SecondFactorPolicy } from './second-factor.ts'
import { Empty, Id, Instant, nullable, numberedPageOf, oneOf, paging } from './shapes.ts'

/** Who needs a second factor, and who has which. Resetting one is an action on people (`changePeople`). */

export const querySecondFactorPolicy = route({
  name: 'querySecondFactorPolicy',
  method: 'GET',
  path: '/admin/secondFactor/policy/query',
  admin: 'identity',
  input: Empty,
  reply: SecondFactorPolicy,
  summary: 'Who needs a second factor.',
})

export const saveSecondFactorPolicy = route({
  name: 'saveSecondFactorPolicy',
  method: 'POST',
  path: '/admin/secondFactor/policy/save',
  admin: 'identity',
  confirm: true,
  input: SecondFactorPolicy,
  reply: SecondFactorPolicy,
  errors: ['not_found', 'confirmation_required'],
  summary: 'Changes who needs a second factor. People without one set it up at their next sign-in.',
})

export const FACTOR_STATES = ['has', 'none', 'missing'] as const

export const PersonFactors = Type.Object({
  userId: Id,
  userName: Type.String({ description: 'the account' }),
  userRealName: Type.String(),
  departmentName: nullable(Type.String()),
  /** Whether there is an authenticator app. */
  app: Type.Boolean(),
  passkeys: Type.Integer(),
  recoveryCodesLeft: Type.Integer(),
  required: Type.Boolean(),
  lastUseTime: nullable(Instant),
})
export type PersonFactors = Static<typeof PersonFactors>

export const pageSecondFactors = route({
  name: 'pageSecondFactors',
  method: 'POST',
  path: '/admin/secondFactor/page',
  admin: 'identity',
  changes: false,
  input: Type.Object({
    /** In account and name. */
    keyword: Type.Optional(Type.String({ maxLength: 120 })),
    /** `missing`: has none and needs one. */
    state: Type.Optional(oneOf(FACTOR_STATES)),
    pageNo: paging.pageNo,
    pageSize: paging.pageSize,
  }),
  reply: numberedPageOf(PersonFactors),
  summary: 'People who may sign in, with their second factors, by account.',
})
