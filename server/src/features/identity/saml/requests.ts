import { randomBytes } from 'node:crypto'
import { escapeXml } from '../xml.ts'
import { ASSERTION, POST, PROTOCOL, SUCCESS } from './names.ts'

/** Messages that we send. */

/** Not to be guessed; begins as an XML name has to. */
export const newMessageId = (): string => `_${randomBytes(20).toString('hex')}`

interface Message {
  readonly id: string
  readonly at: Date
  readonly destination: string
  /** Our entity ID. */
  readonly issuer: string
}

const opening = (name: string, { id, at, destination, issuer }: Message, more = ''): string =>
  `<samlp:${name} xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="${id}" Version="2.0"` +
  ` IssueInstant="${at.toISOString()}" Destination="${escapeXml(destination)}"${more}>` +
  `<saml:Issuer>${escapeXml(issuer)}</saml:Issuer>`

export const authnRequest = (
  message: Message & { readonly acs: string; readonly nameIdFormat: string; readonly forceAuthn: boolean },
): string =>
  `${opening(
    'AuthnRequest',
    message,
    ` ProtocolBinding="${POST}" AssertionConsumerServiceURL="${escapeXml(message.acs)}"${message.forceAuthn ? ' ForceAuthn="true"' : ''}`,
  )}<samlp:NameIDPolicy Format="${message.nameIdFormat}" AllowCreate="true"/></samlp:AuthnRequest>`

/** Who is signed in at the provider, as it said so: the log-out has to name them in the same way. */
export interface SamlName {
  readonly nameId: string
  readonly format?: string | undefined
  readonly nameQualifier?: string | undefined
  readonly spNameQualifier?: string | undefined
}

export const logoutRequest = (
  message: Message & { readonly name: SamlName; readonly sessionIndex: string | null },
): string => {
  const { name, sessionIndex } = message
  const attributes = Object.entries({
    Format: name.format,
    NameQualifier: name.nameQualifier,
    SPNameQualifier: name.spNameQualifier,
  }).flatMap(([attribute, value]) => (value === undefined ? [] : [` ${attribute}="${escapeXml(value)}"`]))
  return (
    opening('LogoutRequest', message, ' Reason="urn:oasis:names:tc:SAML:2.0:logout:user"') +
    `<saml:NameID${attributes.join('')}>${escapeXml(name.nameId)}</saml:NameID>` +
    (sessionIndex === null ? '' : `<samlp:SessionIndex>${escapeXml(sessionIndex)}</samlp:SessionIndex>`) +
    '</samlp:LogoutRequest>'
  )
}

export const logoutResponse = (message: Message & { readonly inResponseTo: string }): string =>
  opening('LogoutResponse', message, ` InResponseTo="${escapeXml(message.inResponseTo)}"`) +
  `<samlp:Status><samlp:StatusCode Value="${SUCCESS}"/></samlp:Status></samlp:LogoutResponse>`
