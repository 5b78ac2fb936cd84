import { DEVICE_HEADER, type Device, DeviceInfo } from '@clouddisk/contract/devices'
import { HOUR } from '@clouddisk/contract/time'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { Check } from 'typebox/value'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import type { PersonSession } from './store.ts'
import { tokenIdOf } from './token-store.ts'

/** Computers with the desktop client, as it introduces itself, and what local sync uploaded last from each (G12). */

/** Of one person; more are not noted. */
const DEVICES_MAX = 100
/** An upload that comes later begins a run of its own. */
const RUN_GAP_MS = HOUR

/** What each session has introduced itself as, so that it is written once. */
const introduced = new LRUCache<string, string>({ max: 10_000 })

interface DeviceRow {
  readonly name: string
  readonly system: string
  readonly version: string
  readonly syncStartedAt: Date | null
  readonly syncAt: Date | null
  readonly syncUploaded: number
  readonly syncFailed: number
}

/**
 * Notes the computer that a session is used on. A session of a sign-in stays with the first one; an access token has
 * the one that used it last.
 */
export async function noteDevice(
  ctx: Context,
  { id, personId, token, pending }: Pick<PersonSession, 'id' | 'personId' | 'token' | 'pending'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Promise<void> {
  const header = headers[DEVICE_HEADER]
  if (typeof header !== 'string' || pending || introduced.get(id) === header) return
  const device: unknown = Object.fromEntries(new URLSearchParams(header))
  if (!Check(DeviceInfo, device)) return
  const { id: deviceId, name, system, version } = device
  const session = token
    ? sql`update api_token set device_id = ${deviceId}::uuid where id = ${token.id}::uuid`
    : sql`update session set device_id = ${deviceId}::uuid where id = ${id}::uuid and device_id is null`
  await sql`
    with known as (
      insert into device (person_id, id, name, system, version, last_seen_at)
      select ${personId}::uuid, ${deviceId}::uuid, ${name}, ${system}, ${version}, ${ctx.now()}::timestamptz
      where (select count(*) from device where person_id = ${personId}::uuid and id <> ${deviceId}::uuid) < ${DEVICES_MAX}
      on conflict (person_id, id) do update set name = excluded.name, system = excluded.system,
        version = excluded.version, last_seen_at = excluded.last_seen_at
      returning id
    )
    ${session} and exists (select from known)`.execute(ctx.db.reader)
  introduced.set(id, header)
}

/** Adds to the run of the session's computer. Without effect where the session is none of a desktop client. */
export async function noteSynced(
  ctx: Context,
  { sessionId, personId }: Pick<Actor, 'sessionId' | 'personId'>,
  { uploaded = 0, failed = 0 }: { readonly uploaded?: number; readonly failed?: number },
): Promise<void> {
  const tokenId = tokenIdOf(sessionId)
  if (tokenId === undefined && !isId(sessionId)) return
  const own = tokenId
    ? sql`select device_id from api_token where id = ${tokenId}::uuid`
    : sql`select device_id from session where id = ${sessionId}::uuid`
  const now = ctx.now()
  const isNew = sql`coalesce(sync_at < ${new Date(now.getTime() - RUN_GAP_MS)}::timestamptz, true)`
  await sql`
    update device set sync_at = ${now}::timestamptz,
      sync_started_at = case when ${isNew} then ${now}::timestamptz else sync_started_at end,
      sync_uploaded = case when ${isNew} then 0 else sync_uploaded end + ${uploaded}::integer,
      sync_failed = case when ${isNew} then 0 else sync_failed end + ${failed}::integer
    where person_id = ${personId}::uuid and id = (${own})`.execute(ctx.db.reader)
}

const deviceColumns = [
  'device.name',
  'device.system',
  'device.version',
  'device.sync_started_at as syncStartedAt',
  'device.sync_at as syncAt',
  'device.sync_uploaded as syncUploaded',
  'device.sync_failed as syncFailed',
] as const

/** Names a session's or a token's computer. The id is unique within one person alone. */
interface UsedDevice {
  readonly personId: string
  readonly deviceId: string | null
}

/** Reads the devices of sessions or tokens at once. Returns a function that answers each of them. */
export async function readDevices(
  db: Reader,
  used: readonly UsedDevice[],
): Promise<(one: UsedDevice) => Device | null> {
  const named = used.filter(({ deviceId }) => deviceId !== null)
  const rows =
    named.length === 0
      ? []
      : await db
          .selectFrom('device')
          .select(['device.person_id as personId', 'device.id', ...deviceColumns])
          .where(({ eb, refTuple, tuple }) =>
            eb(
              refTuple('device.person_id', 'device.id'),
              'in',
              named.map(({ personId, deviceId }) => tuple(personId, deviceId ?? '')),
            ),
          )
          .execute()
  const devices = new Map(rows.map((row) => [`${row.personId} ${row.id}`, row]))
  return ({ personId, deviceId }) => presentDevice(devices.get(`${personId} ${deviceId}`))
}

const presentDevice = (row: DeviceRow | undefined): Device | null =>
  row
    ? {
        name: row.name,
        system: row.system,
        version: row.version,
        localSync:
          row.syncStartedAt && row.syncAt
            ? {
                startTime: row.syncStartedAt.toISOString(),
                time: row.syncAt.toISOString(),
                uploaded: row.syncUploaded,
                failed: row.syncFailed,
              }
            : null,
      }
    : null

/** Those that no session or token names. */
export async function deleteUnusedDevices(db: Reader, unusedSince: Date): Promise<void> {
  await sql`
    delete from device d where d.last_seen_at < ${unusedSince}::timestamptz
      and not exists (select from session s where s.person_id = d.person_id and s.device_id = d.id)
      and not exists (select from api_token t where t.person_id = d.person_id and t.device_id = d.id)`.execute(
    db,
  )
}
