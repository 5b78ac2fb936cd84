import {
  attributeOf,
  childNamed,
  childrenOf,
  InvalidXml,
  isElement,
  parseXml,
  textOf,
  wholeTextOf,
  type XmlElement,
} from '../xml.ts'

/** What a CAS server says. */

const CAS = 'http://www.yale.edu/tp/cas'
/** Of its log-outs, which are SAML's. */
const SAML_PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'

export type Validation =
  | { readonly user: string; readonly attributes: Readonly<Record<string, readonly string[]>> }
  /** The server's code, such as INVALID_TICKET. */
  | { readonly failure: string }

/** The answer of serviceValidate. Throws `InvalidXml` for anything else. */
export function readValidation(xml: string): Validation {
  const root = parseXml(xml)
  if (!isElement(root, CAS, 'serviceResponse')) throw new InvalidXml('the answer is none of CAS')
  const failure = childNamed(root, CAS, 'authenticationFailure')
  if (failure) return { failure: attributeOf(failure, 'code') ?? '' }
  const success = childNamed(root, CAS, 'authenticationSuccess')
  const user = success && childNamed(success, CAS, 'user')
  const name = user && textOf(user)
  if (!success || !name) throw new InvalidXml('the answer names nobody')
  // A proxy that signs in for somebody else is nobody whom we trust.
  if (childNamed(success, CAS, 'proxies')) throw new InvalidXml('the ticket is of a proxy')
  const attributes = childNamed(success, CAS, 'attributes')
  return { user: name, attributes: attributes ? attributesOf(attributes) : {} }
}

const VALUES_MAX = 1000

function attributesOf(parent: XmlElement): Record<string, string[]> {
  const attributes = new Map<string, string[]>()
  for (const child of childrenOf(parent)) {
    const values = attributes.get(child.name) ?? []
    if (values.length < VALUES_MAX) attributes.set(child.name, [...values, wholeTextOf(child)])
  }
  return Object.fromEntries(attributes)
}

/** The ticket of a session that ends, in what the server posts. Throws `InvalidXml`. */
export function readLogout(xml: string): string {
  const root = parseXml(xml)
  const index =
    isElement(root, SAML_PROTOCOL, 'LogoutRequest') && childNamed(root, SAML_PROTOCOL, 'SessionIndex')
  const ticket = index ? textOf(index) : ''
  if (ticket === '') throw new InvalidXml('the log-out names no ticket')
  return ticket
}
