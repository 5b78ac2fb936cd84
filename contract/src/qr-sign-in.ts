import Type, { type Static } from 'typebox'
import { signedIn } from './accounts.ts'
import { route } from './route.ts'
import { Empty, Instant, nullable, oneOf } from './shapes.ts'

/** Signing in by a phone that is signed in already: it reads a QR code and confirms (R54, R213). */

/** How long a code may be scanned and confirmed. */
export const QR_MINUTES = 2

export const generateQrId = route({
  name: 'generateQrId',
  method: 'POST',
  path: '/pub/generateQrId',
  aliases: ['/disk/pub/generateQrId', '/pub/generateQrId'],
  door: 'anyone',
  input: Type.Object({
    region: Type.Optional(Type.String({ maxLength: 64 })),
    platform: Type.Optional(Type.String({ maxLength: 64 })),
  }),
  reply: Type.Object({
    qrId: Type.String(),
    url: Type.String({ description: 'what the QR code says: the page on which the phone confirms' }),
    expireTime: Instant,
  }),
  errors: ['too_many_calls'],
  summary: 'A sign-in that waits for a phone; binds it to the browser by a cookie.',
})

export const QR_STATES = ['waiting', 'scanned', 'confirmed', 'refused', 'expired'] as const

export const queryStatusByQrId = route({
  name: 'queryStatusByQrId',
  method: 'GET',
  path: '/pub/queryStatusByQrId',
  aliases: ['/disk/pub/queryStatusByQrId', '/pub/queryStatusByQrId'],
  door: 'anyone',
  input: Type.Object({ qrId: Type.String({ minLength: 1, maxLength: 64 }) }),
  reply: Type.Object({
    state: oneOf(QR_STATES),
    /** Once, to the browser that asked: its session, whose cookie comes with it. */
    signedIn: nullable(Type.Object({ ...signedIn, token: Type.String() })),
  }),
  errors: ['account_frozen', 'account_expired'],
  summary: 'What became of the code; signs in the browser that asked for it, once.',
})

export const QrRequest = Type.Object({
  /** Of the browser that asks to be signed in. */
  device: Type.String({ description: 'user agent' }),
  ip: Type.String(),
  region: nullable(Type.String()),
  createTime: Instant,
  expireTime: Instant,
  /** Whether the phone is in the same network. */
  sameNetwork: Type.Boolean(),
})
export type QrRequest = Static<typeof QrRequest>

const QrId = Type.Object({ qrId: Type.String({ minLength: 1, maxLength: 64 }) })

export const scanQr = route({
  name: 'scanQr',
  method: 'POST',
  path: '/user/qr/scan',
  input: QrId,
  reply: QrRequest,
  errors: ['qr_over'],
  summary: 'What asks to be signed in as the caller.',
})

export const confirmQr = route({
  name: 'confirmQr',
  method: 'POST',
  path: '/user/qr/confirm',
  input: QrId,
  reply: Empty,
  errors: ['qr_over'],
  summary: 'Lets the browser in as the caller; by the phone that has scanned the code.',
})

export const refuseQr = route({
  name: 'refuseQr',
  method: 'POST',
  path: '/user/qr/refuse',
  input: QrId,
  reply: Empty,
  errors: ['qr_over'],
  summary: 'Turns the browser away; by the phone that has scanned the code.',
})
