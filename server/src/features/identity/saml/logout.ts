import type { SamlSettings } from '@clouddisk/contract/provider-settings'
import { refuse } from '../../../errors/refusal.ts'
import type { ProtocolCall, ProtocolRequest, ProviderLogout } from '../protocol.ts'
import { spendAssertion } from '../store.ts'
import {
  attributeOf,
  childNamed,
  childrenNamed,
  InvalidXml,
  isElement,
  parseXml,
  textOf,
  type XmlElement,
} from '../xml.ts'
import { ASSERTION, PROTOCOL } from './names.ts'
import { messageUrl, readMessageUrl } from './redirect-binding.ts'
import { logoutRequest, logoutResponse, newMessageId, type SamlName } from './requests.ts'

/** Single log-out by HTTP-Redirect, in both directions. */

interface Us {
  readonly entityId: string
  readonly privateKey: string
}

/** Where a sign-out here goes on to; the provider answers to `providerLogout`. */
export function logoutUrl(
  { ctx, settings }: ProtocolCall<SamlSettings>,
  { entityId, privateKey }: Us,
  session: { readonly name: SamlName; readonly sessionIndex: string | null },
  state: string,
): Promise<string> {
  const destination = settings.logoutUrl
  const message = { id: newMessageId(), at: ctx.now(), destination, issuer: entityId, ...session }
  // SAML's limit; without it the sign-in page leads to the first page.
  const relayState = Buffer.byteLength(state) <= RELAY_STATE_BYTES_MAX ? state : undefined
  return messageUrl(destination, 'SAMLRequest', logoutRequest(message), relayState, privateKey)
}

const RELAY_STATE_BYTES_MAX = 80

/** The provider's answer to ours, or a log-out that began there. */
export async function providerLogout(
  call: ProtocolCall<SamlSettings>,
  us: Us,
  request: ProtocolRequest,
): Promise<ProviderLogout> {
  const { settings, addresses } = call
  if (request.fields.SAMLResponse !== undefined) {
    // Who signed out here is signed out, whatever the provider says of it.
    const state = await readMessageUrl(request.url, 'SAMLResponse', settings.certificates)
      .then(({ relayState }) => relayState)
      .catch(() => undefined)
    const page = new URL(addresses.signedOut)
    if (state) page.searchParams.set('state', state)
    return { ends: [], redirectUrl: page.href }
  }
  const { xml, relayState } = await readMessageUrl(request.url, 'SAMLRequest', settings.certificates)
  const asked = await readRequest(call, parseXml(xml))
  const destination = settings.logoutResponseUrl || settings.logoutUrl
  if (destination === '') return { ends: asked.ends }
  const { ctx } = call
  const { entityId, privateKey } = us
  const message = { id: newMessageId(), at: ctx.now(), destination, issuer: entityId, inResponseTo: asked.id }
  return {
    ends: asked.ends,
    redirectUrl: await messageUrl(
      destination,
      'SAMLResponse',
      logoutResponse(message),
      relayState,
      privateKey,
    ),
  }
}

async function readRequest(
  { ctx, settings, addresses, providerId }: ProtocolCall<SamlSettings>,
  request: XmlElement,
): Promise<{ id: string; ends: ProviderLogout['ends'] }> {
  const id = attributeOf(request, 'ID')
  const issuer = childNamed(request, ASSERTION, 'Issuer')
  const destination = attributeOf(request, 'Destination')
  if (!isElement(request, PROTOCOL, 'LogoutRequest') || id === undefined)
    throw new InvalidXml('the message is no log-out')
  if (!issuer || textOf(issuer) !== settings.entityId) throw new InvalidXml('the log-out is by somebody else')
  if (destination !== undefined && destination !== addresses.providerLogout)
    throw new InvalidXml(`the log-out is for ${destination}`)
  const now = ctx.now().getTime()
  const tolerance = settings.clockTolerance * 1000
  const issued = Date.parse(attributeOf(request, 'IssueInstant') ?? '')
  const end = Date.parse(attributeOf(request, 'NotOnOrAfter') ?? new Date(issued + REQUEST_MS).toISOString())
  if (!(issued <= now + tolerance)) refuse('provider_clock')
  if (!(now - tolerance < end)) refuse('sign_in_over')
  const name = childNamed(request, ASSERTION, 'NameID')
  const indexes = childrenNamed(request, PROTOCOL, 'SessionIndex').map(textOf)
  if (!name) throw new InvalidXml('the log-out names nobody')
  // Again: its sessions have ended, those since are another matter.
  if (!(await spendAssertion(ctx.db.reader, providerId, `logout ${id}`, new Date(end + tolerance))))
    return { id, ends: [] }
  return { id, ends: endsOf(settings, textOf(name), indexes) }
}

/** How long a request without an end is taken. */
const REQUEST_MS = 5 * 60_000

/** Subjects by an attribute are not what the log-out names: then its session does alone. */
function endsOf(settings: SamlSettings, nameId: string, indexes: readonly string[]): ProviderLogout['ends'] {
  const subject = settings.subjectAttribute === '' ? { subject: nameId } : {}
  if (indexes.length === 0) return settings.subjectAttribute === '' ? [subject] : []
  return indexes.map((sessionIndex) => ({ ...subject, sessionIndex }))
}
