import Type from 'typebox'
import { signedIn } from './accounts.ts'
import { route } from './route.ts'
import { Empty } from './shapes.ts'

/** Signing in with a passkey instead of the password. */

export const queryPasskeySignIn = route({
  name: 'queryPasskeySignIn',
  method: 'POST',
  path: '/pub/passkey/options',
  door: 'anyone',
  input: Empty,
  reply: Type.Object({ options: Type.Record(Type.String(), Type.Unknown()) }),
  errors: ['passkeys_unavailable'],
  summary: 'A challenge for whatever passkey the browser has; binds it to the browser by a cookie.',
})

export const signInWithPasskey = route({
  name: 'signInWithPasskey',
  method: 'POST',
  path: '/pub/passkey/signIn',
  door: 'anyone',
  input: Type.Object({
    /** The browser's answer: a PublicKeyCredential as JSON text. */
    passkey: Type.String({ minLength: 2, maxLength: 12_000 }),
    region: Type.Optional(Type.String({ maxLength: 64 })),
    platform: Type.Optional(Type.String({ maxLength: 64 })),
  }),
  reply: Type.Object({ ...signedIn, token: Type.String({ description: 'for Authorization: Bearer' }) }),
  errors: ['passkey_refused', 'passkey_over', 'passkeys_unavailable', 'account_frozen', 'account_expired'],
  summary: 'Signs in with a passkey that has checked its user; sets the cookie and answers a bearer token.',
})
