import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { inflateRawSync } from 'node:zlib'
import { encrypt } from 'xml-encryption'
import { type KeyPair, newKeyPair } from '../src/features/identity/saml/certificate.ts'
import {
  ASSERTION,
  BEARER,
  METADATA,
  POST,
  PROTOCOL,
  REDIRECT,
  SIGNATURE,
  SUCCESS,
} from '../src/features/identity/saml/names.ts'
import { messageUrl } from '../src/features/identity/saml/redirect-binding.ts'

// Without its types, which would make the browser's known to the whole server.
const { SignedXml } = createRequire(import.meta.url)('xml-crypto') as {
  readonly SignedXml: new (
    options: Readonly<Record<string, string>>,
  ) => {
    addReference(reference: Readonly<Record<string, string | readonly string[]>>): void
    computeSignature(xml: string, options: Readonly<Record<string, unknown>>): void
    getSignedXml(): string
  }
}

/** A SAML identity provider without a server: tests carry its messages, and may make them wrong. */

export interface Said {
  readonly nameId: string
  /** XML instead of the text of the NameID. */
  readonly nameIdXml: string
  readonly format: string
  readonly attributes: Readonly<Record<string, readonly string[]>>
  readonly issuer: string
  readonly audience: string
  readonly acs: string
  readonly destination: string
  readonly requestId: string | undefined
  readonly status: string
  readonly issued: Date
  readonly notBefore: Date
  readonly notOnOrAfter: Date
  readonly sessionIndex: string
  /** How the person signed in. */
  readonly contextClass: string
  readonly assertionId: string
  /** What is signed. */
  readonly signed: 'assertion' | 'response' | 'both' | 'nothing'
  readonly keys: KeyPair
  readonly algorithm: string
  /** The certificate that the assertion is encrypted for. */
  readonly encryptFor: string | undefined
  readonly keyEncryption: string
}

export interface AuthnRequest {
  readonly id: string
  readonly acs: string
  /** Our entity ID. */
  readonly issuer: string
  readonly relayState: string
  readonly xml: string
  readonly url: URL
}

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const RSA_OAEP = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const newId = () => `_${randomBytes(16).toString('hex')}`
const MINUTE = 60_000

export class TestIdp {
  readonly entityId: string
  readonly ssoUrl: string
  readonly logoutUrl: string
  readonly keys: KeyPair

  private constructor(origin: string, keys: KeyPair) {
    this.entityId = `${origin}/metadata`
    this.ssoUrl = `${origin}/sso`
    this.logoutUrl = `${origin}/logout`
    this.keys = keys
  }

  static async create(origin = 'https://idp.example'): Promise<TestIdp> {
    return new TestIdp(origin, await newKeyPair('idp', new Date()))
  }

  metadata(certificates: readonly string[] = [this.keys.certificate]): string {
    const keys = certificates.map(
      (pem) =>
        `<KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${pem.replace(/-----[^-]+-----/g, '')}` +
        '</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>',
    )
    return (
      `<EntityDescriptor xmlns="${METADATA}" xmlns:ds="${SIGNATURE}" entityID="${this.entityId}">` +
      `<IDPSSODescriptor protocolSupportEnumeration="${PROTOCOL}">${keys.join('')}` +
      `<SingleLogoutService Binding="${REDIRECT}" Location="${this.logoutUrl}"/>` +
      `<SingleSignOnService Binding="${POST}" Location="${this.ssoUrl}/post"/>` +
      `<SingleSignOnService Binding="${REDIRECT}" Location="${this.ssoUrl}"/>` +
      '</IDPSSODescriptor></EntityDescriptor>'
    )
  }

  /** What the browser brought. */
  readRequest(address: string): AuthnRequest {
    const url = new URL(address)
    const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(xml)?.[1] ?? ''
    return {
      id: attribute('ID'),
      acs: attribute('AssertionConsumerServiceURL'),
      issuer: /<saml:Issuer>([^<]*)</.exec(xml)?.[1] ?? '',
      relayState: url.searchParams.get('RelayState') ?? '',
      xml,
      url,
    }
  }

  /** XML of an answer, signed. */
  async answer(
    request: Pick<AuthnRequest, 'id' | 'acs' | 'issuer'>,
    changes: Partial<Said> = {},
  ): Promise<string> {
    const now = Date.now()
    const said: Said = {
      nameId: 'alice',
      nameIdXml: changes.nameId ?? 'alice',
      format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
      attributes: {},
      issuer: this.entityId,
      audience: request.issuer,
      acs: request.acs,
      destination: request.acs,
      requestId: request.id,
      status: SUCCESS,
      issued: new Date(now),
      notBefore: new Date(now - MINUTE),
      notOnOrAfter: new Date(now + 5 * MINUTE),
      sessionIndex: newId(),
      contextClass: 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password',
      assertionId: newId(),
      signed: 'assertion',
      keys: this.keys,
      algorithm: RSA_SHA256,
      encryptFor: undefined,
      keyEncryption: RSA_OAEP,
      ...changes,
    }
    const signsAssertion = said.signed === 'assertion' || said.signed === 'both'
    const plain = assertionXml(said)
    const assertion = signsAssertion ? sign(plain, 'Assertion', said) : plain
    const response = responseXml(said, said.encryptFor ? await encrypted(assertion, said) : assertion)
    return said.signed === 'response' || said.signed === 'both' ? sign(response, 'Response', said) : response
  }

  /** The address of a log-out that begins here. */
  logoutAddress(
    target: string,
    said: {
      readonly nameId: string
      readonly sessionIndex?: string
      readonly id?: string
      readonly keys?: KeyPair
    },
  ): Promise<string> {
    const { nameId, sessionIndex, id = newId(), keys = this.keys } = said
    const xml =
      `<samlp:LogoutRequest xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="${id}" Version="2.0"` +
      ` IssueInstant="${new Date().toISOString()}" Destination="${target}"><saml:Issuer>${this.entityId}</saml:Issuer>` +
      `<saml:NameID>${nameId}</saml:NameID>` +
      `${sessionIndex ? `<samlp:SessionIndex>${sessionIndex}</samlp:SessionIndex>` : ''}</samlp:LogoutRequest>`
    return messageUrl(target, 'SAMLRequest', xml, 'relayed', keys.privateKey)
  }

  /** The address of an answer to a log-out that began at the other side. */
  logoutAnswer(target: string, relayState: string | undefined): Promise<string> {
    const xml =
      `<samlp:LogoutResponse xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="${newId()}" Version="2.0"` +
      ` IssueInstant="${new Date().toISOString()}" Destination="${target}"><saml:Issuer>${this.entityId}</saml:Issuer>` +
      `<samlp:Status><samlp:StatusCode Value="${SUCCESS}"/></samlp:Status></samlp:LogoutResponse>`
    return messageUrl(target, 'SAMLResponse', xml, relayState, this.keys.privateKey)
  }
}

const assertionXml = (said: Said): string =>
  `<saml:Assertion xmlns:saml="${ASSERTION}" ID="${said.assertionId}" Version="2.0" IssueInstant="${said.issued.toISOString()}">` +
  `<saml:Issuer>${said.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${said.format}">${said.nameIdXml}</saml:NameID>` +
  `<saml:SubjectConfirmation Method="${BEARER}"><saml:SubjectConfirmationData Recipient="${said.acs}"` +
  `${said.requestId === undefined ? '' : ` InResponseTo="${said.requestId}"`}` +
  ` NotOnOrAfter="${said.notOnOrAfter.toISOString()}"/></saml:SubjectConfirmation></saml:Subject>` +
  `<saml:Conditions NotBefore="${said.notBefore.toISOString()}" NotOnOrAfter="${said.notOnOrAfter.toISOString()}">` +
  `<saml:AudienceRestriction><saml:Audience>${said.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
  `<saml:AuthnStatement AuthnInstant="${said.issued.toISOString()}" SessionIndex="${said.sessionIndex}"><saml:AuthnContext>` +
  `<saml:AuthnContextClassRef>${said.contextClass}</saml:AuthnContextClassRef>` +
  `</saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributesXml(said.attributes)}` +
  '</saml:AttributeStatement></saml:Assertion>'

const attributesXml = (attributes: Said['attributes']): string =>
  Object.entries(attributes)
    .map(([name, values]) => {
      const inner = values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')
      return `<saml:Attribute Name="${name}">${inner}</saml:Attribute>`
    })
    .join('')

const responseXml = (said: Said, assertion: string): string =>
  `<samlp:Response xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="${newId()}" Version="2.0"` +
  ` IssueInstant="${said.issued.toISOString()}" Destination="${said.destination}"` +
  `${said.requestId === undefined ? '' : ` InResponseTo="${said.requestId}"`}><saml:Issuer>${said.issuer}</saml:Issuer>` +
  `<samlp:Status><samlp:StatusCode Value="${said.status}"/></samlp:Status>` +
  `${said.status === SUCCESS ? assertion : ''}</samlp:Response>`

/** Signs the element of this name, as SAML wants it: enveloped, after its issuer. */
export function sign(
  xml: string,
  name: 'Assertion' | 'Response',
  { keys, algorithm }: Pick<Said, 'keys' | 'algorithm'>,
): string {
  const xpath = name === 'Response' ? '/*' : "//*[local-name(.)='Assertion']"
  const signer = new SignedXml({
    privateKey: keys.privateKey,
    publicCert: keys.certificate,
    signatureAlgorithm: algorithm,
    canonicalizationAlgorithm: EXCLUSIVE,
  })
  signer.addReference({
    xpath,
    transforms: [ENVELOPED, EXCLUSIVE],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  })
  signer.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' },
  })
  return signer.getSignedXml()
}

async function encrypted(assertion: string, { encryptFor = '', keyEncryption }: Said): Promise<string> {
  const data = await promisify(encrypt)(assertion, {
    rsa_pub: encryptFor,
    pem: encryptFor,
    encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    keyEncryptionAlgorithm: keyEncryption,
    warnInsecureAlgorithm: false,
  } as Parameters<typeof encrypt>[1])
  return `<saml:EncryptedAssertion>${data}</saml:EncryptedAssertion>`
}
