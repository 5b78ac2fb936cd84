import Type, { type Static } from 'typebox'
import { oneOf } from './shapes.ts'

/** What administrators enter for each kind of identity provider; secrets are apart. */

/** Seconds that a provider’s clock may differ from ours. */
export const CLOCK_TOLERANCE_MAX = 300
export const CLOCK_TOLERANCE_DEFAULT = 60
export const ClockTolerance = Type.Integer({ minimum: 0, maximum: CLOCK_TOLERANCE_MAX })

const Address = Type.String({ minLength: 1, maxLength: 1000 })

/** How the client proves who it is at the token endpoint; `none` without a client secret. */
export const OIDC_CLIENT_AUTH = ['basic', 'post'] as const

/** OpenID Connect. Secret: `clientSecret`. */
export const OidcSettings = Type.Object({
  /** As the provider calls itself; its configuration is found below it. */
  issuer: Address,
  clientId: Type.String({ minLength: 1, maxLength: 500 }),
  clientAuth: oneOf(OIDC_CLIENT_AUTH),
  /** Besides openid, separated by spaces. */
  scopes: Type.String({ maxLength: 500 }),
  clockTolerance: ClockTolerance,
  /** Whether signing out here signs out at the provider too. */
  singleLogout: Type.Boolean(),
})
export type OidcSettings = Static<typeof OidcSettings>

/** What the NameID is asked to be. */
export const NAME_ID_FORMATS = ['unspecified', 'persistent', 'emailAddress'] as const
export const CERTIFICATES_MAX = 10

/** "" where there is none. */
const OptionalAddress = Type.String({ maxLength: 1000 })

/**
 * SAML 2.0. Secrets: `privateKey` and its `certificate`, ours, for signing and decrypting; made with the provider unless they
 * are entered.
 */
export const SamlSettings = Type.Object({
  /** As the provider calls itself. */
  entityId: Address,
  /** Where requests go by HTTP-Redirect, log-outs too; answers to its log-outs may go elsewhere. */
  ssoUrl: Address,
  logoutUrl: OptionalAddress,
  logoutResponseUrl: OptionalAddress,
  /** Whose signatures are taken; several while keys are replaced. PEM, or base64 alone. */
  certificates: Type.Array(Type.String({ minLength: 1, maxLength: 16_384 }), {
    minItems: 1,
    maxItems: CERTIFICATES_MAX,
  }),
  /** Where its metadata are: certificates are read again there once a day. */
  metadataUrl: OptionalAddress,
  /** What we call ourselves; "": the address of our metadata. */
  ownEntityId: OptionalAddress,
  nameIdFormat: oneOf(NAME_ID_FORMATS),
  /** The attribute that people are known by; "": the NameID. */
  subjectAttribute: Type.String({ maxLength: 500 }),
  signRequests: Type.Boolean(),
  /** What has to be signed: one of them at least. */
  assertionsSigned: Type.Boolean(),
  responseSigned: Type.Boolean(),
  /** Whether assertions have to be encrypted. */
  encrypted: Type.Boolean(),
  /** Whether sign-ins may begin at the provider. */
  unsolicited: Type.Boolean(),
  clockTolerance: ClockTolerance,
  singleLogout: Type.Boolean(),
})
export type SamlSettings = Static<typeof SamlSettings>

/** CAS 3. */
export const CasSettings = Type.Object({
  /** Above `/login` and `/p3/serviceValidate`. */
  serverUrl: Address,
  /** The attribute that people are known by; "": the user. */
  subjectAttribute: Type.String({ maxLength: 500 }),
  /** Whether the password is asked for at each sign-in. */
  renew: Type.Boolean(),
  singleLogout: Type.Boolean(),
})
export type CasSettings = Static<typeof CasSettings>

/** Names of the secrets of each kind; values are never answered. */
export const PROVIDER_SECRETS = {
  oidc: ['clientSecret'],
  saml: ['privateKey', 'certificate'],
  cas: [],
} as const

/** Claims that fields are taken from; "" takes none. Parts of nested claims are separated by dots. */
const Claim = Type.String({ maxLength: 500 })

export const REFRESH = ['first', 'always'] as const

export const ClaimMapping = Type.Object({
  account: Claim,
  realName: Claim,
  mail: Claim,
  phone: Claim,
  department: Claim,
  roles: Claim,
  /** Separates the names of a department’s path; "" where the claim is the name of one department. */
  departmentSeparator: Type.String({ maxLength: 10 }),
  /** Claim values that give a role here. Other values give nothing. */
  roleValues: Type.Array(
    Type.Object({
      value: Type.String({ minLength: 1, maxLength: 500 }),
      roleId: Type.String({ minLength: 1, maxLength: 64 }),
    }),
    { maxItems: 100 },
  ),
  /** Taken over at the first sign-in, or at each. */
  names: oneOf(REFRESH),
  departments: oneOf(REFRESH),
  roleGrants: oneOf(REFRESH),
})
export type ClaimMapping = Static<typeof ClaimMapping>

/** How an account that exists is found: not at all, by verified mail, or by a claim that is its name. */
export const LINK_RULES = ['never', 'mail', 'account'] as const

export const ProviderRules = Type.Object({
  /** Whether who comes for the first time gets an account. */
  create: Type.Boolean(),
  departmentId: Type.String({ maxLength: 64, description: 'of new accounts; "0": none' }),
  roles: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 20 }),
  /** Bytes; null: the default of the installation. */
  capacity: Type.Union([Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()]),
  link: oneOf(LINK_RULES),
  /** Of the rule `account`. */
  linkClaim: Claim,
  /** The provider verifies every mail address, and does not say so of each. */
  mailIsVerified: Type.Boolean(),
  /** Whether rules may link accounts of administrators. */
  linkAdministrators: Type.Boolean(),
})
export type ProviderRules = Static<typeof ProviderRules>
