import type { readSamlMetadata } from '@clouddisk/contract/admin-identity'
import type { SamlSettings } from '@clouddisk/contract/provider-settings'
import type { Input } from '@clouddisk/contract/route'
import { audit } from '../../../audit/record.ts'
import type { Context } from '../../../context.ts'
import { Refusal, refuse, refuseField } from '../../../errors/refusal.ts'
import { fetchChecked, isAllowedAddress } from '../remote.ts'
import * as store from '../store.ts'
import { InvalidXml } from '../xml.ts'
import { type IdpMetadata, readIdpMetadata } from './idp-metadata.ts'

/** Metadata of SAML providers: for the form, and once a day for those that say where theirs are. */

const REQUEST_MS = 10_000

/** What metadata say, pasted or fetched. */
export async function readMetadata(
  ctx: Context,
  { xml, url }: Input<typeof readSamlMetadata>,
): Promise<IdpMetadata> {
  const address = url?.trim()
  if (address) {
    if (!isAllowedAddress(ctx.config, address)) refuseField('url', 'issuer')
    return readAs('url', await fetchMetadata(ctx, address))
  }
  return readAs('xml', xml?.trim() || refuseField('xml', 'missing'))
}

function readAs(field: 'url' | 'xml', xml: string): IdpMetadata {
  try {
    return readIdpMetadata(xml)
  } catch (error) {
    if (!(error instanceof InvalidXml)) throw error
    return refuseField(field, 'saml_metadata')
  }
}

async function fetchMetadata(ctx: Context, address: string): Promise<string> {
  try {
    const response = await fetchChecked(ctx.config, address, { signal: AbortSignal.timeout(REQUEST_MS) })
    if (!response.ok) throw new Error(`status ${response.status}`)
    return await response.text()
  } catch (error) {
    if (error instanceof Refusal) throw error
    ctx.log.warn({ err: error, address }, 'metadata of an identity provider cannot be fetched')
    return refuse('provider_away')
  }
}

/**
 * Takes over keys and addresses from the metadata of providers that say where theirs are, so that a provider may replace its keys.
 * One whose metadata are away, invalid or of another provider stays as it is.
 */
export async function refreshMetadata(ctx: Context): Promise<void> {
  for (const provider of await store.providers(ctx.db.reader)) {
    if (provider.kind !== 'saml') continue
    const settings = provider.settings as unknown as SamlSettings
    if (settings.metadataUrl === '') continue
    try {
      const metadata = readIdpMetadata(await fetchMetadata(ctx, settings.metadataUrl))
      if (metadata.entityId !== settings.entityId) throw new InvalidXml(`metadata of ${metadata.entityId}`)
      for (const address of [metadata.ssoUrl, metadata.logoutUrl, metadata.logoutResponseUrl])
        if (address !== '' && !isAllowedAddress(ctx.config, address))
          throw new InvalidXml(`the address ${address}`)
      await takeOver(ctx, provider, settings, metadata)
    } catch (err) {
      ctx.log.warn(
        { err, providerId: provider.id, address: settings.metadataUrl },
        'metadata of an identity provider are not taken over; its settings stay',
      )
    }
  }
}

async function takeOver(
  ctx: Context,
  { id, en }: store.ProviderRow,
  before: SamlSettings,
  metadata: IdpMetadata,
): Promise<void> {
  const settings: SamlSettings = { ...before, ...metadata }
  if (JSON.stringify(settings) === JSON.stringify(before)) return
  await ctx.db.transact(async (tx) => {
    // Whoever saves it meanwhile has the last word.
    if (!(await store.replaceSettings(tx, id, before, settings))) return
    await audit(tx, {
      action: 'identityProvider.saved',
      object: { type: 'identityProvider', id, name: en },
      detail: { kind: 'saml', metadataUrl: before.metadataUrl, settings },
    })
  })
}
