import type { SamlSettings } from '@clouddisk/contract/provider-settings'
import type * as nodeSaml from '@node-saml/node-saml'
import type * as nodeSamlXml from '@node-saml/node-saml/lib/xml.js'
import { refuse } from '../../../errors/refusal.ts'
import {
  attributeOf,
  childNamed,
  childrenNamed,
  descendantsNamed,
  InvalidXml,
  isElement,
  parseXml,
  textOf,
  type XmlElement,
} from '../xml.ts'
import { ASSERTION, ENCRYPTION, PROTOCOL, SIGNATURE, SUCCESS } from './names.ts'

/** Answers of SAML providers: what is around the assertion, and whose signature it is. */

/** Loaded with the first sign-in: most starts of the server need none of it. */
const lib = (): Promise<typeof nodeSaml> => import('@node-saml/node-saml')
const decryption = (): Promise<typeof nodeSamlXml> => import('@node-saml/node-saml/lib/xml.js')

export interface ExpectedResponse {
  readonly settings: SamlSettings
  /** Our entity ID, and the address that the answer was sent to. */
  readonly entityId: string
  readonly acs: string
  readonly privateKey: string
  /** Of our request; undefined where the sign-in began at the provider. */
  readonly requestId: string | undefined
}

/**
 * The assertion of an answer: its bytes are those that the provider signed, decrypted where they were encrypted. Throws
 * `InvalidXml`, or refuses what the provider says went wrong there. What the assertion says is for `readAssertion`.
 */
export async function signedAssertion(answer: string, expected: ExpectedResponse): Promise<XmlElement> {
  const { settings, acs, requestId, entityId, privateKey } = expected
  const xml = decode(answer)
  const response = parseXml(xml)
  if (!isElement(response, PROTOCOL, 'Response') || attributeOf(response, 'Version') !== '2.0')
    throw new InvalidXml('the answer is no response of SAML 2.0')
  requireIssuer(response, settings.entityId)
  const destination = attributeOf(response, 'Destination')
  if (destination !== undefined && destination !== acs)
    throw new InvalidXml(`the answer is for ${destination}`)
  if (attributeOf(response, 'InResponseTo') !== requestId)
    throw new InvalidXml('the answer is to another request')
  requireSuccess(response)
  requireAlgorithms(response)
  // Of several, which one is read would depend on who reads.
  if (descendantsNamed(response, ASSERTION, 'Assertion').length > 1)
    throw new InvalidXml('there are two assertions')
  if (settings.encrypted && childrenNamed(response, ASSERTION, 'EncryptedAssertion').length === 0)
    throw new InvalidXml('the assertion is not encrypted')
  await requireReadable(response, xml, privateKey)
  const { SAML, ValidateInResponseTo } = await lib()
  const verifier = new SAML({
    issuer: entityId,
    callbackUrl: acs,
    audience: entityId,
    idpCert: [...settings.certificates],
    decryptionPvk: privateKey,
    wantAssertionsSigned: settings.assertionsSigned,
    wantAuthnResponseSigned: settings.responseSigned,
    // Times and the request are checked by `readAssertion`, which knows our clock and the flow.
    acceptedClockSkewMs: -1,
    validateInResponseTo: ValidateInResponseTo.never,
  })
  const { profile } = await verifier.validatePostResponseAsync({ SAMLResponse: answer }).catch((error) => {
    throw new InvalidXml(error instanceof Error ? error.message : String(error))
  })
  const signed = profile?.getAssertionXml?.()
  if (signed === undefined) throw new InvalidXml('the answer has no assertion')
  return parseXml(signed)
}

function decode(answer: string): string {
  // The library decodes what it can; both have to read the same.
  if (!/^[A-Za-z0-9+/]+=*$/.test(answer.replace(/\s+/g, ''))) throw new InvalidXml('the answer is not base64')
  return Buffer.from(answer, 'base64').toString('utf8')
}

/** Anybody can encrypt for us: what comes out is as limited as what came in, before the library reads it. */
async function requireReadable(response: XmlElement, xml: string, privateKey: string): Promise<void> {
  if (childrenNamed(response, ASSERTION, 'EncryptedAssertion').length === 0) return
  if (descendantsNamed(response, ENCRYPTION, 'EncryptedData').length !== 1)
    throw new InvalidXml('the answer has several encrypted parts')
  const { decryptXml } = await decryption()
  const decrypted = await decryptXml(xml, privateKey).catch((error: unknown) => {
    throw new InvalidXml(error instanceof Error ? error.message : String(error))
  })
  parseXml(decrypted)
}

/** Of a message that names its sender; assertions always do. */
export function requireIssuer(message: XmlElement, entityId: string): void {
  const issuer = childNamed(message, ASSERTION, 'Issuer')
  if (issuer && textOf(issuer) !== entityId) throw new InvalidXml(`the message is by ${textOf(issuer)}`)
}

function requireSuccess(response: XmlElement): void {
  const status = childNamed(response, PROTOCOL, 'Status')
  const code = status && childNamed(status, PROTOCOL, 'StatusCode')
  if (!code) throw new InvalidXml('the answer has no status')
  if (attributeOf(code, 'Value') !== SUCCESS) refuse('provider_refused')
}

/** Refuses algorithms that are broken, wherever they stand. */
function requireAlgorithms(response: XmlElement): void {
  const refuseWeak = (methods: readonly XmlElement[], weak: RegExp) => {
    for (const method of methods)
      if (weak.test(attributeOf(method, 'Algorithm') ?? ''))
        throw new InvalidXml(`${method.name} is too weak`)
  }
  refuseWeak(descendantsNamed(response, SIGNATURE, 'SignatureMethod'), /sha1$|md5$|hmac/)
  // Those of encrypted keys are no signatures: SHA-1 is sound there, and usual.
  const references = descendantsNamed(response, SIGNATURE, 'Reference')
  refuseWeak(
    references.flatMap((one) => childrenNamed(one, SIGNATURE, 'DigestMethod')),
    /sha1$|md5$/,
  )
  refuseWeak(descendantsNamed(response, ENCRYPTION, 'EncryptionMethod'), /rsa-1_5$|tripledes/)
}
