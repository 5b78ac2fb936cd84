import type { IdentityProvider } from '@clouddisk/contract/admin-identity'
import type { ProviderKind } from '@clouddisk/contract/sign-in'
import type { ComponentType } from 'react'
import type { Form } from '../../ui/use-form.ts'
import { CasFields } from './cas-fields.tsx'
import { OidcFields } from './oidc-fields.tsx'
import type { ProviderValues } from './provider-form.ts'
import { SamlFields } from './saml-fields.tsx'

/** The kinds of providers that can be added, with the fields of each. */
interface KindForm {
  readonly Fields: ComponentType<{ form: Form<ProviderValues>; provider: IdentityProvider | undefined }>
  /** Fields that the server may refuse by name. */
  readonly fields: readonly (keyof ProviderValues)[]
  /** Claims that such providers usually send. */
  readonly claims: Pick<ProviderValues, 'account' | 'realName' | 'mail'>
}

export const KINDS: Partial<Record<ProviderKind, KindForm>> = {
  oidc: {
    Fields: OidcFields,
    fields: ['issuer', 'clientId'],
    claims: { account: 'preferred_username', realName: 'name', mail: 'email' },
  },
  saml: {
    Fields: SamlFields,
    fields: [
      'metadataUrl',
      'entityId',
      'ssoUrl',
      'logoutUrl',
      'logoutResponseUrl',
      'certificates',
      'privateKey',
    ],
    claims: { account: 'NameID', realName: 'cn', mail: 'mail' },
  },
  cas: {
    Fields: CasFields,
    fields: ['serverUrl'],
    claims: { account: 'user', realName: 'cn', mail: 'mail' },
  },
}
