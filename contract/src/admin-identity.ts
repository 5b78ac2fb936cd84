import Type, { type Static } from 'typebox'
import { CasSettings, ClaimMapping, OidcSettings, ProviderRules, SamlSettings } from './provider-settings.ts'
import { route } from './route.ts'
import { Empty, Id, Instant, nullable, numberedPageOf, oneOf, paging } from './shapes.ts'
import { PROVIDER_KINDS } from './sign-in.ts'

/** Identity providers as administrators configure them, and whom they know. */

export const PROVIDER_NAME_MAX = 50
export const PROVIDERS_MAX = 20

/** Settings of its kind; the others are absent. */
const settings = {
  oidc: Type.Optional(OidcSettings),
  saml: Type.Optional(SamlSettings),
  cas: Type.Optional(CasSettings),
}

export const IdentityProvider = Type.Object({
  providerId: Id,
  kind: oneOf(PROVIDER_KINDS),
  zh: Type.String(),
  en: Type.String(),
  ...settings,
  /** Names of the secrets that are set. */
  secrets: Type.Array(Type.String()),
  mapping: ClaimMapping,
  rules: ProviderRules,
  enabled: Type.Boolean(),
  automatic: Type.Boolean(),
  /** Of this installation, to be entered at the provider. */
  addresses: Type.Object({
    callback: Type.String(),
    acs: Type.String(),
    metadata: Type.String(),
    providerLogout: Type.String(),
    signedOut: Type.String(),
  }),
  /** Accounts that are linked. */
  people: Type.Integer(),
})
export type IdentityProvider = Static<typeof IdentityProvider>

export const queryIdentityProviders = route({
  name: 'queryIdentityProviders',
  method: 'GET',
  path: '/admin/identity/provider',
  admin: 'identity',
  input: Empty,
  reply: Type.Array(IdentityProvider),
  summary: 'The identity providers, in the order of the sign-in page.',
})

const ProviderName = Type.String({ minLength: 1, maxLength: PROVIDER_NAME_MAX })

export const saveIdentityProvider = route({
  name: 'saveIdentityProvider',
  method: 'POST',
  path: '/admin/identity/provider/save',
  admin: 'identity',
  input: Type.Object({
    /** A new one without it. */
    providerId: Type.Optional(Id),
    kind: oneOf(PROVIDER_KINDS),
    zh: ProviderName,
    en: ProviderName,
    ...settings,
    /** Those that change: "" removes one. */
    secrets: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String({ minLength: 1, maxLength: 40 }),
          value: Type.String({ maxLength: 16_384 }),
        }),
        { maxItems: 5 },
      ),
    ),
    mapping: ClaimMapping,
    rules: ProviderRules,
    enabled: Type.Boolean(),
    automatic: Type.Boolean(),
  }),
  reply: IdentityProvider,
  errors: ['not_found', 'list_full', 'area_refused', 'roles_conflict'],
  summary: 'Adds or changes an identity provider.',
})

/** Of a federation's metadata, which have many providers, one has to be cut out. */
const METADATA_MAX = 1024 * 1024

export const readSamlMetadata = route({
  name: 'readSamlMetadata',
  method: 'POST',
  path: '/admin/identity/saml/metadata',
  admin: 'identity',
  // It makes the server ask an address.
  adminRight: 'change',
  changes: false,
  remote: true,
  bodyMax: METADATA_MAX + 4096,
  input: Type.Object({
    /** Either the document, or where it is. */
    xml: Type.Optional(Type.String({ maxLength: METADATA_MAX })),
    url: Type.Optional(Type.String({ maxLength: 1000 })),
  }),
  reply: Type.Object({
    entityId: Type.String(),
    ssoUrl: Type.String(),
    logoutUrl: Type.String(),
    logoutResponseUrl: Type.String(),
    certificates: Type.Array(Type.String()),
  }),
  errors: ['provider_away', 'provider_answer'],
  summary: 'Reads the metadata of a SAML provider for its settings; nothing is stored.',
})

export const orderIdentityProviders = route({
  name: 'orderIdentityProviders',
  method: 'POST',
  path: '/admin/identity/provider/order',
  admin: 'identity',
  input: Type.Object({ providerIds: Type.Array(Id, { minItems: 1, maxItems: PROVIDERS_MAX }) }),
  reply: Empty,
  errors: ['not_found', 'changed_meanwhile'],
  summary: 'The order of the buttons on the sign-in page.',
})

export const removeIdentityProvider = route({
  name: 'removeIdentityProvider',
  method: 'POST',
  path: '/admin/identity/provider/remove',
  admin: 'identity',
  input: Type.Object({ providerId: Id }),
  reply: Type.Object({ unlinked: Type.Integer() }),
  errors: ['not_found'],
  summary: 'Removes an identity provider with its links; accounts stay, and its sessions end.',
})

export const tryIdentityProvider = route({
  name: 'tryIdentityProvider',
  method: 'POST',
  path: '/admin/identity/provider/try',
  admin: 'identity',
  remote: true,
  input: Type.Object({ providerId: Id }),
  reply: Type.Object({ url: Type.String({ description: 'of the provider, to be opened in this browser' }) }),
  errors: ['not_found', 'provider_away', 'provider_answer'],
  summary: 'Starts a trial sign-in, which shows the claims and opens no session.',
})

/** What a sign-in would do. */
export const SIGN_IN_OUTCOMES = ['signIn', 'link', 'create', 'refuse'] as const

export const ProviderTry = Type.Object({
  providerId: Id,
  subject: Type.String(),
  claims: Type.Record(Type.String(), Type.Array(Type.String())),
  outcome: oneOf(SIGN_IN_OUTCOMES),
  /** What the person would be told where it would be refused. */
  reason: nullable(Type.String()),
  /** The account that it would be. */
  accountName: nullable(Type.String()),
  userRealName: nullable(Type.String()),
  email: nullable(Type.String()),
  phone: nullable(Type.String()),
  departmentPath: Type.Array(Type.String()),
  /** Names of roles that it would have by the provider. */
  roles: Type.Array(Type.String()),
})
export type ProviderTry = Static<typeof ProviderTry>

export const queryProviderTry = route({
  name: 'queryProviderTry',
  method: 'GET',
  path: '/admin/identity/provider/try/{tryId}',
  admin: 'identity',
  input: Type.Object({ tryId: Id }),
  reply: ProviderTry,
  errors: ['not_found'],
  summary: 'Result of the caller’s trial sign-in; kept for ten minutes.',
})

export const LinkedPerson = Type.Object({
  identityId: Id,
  subject: Type.String(),
  /** What the provider called them last. */
  name: Type.String(),
  userId: Id,
  accountName: Type.String(),
  userRealName: Type.String(),
  createTime: Instant,
  lastUsedTime: nullable(Instant),
})
export type LinkedPerson = Static<typeof LinkedPerson>

export const pageLinkedPeople = route({
  name: 'pageLinkedPeople',
  method: 'GET',
  path: '/admin/identity/provider/{providerId}/people',
  admin: 'identity',
  input: Type.Object({
    providerId: Id,
    keyword: Type.Optional(Type.String({ maxLength: 120 })),
    pageNo: paging.pageNo,
    pageSize: paging.pageSize,
  }),
  reply: numberedPageOf(LinkedPerson),
  errors: ['not_found'],
  summary: 'Whose accounts are linked with a provider.',
})

export const linkPerson = route({
  name: 'linkPerson',
  method: 'POST',
  path: '/admin/identity/link',
  admin: 'identity',
  input: Type.Object({
    providerId: Id,
    userId: Id,
    subject: Type.String({ minLength: 1, maxLength: 1000 }),
  }),
  reply: Empty,
  errors: ['not_found', 'identity_taken'],
  summary: 'Links an account with a provider’s subject.',
})

export const unlinkPerson = route({
  name: 'unlinkPerson',
  method: 'POST',
  path: '/admin/identity/unlink',
  admin: 'identity',
  input: Type.Object({ identityId: Id }),
  reply: Empty,
  errors: ['not_found'],
  summary: 'Unlinks an account from a provider; sessions that it opened end.',
})

export const PersonIdentity = Type.Object({
  identityId: Id,
  providerId: Id,
  kind: oneOf(PROVIDER_KINDS),
  zh: Type.String(),
  en: Type.String(),
  name: Type.String(),
  createTime: Instant,
  lastUsedTime: nullable(Instant),
})
export type PersonIdentity = Static<typeof PersonIdentity>

export const queryPersonIdentities = route({
  name: 'queryPersonIdentities',
  method: 'GET',
  path: '/admin/identity/person',
  admin: 'identity',
  input: Type.Object({ userId: Id }),
  reply: Type.Array(PersonIdentity),
  errors: ['not_found'],
  summary: 'The providers that somebody signs in through.',
})
