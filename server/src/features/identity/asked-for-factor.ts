import type { VerifiedIdentity } from './protocol.ts'

/** Where providers say how somebody has signed in: OpenID Connect, Entra ID over SAML, Apereo CAS, and any over SAML. */
const CLAIMS = [
  'amr',
  'acr',
  'http://schemas.microsoft.com/claims/authnmethodsreferences',
  'authnContextClass',
  'AuthnContextClassRef',
] as const
/** What they then say of several factors: RFC 8176, Entra ID, REFEDS. */
const SEVERAL_FACTORS: ReadonlySet<string> = new Set([
  'mfa',
  'possessionorinherence',
  'https://refeds.org/profile/mfa',
  'http://schemas.microsoft.com/claims/multipleauthn',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorContract',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorUnregistered',
])

/** Whether the provider says that it has asked for a second factor; the administrator decides whether that counts. */
export const askedForFactor = ({ claims }: Pick<VerifiedIdentity, 'claims'>): boolean =>
  CLAIMS.some((name) => claims[name]?.some((value) => SEVERAL_FACTORS.has(value) || value.startsWith('mfa-')))
