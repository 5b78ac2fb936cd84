import type { AdminSession, endAdminSessions, pageAdminSessions } from '@clouddisk/contract/admin-sessions'
import type { Input, Reply } from '@clouddisk/contract/route'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, membershipsColumn } from '../../access/actor.ts'
import { adminScope, hasAdvancedRole, requireManagePerson } from '../../access/admin.ts'
import type { Context } from '../../context.ts'
import { isId } from '../../db/ids.ts'
import { afterKey, isKeyFor, type KeysetColumn, orderByColumns } from '../../db/keyset.ts'
import { refuseNotFound } from '../../errors/refusal.ts'
import { Paging } from '../../http/paging.ts'
import { readDevices } from '../accounts/devices.ts'
import { sessionExpiry } from '../accounts/policy.ts'
import { revokeSessions } from '../accounts/sessions.ts'

/** Sessions of all people, for administrators; an orgAdmin sees those of their departments. */

const ORDER = [
  ['last_seen_at', 'timestamptz'],
  ['id', 'uuid'],
] as const satisfies readonly KeysetColumn[]

interface SessionListRow {
  readonly id: string
  readonly personId: string
  readonly accountName: string
  readonly realName: string
  readonly departmentId: string | null
  readonly departmentName: string | null
  readonly device: string
  readonly deviceId: string | null
  readonly ip: string
  readonly region: string | null
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly expiresAt: Date
}

export async function page(
  ctx: Context,
  actor: Actor,
  input: Input<typeof pageAdminSessions>,
): Promise<Reply<typeof pageAdminSessions>> {
  const idleMs = ctx.config.limits.sessionIdleMs
  const { where, text } = toFilter(ctx, actor, input)
  const paging = new Paging<'seen'>(ctx.secrets, 'pageAdminSessions', text, (key) => isKeyFor(ORDER, key))
  const { pageNo, pageSize, cursor } = input
  const pageQuery = paging.read({ pageNo, pageSize, cursor }, 'seen', 'seen')
  const behind = 'key' in pageQuery.start ? sql`where ${afterKey(ORDER, true, pageQuery.start.key)}` : sql``
  const skip = 'skip' in pageQuery.start ? pageQuery.start.skip : 0
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<SessionListRow>`
      select id, person_id as "personId", account_name as "accountName", real_name as "realName",
        department_id as "departmentId", department_name as "departmentName", device, device_id as "deviceId", ip, region,
        created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt"
      from (
        select s.id, s.person_id, p.account_name, p.real_name, p.department_id, d.name as department_name, s.device, s.device_id,
          s.ip, s.region, s.created_at, date_trunc('milliseconds', s.last_seen_at) as last_seen_at, s.expires_at
        from session s join person p on p.id = s.person_id left join department d on d.id = p.department_id
        where ${where}
      ) as found ${behind} order by ${orderByColumns(ORDER, true)} limit ${pageQuery.pageSize + 1} offset ${skip}`.execute(
      ctx.db.reader,
    ),
    sql<{ n: number }>`
      select count(*) as n from session s join person p on p.id = s.person_id where ${where}`.execute(
      ctx.db.reader,
    ),
  ])
  const shown = rows.slice(0, pageQuery.pageSize)
  const last = shown.at(-1)
  const next = rows.length > shown.length && last ? [last.lastSeenAt.toISOString(), last.id] : undefined
  const deviceOf = await readDevices(ctx.db.reader, shown)
  return {
    list: shown.map((row) => present(row, deviceOf(row), actor, idleMs)),
    total: counted[0]?.n ?? 0,
    ...paging.response(pageQuery, next),
  }
}

const like = (part: string): string => `%${part.trim().replace(/[\\%_]/g, '\\$&')}%`

function toFilter(
  ctx: Context,
  actor: Actor,
  { keyword, userId, ip, device }: Input<typeof pageAdminSessions>,
): { where: RawBuilder<unknown>; text: string } {
  const now = ctx.now()
  const idleSince = new Date(now.getTime() - ctx.config.limits.sessionIdleMs)
  const conditions = [sql`s.expires_at > ${now}::timestamptz and s.last_seen_at > ${idleSince}::timestamptz`]
  const scope = adminScope(actor, 'sessions', 'read')
  if (scope !== 'all') conditions.push(sql`p.department_id = any(${[...scope]}::uuid[])`)
  if (userId) conditions.push(isId(userId) ? sql`s.person_id = ${userId}::uuid` : sql`false`)
  if (keyword?.trim())
    conditions.push(sql`(p.real_name ilike ${like(keyword)} or p.account_name ilike ${like(keyword)})`)
  if (ip) conditions.push(sql`starts_with(s.ip, ${ip.trim()})`)
  if (device)
    conditions.push(sql`(s.device ilike ${like(device)} or exists (select from device v
      where v.person_id = s.person_id and v.id = s.device_id and v.name ilike ${like(device)}))`)
  return {
    where: sql.join(conditions, sql` and `),
    text: JSON.stringify([actor.personId, keyword, userId, ip, device]),
  }
}

const present = (
  row: SessionListRow,
  client: AdminSession['client'],
  actor: Actor,
  idleMs: number,
): AdminSession => ({
  sessionId: row.id,
  userId: row.personId,
  userName: row.accountName,
  userRealName: row.realName,
  departmentId: row.departmentId,
  departmentName: row.departmentName,
  device: row.device,
  client,
  ip: row.ip,
  region: row.region,
  current: row.id === actor.sessionId,
  createTime: row.createdAt.toISOString(),
  lastSeenTime: row.lastSeenAt.toISOString(),
  expireTime: sessionExpiry(row, idleMs).toISOString(),
})

/** Revokes one or all sessions of a person that the actor may manage. */
export async function endSessions(
  ctx: Context,
  actor: Actor,
  { userId, sessionId }: Input<typeof endAdminSessions>,
): Promise<Reply<typeof endAdminSessions>> {
  if (!isId(userId)) refuseNotFound('user')
  if (sessionId !== undefined && !isId(sessionId)) refuseNotFound('session')
  const person = await ctx.db.reader
    .selectFrom('person')
    .select(['id as personId', 'real_name as realName', 'department_id as departmentId'])
    .select(membershipsColumn())
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!person) refuseNotFound('user')
  const { departmentId, memberships } = person
  // Own sessions may always be revoked.
  if (person.personId !== actor.personId)
    requireManagePerson(actor, adminScope(actor, 'sessions', 'change'), {
      departmentId,
      advanced: hasAdvancedRole(memberships),
    })
  const ended = await revokeSessions(ctx, person, sessionId === undefined ? {} : { only: sessionId })
  if (sessionId !== undefined && ended === 0) refuseNotFound('session')
  return { ended }
}
