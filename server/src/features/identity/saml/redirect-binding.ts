import { constants, createSign, verify, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { InvalidXml } from '../xml.ts'

/** SAML messages as parts of an address (HTTP-Redirect): compressed, and signed beside the message, not in it. */

export type MessageField = 'SAMLRequest' | 'SAMLResponse'

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const HASHES: Readonly<Record<string, string>> = {
  [RSA_SHA256]: 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': 'sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
}

const MESSAGE_BYTES_MAX = 256 * 1024

/** The address that the browser takes the message to. @param privateKey signs it where it is given */
export async function messageUrl(
  target: string,
  field: MessageField,
  xml: string,
  relayState: string | undefined,
  privateKey: string | undefined,
): Promise<string> {
  const message = (await promisify(deflateRaw)(Buffer.from(xml))) as Buffer
  const parts = [`${field}=${encodeURIComponent(message.toString('base64'))}`]
  if (relayState !== undefined) parts.push(`RelayState=${encodeURIComponent(relayState)}`)
  if (privateKey !== undefined) {
    parts.push(`SigAlg=${encodeURIComponent(RSA_SHA256)}`)
    const signature = createSign('sha256').update(parts.join('&')).sign(privateKey, 'base64')
    parts.push(`Signature=${encodeURIComponent(signature)}`)
  }
  const url = new URL(target)
  url.search = [url.search.slice(1), ...parts].filter((part) => part !== '').join('&')
  return url.href
}

/** The message in an address, whose signature is by one of the certificates. Throws `InvalidXml` otherwise. */
export async function readMessageUrl(
  url: URL,
  field: MessageField,
  certificates: readonly string[],
): Promise<{ readonly xml: string; readonly relayState: string | undefined }> {
  const raw = rawParameters(url.search.slice(1))
  const signed = [field, 'RelayState', 'SigAlg'].flatMap((name) => {
    const value = raw.get(name)
    return value === undefined ? [] : [`${name}=${value}`]
  })
  const signature = decode(raw.get('Signature'))
  const hash = HASHES[decode(raw.get('SigAlg')) ?? '']
  if (signature === undefined || hash === undefined) throw new InvalidXml('the message is not signed')
  const isSigned = certificates.some((certificate) =>
    isSignedBy(certificate, hash, signed.join('&'), Buffer.from(signature, 'base64')),
  )
  if (!isSigned) throw new InvalidXml('the message is not signed by the provider')
  const message = Buffer.from(decode(raw.get(field)) ?? '', 'base64')
  const inflated = await promisify(inflateRaw)(message, { maxOutputLength: MESSAGE_BYTES_MAX }).catch(() => {
    throw new InvalidXml('the message is not compressed, or too long')
  })
  return { xml: (inflated as Buffer).toString('utf8'), relayState: decode(raw.get('RelayState')) }
}

/** As they were sent: the signature is over that spelling. One that comes twice is refused. */
function rawParameters(query: string): Map<string, string> {
  const parameters = new Map<string, string>()
  for (const part of query.split('&')) {
    const [name = '', value = ''] = split(part)
    if (parameters.has(name)) throw new InvalidXml(`${name} comes twice`)
    parameters.set(name, value)
  }
  return parameters
}

function split(part: string): [string, string] {
  const at = part.indexOf('=')
  return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
}

function decode(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    throw new InvalidXml('a parameter is not encoded as in an address')
  }
}

function isSignedBy(certificate: string, hash: string, text: string, signature: Buffer): boolean {
  const { publicKey } = new X509Certificate(certificate)
  if (publicKey.asymmetricKeyType !== 'rsa') return false
  return verify(hash, Buffer.from(text), { key: publicKey, padding: constants.RSA_PKCS1_PADDING }, signature)
}
