import type { VerifiedIdentity } from './protocol.ts'

/** Where providers say how somebody has signed in: OpenID Connect, Entra ID over SAML, Apereo CAS. */
const CLAIMS = [
  'amr',
  'acr',
  'http://schemas.microsoft.com/claims/authnmethodsreferences',
  'authnContextClass',
] as const
/** What they then say of several factors: RFC 8176, Entra ID, REFEDS. */
const SEVERAL_FACTORS: ReadonlySet<string> = new Set([
  'mfa',
  'possessionorinherence',
  'https://refeds.org/profile/mfa',
  'http://schemas.microsoft.com/claims/multipleauthn',
])

/** Whether the provider says that it has asked for a second factor; the administrator decides whether that counts. */
export const askedForFactor = ({ claims }: Pick<VerifiedIdentity, 'claims'>): boolean =>
  CLAIMS.some((name) => claims[name]?.some((value) => SEVERAL_FACTORS.has(value) || value.startsWith('mfa-')))
