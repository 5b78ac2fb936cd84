import { X509Certificate } from 'node:crypto'
import {
  attributeOf,
  childrenNamed,
  childrenOf,
  InvalidXml,
  isElement,
  parseXml,
  wholeTextOf,
  type XmlElement,
} from '../xml.ts'
import { RSA_BITS_MIN, toPem } from './certificate.ts'
import { METADATA, PROTOCOL, REDIRECT, SIGNATURE } from './names.ts'

/** What an identity provider's metadata say of it. */
export interface IdpMetadata {
  readonly entityId: string
  readonly ssoUrl: string
  /** "" where it offers no single log-out that we support. */
  readonly logoutUrl: string
  /** Where answers to its log-outs go; "": to the same address. */
  readonly logoutResponseUrl: string
  /** PEM; several while keys are replaced. */
  readonly certificates: string[]
}

/**
 * Reads metadata: of one provider, or of a federation that has one. Throws `InvalidXml` for anything else, also where it
 * cannot be reached by HTTP-Redirect, which requests are sent by.
 */
export function readIdpMetadata(xml: string): IdpMetadata {
  const root = parseXml(xml, { comments: 'leave out' })
  const entities = isElement(root, METADATA, 'EntitiesDescriptor')
    ? childrenNamed(root, METADATA, 'EntityDescriptor')
    : isElement(root, METADATA, 'EntityDescriptor')
      ? [root]
      : []
  const found = entities.flatMap((entity) => {
    const idp = childrenNamed(entity, METADATA, 'IDPSSODescriptor').find(speaksSaml2)
    return idp ? [{ entity, idp }] : []
  })
  const [only, another] = found
  if (!only || another) throw new InvalidXml(`metadata of ${found.length} identity providers`)
  const entityId = attributeOf(only.entity, 'entityID')
  const ssoUrl = addressOf(only.idp, 'SingleSignOnService')
  const certificates = signingCertificates(only.idp)
  if (!entityId || !ssoUrl || certificates.length === 0)
    throw new InvalidXml('the metadata lack the name, the address of HTTP-Redirect or a certificate')
  const logoutUrl = addressOf(only.idp, 'SingleLogoutService') ?? ''
  const logoutResponseUrl = addressOf(only.idp, 'SingleLogoutService', 'ResponseLocation') ?? ''
  return { entityId, ssoUrl, logoutUrl, logoutResponseUrl, certificates }
}

const speaksSaml2 = (idp: XmlElement): boolean =>
  (attributeOf(idp, 'protocolSupportEnumeration') ?? '').split(/\s+/).includes(PROTOCOL)

function addressOf(idp: XmlElement, service: string, attribute = 'Location'): string | undefined {
  const one = childrenNamed(idp, METADATA, service).find((each) => attributeOf(each, 'Binding') === REDIRECT)
  return one && attributeOf(one, attribute)
}

/** Keys for signing, or for everything. */
function signingCertificates(idp: XmlElement): string[] {
  const keys = childrenNamed(idp, METADATA, 'KeyDescriptor').filter(
    (key) => (attributeOf(key, 'use') ?? 'signing') === 'signing',
  )
  const infos = keys.flatMap((key) => childrenNamed(key, SIGNATURE, 'KeyInfo'))
  const data = infos.flatMap((info) => childrenNamed(info, SIGNATURE, 'X509Data'))
  const certificates = data.flatMap(childrenOf).filter((one) => isElement(one, SIGNATURE, 'X509Certificate'))
  const read = certificates.flatMap((one) => readCertificate(wholeTextOf(one)) ?? [])
  return [...new Set(read)]
}

/** PEM of a certificate that is PEM or plain base64; undefined where it is none, or its RSA key is too short. */
export function readCertificate(text: string): string | undefined {
  const base64 = text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/\s/g, '')
  if (base64 === '' || !/^[A-Za-z0-9+/]+=*$/.test(base64)) return undefined
  try {
    const { publicKey } = new X509Certificate(Buffer.from(base64, 'base64'))
    const bits = publicKey.asymmetricKeyDetails?.modulusLength
    return bits !== undefined && bits < RSA_BITS_MIN ? undefined : toPem(base64)
  } catch {
    return undefined
  }
}
