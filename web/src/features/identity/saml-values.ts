import type { IdentityProvider } from '@clouddisk/contract/admin-identity'
import type { NAME_ID_FORMATS, SamlSettings } from '@clouddisk/contract/provider-settings'

/** Settings of a SAML provider as the form has them. */
export interface SamlValues {
  metadataUrl: string
  /** Pasted, to be read; not kept. */
  metadataXml: string
  entityId: string
  ssoUrl: string
  logoutUrl: string
  logoutResponseUrl: string
  /** One PEM after another. */
  certificates: string
  ownEntityId: string
  nameIdFormat: (typeof NAME_ID_FORMATS)[number]
  subjectAttribute: string
  signRequests: boolean
  signed: 'assertions' | 'responses' | 'both'
  encrypted: boolean
  unsolicited: boolean
  key: 'kept' | 'made' | 'own'
  privateKey: string
  ownCertificate: string
}

export const samlValues = (provider: IdentityProvider | undefined): SamlValues => {
  const { saml } = provider ?? {}
  return {
    metadataUrl: saml?.metadataUrl ?? '',
    metadataXml: '',
    entityId: saml?.entityId ?? '',
    ssoUrl: saml?.ssoUrl ?? '',
    logoutUrl: saml?.logoutUrl ?? '',
    logoutResponseUrl: saml?.logoutResponseUrl ?? '',
    certificates: saml?.certificates.join('') ?? '',
    ownEntityId: saml?.ownEntityId ?? '',
    nameIdFormat: saml?.nameIdFormat ?? 'unspecified',
    subjectAttribute: saml?.subjectAttribute ?? provider?.cas?.subjectAttribute ?? '',
    signRequests: saml?.signRequests ?? true,
    signed: !saml?.responseSigned ? 'assertions' : saml.assertionsSigned ? 'both' : 'responses',
    encrypted: saml?.encrypted ?? false,
    unsolicited: saml?.unsolicited ?? false,
    key: provider ? 'kept' : 'made',
    privateKey: '',
    ownCertificate: '',
  }
}

export const samlSettings = (
  values: SamlValues & { readonly clockTolerance: string; readonly singleLogout: boolean },
): SamlSettings => ({
  metadataUrl: values.metadataUrl.trim(),
  entityId: values.entityId.trim(),
  ssoUrl: values.ssoUrl.trim(),
  logoutUrl: values.logoutUrl.trim(),
  logoutResponseUrl: values.logoutResponseUrl.trim(),
  certificates: certificatesOf(values.certificates),
  ownEntityId: values.ownEntityId.trim(),
  nameIdFormat: values.nameIdFormat,
  subjectAttribute: values.subjectAttribute.trim(),
  signRequests: values.signRequests,
  assertionsSigned: values.signed !== 'responses',
  responseSigned: values.signed !== 'assertions',
  encrypted: values.encrypted,
  unsolicited: values.unsolicited,
  clockTolerance: Number(values.clockTolerance),
  singleLogout: values.singleLogout,
})

/** Each begins with its first line; base64 alone is one. */
const certificatesOf = (text: string): string[] =>
  text
    .split(/(?=-----BEGIN CERTIFICATE-----)/)
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** Our key: an empty one is made anew. */
export function samlSecrets({
  key,
  privateKey,
  ownCertificate,
}: SamlValues): { name: string; value: string }[] {
  if (key === 'kept') return []
  const isOwn = key === 'own'
  return [
    { name: 'privateKey', value: isOwn ? privateKey.trim() : '' },
    { name: 'certificate', value: isOwn ? ownCertificate.trim() : '' },
  ]
}
