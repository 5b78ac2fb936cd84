import type { SamlSettings } from '@clouddisk/contract/provider-settings'
import { Refusal, refuse, refuseField } from '../../../errors/refusal.ts'
import type { FlowData, Protocol, ProtocolCall } from '../protocol.ts'
import { isAllowedAddress } from '../remote.ts'
import { spendAssertion } from '../store.ts'
import { InvalidXml } from '../xml.ts'
import { isTransient, readAssertion } from './assertion.ts'
import { isKeyPair, newKeyPair } from './certificate.ts'
import { readCertificate } from './idp-metadata.ts'
import { logoutUrl, providerLogout } from './logout.ts'
import { NAME_ID_URNS } from './names.ts'
import { messageUrl } from './redirect-binding.ts'
import { authnRequest, newMessageId, type SamlName } from './requests.ts'
import { signedAssertion } from './response.ts'
import { spMetadata } from './sp-metadata.ts'

/** SAML 2.0: requests by HTTP-Redirect, answers by HTTP-POST, single log-out by HTTP-Redirect. */

type Call = ProtocolCall<SamlSettings>

/** Whom the provider knows us as: the address of our metadata, unless it was given another name. */
const entityIdOf = ({ settings, addresses }: Call): string => settings.ownEntityId || addresses.metadata

/** Both are made before the provider is stored. */
function keysOf({ secrets }: Call): { privateKey: string; certificate: string } {
  const { privateKey, certificate } = secrets
  if (!privateKey || !certificate) throw new Error('a SAML provider has no key of ours')
  return { privateKey, certificate }
}

const usOf = (call: Call) => ({ entityId: entityIdOf(call), privateKey: keysOf(call).privateKey })

const requestIdOf = (flow: FlowData): string => String(flow.requestId)

export const saml: Protocol<SamlSettings> = {
  kind: 'saml',

  check({ config }, settings, secrets) {
    const texts = [
      'entityId',
      'ssoUrl',
      'logoutUrl',
      'logoutResponseUrl',
      'metadataUrl',
      'ownEntityId',
    ] as const
    const trimmed = Object.fromEntries(texts.map((name) => [name, settings[name].trim()]))
    const checked = { ...settings, ...trimmed, subjectAttribute: settings.subjectAttribute.trim() }
    if (checked.entityId === '') refuseField('entityId', 'missing')
    if (!isAllowedAddress(config, checked.ssoUrl)) refuseField('ssoUrl', 'issuer')
    for (const name of ['logoutUrl', 'logoutResponseUrl', 'metadataUrl'] as const)
      if (checked[name] !== '' && !isAllowedAddress(config, checked[name])) refuseField(name, 'issuer')
    if (!settings.assertionsSigned && !settings.responseSigned)
      refuseField('assertionsSigned', 'signature_needed')
    if (!isKeyPair(secrets)) refuseField('privateKey', 'own_key')
    const certificates = settings.certificates.map(
      (one) => readCertificate(one) ?? refuseField('certificates', 'certificate'),
    )
    return { ...checked, certificates: [...new Set(certificates)] }
  },

  async newSecrets({ now }, secrets) {
    if (secrets.privateKey && secrets.certificate) return secrets
    return { ...secrets, ...(await newKeyPair('Clouddisk', now())) }
  },

  async begin(call, state, again) {
    const { settings, addresses, ctx } = call
    const { entityId, privateKey } = usOf(call)
    const requestId = newMessageId()
    const request = authnRequest({
      id: requestId,
      at: ctx.now(),
      destination: settings.ssoUrl,
      issuer: entityId,
      acs: addresses.acs,
      nameIdFormat: NAME_ID_URNS[settings.nameIdFormat],
      forceAuthn: again,
    })
    const key = settings.signRequests ? privateKey : undefined
    const redirectUrl = await messageUrl(settings.ssoUrl, 'SAMLRequest', request, state, key)
    return { redirectUrl, flow: { requestId } }
  },

  stateOf: ({ fields }) => fields.RelayState,

  acceptsUnsolicited: ({ unsolicited }) => unsolicited,

  finish: (call, flow, { fields }) =>
    guarded(call, async () => {
      const { settings, addresses, ctx, providerId } = call
      if (!flow && !settings.unsolicited) return refuse('sign_in_over')
      const us = usOf(call)
      const requestId = flow && requestIdOf(flow.data)
      const expected = { settings, acs: addresses.acs, requestId, ...us }
      const assertion = readAssertion(await signedAssertion(fields.SAMLResponse ?? '', expected), {
        issuer: settings.entityId,
        audience: us.entityId,
        acs: addresses.acs,
        requestId,
        now: ctx.now(),
        askedAt: flow?.createdAt,
        toleranceMs: settings.clockTolerance * 1000,
      })
      const subject = subjectOf(settings, assertion)
      if (!(await spendAssertion(ctx.db.reader, providerId, assertion.id, assertion.endsAt)))
        throw new InvalidXml('the assertion was used before')
      const { claims, sessionIndex, authenticatedAt, name } = assertion
      return { subject, claims, sessionIndex, authenticatedAt, logoutData: { ...name } }
    }),

  async metadata(call) {
    const { settings, addresses } = call
    return spMetadata({
      entityId: entityIdOf(call),
      acs: addresses.acs,
      logout: addresses.providerLogout,
      certificate: keysOf(call).certificate,
      settings,
    })
  },

  async logoutUrl(call, { sessionIndex, logoutData }, state) {
    if (!call.settings.singleLogout || call.settings.logoutUrl === '') return undefined
    const name = logoutData as unknown as SamlName
    return logoutUrl(call, usOf(call), { name, sessionIndex }, state)
  },

  providerLogout: (call, request) => guarded(call, () => providerLogout(call, usOf(call), request)),
}

/** What does not change from one sign-in to the next. */
function subjectOf(
  { subjectAttribute }: SamlSettings,
  { name, claims }: Pick<ReturnType<typeof readAssertion>, 'name' | 'claims'>,
): string {
  if (subjectAttribute === '') {
    if (isTransient(name)) throw new InvalidXml('the NameID is transient, and no attribute is named instead')
    return name.nameId
  }
  const [subject, another] = claims[subjectAttribute] ?? []
  if (!subject || another !== undefined)
    throw new InvalidXml(`the attribute ${subjectAttribute} has no value, or several`)
  return subject
}

/** People hear that an answer is invalid; the log says why. */
async function guarded<T>(call: Call, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (!(error instanceof InvalidXml)) throw error
    const { providerId, settings } = call
    const about = { reason: error.message, providerId, issuer: settings.entityId }
    call.ctx.log.warn(about, 'an answer of an identity provider is invalid; the person is told so')
    throw new Refusal('provider_answer')
  }
}
