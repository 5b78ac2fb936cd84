import type { SignInMethod } from '@clouddisk/contract/accounts'
import { ADMIN_ROLES, type AdminRole } from '@clouddisk/contract/admin-areas'
import type { GeneralRole } from '@clouddisk/contract/roles'
import type { SignInStep } from '@clouddisk/contract/sign-in-steps'
import type { TokenScope } from '@clouddisk/contract/token-scopes'
import { sql } from 'kysely'
import { type Memberships, membershipsColumn } from '../../access/actor.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { pinyinOfPerson } from '../../tree/pinyin.ts'
import type { ThrottlePolicy } from './throttle.ts'

/** SQL of people, sessions and wrong tries. */

export interface Person {
  readonly id: string
  readonly accountName: string
  readonly accountKey: string
  readonly realName: string
  readonly passwordHash: string
  readonly mustChangePassword: boolean
  readonly status: 'active' | 'frozen' | 'removed'
  readonly validUntil: Date | null
  /** `service`: an account of a program, which has tokens and does not sign in. */
  readonly kind: 'person' | 'service'
  /** Bytes a second; null is unlimited. */
  readonly speedLimit: number | null
}

export const personColumns = [
  'person.id',
  'person.account_name as accountName',
  'person.account_key as accountKey',
  'person.real_name as realName',
  'person.password_hash as passwordHash',
  'person.must_change_password as mustChangePassword',
  'person.status',
  'person.account_kind as kind',
  'person.valid_until as validUntil',
  'person.speed_limit as speedLimit',
] as const

export const personByKey = (db: Reader, accountKey: string): Promise<Person | undefined> =>
  db.selectFrom('person').select(personColumns).where('account_key', '=', accountKey).executeTakeFirst()

export const personById = (db: Reader, id: string): Promise<Person | undefined> =>
  db.selectFrom('person').select(personColumns).where('id', '=', id).executeTakeFirst()

/** Of those people, as it is now. Bytes a second; null is unlimited. */
export const speedLimits = (
  db: Reader,
  personIds: readonly string[],
): Promise<{ personId: string; speedLimit: number | null }[]> =>
  db
    .selectFrom('person')
    .select(['id as personId', 'speed_limit as speedLimit'])
    .where('id', '=', sql<string>`any(${personIds}::uuid[])`)
    .execute()

/** A person with its allowance and what is used of it, in bytes. */
export interface PersonWithSpace extends Person {
  readonly total: number | null
  readonly used: number
  readonly createdAt: Date
  readonly lastSeenAt: Date | null
  readonly isAdmin: boolean
}

export const peopleWithSpaces = (db: Reader): Promise<PersonWithSpace[]> =>
  db
    .selectFrom('person')
    .innerJoin('space', 'space.person_id', 'person.id')
    .leftJoin('person_activity', 'person_activity.person_id', 'person.id')
    .select(personColumns)
    .select([
      'space.total',
      'space.used',
      'person.created_at as createdAt',
      'person_activity.last_active_at as lastSeenAt',
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('person_role')
            .leftJoin('role', 'role.id', 'person_role.role_id')
            .select('person_role.person_id')
            .whereRef('person_role.person_id', '=', 'person.id')
            .where((or) =>
              or.or([or('person_role.preset', 'in', ADMIN_ROLES), or('role.admin', 'is not', null)]),
            ),
        )
        .$castTo<boolean>()
        .as('isAdmin'),
    )
    .orderBy('person.account_key')
    .execute()

export interface Profile {
  /** The display name. */
  readonly userName: string
  readonly phone: string
  readonly email: string
  readonly departmentId: string | null
}

export async function insertPerson(
  tx: Tx,
  person: Pick<Person, 'id' | 'accountName' | 'accountKey' | 'realName' | 'passwordHash'> &
    Partial<Pick<Person, 'mustChangePassword' | 'kind'>> & {
      /** Bytes that it may give to groups. */
      readonly groupTotal: number
      readonly profile?: Profile
    },
): Promise<boolean> {
  const { profile } = person
  const displayName = profile?.userName ?? person.realName
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('person')
    .values({
      id: person.id,
      account_name: person.accountName,
      account_key: person.accountKey,
      real_name: person.realName,
      password_hash: person.passwordHash,
      must_change_password: person.mustChangePassword ?? false,
      account_kind: person.kind ?? 'person',
      user_name: displayName,
      pinyin: pinyinOfPerson(person.realName, displayName),
      group_total: person.groupTotal,
      ...(profile && { phone: profile.phone, email: profile.email, department_id: profile.departmentId }),
    })
    .onConflict((conflict) => conflict.constraint('person_account_taken').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** By anybody. */
export async function hasAnySignIn(db: Reader): Promise<boolean> {
  return (
    (await db.selectFrom('person_activity').select('person_id').limit(1).executeTakeFirst()) !== undefined
  )
}

/** Gives a role that comes with the product. */
export async function addPresetRole(
  tx: Tx,
  personId: string,
  preset: AdminRole | GeneralRole,
): Promise<void> {
  await tx
    .insertInto('person_role')
    .values({ person_id: personId, preset })
    .onConflict((conflict) => conflict.constraint('person_role_once').doNothing())
    .execute()
}

export async function setPassword(
  tx: Tx,
  personId: string,
  passwordHash: string,
  mustChange: boolean,
): Promise<void> {
  await tx
    .updateTable('person')
    .set({ password_hash: passwordHash, must_change_password: mustChange })
    .where('id', '=', personId)
    .execute()
}

export async function setStatus(tx: Tx, personId: string, status: Person['status']): Promise<void> {
  await tx.updateTable('person').set({ status }).where('id', '=', personId).execute()
}

/** Somebody who is let in again does not leave. */
/** Whether there was one. */
export async function deleteOffboarding(tx: Tx, personId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('offboarding')
    .where('person_id', '=', personId)
    .where('state', '<>', 'ended')
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function personSettings(db: Reader, personId: string): Promise<Record<string, unknown>> {
  const row = await db.selectFrom('person').select('settings').where('id', '=', personId).executeTakeFirst()
  return row?.settings ?? {}
}

export interface GroupAllowance {
  /** Bytes that the person may give to groups; null is unlimited. */
  readonly total: number | null
  /** Bytes that it has given, and that the groups hold of them. */
  readonly allotted: number
  readonly used: number
}

/** Whether the main menu shows a business library to one of these principals. */
export async function isInLibrary(db: Reader, principals: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from library l join space s on s.id = l.id
      join file_grant m on m.file_id = s.root_id and m.source = 'member' and m.principal_id = any(${principals}::uuid[])
      where l.menu_display) as found`.execute(db)
  return rows[0]?.found ?? false
}

export async function groupAllowance(db: Reader, personId: string): Promise<GroupAllowance> {
  const used = sql<number>`coalesce((
    select sum(s.used) from "group" g join space s on s.id = g.id
    where g.owner_id = person.id and s.department_id is null and not g.is_library), 0)::bigint`
  return db
    .selectFrom('person')
    .select(['group_total as total', 'group_allotted as allotted', used.as('used')])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
}

/** Changes the given settings, keeps the others, answers all. */
export async function mergeSettings(
  tx: Tx,
  personId: string,
  settings: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const row = await tx
    .updateTable('person')
    .set({ settings: sql<string>`settings || ${JSON.stringify(settings)}::jsonb` })
    .where('id', '=', personId)
    .returning('settings')
    .executeTakeFirstOrThrow()
  return row.settings
}

export interface SessionRow {
  readonly id: string
  readonly device: string
  readonly ip: string
  readonly region: string | null
  readonly method: SignInMethod
  /** When the person last proved who they are. */
  readonly confirmedAt: Date
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly expiresAt: Date
  /** What the sign-in still needs. */
  readonly pending: SignInStep | null
}

const sessionColumns = [
  'session.id',
  'session.device',
  'session.ip',
  'session.region',
  'session.method',
  'session.confirmed_at as confirmedAt',
  'session.created_at as createdAt',
  'session.last_seen_at as lastSeenAt',
  'session.expires_at as expiresAt',
  'session.pending',
] as const

/** Whether the person's password is still this one; held so until the transaction ends. */
export async function lockUnchangedPassword(tx: Tx, id: string, passwordHash: string): Promise<boolean> {
  const row = await tx
    .selectFrom('person')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

export async function insertSession(
  tx: Tx,
  session: SessionRow & { readonly tokenHash: Buffer; readonly personId: string },
): Promise<void> {
  await tx
    .insertInto('session')
    .values({
      id: session.id,
      token_hash: session.tokenHash,
      person_id: session.personId,
      device: session.device,
      ip: session.ip,
      region: session.region,
      method: session.method,
      confirmed_at: session.confirmedAt,
      created_at: session.createdAt,
      last_seen_at: session.lastSeenAt,
      expires_at: session.expiresAt,
      pending: session.pending,
    })
    .execute()
  if (!session.pending) await recordUse(session.personId, session.lastSeenAt).execute(tx)
}

/** False if it is complete already. */
export async function completeSession(
  tx: Tx,
  { sessionId, personId }: { readonly sessionId: string; readonly personId: string },
  now: Date,
  expiresAt: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('session')
    .set({ pending: null, confirmed_at: now, last_seen_at: now, expires_at: expiresAt })
    .where('id', '=', sessionId)
    .where('pending', 'is not', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await recordUse(personId, now).execute(tx)
  await sql`notify clouddisk_memberships`.execute(tx)
  return true
}

export async function confirmSession(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('session').set({ confirmed_at: now }).where('id', '=', id).execute()
  await sql`notify clouddisk_memberships`.execute(tx)
}

/** Remembered beyond the session; of two at a time the later. */
export const recordUse = (personId: string, at: Date) => sql`
  insert into person_activity (person_id, last_active_at) values (${personId}, ${at})
  on conflict (person_id) do update set last_active_at = greatest(person_activity.last_active_at, excluded.last_active_at)`

export type PersonSession = Omit<Person, 'id'> & {
  readonly personId: string
  readonly memberships: Memberships
  /** Where it is no sign-in: the access token. */
  readonly token?: { readonly id: string; readonly scope: TokenScope }
} & SessionRow

const sessionQuery = (db: Reader) =>
  db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select(personColumns.filter((column) => column !== 'person.id'))
    .select('person.id as personId')
    .select(membershipsColumn())
    .select(sessionColumns)

export const sessionByToken = (db: Reader, tokenHash: Buffer): Promise<PersonSession | undefined> =>
  sessionQuery(db).where('token_hash', '=', tokenHash).executeTakeFirst()

export const signInsById = (db: Reader, ids: readonly string[]): Promise<PersonSession[]> =>
  sessionQuery(db).where('session.id', '=', sql<string>`any(${ids}::uuid[])`).execute()

export const sessionsOf = (
  db: Reader,
  personId: string,
): Promise<(SessionRow & { readonly personId: string; readonly deviceId: string | null })[]> =>
  db
    .selectFrom('session')
    .select(sessionColumns)
    .select(['person_id as personId', 'device_id as deviceId'])
    .where('person_id', '=', personId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Where the account was signed in from, as long as those sessions are remembered. */
export async function sessionAddresses(db: Reader, accountKey: string): Promise<string[]> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select('session.ip')
    .distinct()
    .where('person.account_key', '=', accountKey)
    // Whoever guessed the password only is not known there.
    .where('session.pending', 'is', null)
    .execute()
  return rows.map((row) => row.ip)
}

export async function touchSession(db: Reader, id: string, personId: string, seen: Date): Promise<void> {
  await sql`
    with touched as (update session set last_seen_at = ${seen} where id = ${id})
    ${recordUse(personId, seen)}`.execute(db)
}

/** Ends sessions of a person: one, all, or all but one. Answers how many. */
export async function deleteSessions(
  db: Reader,
  personId: string,
  which: { readonly only?: string; readonly except?: string } = {},
): Promise<number> {
  const { numInsertedOrUpdatedRows } = await db
    .with('gone', (cte) => {
      let query = cte.deleteFrom('session').where('person_id', '=', personId)
      if (which.only !== undefined) query = query.where('id', '=', which.only)
      if (which.except !== undefined) query = query.where('id', '!=', which.except)
      return query.returning(['token_hash', 'person_id', 'expires_at'])
    })
    .insertInto('revoked_session')
    .columns(['token_hash', 'person_id', 'expires_at'])
    .expression((eb) => eb.selectFrom('gone').select(['token_hash', 'person_id', 'expires_at']))
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}

/** Whether a session of this token was ended before its time. */
export async function wasRevoked(db: Reader, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('revoked_session')
    .select('person_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row !== undefined
}

/** @param forgotten counters of failed attempts go that last failed before: at sign-ins, and at other things. */
export async function deleteExpired(
  db: Reader,
  now: Date,
  forgotten: { readonly signIns: Date; readonly others: Date },
): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<=', now).execute()
  await db.deleteFrom('revoked_session').where('expires_at', '<=', now).execute()
  await db
    .deleteFrom('sign_in_throttle')
    .where(
      'last_failure_at',
      '<',
      sql<Date>`case when split_part(key, ':', 1) in ('pair', 'account', 'network', 'own')
        then ${forgotten.signIns}::timestamptz else ${forgotten.others}::timestamptz end`,
    )
    .where('blocked_until', '<=', now)
    .execute()
}

/**
 * Counts one wrong try and sets the delay that it brings, in one statement, so that no two tries count as one. With
 * `unlessBlocked` nothing is counted and nothing answered while a delay runs.
 */
export async function countFailure(
  db: Reader,
  key: string,
  count: ThrottlePolicy,
  now: Date,
  unlessBlocked: boolean,
): Promise<number | undefined> {
  const forgotten = new Date(now.getTime() - count.forgetMs)
  const failures = sql`case when t.last_failure_at < ${forgotten}::timestamptz then 1 else t.failures + 1 end`
  // Not `now` where there is no delay: a call that read the clock a moment earlier would be refused.
  const blockedUntil = sql`case when (${failures}) <= ${count.free}::int then 'epoch'
    else ${now}::timestamptz + interval '1 millisecond' * least(${count.lastMs}::float8, ${count.firstMs}::float8 * power(2::float8, least((${failures}) - ${count.free}::int - 1, 30))) end`
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_throttle as t (key, failures, last_failure_at, blocked_until)
    values (${key}, 1, ${now}::timestamptz, 'epoch')
    on conflict (key) do update set
      failures = ${failures},
      last_failure_at = ${now}::timestamptz,
      blocked_until = ${blockedUntil}
    where not ${unlessBlocked}::boolean or t.blocked_until <= ${now}::timestamptz
    returning failures`.execute(db)
  return rows[0]?.failures
}

export interface FailureCount {
  readonly key: string
  readonly failures: number
  readonly lastFailureAt: Date
  readonly blockedUntil: Date
}

export const failureCounts = (db: Reader, keys: readonly string[]): Promise<FailureCount[]> =>
  db
    .selectFrom('sign_in_throttle')
    .select(['key', 'failures', 'last_failure_at as lastFailureAt', 'blocked_until as blockedUntil'])
    .where('key', 'in', keys)
    .execute()

/** The latest end of the delays that stand against these keys. */
export async function blockedUntil(db: Reader, keys: readonly string[]): Promise<Date | undefined> {
  const row = await db
    .selectFrom('sign_in_throttle')
    .select((eb) => eb.fn.max('blocked_until').as('until'))
    .where('key', 'in', keys)
    .executeTakeFirst()
  return row?.until ?? undefined
}

export async function clearFailures(db: Reader, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('sign_in_throttle').where('key', 'in', keys).execute()
}

/** Whether there is an old drive that the person may import from, as features/imports lists them. */
export async function mayImport(db: Reader, personId: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select exists (select from import_source s where s.kind = 'webdav' or exists (select from import_source_person p
      where p.source_id = s.id and p.person_id = ${personId})) as may`.execute(db)
  return rows[0]?.may ?? false
}
