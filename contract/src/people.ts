import Type, { type Static } from 'typebox'
import { LIMITS } from './limits.ts'
import { Id, oneOf } from './shapes.ts'

/** Whom rights are given to: people, departments with all below them, and groups. */

export const PRINCIPAL_TYPES = ['user', 'department', 'group'] as const
export type PrincipalType = (typeof PRINCIPAL_TYPES)[number]

export const Principal = Type.Object({ principalType: oneOf(PRINCIPAL_TYPES), principalId: Id })
export type Principal = Static<typeof Principal>

/** A principal as it is shown: `detail` is a person's account or a department's way from the top. */
export const ShownPrincipal = Type.Object({
  ...Principal.properties,
  /** Of a person masked where the setting `maskNames` says so (C41). */
  name: Type.String(),
  detail: Type.String(),
  /** People that it stands for. */
  count: Type.Integer(),
})
export type ShownPrincipal = Static<typeof ShownPrincipal>

/** Recipients in one call. */
export const recipients = <const R extends readonly string[]>(roles: R, minItems = 1) =>
  Type.Array(Type.Object({ ...Principal.properties, role: oneOf(roles) }), {
    minItems,
    maxItems: 2 * LIMITS.recipientsMax,
  })
