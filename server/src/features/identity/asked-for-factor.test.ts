import { expect, it } from 'vitest'
import { askedForFactor } from './asked-for-factor.ts'

it('takes what providers say of several factors, and nothing else', () => {
  const yes: Record<string, string[]>[] = [
    { amr: ['pwd', 'mfa'] },
    { acr: ['https://refeds.org/profile/mfa'] },
    { acr: ['possessionorinherence'] },
    {
      'http://schemas.microsoft.com/claims/authnmethodsreferences': [
        'http://schemas.microsoft.com/claims/multipleauthn',
      ],
    },
    { authnContextClass: ['mfa-gauth'] },
    { AuthnContextClassRef: ['urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorContract'] },
  ]
  const no: Record<string, string[]>[] = [
    {},
    { amr: ['pwd'] },
    { amr: [] },
    { acr: ['0'] },
    { AuthnContextClassRef: ['urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'] },
    { groups: ['mfa'] },
  ]
  for (const claims of yes) expect([claims, askedForFactor({ claims })]).toEqual([claims, true])
  for (const claims of no) expect([claims, askedForFactor({ claims })]).toEqual([claims, false])
})
