import Type, { type Static } from 'typebox'
import { route } from './route.ts'
import { Empty, Id, Instant, nullable, oneOf } from './shapes.ts'

/** Ways to sign in besides the account form, and the addresses that identity providers lead back to. */

/** Protocols of identity providers: OpenID Connect, SAML 2.0, CAS. */
export const PROVIDER_KINDS = ['oidc', 'saml', 'cas'] as const
export type ProviderKind = (typeof PROVIDER_KINDS)[number]

export const SignInProvider = Type.Object({
  providerId: Id,
  kind: oneOf(PROVIDER_KINDS),
  /** Its name on the button, in both languages. */
  zh: Type.String(),
  en: Type.String(),
})
export type SignInProvider = Static<typeof SignInProvider>

export const SignInOptions = Type.Object({
  providers: Type.Array(SignInProvider),
  /** The page goes there at once; null where none is, and after a sign-out. */
  automaticProviderId: nullable(Id),
  /** Directories that check passwords. */
  directories: Type.Array(Type.Object({ directoryId: Id, name: Type.String() })),
  /** What the fault says that was asked for. */
  faultText: nullable(Type.String()),
})
export type SignInOptions = Static<typeof SignInOptions>

const Service = Type.Optional(Type.String({ maxLength: 4096 }))

export const querySignInOptions = route({
  name: 'querySignInOptions',
  method: 'GET',
  path: '/pub/signInOptions',
  door: 'anyone',
  input: Type.Object({
    /** Name of the error that a sign-in through a provider led back with. */
    fault: Type.Optional(Type.String({ maxLength: 64 })),
  }),
  reply: SignInOptions,
  summary: 'What the sign-in page offers besides account and password.',
})

export const ssoStart = route({
  name: 'ssoStart',
  method: 'GET',
  path: '/pub/sso/start',
  door: 'anyone',
  raw: true,
  input: Type.Object({
    providerId: Id,
    service: Service,
    /** The provider has to ask who the person is, even if it knows them: proof for dangerous calls. */
    again: Type.Optional(Type.Boolean()),
  }),
  reply: Empty,
  summary:
    'Begins a sign-in at a provider: 302 to it. With `again` it asks anew who the person is. Faults lead to the sign-in page.',
})

/** What the provider says is read by its protocol; GET for answers, POST for CAS’s single log-out. */
export const ssoCallback = route({
  name: 'ssoCallback',
  method: ['GET', 'POST'],
  path: '/pub/sso/callback/{providerId}',
  door: 'anyone',
  changes: false,
  raw: true,
  input: Type.Object({ providerId: Id }),
  reply: Empty,
  summary: 'Where OpenID Connect and CAS lead back to: opens the session, 302 to the return address.',
})

const SAML_ANSWER_MAX = 512 * 1024

/** Sent by another site, so without our cookies: the answer is kept, and finished by a GET that has them. */
export const ssoAcs = route({
  name: 'ssoAcs',
  method: 'POST',
  path: '/pub/sso/acs/{providerId}',
  door: 'anyone',
  changes: false,
  raw: true,
  bodyMax: SAML_ANSWER_MAX,
  input: Type.Object({ providerId: Id }),
  reply: Empty,
  summary: 'Assertion consumer service of SAML: 303 to ssoFinish.',
})

export const ssoFinish = route({
  name: 'ssoFinish',
  method: 'GET',
  path: '/pub/sso/finish',
  door: 'anyone',
  raw: true,
  input: Type.Object({ flow: Type.String({ minLength: 1, maxLength: 128 }) }),
  reply: Empty,
  summary: 'Opens the session after ssoAcs, in the browser that began; 302 to the return address.',
})

export const ssoMetadata = route({
  name: 'ssoMetadata',
  method: 'GET',
  path: '/pub/sso/metadata/{providerId}',
  door: 'anyone',
  raw: true,
  input: Type.Object({ providerId: Id }),
  reply: Empty,
  errors: ['not_found'],
  summary: 'Our metadata for a SAML provider (XML).',
})

/** Sent by the provider’s server, or by the browser that it leads here. */
export const ssoProviderLogout = route({
  name: 'ssoProviderLogout',
  method: ['GET', 'POST'],
  path: '/pub/sso/providerLogout/{providerId}',
  door: 'anyone',
  changes: false,
  raw: true,
  bodyMax: SAML_ANSWER_MAX,
  input: Type.Object({ providerId: Id }),
  reply: Empty,
  errors: ['not_found', 'provider_answer'],
  summary:
    'Single log-out from the provider: OpenID Connect back-channel, SAML LogoutRequest and its answer.',
})

/** A provider that one signs in through, or may. */
export const OwnIdentity = Type.Object({
  ...SignInProvider.properties,
  /** Null where it is not linked. */
  identityId: nullable(Id),
  /** What the provider called its owner last. */
  name: Type.String(),
  createTime: nullable(Instant),
  lastUsedTime: nullable(Instant),
})
export type OwnIdentity = Static<typeof OwnIdentity>

export const queryOwnIdentities = route({
  name: 'queryOwnIdentities',
  method: 'GET',
  path: '/user/identities',
  input: Empty,
  reply: Type.Array(OwnIdentity),
  summary: 'The providers that the caller is linked with, or may be.',
})

export const linkIdentity = route({
  name: 'linkIdentity',
  method: 'POST',
  path: '/user/identities/link',
  remote: true,
  confirm: true,
  input: Type.Object({ providerId: Id, service: Service }),
  reply: Type.Object({ url: Type.String({ description: 'of the provider, to be opened in this browser' }) }),
  errors: ['not_found', 'provider_away', 'provider_answer'],
  summary: 'Begins linking the caller’s account with a provider.',
})

export const unlinkIdentity = route({
  name: 'unlinkIdentity',
  method: 'POST',
  path: '/user/identities/unlink',
  confirm: true,
  input: Type.Object({ identityId: Id }),
  reply: Empty,
  errors: ['not_found', 'only_sign_in'],
  summary: 'Unlinks the caller’s account from a provider.',
})
