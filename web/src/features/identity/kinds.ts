import type { IdentityProvider } from '@clouddisk/contract/admin-identity'
import type { ProviderKind } from '@clouddisk/contract/sign-in'
import type { ComponentType } from 'react'
import type { Form } from '../../ui/use-form.ts'
import { OidcFields } from './oidc-fields.tsx'
import type { ProviderValues } from './provider-form.ts'

/** The kinds of providers that can be added, with the fields of each. */
interface KindForm {
  readonly Fields: ComponentType<{ form: Form<ProviderValues>; provider: IdentityProvider | undefined }>
  /** Fields that the server may refuse by name. */
  readonly fields: readonly (keyof ProviderValues)[]
}

export const KINDS: Partial<Record<ProviderKind, KindForm>> = {
  oidc: { Fields: OidcFields, fields: ['issuer', 'clientId'] },
}
