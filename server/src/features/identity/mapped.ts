import type { ClaimMapping, ProviderRules } from '@clouddisk/contract/provider-settings'
import type { Reader } from '../../db/database.ts'
import {
  departmentOf,
  type ProvidedPerson,
  usableEmail,
  usablePersonName,
  usablePhone,
} from '../directory/provided-people.ts'
import type { VerifiedIdentity } from './protocol.ts'

/** What claims say of a person, by the mapping of their provider. */

export interface MappedPerson {
  /** As the provider writes it; undefined where the claim is missing. */
  readonly account: string | undefined
  readonly realName: string | undefined
  /** Only where it is verified: others could have entered somebody else's. */
  readonly mail: string | undefined
  readonly phone: string | undefined
  readonly departmentId: string | undefined
  /** Roles whose values came, of those that the mapping lists. */
  readonly roles: string[]
}

export type Claims = VerifiedIdentity['claims']

export const claimOf = (claims: Claims, name: string): string | undefined =>
  name === '' || !Object.hasOwn(claims, name) ? undefined : claims[name]?.[0]?.trim() || undefined

export async function mapClaims(
  db: Reader,
  claims: Claims,
  mapping: ClaimMapping,
  rules: ProviderRules,
): Promise<MappedPerson> {
  const department = claimOf(claims, mapping.department)
  const values = new Set(Object.hasOwn(claims, mapping.roles) ? claims[mapping.roles] : [])
  return {
    account: claimOf(claims, mapping.account),
    realName: usablePersonName(claimOf(claims, mapping.realName)),
    mail: verifiedMail(claims, mapping, rules),
    phone: usablePhone(claimOf(claims, mapping.phone)),
    departmentId: department ? await departmentOf(db, department, mapping.departmentSeparator) : undefined,
    roles: [...new Set(mapping.roleValues.flatMap(({ value, roleId }) => (values.has(value) ? roleId : [])))],
  }
}

/** `email_verified` speaks of `email`, of no other claim. */
function verifiedMail(
  claims: Claims,
  { mail }: ClaimMapping,
  { mailIsVerified }: ProviderRules,
): string | undefined {
  const isVerified = mailIsVerified || (mail === 'email' && claimOf(claims, 'email_verified') === 'true')
  return isVerified ? usableEmail(claimOf(claims, mail)) : undefined
}

/** What is taken over into an account: everything at first, later what the mapping says. */
export function providedBy(mapped: MappedPerson, mapping: ClaimMapping, isFirst: boolean): ProvidedPerson {
  const names = isFirst || mapping.names === 'always'
  const departments = isFirst || mapping.departments === 'always'
  const roles = mapping.roles !== '' && (isFirst || mapping.roleGrants === 'always')
  return {
    ...(names && { realName: mapped.realName, email: mapped.mail, phone: mapped.phone }),
    ...(departments && { departmentId: mapped.departmentId }),
    ...(roles && {
      roles: { decided: mapping.roleValues.map(({ roleId }) => roleId), given: mapped.roles },
    }),
  }
}
