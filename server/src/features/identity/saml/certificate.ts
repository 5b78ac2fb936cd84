import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import { promisify } from 'node:util'

/** An RSA key and a certificate that it signed itself, both PEM. */
export interface KeyPair {
  readonly privateKey: string
  readonly certificate: string
}

const YEARS = 20
const RSA_WITH_SHA256 = Buffer.from('300d06092a864886f70d01010b0500', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')

/**
 * A new key of 3072 bits with its certificate. SAML's metadata carries keys as certificates, of which the other side
 * uses the key alone: nobody signs them, and their end is far away so that none ends unnoticed.
 */
export async function newKeyPair(name: string, now: Date): Promise<KeyPair> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 3072 })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { privateKey: key, certificate: selfSigned(key, name, now) }
}

export const RSA_BITS_MIN = 2048

/** Whether they belong together and are long enough; also where neither is there. */
export function isKeyPair({ privateKey, certificate }: Partial<Readonly<Record<string, string>>>): boolean {
  if (!privateKey && !certificate) return true
  try {
    const key = createPrivateKey(privateKey ?? '')
    const isLong = (key.asymmetricKeyDetails?.modulusLength ?? 0) >= RSA_BITS_MIN
    return (
      key.asymmetricKeyType === 'rsa' && isLong && new X509Certificate(certificate ?? '').checkPrivateKey(key)
    )
  } catch {
    return false
  }
}

function selfSigned(privateKey: string, name: string, now: Date): string {
  const who = sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from(name)))))
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + YEARS)
  const signed = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, positive(randomBytes(16))),
    RSA_WITH_SHA256,
    who,
    sequence(time(now), time(until)),
    who,
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', signed, privateKey)
  const der = sequence(signed, RSA_WITH_SHA256, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])))
  return toPem(der.toString('base64'))
}

/** PEM of a certificate's base64, as metadata have it. */
export function toPem(base64: string): string {
  const lines = base64.replace(/\s/g, '').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts))

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content])
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | bytes.length]), bytes, content])
}

/** The first bit of an integer is its sign, and its first byte may not be empty. */
function positive(bytes: Buffer): Buffer {
  const number = Buffer.from(bytes)
  number[0] = ((number[0] ?? 0) & 0x7f) | 0x40
  return number
}

const time = (at: Date): Buffer =>
  tagged(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`))
