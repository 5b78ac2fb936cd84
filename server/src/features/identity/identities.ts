import type {
  LinkedPerson,
  linkPerson,
  PersonIdentity,
  pageLinkedPeople,
} from '@clouddisk/contract/admin-identity'
import { LIMITS } from '@clouddisk/contract/limits'
import { nameKey } from '@clouddisk/contract/names'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { OwnIdentity } from '@clouddisk/contract/sign-in'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { findPerson } from '../accounts/find-person.ts'
import { NO_PASSWORD_HASH } from '../accounts/passwords.ts'
import { hasDirectoryPassword } from '../directories/sign-in.ts'
import { link } from './complete.ts'
import { endSessions } from './logout.ts'
import { protocolOf } from './protocols.ts'
import { anyProvider } from './providers.ts'
import * as store from './store.ts'

/** Whom providers know: as administrators see them, and as people see their own. */

const identityColumns = [
  'i.id as identityId',
  'i.provider_id as providerId',
  'i.subject',
  'i.name',
  'i.person_id as personId',
  'i.created_at as createdAt',
  'i.last_used_at as lastUsedAt',
] as const

const identities = (db: Reader) => db.selectFrom('person_identity as i').select(identityColumns)

export async function page(
  ctx: Context,
  { providerId, keyword = '', pageNo = 1, pageSize = LIMITS.pageSizeDefault }: Input<typeof pageLinkedPeople>,
): Promise<Reply<typeof pageLinkedPeople>> {
  const provider = await anyProvider(ctx.db.reader, providerId)
  const key = nameKey(keyword.trim())
  const matching = ctx.db.reader
    .selectFrom('person_identity as i')
    .innerJoin('person as p', 'p.id', 'i.person_id')
    .where('i.provider_id', '=', provider.id)
    .$if(key !== '', (query) =>
      query.where((eb) =>
        eb.or([
          eb(sql`strpos(p.find_key, ${key})`, '>', 0),
          eb(sql`strpos(lower(i.name), ${key})`, '>', 0),
          eb('i.subject', '=', keyword.trim()),
        ]),
      ),
    )
  const [rows, { total }] = await Promise.all([
    matching
      .select(identityColumns)
      .select(['p.account_name as accountName', 'p.real_name as userRealName'])
      .orderBy('p.account_key')
      .orderBy('i.id')
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize)
      .execute(),
    matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const list = rows.map(
    ({ personId, createdAt, lastUsedAt, providerId: _providerId, ...row }): LinkedPerson => ({
      ...row,
      userId: personId,
      createTime: createdAt.toISOString(),
      lastUsedTime: lastUsedAt?.toISOString() ?? null,
    }),
  )
  return { list, total: Number(total), pageNo, pageSize }
}

export async function ofPerson(ctx: Context, userId: string): Promise<PersonIdentity[]> {
  const person = isId(userId) ? await findPerson(ctx.db.reader, userId) : undefined
  if (!person) return refuseNotFound('user')
  const providers = new Map((await store.providers(ctx.db.reader)).map((one) => [one.id, one]))
  const rows = await identities(ctx.db.reader)
    .where('i.person_id', '=', person.id)
    .orderBy('i.created_at')
    .execute()
  return rows.flatMap(({ providerId, identityId, name, createdAt, lastUsedAt }) => {
    const provider = providers.get(providerId)
    if (!provider) return []
    const { kind, zh, en } = provider
    const times = { createTime: createdAt.toISOString(), lastUsedTime: lastUsedAt?.toISOString() ?? null }
    return { identityId, providerId, kind, zh, en, name, ...times }
  })
}

export async function own(ctx: Context, actor: Actor): Promise<OwnIdentity[]> {
  const linked = await ofPerson(ctx, actor.personId)
  const providers = (await store.providers(ctx.db.reader)).filter(
    ({ id, enabled, kind }) =>
      (enabled && protocolOf(kind)) || linked.some(({ providerId }) => providerId === id),
  )
  return providers.flatMap(({ id: providerId, kind, zh, en }): OwnIdentity[] => {
    const here = linked.filter((one) => one.providerId === providerId)
    const unlinked = { identityId: null, name: '', createTime: null, lastUsedTime: null }
    return (here.length > 0 ? here : [unlinked]).map(({ identityId, name, createTime, lastUsedTime }) => ({
      providerId,
      kind,
      zh,
      en,
      identityId,
      name,
      createTime,
      lastUsedTime,
    }))
  })
}

export async function linkByAdmin(
  ctx: Context,
  { providerId, userId, subject }: Input<typeof linkPerson>,
): Promise<void> {
  const provider = await anyProvider(ctx.db.reader, providerId)
  const person = isId(userId) ? await findPerson(ctx.db.reader, userId) : undefined
  if (!person || person.status === 'removed') return refuseNotFound('user')
  const trimmed = subject.trim() || refuseField('subject', 'missing')
  await ctx.db.transact((tx) => link(tx, provider, { subject: trimmed }, person.id))
}

/** By the administrator, or of one's own. Sessions that it opened end. */
export async function unlink(ctx: Context, identityId: string, ownerId?: string): Promise<void> {
  if (!isId(identityId)) refuseNotFound('identity')
  const identity = await ctx.db.transact(async (tx) => {
    const row = await tx
      .deleteFrom('person_identity as i')
      .where('i.id', '=', identityId)
      .$if(ownerId !== undefined, (query) => query.where('i.person_id', '=', ownerId ?? ''))
      .returning(['i.provider_id as providerId', 'i.subject', 'i.person_id as personId'])
      .executeTakeFirst()
    if (!row) return refuseNotFound('identity')
    const person = (await findPerson(tx, row.personId)) ?? refuseNotFound('user')
    if (ownerId !== undefined && person.passwordHash === NO_PASSWORD_HASH) {
      const isIn = (await hasOther(tx, ownerId)) || (await hasDirectoryPassword(ctx, ownerId))
      if (!isIn) refuse('only_sign_in')
    }
    const provider = await store.providerById(tx, row.providerId)
    await audit(tx, {
      action: 'identity.unlinked',
      object: { type: 'person', id: person.id, name: person.realName },
      detail: { provider: provider?.en, providerId: row.providerId },
    })
    return row
  })
  // The session in which one unlinks oneself stays.
  if (ownerId === undefined) await endSessions(ctx, identity.providerId, { subject: identity.subject })
}

async function hasOther(db: Reader, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('person_identity')
    .innerJoin('identity_provider as p', 'p.id', 'person_identity.provider_id')
    .select('person_identity.id')
    .where('person_id', '=', personId)
    .where('p.enabled', '=', true)
    .executeTakeFirst()
  return row !== undefined
}
