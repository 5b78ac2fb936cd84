import type { IdentityProvider, saveIdentityProvider } from '@clouddisk/contract/admin-identity'
import {
  CLOCK_TOLERANCE_DEFAULT,
  CLOCK_TOLERANCE_MAX,
  type LINK_RULES,
  type REFRESH,
} from '@clouddisk/contract/provider-settings'
import type { Input } from '@clouddisk/contract/route'
import type { ProviderKind } from '@clouddisk/contract/sign-in'
import type { FormErrors } from '../../ui/use-form.ts'
import { type SamlValues, samlSecrets, samlSettings, samlValues } from './saml-values.ts'
import { t } from './strings.ts'

/** A provider as its form has it. */

type Refresh = (typeof REFRESH)[number]

export interface OidcValues {
  issuer: string
  clientId: string
  clientSecret: string
  clearSecret: boolean
  clientAuth: 'basic' | 'post'
  scopes: string
  clockTolerance: string
  singleLogout: boolean
}

export interface CasValues {
  serverUrl: string
  renew: boolean
}

export interface ProviderValues extends OidcValues, SamlValues, CasValues {
  kind: ProviderKind
  zh: string
  en: string
  enabled: boolean
  automatic: boolean

  account: string
  realName: string
  mail: string
  phone: string
  department: string
  roles: string
  departmentSeparator: string
  roleValues: readonly { value: string; roleId: string }[]
  names: Refresh
  departments: Refresh
  roleGrants: Refresh

  create: boolean
  departmentId: string
  newRoles: readonly string[]
  /** GB; "" is the default. */
  capacity: string
  link: (typeof LINK_RULES)[number]
  linkClaim: string
  mailIsVerified: boolean
  linkAdministrators: boolean
}

const GB = 1024 ** 3

export function providerValues(provider: IdentityProvider | undefined, kind: ProviderKind): ProviderValues {
  const { mapping, rules, oidc, saml, cas } = provider ?? {}
  return {
    kind: provider?.kind ?? kind,
    zh: provider?.zh ?? '',
    en: provider?.en ?? '',
    // A new one is tried first.
    enabled: provider?.enabled ?? false,
    automatic: provider?.automatic ?? false,
    issuer: oidc?.issuer ?? '',
    clientId: oidc?.clientId ?? '',
    clientSecret: '',
    clearSecret: false,
    clientAuth: oidc?.clientAuth ?? 'basic',
    scopes: oidc?.scopes ?? 'profile email',
    clockTolerance: String((oidc ?? saml)?.clockTolerance ?? CLOCK_TOLERANCE_DEFAULT),
    singleLogout: (oidc ?? saml ?? cas)?.singleLogout ?? true,
    ...samlValues(provider),
    serverUrl: cas?.serverUrl ?? '',
    renew: cas?.renew ?? false,
    account: mapping?.account ?? 'preferred_username',
    realName: mapping?.realName ?? 'name',
    mail: mapping?.mail ?? 'email',
    phone: mapping?.phone ?? '',
    department: mapping?.department ?? '',
    roles: mapping?.roles ?? '',
    departmentSeparator: mapping?.departmentSeparator ?? '',
    roleValues: mapping?.roleValues ?? [],
    names: mapping?.names ?? 'always',
    departments: mapping?.departments ?? 'always',
    roleGrants: mapping?.roleGrants ?? 'always',
    create: rules?.create ?? true,
    departmentId: rules?.departmentId ?? '0',
    newRoles: rules?.roles ?? [],
    capacity: rules?.capacity ? String(Math.round((rules.capacity / GB) * 100) / 100) : '',
    link: rules?.link ?? 'never',
    linkClaim: rules?.linkClaim ?? '',
    mailIsVerified: rules?.mailIsVerified ?? false,
    linkAdministrators: rules?.linkAdministrators ?? false,
  }
}

const missing = (text: string): string | undefined => (text.trim() === '' ? t('missing') : undefined)

export const providerErrors = (values: ProviderValues): FormErrors<ProviderValues> => ({
  zh: missing(values.zh),
  en: missing(values.en),
  ...(values.kind === 'oidc' && {
    issuer: missing(values.issuer),
    clientId: missing(values.clientId),
  }),
  ...(values.kind === 'saml' && {
    entityId: missing(values.entityId),
    ssoUrl: missing(values.ssoUrl),
    certificates: missing(values.certificates),
  }),
  ...(values.kind !== 'cas' && {
    clockTolerance: isTolerance(values.clockTolerance) ? undefined : t('clockRange'),
  }),
  ...(values.kind === 'saml' &&
    values.key === 'own' && {
      privateKey: missing(values.privateKey),
      ownCertificate: missing(values.ownCertificate),
    }),
  ...(values.kind === 'cas' && { serverUrl: missing(values.serverUrl) }),
  roleValues: values.roleValues.some(({ value, roleId }) => value.trim() === '' || roleId === '')
    ? t('missing')
    : undefined,
  capacity: values.capacity.trim() === '' || Number(values.capacity) > 0 ? undefined : t('capacityWrong'),
  ...(values.link === 'account' && { linkClaim: missing(values.linkClaim) }),
})

const isTolerance = (text: string): boolean =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) <= CLOCK_TOLERANCE_MAX

export type ProviderInput = Omit<Input<typeof saveIdentityProvider>, 'providerId'>

export const providerInput = (values: ProviderValues): ProviderInput => ({
  kind: values.kind,
  zh: values.zh.trim(),
  en: values.en.trim(),
  enabled: values.enabled,
  automatic: values.automatic,
  ...settingsOf(values),
  mapping: {
    account: values.account.trim(),
    realName: values.realName.trim(),
    mail: values.mail.trim(),
    phone: values.phone.trim(),
    department: values.department.trim(),
    roles: values.roles.trim(),
    departmentSeparator: values.departmentSeparator,
    roleValues: values.roleValues.map(({ value, roleId }) => ({ value: value.trim(), roleId })),
    names: values.names,
    departments: values.departments,
    roleGrants: values.roleGrants,
  },
  rules: {
    create: values.create,
    departmentId: values.departmentId,
    roles: [...values.newRoles],
    capacity: values.capacity.trim() === '' ? null : Math.round(Number(values.capacity) * GB),
    link: values.link,
    linkClaim: values.linkClaim.trim(),
    mailIsVerified: values.mailIsVerified,
    linkAdministrators: values.linkAdministrators,
  },
})

/** What is of the provider's kind, with its secrets. */
function settingsOf(values: ProviderValues): Pick<ProviderInput, 'oidc' | 'saml' | 'cas' | 'secrets'> {
  if (values.kind === 'saml') return { saml: samlSettings(values), secrets: samlSecrets(values) }
  if (values.kind === 'cas') {
    const { serverUrl, subjectAttribute, renew, singleLogout } = values
    const cas = {
      serverUrl: serverUrl.trim(),
      subjectAttribute: subjectAttribute.trim(),
      renew,
      singleLogout,
    }
    return { cas }
  }
  const { issuer, clientId, clientAuth, scopes, clockTolerance, singleLogout, clientSecret, clearSecret } =
    values
  const changed = clientSecret !== '' ? clientSecret : clearSecret ? '' : undefined
  return {
    oidc: {
      issuer: issuer.trim(),
      clientId: clientId.trim(),
      clientAuth,
      scopes: scopes.trim(),
      clockTolerance: Number(clockTolerance),
      singleLogout,
    },
    ...(changed !== undefined && { secrets: [{ name: 'clientSecret', value: changed }] }),
  }
}

/** A provider with something changed, as the call takes it: secrets stay. */
export const savedInput = (
  { providerId, secrets: _secrets, addresses: _addresses, people: _people, ...rest }: IdentityProvider,
  change: Partial<ProviderInput>,
): Input<typeof saveIdentityProvider> => ({ ...rest, ...change, providerId })
