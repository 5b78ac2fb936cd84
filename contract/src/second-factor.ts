import Type, { type Static } from 'typebox'
import { route } from './route.ts'
import { Empty, Id, Instant, nullable, oneOf } from './shapes.ts'

/** Second factors of the caller: codes of an authenticator app (TOTP), recovery codes, passkeys. */

/** What a person may prove with who they are. */
export const FactorWays = Type.Object({
  password: Type.Boolean(),
  /** Of an authenticator app, or a recovery code. */
  code: Type.Boolean(),
  passkey: Type.Boolean(),
})
export type FactorWays = Static<typeof FactorWays>

export const RECOVERY_CODES = 10
/** Six digits, or a recovery code; spaces and hyphens are ignored. */
const Code = Type.String({ minLength: 1, maxLength: 64 })
const RecoveryCodes = Type.Array(Type.String())

/** Options that the browser's WebAuthn call takes, in its JSON form. */
const PasskeyOptions = Type.Object({ options: Type.Record(Type.String(), Type.Unknown()) })
/** The browser's answer: a PublicKeyCredential as JSON text. */
const PasskeyAnswer = Type.String({ minLength: 2, maxLength: 12_000 })
export const PASSKEY_NAME_MAX = 64
export const PASSKEYS_MAX = 20
const PasskeyName = Type.String({ minLength: 1, maxLength: 4 * PASSKEY_NAME_MAX })

export const Passkey = Type.Object({
  passkeyId: Id,
  name: Type.String(),
  synced: Type.Boolean({ description: 'kept by its maker on several devices' }),
  createTime: Instant,
  lastUseTime: nullable(Instant),
})
export type Passkey = Static<typeof Passkey>

export const queryFactorWays = route({
  name: 'queryFactorWays',
  method: 'GET',
  path: '/user/secondFactor/ways',
  input: Empty,
  reply: FactorWays,
  summary: 'What the caller may prove with who they are: to finish a sign-in, or before something dangerous.',
})

export const SecondFactor = Type.Object({
  totp: nullable(Type.Object({ createTime: Instant, lastUseTime: nullable(Instant) })),
  passkeys: Type.Array(Passkey),
  recoveryCodesLeft: Type.Integer(),
  /** Whether the company asks this person for one. */
  required: Type.Boolean(),
})
export type SecondFactor = Static<typeof SecondFactor>

export const querySecondFactor = route({
  name: 'querySecondFactor',
  method: 'GET',
  path: '/user/secondFactor/query',
  input: Empty,
  reply: SecondFactor,
  summary: 'The caller’s second factors.',
})

export const checkSecondFactor = route({
  name: 'checkSecondFactor',
  method: 'POST',
  path: '/user/secondFactor/check',
  input: Type.Object({
    /** One of them. */
    code: Type.Optional(Code),
    passkey: Type.Optional(PasskeyAnswer),
  }),
  reply: Empty,
  errors: [
    'second_factor_wrong',
    'too_many_tries',
    'passkey_refused',
    'passkey_over',
    'passkeys_unavailable',
  ],
  summary: 'Finishes a sign-in with a code of the authenticator app, a recovery code or a passkey.',
})

export const beginTotp = route({
  name: 'beginTotp',
  method: 'POST',
  path: '/user/secondFactor/totp/begin',
  confirm: true,
  input: Empty,
  reply: Type.Object({
    secret: Type.String({ description: 'Base32, for typing into the app' }),
    uri: Type.String({ description: 'otpauth:, for a QR code' }),
  }),
  errors: ['confirmation_required'],
  summary: 'A new secret for an authenticator app; in force once a code of it was confirmed.',
})

export const confirmTotp = route({
  name: 'confirmTotp',
  method: 'POST',
  path: '/user/secondFactor/totp/confirm',
  confirm: true,
  input: Type.Object({ code: Code }),
  reply: Type.Object({
    /** Of a first factor; empty where the person has some already. */
    recoveryCodes: RecoveryCodes,
  }),
  errors: ['second_factor_wrong', 'too_many_tries', 'set_up_over', 'confirmation_required'],
  summary: 'Puts the app of `beginTotp` in force, instead of the one before.',
})

export const removeTotp = route({
  name: 'removeTotp',
  method: 'POST',
  path: '/user/secondFactor/totp/remove',
  confirm: true,
  input: Empty,
  reply: Empty,
  errors: ['second_factor_needed', 'confirmation_required'],
  summary: 'Removes the authenticator app.',
})

export const renewRecoveryCodes = route({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/user/secondFactor/recoveryCodes/renew',
  confirm: true,
  input: Empty,
  reply: Type.Object({ recoveryCodes: RecoveryCodes }),
  errors: ['no_second_factor', 'confirmation_required'],
  summary: 'Ten new recovery codes, told this once; the ones before are void.',
})

export const queryPasskeyOptions = route({
  name: 'queryPasskeyOptions',
  method: 'POST',
  path: '/user/passkey/options',
  input: Empty,
  reply: PasskeyOptions,
  errors: ['passkeys_unavailable'],
  summary: 'A challenge for the caller’s passkeys: to finish a sign-in, or to confirm.',
})

export const beginPasskey = route({
  name: 'beginPasskey',
  method: 'POST',
  path: '/user/passkey/begin',
  confirm: true,
  input: Empty,
  reply: PasskeyOptions,
  errors: ['passkeys_unavailable', 'list_full', 'confirmation_required'],
  summary: 'What the browser needs to make a passkey.',
})

export const addPasskey = route({
  name: 'addPasskey',
  method: 'POST',
  path: '/user/passkey/add',
  confirm: true,
  input: Type.Object({ name: PasskeyName, passkey: PasskeyAnswer }),
  reply: Type.Object({
    /** Of a first factor; empty where the person has some already. */
    recoveryCodes: RecoveryCodes,
  }),
  errors: ['passkey_refused', 'passkey_over', 'passkeys_unavailable', 'list_full', 'confirmation_required'],
  summary: 'Keeps the passkey that the browser has made.',
})

export const renamePasskey = route({
  name: 'renamePasskey',
  method: 'POST',
  path: '/user/passkey/rename',
  input: Type.Object({ passkeyId: Id, name: PasskeyName }),
  reply: Empty,
  errors: ['not_found'],
  summary: 'Gives a passkey another name.',
})

export const removePasskey = route({
  name: 'removePasskey',
  method: 'POST',
  path: '/user/passkey/remove',
  confirm: true,
  input: Type.Object({ passkeyId: Id }),
  reply: Empty,
  errors: ['not_found', 'second_factor_needed', 'confirmation_required'],
  summary: 'Removes a passkey; it no longer signs in.',
})

/** A fresh sign-in or confirmation holds for this long. */
export const CONFIRMATION_MINUTES = 10

export const confirmIdentity = route({
  name: 'confirmIdentity',
  method: 'POST',
  path: '/user/confirm',
  input: Type.Object({
    /** One of them. */
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
    code: Type.Optional(Code),
    passkey: Type.Optional(PasskeyAnswer),
  }),
  reply: Empty,
  errors: [
    'old_password_wrong',
    'second_factor_wrong',
    'too_many_tries',
    'passkey_refused',
    'passkey_over',
    'passkeys_unavailable',
  ],
  summary: `Proves again who is calling; calls that ask for it are answered for ${CONFIRMATION_MINUTES} minutes.`,
})

/** Who needs a second factor. */
export const FACTOR_REQUIRED_OF = ['nobody', 'administrators', 'roles', 'everybody'] as const
export type FactorRequiredOf = (typeof FACTOR_REQUIRED_OF)[number]

export const SecondFactorPolicy = Type.Object({
  requiredOf: oneOf(FACTOR_REQUIRED_OF),
  /** With `roles`: holders of these. */
  roleIds: Type.Array(Id, { maxItems: 200 }),
  /** Whether a provider that says it asked for a second factor is believed. */
  trustProviders: Type.Boolean(),
})
export type SecondFactorPolicy = Static<typeof SecondFactorPolicy>
