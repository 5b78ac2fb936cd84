import type { ProviderKind } from '@clouddisk/contract/sign-in'
import { cas } from './cas/cas.ts'
import { oidc } from './oidc/oidc.ts'
import type { Protocol } from './protocol.ts'
import { saml } from './saml/saml.ts'

/** The protocols that there are, by kind. */
const PROTOCOLS: Partial<Record<ProviderKind, Protocol>> = { oidc, saml, cas }

export const protocolOf = (kind: ProviderKind): Protocol | undefined => PROTOCOLS[kind]
