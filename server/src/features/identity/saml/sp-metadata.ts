import type { SamlSettings } from '@clouddisk/contract/provider-settings'
import { escapeXml } from '../xml.ts'
import { METADATA, NAME_ID_URNS, POST, PROTOCOL, REDIRECT, SIGNATURE } from './names.ts'

/** Our metadata, as the provider reads them. */
export function spMetadata(about: {
  readonly entityId: string
  readonly acs: string
  readonly logout: string
  readonly certificate: string
  readonly settings: Pick<SamlSettings, 'signRequests' | 'assertionsSigned' | 'nameIdFormat' | 'singleLogout'>
}): string {
  const { entityId, acs, logout, certificate, settings } = about
  const key = (use: string) =>
    `    <KeyDescriptor use="${use}"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${bodyOf(certificate)}` +
    '</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>'
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<EntityDescriptor xmlns="${METADATA}" xmlns:ds="${SIGNATURE}" entityID="${escapeXml(entityId)}">`,
    `  <SPSSODescriptor AuthnRequestsSigned="${settings.signRequests}" WantAssertionsSigned="${settings.assertionsSigned}"` +
      ` protocolSupportEnumeration="${PROTOCOL}">`,
    key('signing'),
    key('encryption'),
    ...(settings.singleLogout
      ? [`    <SingleLogoutService Binding="${REDIRECT}" Location="${escapeXml(logout)}"/>`]
      : []),
    `    <NameIDFormat>${NAME_ID_URNS[settings.nameIdFormat]}</NameIDFormat>`,
    `    <AssertionConsumerService index="0" isDefault="true" Binding="${POST}" Location="${escapeXml(acs)}"/>`,
    '  </SPSSODescriptor>',
    '</EntityDescriptor>',
    '',
  ]
  return lines.join('\n')
}

const bodyOf = (pem: string): string => pem.replace(/-----[^-]+-----/g, '').replace(/\s/g, '')
