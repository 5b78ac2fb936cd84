import { hash } from 'node:crypto'
import type { ClaimMapping, ProviderRules } from '@clouddisk/contract/provider-settings'
import type { ProviderKind } from '@clouddisk/contract/sign-in'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'

/** SQL of identity providers, sign-ins that are under way, and whom providers know. */

export interface ProviderRow {
  readonly id: string
  readonly kind: ProviderKind
  readonly zh: string
  readonly en: string
  readonly settings: Record<string, unknown>
  readonly secret: Buffer | null
  readonly mapping: ClaimMapping
  readonly rules: ProviderRules
  readonly enabled: boolean
  readonly automatic: boolean
}

const providerColumns = [
  'id',
  'kind',
  'name_zh as zh',
  'name_en as en',
  'settings',
  'secret',
  'mapping',
  'rules',
  'enabled',
  'automatic',
] as const

/** In the order of the sign-in page. */
/** Until the end of the transaction, changes of providers by others wait. */
export const lockProviders = (tx: Tx) =>
  sql`lock table identity_provider in share row exclusive mode`.execute(tx)

export const providers = (db: Reader): Promise<ProviderRow[]> =>
  db.selectFrom('identity_provider').select(providerColumns).orderBy('position').orderBy('id').execute()

export const providerById = (db: Reader, id: string): Promise<ProviderRow | undefined> =>
  db.selectFrom('identity_provider').select(providerColumns).where('id', '=', id).executeTakeFirst()

/** False where they were changed meanwhile. */
export async function replaceSettings(
  tx: Tx,
  id: string,
  before: object,
  settings: object,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('identity_provider')
    .set({ settings: JSON.stringify(settings) })
    .where('id', '=', id)
    .where('settings', '=', sql<never>`${JSON.stringify(before)}::jsonb`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export type FlowPurpose = 'signIn' | 'try' | 'link'

export interface FlowRow {
  readonly id: string
  readonly providerId: string
  readonly purpose: FlowPurpose
  readonly personId: string | null
  readonly browserHash: Buffer
  readonly data: Buffer
  readonly service: string | null
  readonly createdAt: Date
}

export async function insertFlow(
  db: Reader,
  flow: FlowRow & { readonly stateHash: Buffer; readonly expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('sign_in_flow')
    .values({
      id: flow.id,
      state_hash: flow.stateHash,
      provider_id: flow.providerId,
      purpose: flow.purpose,
      person_id: flow.personId,
      browser_hash: flow.browserHash,
      data: flow.data,
      service: flow.service,
      created_at: flow.createdAt,
      expires_at: flow.expiresAt,
    })
    .execute()
}

/** The flow of a state, which is over with that: of two that bring it at once one gets it. */
export async function takeFlow(db: Reader, stateHash: Buffer, now: Date): Promise<FlowRow | undefined> {
  return db
    .deleteFrom('sign_in_flow')
    .where('state_hash', '=', stateHash)
    .where('expires_at', '>', now)
    .returning([
      'id',
      'provider_id as providerId',
      'purpose',
      'person_id as personId',
      'browser_hash as browserHash',
      'data',
      'service',
      'created_at as createdAt',
    ])
    .executeTakeFirst()
}

/** What a try found; only its own administrator reads it. */
export const tryOf = (
  db: Reader,
  id: string,
  personId: string,
  now: Date,
): Promise<{ data: Buffer; providerId: string } | undefined> =>
  db
    .selectFrom('sign_in_flow')
    .select(['data', 'provider_id as providerId'])
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('purpose', '=', 'try')
    .where('expires_at', '>', now)
    .executeTakeFirst()

export async function deleteOver(db: Reader, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_flow').where('expires_at', '<=', now).execute()
  await db.deleteFrom('spent_assertion').where('expires_at', '<=', now).execute()
}

/** Marks an assertion as used. False where it was before. */
export async function spendAssertion(
  db: Reader,
  providerId: string,
  assertionId: string,
  expiresAt: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('spent_assertion')
    .values({
      provider_id: providerId,
      assertion_hash: hash('sha256', assertionId, 'buffer'),
      expires_at: expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export interface IdentityRow {
  readonly id: string
  readonly personId: string
}

export const identityOf = (
  db: Reader,
  providerId: string,
  subject: string,
): Promise<IdentityRow | undefined> =>
  db
    .selectFrom('person_identity')
    .select(['id', 'person_id as personId'])
    .where('provider_id', '=', providerId)
    .where('subject', '=', subject)
    .executeTakeFirst()

export async function isLinked(db: Reader, providerId: string, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('person_identity')
    .select('id')
    .where('provider_id', '=', providerId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row !== undefined
}

/** False where the subject is linked already. */
export async function insertIdentity(
  tx: Tx,
  identity: { id: string; providerId: string; subject: string; personId: string; name: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('person_identity')
    .values({
      id: identity.id,
      provider_id: identity.providerId,
      subject: identity.subject,
      person_id: identity.personId,
      name: identity.name,
    })
    .onConflict((conflict) => conflict.constraint('person_identity_taken').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** False where it was unlinked meanwhile. */
export async function touchIdentity(
  tx: Tx,
  { providerId, subject, personId }: { providerId: string; subject: string; personId: string },
  name: string,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('person_identity')
    .set({ last_used_at: at, name })
    .where('provider_id', '=', providerId)
    .where('subject', '=', subject)
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function insertSessionIdentity(
  tx: Tx,
  row: {
    sessionId: string
    providerId: string
    subject: string
    sessionIndex: string | null
    data: Buffer
  },
): Promise<void> {
  await tx
    .insertInto('session_identity')
    .values({
      session_id: row.sessionId,
      provider_id: row.providerId,
      subject: row.subject,
      session_index: row.sessionIndex,
      data: row.data,
    })
    .execute()
}

export interface SessionIdentityRow {
  readonly sessionId: string
  readonly providerId: string
  readonly subject: string
  readonly sessionIndex: string | null
  readonly data: Buffer
}

export const sessionIdentity = (db: Reader, sessionId: string): Promise<SessionIdentityRow | undefined> =>
  db
    .selectFrom('session_identity')
    .select([
      'session_id as sessionId',
      'provider_id as providerId',
      'subject',
      'session_index as sessionIndex',
      'data',
    ])
    .where('session_id', '=', sessionId)
    .executeTakeFirst()

export interface OpenedSession {
  readonly sessionId: string
  readonly personId: string
  readonly realName: string
}

/** Sessions that a provider opened: of one subject, of one of its sessions, or all. */
export function openedSessions(
  db: Reader,
  providerId: string,
  { subject, sessionIndex }: { subject?: string | undefined; sessionIndex?: string | undefined },
): Promise<OpenedSession[]> {
  return db
    .selectFrom('session_identity as i')
    .innerJoin('session', 'session.id', 'i.session_id')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select(['i.session_id as sessionId', 'person.id as personId', 'person.real_name as realName'])
    .where('i.provider_id', '=', providerId)
    .$if(subject !== undefined, (query) => query.where('i.subject', '=', subject ?? ''))
    .$if(sessionIndex !== undefined, (query) => query.where('i.session_index', '=', sessionIndex ?? ''))
    .execute()
}

/** People with this mail address, written in whatever case. */
export const peopleByMail = (db: Reader, mail: string): Promise<{ id: string }[]> =>
  db
    .selectFrom('person')
    .select('id')
    .where(sql`lower(email)`, '=', mail.toLowerCase())
    .where('status', '<>', 'removed')
    .limit(2)
    .execute()
