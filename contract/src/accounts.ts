import Type, { type Static } from 'typebox'
import { ADMIN_ROLES } from './admin-areas.ts'
import { ConfiguredLink } from './configured-links.ts'
import { Device } from './devices.ts'
import { LANGUAGES } from './errors.ts'
import { Acknowledgement } from './policies.ts'
import { route } from './route.ts'
import { SKINS } from './settings.ts'
import { Bytes, Empty, Id, Instant, nullable, oneOf } from './shapes.ts'
import { SIGN_IN_STEPS } from './sign-in-steps.ts'

/** Sign-in, sessions and the person's own data (A§7, C section 3 "Session"). */

/** The cookie of a browser’s session. */
export const SESSION_COOKIE = 'cd_session'

/** How a session was opened: by a password of this server or of a directory, by a provider, by a phone, by a passkey. */
export const SIGN_IN_METHODS = ['password', 'directory', 'oidc', 'saml', 'cas', 'qr', 'passkey'] as const
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]

export const User = Type.Object({
  userId: Id,
  userName: Type.String(),
  userRealName: Type.String(),
  loginMethod: oneOf(['sso', 'non-sso']),
  mustChangePassword: Type.Boolean(),
  /** What the sign-in still needs; no other call is answered before. */
  nextStep: nullable(oneOf(SIGN_IN_STEPS)),
  isAdmin: Type.Boolean(),
  /** Opens the administration's areas; empty for most. */
  adminRoles: Type.Array(oneOf(ADMIN_ROLES)),
  /** The person's own root folder, what parentId "0" stands for. */
  rootId: Id,
  /** What the person has yet to agree to, or to read, in this order; calls are not refused for it. */
  toAcknowledge: Type.Array(Acknowledgement),
  /** Whether the installation has the personal table (C28). */
  personalTable: Type.Boolean(),
  /** Whether there are two clusters, between which items can be synced (C28). */
  clusterSync: Type.Boolean(),
  /** Whether a cluster has an Office server. */
  onlineEditing: Type.Boolean(),
  /** The person is in a business library that the main menu shows. */
  libraries: Type.Boolean(),
  /** Whether there is an old drive that the person may import from. */
  mayImport: Type.Boolean(),
  /** How this session was opened; null where it is not known. */
  signInMethod: nullable(oneOf(SIGN_IN_METHODS)),
  /** Of the company, for the page's menus. */
  links: Type.Array(ConfiguredLink),
})
export type User = Static<typeof User>

const SignInName = Type.String({ minLength: 1, maxLength: 120 })
const Password = Type.String({ minLength: 1, maxLength: 1024 })
/** The person of a new session, for all sign-in methods. */
export const signedIn = {
  userId: Id,
  userName: Type.String(),
  userRealName: Type.String(),
  mustChangePassword: Type.Boolean(),
  nextStep: nullable(oneOf(SIGN_IN_STEPS)),
}

export const login = route({
  name: 'login',
  method: 'POST',
  path: '/user/login',
  aliases: ['/disk/api/pub/login', '/disk/pub/login', '/pub/login'],
  door: 'anyone',
  input: Type.Object({
    userName: SignInName,
    password: Password,
    region: Type.Optional(Type.String({ maxLength: 64 })),
    platform: Type.Optional(Type.String({ maxLength: 64 })),
  }),
  reply: Type.Object({
    ...signedIn,
    token: Type.String({ description: 'for Authorization: Bearer' }),
  }),
  errors: ['wrong_credentials', 'account_frozen', 'account_expired', 'too_many_tries'],
  summary: 'Sign in with account name and password; sets the cookie and answers a bearer token.',
})

export const loginForm = route({
  name: 'loginForm',
  method: 'POST',
  path: '/disk/authentication/form',
  aliases: ['/authentication/form', '/disk/api/authentication/form'],
  door: 'anyone',
  input: Type.Object({
    username: SignInName,
    password: Password,
    service: Type.Optional(Type.String({ maxLength: 4096 })),
  }),
  reply: Type.Object({ ...signedIn, token: Type.String() }),
  errors: ['wrong_credentials', 'account_frozen', 'account_expired', 'too_many_tries', 'request_refused'],
  summary: 'The form-encoded sign-in; answers 302 to `service` for HTML, the envelope otherwise.',
})

export const logout = route({
  name: 'logout',
  method: ['GET', 'POST'],
  path: '/pub/sso/logout',
  aliases: ['/disk/pub/sso/logout', '/pub/sso/logout', '/api/pub/sso/logout'],
  door: 'anyone',
  changes: false,
  input: Type.Object({
    service: Type.Optional(Type.String({ maxLength: 4096 })),
    fromAD: Type.Optional(Type.String({ maxLength: 16 })),
  }),
  reply: Empty,
  raw: true,
  summary: 'Ends the session and answers 302 to the sign-in page with the checked return address.',
})

export const currentUser = route({
  name: 'currentUser',
  method: 'GET',
  path: '/user/currentUser',
  input: Empty,
  reply: User,
  summary: 'Who is signed in.',
})

/** `data.reason` of a 401 whose session is known to have been one: it ran out, or it was ended, from elsewhere say. */
export type SessionEnd = 'timed_out' | 'signed_out'

export const Capacity = Type.Object({
  usedSize: Bytes,
  totalSize: Bytes,
  isLimist: oneOf(['0', '1']),
  usedCapacity: Bytes,
  totalCapacity: Bytes,
  usedSelfCapacity: Bytes,
  /** What the groups hold whose space comes from this person's allowance. */
  usedGroupCapacity: Bytes,
  /** What these groups were given of it; no more may be given than `totalGroup`. */
  allottedGroupCapacity: Bytes,
  totalSelf: Bytes,
  totalGroup: Bytes,
  /** "0": groups may be given any space. */
  isGroupLimit: oneOf(['0', '1']),
})
export type Capacity = Static<typeof Capacity>

export const queryUserCapacity = route({
  name: 'queryUserCapacity',
  method: 'GET',
  path: '/user/queryUserCapacity',
  input: Empty,
  reply: Capacity,
  summary: 'Space used and granted, in both shapes (C29); isLimist "0" means unlimited.',
})

export const logPc = route({
  name: 'logPc',
  method: 'POST',
  path: '/user/logPc',
  changes: false,
  input: Type.Object({ page: Type.Optional(Type.String({ maxLength: 200 })) }),
  reply: Type.Integer({ description: 'version of the served page' }),
  summary: 'Tells the version of the page that the server serves (C30).',
})

export const changePassword = route({
  name: 'changePassword',
  method: 'POST',
  path: '/user/changePassword',
  input: Type.Object({
    oldPassword: Password,
    newPassword: Password,
  }),
  reply: Empty,
  errors: [
    'old_password_wrong',
    'password_too_weak',
    'password_too_long',
    'password_unchanged',
    'too_many_tries',
  ],
  summary: 'Changes the password; every other session of the person ends.',
})

export const Session = Type.Object({
  sessionId: Id,
  current: Type.Boolean(),
  device: Type.String({ description: 'user agent' }),
  /** Null: a browser or another program. */
  client: nullable(Device),
  ip: Type.String(),
  createTime: Instant,
  lastSeenTime: Instant,
  expireTime: Instant,
})
export type Session = Static<typeof Session>

export const querySessions = route({
  name: 'querySessions',
  method: 'GET',
  path: '/user/querySessions',
  input: Empty,
  reply: Type.Array(Session),
  summary: 'The person’s sessions, newest first (G21).',
})

export const revokeSessions = route({
  name: 'revokeSessions',
  method: 'POST',
  path: '/user/revokeSessions',
  input: Type.Object({ sessionId: Type.Optional(Id) }),
  reply: Type.Object({ revoked: Type.Integer() }),
  errors: ['not_found'],
  summary: 'Ends one session, or all but this one.',
})

export const publicConfig = route({
  name: 'publicConfig',
  method: 'GET',
  path: '/pub/config',
  aliases: ['/disk/pub/config', '/pub/config'],
  door: 'anyone',
  input: Empty,
  reply: Type.Object({
    title: nullable(Type.String()),
    publicOrigin: nullable(Type.String({ description: 'where people open the page (CLOUDDISK_PUBLIC_URL)' })),
    defaultLanguage: oneOf(LANGUAGES),
    defaultSkin: oneOf(SKINS),
    version: Type.String(),
    pageVersion: Type.Integer(),
    limits: Type.Record(Type.String(), Type.Union([Type.Number(), Type.Array(Type.Number())])),
    refusedExtensions: Type.Array(Type.String(), { description: 'extensions of files that are refused' }),
    visitorRefusedExtensions: Type.Array(Type.String(), {
      description: 'that visitors of links may not upload either',
    }),
    regions: Type.Array(
      Type.Object({
        id: Type.String(),
        'zh-CN': Type.String(),
        'en-US': Type.String(),
        /** Where people of the region sign in; null: as anywhere. */
        address: nullable(Type.String()),
      }),
    ),
    region: nullable(Type.String({ description: 'of the site that the caller’s address belongs to' })),
    platforms: Type.Array(Type.Object({ id: Type.String(), 'zh-CN': Type.String(), 'en-US': Type.String() })),
    archiveDownload: Type.Boolean({ description: 'whether a folder or selection may be had as a ZIP (C7)' }),
  }),
  summary: 'Every limit by name, the default language and skin, and what the sign-in page offers.',
})

export const requestIp = route({
  name: 'requestIp',
  method: 'GET',
  path: '/pub/requestIp',
  aliases: ['/disk/pub/requestIp', '/pub/requestIp'],
  door: 'anyone',
  input: Empty,
  reply: Type.String(),
  summary: 'The address that the server sees the caller at.',
})

export const checkRedirect = route({
  name: 'checkRedirect',
  method: 'GET',
  path: '/pub/checkRedirect',
  aliases: ['/disk/pub/checkRedirect', '/pub/checkRedirect'],
  door: 'anyone',
  input: Type.Object({ service: Type.Optional(Type.String({ maxLength: 4096 })) }),
  reply: Type.Object({
    allowed: Type.Boolean(),
    url: Type.String({ description: 'where a sign-in would lead' }),
  }),
  summary: 'Whether a return address would be followed, and where a sign-in leads otherwise.',
})

export const dlpVersion = route({
  name: 'dlpVersion',
  method: 'GET',
  path: '/pub/dlpVersion',
  aliases: ['/disk/pub/dlpVersion', '/pub/dlpVersion'],
  door: 'anyone',
  input: Empty,
  reply: Type.Integer({ description: 'counts the changes of the content rules; 0 before the first' }),
  summary: 'Version of the content rules in force.',
})
