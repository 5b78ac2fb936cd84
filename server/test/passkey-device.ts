import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** An authenticator in software (WebAuthn): makes passkeys with ES256 and signs with them. */

export interface PasskeyDevice {
  /** Makes a passkey for the options of a registration. Answers the credential as JSON text. */
  create(options: Record<string, unknown>, more?: Signing): string
  /** The passkey that was made, for a device that goes on with it. Bytes are base64. */
  exported(): { credentialId: string; privateKey: string; userHandle: string; signCount: number }
  /** Signs the challenge of an authentication. */
  get(options: Record<string, unknown>, more?: Signing): string
}

interface Signing {
  readonly origin: string
  /** Whether the device has checked its user; it has unless said otherwise. */
  readonly userVerified?: boolean
  /** What the counter says; one more each time unless said otherwise. */
  readonly counter?: number
  /** The user that the passkey names. */
  readonly userHandle?: string
  readonly rpId?: string
}

const UP = 0x01
const UV = 0x04
const AT = 0x40

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** @param origin of the page that the device is used on. */
export function passkeyDevice(origin: string): PasskeyDevice {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0
  let userId: string | undefined
  const authData = (rpId: string, flags: number, count: number, rest = Buffer.alloc(0)) =>
    Buffer.concat([sha256(rpId), Buffer.of(flags), uint32(count), rest])
  const clientData = (type: string, challenge: unknown, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const credential = (response: Record<string, string>) =>
    JSON.stringify({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    })
  return {
    create: ({ challenge, rp, user }, more = { origin }) => {
      userId = (user as { id: string }).id
      const flags = UP | AT | (more.userVerified === false ? 0 : UV)
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, coseKey(publicKey)])
      const data = authData(more.rpId ?? (rp as { id: string }).id, flags, counter, attested)
      return credential({
        clientDataJSON: clientData('webauthn.create', challenge, more.origin).toString('base64url'),
        attestationObject: attestationObject(data).toString('base64url'),
      })
    },
    exported: () => ({
      credentialId: id.toString('base64'),
      privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      userHandle: Buffer.from(userId ?? '', 'base64url').toString('base64'),
      signCount: counter,
    }),
    get: ({ challenge, rpId }, more = { origin }) => {
      counter = more.counter ?? counter + 1
      const flags = UP | (more.userVerified === false ? 0 : UV)
      const data = authData(more.rpId ?? (rpId as string), flags, counter)
      const client = clientData('webauthn.get', challenge, more.origin)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const userHandle = more.userHandle ?? userId
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(userHandle && { userHandle }),
      })
    },
  }
}

/** CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coordinate = (text: string) => Buffer.concat([Buffer.of(0x58, 32), Buffer.from(text, 'base64url')])
  return Buffer.concat([
    Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21),
    coordinate(x),
    Buffer.of(0x22),
    coordinate(y),
  ])
}

/** CBOR: {fmt: 'none', attStmt: {}, authData}. */
function attestationObject(authData: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.of(0x60 + value.length), Buffer.from(value)])
  const length = Buffer.of(0x59, authData.length >> 8, authData.length & 0xff)
  return Buffer.concat([
    Buffer.of(0xa3),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.of(0xa0),
    text('authData'),
    length,
    authData,
  ])
}
