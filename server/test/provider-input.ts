import type { saveIdentityProvider } from '@clouddisk/contract/admin-identity'
import type { Input } from '@clouddisk/contract/route'

type ProviderInput = Input<typeof saveIdentityProvider>

export type ProviderChanges = Partial<Omit<ProviderInput, 'mapping' | 'rules'>> & {
  readonly mapping?: Partial<ProviderInput['mapping']>
  readonly rules?: Partial<ProviderInput['rules']>
}

/** An OpenID Connect provider as an administrator enters it: accounts are made, and taken over by nobody. */
export function providerInput(issuer: string, changes: ProviderChanges = {}): ProviderInput {
  const { mapping, rules, ...rest } = changes
  return {
    kind: 'oidc',
    zh: '公司登录',
    en: 'Company sign-in',
    oidc: {
      issuer,
      clientId: 'drive',
      clientAuth: 'basic',
      scopes: 'profile email',
      clockTolerance: 60,
      singleLogout: true,
    },
    secrets: [{ name: 'clientSecret', value: 'client-secret-of-the-drive' }],
    mapping: {
      account: 'preferred_username',
      realName: 'name',
      mail: 'email',
      phone: '',
      department: 'department',
      roles: 'groups',
      departmentSeparator: '',
      roleValues: [],
      names: 'always',
      departments: 'always',
      roleGrants: 'always',
      ...mapping,
    },
    rules: {
      create: true,
      departmentId: '0',
      roles: [],
      capacity: null,
      link: 'never',
      linkClaim: '',
      mailIsVerified: false,
      linkAdministrators: false,
      ...rules,
    },
    enabled: true,
    automatic: false,
    ...rest,
  }
}
