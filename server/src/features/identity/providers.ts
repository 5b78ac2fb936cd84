import { BASE_PATH, pathOf } from '@clouddisk/contract/route'
import * as contract from '@clouddisk/contract/sign-in'
import { seal, unseal } from '../../config/sealed.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuseNotFound } from '../../errors/refusal.ts'
import type { Protocol, ProtocolCall, ProviderAddresses } from './protocol.ts'
import { protocolOf } from './protocols.ts'
import * as store from './store.ts'

/** Identity providers as sign-ins use them. */

export interface Provider extends store.ProviderRow {
  readonly protocol: Protocol
}

/** One that people may sign in through. */
export async function usableProvider(db: Reader, id: string): Promise<Provider> {
  const provider = await anyProvider(db, id)
  return provider.enabled ? provider : refuseNotFound('identityProvider')
}

export async function anyProvider(db: Reader, id: string): Promise<Provider> {
  const row = isId(id) ? await store.providerById(db, id) : undefined
  const protocol = row && protocolOf(row.kind)
  return protocol ? { ...row, protocol } : refuseNotFound('identityProvider')
}

const keyOf = ({ secrets }: Pick<Context, 'secrets'>) => secrets.subKey('identity provider')

export type ProviderSecrets = Readonly<Record<string, string>>

export const sealSecrets = (ctx: Context, providerId: string, secrets: ProviderSecrets): Buffer | null =>
  Object.keys(secrets).length === 0 ? null : seal(keyOf(ctx), providerId, JSON.stringify(secrets))

export const openSecrets = (
  ctx: Context,
  { id, secret }: Pick<store.ProviderRow, 'id' | 'secret'>,
): ProviderSecrets => (secret ? (JSON.parse(unseal(keyOf(ctx), id, secret)) as ProviderSecrets) : {})

/** @param origin where people open the page, as the browser or the configuration names it. */
export const addressesOf = (origin: string, providerId: string): ProviderAddresses => ({
  callback: origin + pathOf(contract.ssoCallback, { providerId }),
  acs: origin + pathOf(contract.ssoAcs, { providerId }),
  metadata: origin + pathOf(contract.ssoMetadata, { providerId }),
  providerLogout: origin + pathOf(contract.ssoProviderLogout, { providerId }),
  signedOut: `${origin}${BASE_PATH}login`,
})

export const callOf = (ctx: Context, provider: store.ProviderRow, origin: string): ProtocolCall<unknown> => ({
  ctx,
  providerId: provider.id,
  settings: provider.settings,
  secrets: openSecrets(ctx, provider),
  addresses: addressesOf(origin, provider.id),
})
