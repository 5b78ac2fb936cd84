import type { CasSettings } from '@clouddisk/contract/provider-settings'
import { Refusal, refuse, refuseField } from '../../../errors/refusal.ts'
import type { Protocol, ProtocolCall } from '../protocol.ts'
import { fetchChecked, isAllowedAddress } from '../remote.ts'
import { InvalidXml } from '../xml.ts'
import { readLogout, readValidation } from './messages.ts'

/** CAS 3: the browser brings a ticket, and the server says whose it is when we ask it. */

type Call = ProtocolCall<CasSettings>

const REQUEST_MS = 10_000
/** The server asks who the person is, and refuses tickets for which it did not. */
const RENEW = { renew: 'true' } as const

/** Every sign-in is a service of its own, so that no ticket of another one is taken. */
function serviceOf({ addresses }: Call, state: string): string {
  const service = new URL(addresses.callback)
  service.searchParams.set('state', state)
  return service.href
}

function addressOf({ settings }: Call, path: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(settings.serverUrl)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

export const cas: Protocol<CasSettings> = {
  kind: 'cas',

  check({ config }, settings) {
    const serverUrl = settings.serverUrl.trim().replace(/\/+$/, '')
    if (!isAllowedAddress(config, serverUrl) || serverUrl.includes('?')) refuseField('serverUrl', 'issuer')
    return { ...settings, serverUrl, subjectAttribute: settings.subjectAttribute.trim() }
  },

  async begin(call, state, again) {
    const asks = again || call.settings.renew
    const query = { service: serviceOf(call, state), ...(asks ? RENEW : {}) }
    return { redirectUrl: addressOf(call, 'login', query), flow: { asks } }
  },

  stateOf: ({ fields }) => fields.state,

  finish: (call, flow, { fields }) =>
    guarded(call, async () => {
      if (!flow) return refuse('sign_in_over')
      const { ticket } = fields
      // Without one the server did not sign anybody in, as after a sign-in that was canceled.
      if (!ticket) return refuse('provider_refused')
      const asks = flow.data.asks === true
      const query = { service: serviceOf(call, flow.state), ticket, ...(asks ? RENEW : {}) }
      const answer = readValidation(await ask(call, addressOf(call, 'p3/serviceValidate', query)))
      if ('failure' in answer) {
        call.ctx.log.warn({ providerId: call.providerId, ...answer }, 'the CAS server refuses a ticket')
        // Spent, too old, or for another service: whoever brings it has to begin again.
        return refuse(answer.failure.startsWith('INVALID_') ? 'sign_in_over' : 'provider_refused')
      }
      const { user, attributes } = answer
      const claims = { ...attributes, user: [user] }
      const authenticatedAt = asks ? flow.createdAt.getTime() : undefined
      return { subject: subjectOf(call.settings, claims), claims, authenticatedAt, sessionIndex: ticket }
    }),

  async logoutUrl(call) {
    if (!call.settings.singleLogout) return undefined
    return addressOf(call, 'logout', { service: call.addresses.signedOut })
  },

  /** CAS signs no log-out; whoever names a ticket that opened a session is the server, or had it from there. */
  providerLogout: (call, { fields }) =>
    guarded(call, async () => ({ ends: [{ sessionIndex: readLogout(fields.logoutRequest ?? '') }] })),
}

function subjectOf(
  { subjectAttribute }: CasSettings,
  claims: Readonly<Record<string, readonly string[]>>,
): string {
  const [subject, another] = claims[subjectAttribute || 'user'] ?? []
  if (!subject || another !== undefined)
    throw new InvalidXml(`the attribute ${subjectAttribute} has no value, or several`)
  return subject
}

async function ask({ ctx }: Call, address: string): Promise<string> {
  try {
    const response = await fetchChecked(ctx.config, address, { signal: AbortSignal.timeout(REQUEST_MS) })
    if (!response.ok) throw new InvalidXml(`the CAS server answered with status ${response.status}`)
    return await response.text()
  } catch (error) {
    if (error instanceof InvalidXml || error instanceof Refusal) throw error
    ctx.log.warn({ err: error }, 'the CAS server does not answer; the person is told so')
    return refuse('provider_away')
  }
}

/** People hear that an answer is invalid; the log says why. */
async function guarded<T>(call: Call, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof InvalidXml)) throw error
    const about = { reason: error.message, providerId: call.providerId, server: call.settings.serverUrl }
    call.ctx.log.warn(about, 'an answer of an identity provider is invalid; the person is told so')
    throw new Refusal('provider_answer')
  }
}
