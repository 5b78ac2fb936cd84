import Type from 'typebox'
import { signedIn } from './accounts.ts'
import { route } from './route.ts'
import { Id } from './shapes.ts'

export const directoryLogin = route({
  name: 'directoryLogin',
  method: 'POST',
  path: '/pub/directoryLogin',
  aliases: ['/disk/pub/directoryLogin', '/pub/directoryLogin'],
  door: 'anyone',
  remote: true,
  input: Type.Object({
    /** May be left out where there is one. */
    directoryId: Type.Optional(Id),
    userName: Type.String({ minLength: 1, maxLength: 120 }),
    password: Type.String({ minLength: 1, maxLength: 1024 }),
    region: Type.Optional(Type.String({ maxLength: 64 })),
    platform: Type.Optional(Type.String({ maxLength: 64 })),
  }),
  reply: Type.Object({
    ...signedIn,
    token: Type.String({ description: 'for Authorization: Bearer' }),
  }),
  errors: [
    'wrong_credentials',
    'account_frozen',
    'account_expired',
    'too_many_tries',
    'directory_unavailable',
    'directory_stranger',
    'directory_disabled',
  ],
  summary:
    'Sign in with the account and password of a directory (R26); the password is checked there and not kept.',
})
