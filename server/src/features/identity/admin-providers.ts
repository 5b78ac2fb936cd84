import type { IdentityProvider, saveIdentityProvider } from '@clouddisk/contract/admin-identity'
import { PROVIDERS_MAX } from '@clouddisk/contract/admin-identity'
import { PROVIDER_SECRETS } from '@clouddisk/contract/provider-settings'
import type { Input } from '@clouddisk/contract/route'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { isId, newId } from '../../db/ids.ts'
import { refuse, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { publicOriginOf } from '../../http/origin.ts'
import { requireDepartment, requireProvidableRoles } from '../directory/provided-people.ts'
import { endSessions } from './logout.ts'
import { protocolOf } from './protocols.ts'
import { addressesOf, openSecrets, type ProviderSecrets, sealSecrets } from './providers.ts'
import * as store from './store.ts'

/** Identity providers as administrators configure them. */

export async function list(ctx: Context, request: FastifyRequest): Promise<IdentityProvider[]> {
  const rows = (await store.providers(ctx.db.reader)).filter(({ kind }) => protocolOf(kind))
  const people = await peopleOf(ctx.db.reader)
  const origin = publicOriginOf(ctx.config, request)
  return rows.map((row) => present(ctx, row, origin, people.get(row.id) ?? 0))
}

async function peopleOf(db: Reader): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('person_identity')
    .select((eb) => ['provider_id as id', eb.fn.countAll<number>().as('people')])
    .groupBy('provider_id')
    .execute()
  return new Map(rows.map(({ id, people }) => [id, Number(people)]))
}

const present = (ctx: Context, row: store.ProviderRow, origin: string, people: number): IdentityProvider => ({
  providerId: row.id,
  kind: row.kind,
  zh: row.zh,
  en: row.en,
  [row.kind]: row.settings,
  secrets: Object.keys(openSecrets(ctx, row)),
  mapping: row.mapping,
  rules: row.rules,
  enabled: row.enabled,
  automatic: row.automatic,
  addresses: addressesOf(origin, row.id),
  people,
})

export async function save(
  ctx: Context,
  actor: Actor,
  request: FastifyRequest,
  input: Input<typeof saveIdentityProvider>,
): Promise<IdentityProvider> {
  const { kind, mapping, rules, providerId } = input
  const protocol = protocolOf(kind) ?? refuseField('kind', 'unknown_value')
  if (providerId !== undefined && !isId(providerId)) refuseNotFound('identityProvider')
  const names = { zh: readName('zh', input.zh), en: readName('en', input.en) }
  if (rules.link === 'account' && rules.linkClaim.trim() === '') refuseField('linkClaim', 'claim_needed')
  await requireDepartment(ctx.db.reader, rules.departmentId)
  const roleIds = [...rules.roles, ...mapping.roleValues.map(({ roleId }) => roleId)]
  await requireProvidableRoles(ctx.db.reader, actor, rules.roles, roleIds)
  const before = providerId === undefined ? undefined : await store.providerById(ctx.db.reader, providerId)
  if (providerId !== undefined && before?.kind !== kind) refuseNotFound('identityProvider')
  const entered = mergeSecrets(kind, before ? openSecrets(ctx, before) : {}, input.secrets ?? [])
  const given = (input as Record<string, unknown>)[kind]
  if (given === undefined) refuseField(kind, 'missing')
  const settings = await protocol.check(ctx, given, entered)
  const secrets = (await protocol.newSecrets?.(ctx, entered)) ?? entered
  const id = before?.id ?? newId()
  const values = {
    kind,
    name_zh: names.zh,
    name_en: names.en,
    settings: JSON.stringify(settings),
    secret: sealSecrets(ctx, id, secrets),
    mapping: JSON.stringify(trimmed(mapping)),
    rules: JSON.stringify({ ...rules, linkClaim: rules.linkClaim.trim() }),
    enabled: input.enabled,
    automatic: input.automatic,
  }
  await ctx.db.transact(async (tx) => {
    // Of two that become automatic at once, the later one is.
    await store.lockProviders(tx)
    if (input.automatic)
      await tx.updateTable('identity_provider').set({ automatic: false }).where('id', '<>', id).execute()
    if (before) await change(tx, id, values)
    else await insert(tx, id, values)
    await audit(tx, {
      action: 'identityProvider.saved',
      object: { type: 'identityProvider', id, name: names.en },
      detail: {
        kind,
        settings,
        mapping,
        rules,
        enabled: input.enabled,
        automatic: input.automatic,
        secretsChanged: (input.secrets ?? []).map(({ name }) => name),
      },
    })
  })
  if (before?.enabled && !input.enabled) await endSessions(ctx, id, {})
  const saved = (await list(ctx, request)).find((one) => one.providerId === id)
  return saved ?? refuseNotFound('identityProvider')
}

type Values = Parameters<typeof insert>[2]

async function change(tx: Tx, id: string, values: Values): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('identity_provider')
    .set(values)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) refuseNotFound('identityProvider')
}

async function insert(
  tx: Tx,
  id: string,
  values: {
    kind: store.ProviderRow['kind']
    name_zh: string
    name_en: string
    settings: string
    secret: Buffer | null
    mapping: string
    rules: string
    enabled: boolean
    automatic: boolean
  },
): Promise<void> {
  const { count, last } = await tx
    .selectFrom('identity_provider')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('position').as('last')])
    .executeTakeFirstOrThrow()
  if (Number(count) >= PROVIDERS_MAX) refuse('list_full', { limit: PROVIDERS_MAX })
  await tx
    .insertInto('identity_provider')
    .values({ id, ...values, position: (last ?? 0) + 1 })
    .execute()
}

function readName(field: string, text: string): string {
  const name = text.trim()
  if (name === '') refuseField(field, 'missing')
  return name
}

const trimmed = (mapping: IdentityProvider['mapping']): IdentityProvider['mapping'] => {
  const { account, realName, mail, phone, department, roles } = mapping
  const claims = { account, realName, mail, phone, department, roles }
  return {
    ...mapping,
    ...(Object.fromEntries(
      Object.entries(claims).map(([key, claim]) => [key, claim.trim()]),
    ) as typeof claims),
  }
}

/** Those that are named change; "" removes one. */
function mergeSecrets(
  kind: store.ProviderRow['kind'],
  before: ProviderSecrets,
  changed: readonly { name: string; value: string }[],
): ProviderSecrets {
  const known: readonly string[] = PROVIDER_SECRETS[kind]
  for (const { name } of changed) if (!known.includes(name)) refuseField('secrets', 'unknown_value')
  const merged = new Map([
    ...Object.entries(before),
    ...changed.map(({ name, value }): [string, string] => [name, value]),
  ])
  return Object.fromEntries([...merged].filter(([, value]) => value !== ''))
}

export async function order(ctx: Context, providerIds: readonly string[]): Promise<void> {
  if (!providerIds.every(isId)) refuseNotFound('identityProvider')
  await ctx.db.transact(async (tx) => {
    const rows = await tx.selectFrom('identity_provider').select('id').forUpdate().execute()
    const known = new Set(rows.map(({ id }) => id))
    // One came or went meanwhile.
    if (known.size !== new Set(providerIds).size || !providerIds.every((id) => known.has(id)))
      refuse('changed_meanwhile')
    for (const [position, id] of providerIds.entries())
      await tx.updateTable('identity_provider').set({ position }).where('id', '=', id).execute()
    await audit(tx, {
      action: 'identityProvider.ordered',
      object: { type: 'identityProvider', id: null, name: '' },
      detail: { providerIds },
    })
  })
}

export async function remove(ctx: Context, providerId: string): Promise<{ unlinked: number }> {
  if (!isId(providerId)) refuseNotFound('identityProvider')
  // Sessions go first: afterwards it is not known which ones the provider opened.
  await endSessions(ctx, providerId, {})
  return ctx.db.transact(async (tx) => {
    const unlinked = (await peopleOf(tx)).get(providerId) ?? 0
    const provider = await tx
      .deleteFrom('identity_provider')
      .where('id', '=', providerId)
      .returning(['name_en as name'])
      .executeTakeFirst()
    if (!provider) return refuseNotFound('identityProvider')
    await audit(tx, {
      action: 'identityProvider.removed',
      object: { type: 'identityProvider', id: providerId, name: provider.name },
      detail: { unlinked },
    })
    return { unlinked }
  })
}
