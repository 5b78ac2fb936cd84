import type { ProviderKind } from '@clouddisk/contract/sign-in'
import { oidc } from './oidc/oidc.ts'
import type { Protocol } from './protocol.ts'

/** The protocols that there are, by kind. */
const PROTOCOLS: Partial<Record<ProviderKind, Protocol>> = { oidc }

export const protocolOf = (kind: ProviderKind): Protocol | undefined => PROTOCOLS[kind]
