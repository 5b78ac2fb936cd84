import { ADMIN_ROLES } from '@clouddisk/contract/admin-areas'
import type { SecondFactorPolicy } from '@clouddisk/contract/second-factor'
import type { SignInStep } from '@clouddisk/contract/sign-in-steps'
import { sql } from 'kysely'
import type { Reader } from '../../db/database.ts'
import { readSetting } from '../../db/settings.ts'
import type { SignInWay } from './sessions.ts'

/** Who needs a second factor, and what a sign-in therefore lacks. */

export const SECOND_FACTOR_SETTING = 'second_factor_policy'
const NOBODY: SecondFactorPolicy = { requiredOf: 'nobody', roleIds: [], trustProviders: false }

export async function secondFactorPolicy(db: Reader): Promise<SecondFactorPolicy> {
  const text = await readSetting(db, SECOND_FACTOR_SETTING)
  return text === undefined ? NOBODY : { ...NOBODY, ...(JSON.parse(text) as Partial<SecondFactorPolicy>) }
}

/** Ways that need no further proof: a passkey counts as both, and a phone's session was complete. */
const COMPLETE_METHODS: ReadonlySet<SignInWay['method']> = new Set(['passkey', 'qr'])

/** What a sign-in of the person still needs. */
export async function nextStepOf(
  db: Reader,
  personId: string,
  { method, providerAskedForFactor = false }: SignInWay,
): Promise<SignInStep | null> {
  if (COMPLETE_METHODS.has(method)) return null
  const policy = await secondFactorPolicy(db)
  if (providerAskedForFactor && policy.trustProviders) return null
  if (await hasSecondFactor(db, personId)) return 'secondFactor'
  return (await isFactorRequired(db, personId, policy)) ? 'secondFactorSetup' : null
}

export async function hasSecondFactor(db: Reader, personId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from totp where person_id = ${personId}::uuid)
      or exists (select from passkey where person_id = ${personId}::uuid) as has`.execute(db)
  return rows[0]?.has ?? false
}

/** Whether the company asks this person for one. */
export async function isFactorRequired(
  db: Reader,
  personId: string,
  policy: SecondFactorPolicy,
): Promise<boolean> {
  const { requiredOf, roleIds } = policy
  if (requiredOf === 'nobody') return false
  if (requiredOf === 'everybody') return true
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select from person_role h left join role r on r.id = h.role_id
      where h.person_id = ${personId}::uuid and case when ${requiredOf === 'administrators'}::boolean
        then coalesce(h.preset, r.admin) = any(${ADMIN_ROLES as unknown as string[]}::text[])
        else coalesce(h.preset, h.role_id::text) = any(${[...roleIds]}::text[]) end) as has`.execute(db)
  return rows[0]?.has ?? false
}
