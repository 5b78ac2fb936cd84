import { hash, randomBytes } from 'node:crypto'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { makeScimToken } from '@clouddisk/contract/scim'
import { SCIM_TOKEN_DAYS_DEFAULT, SCIM_TOKEN_PREFIX } from '@clouddisk/contract/scim'
import { DAY, MINUTE } from '@clouddisk/contract/time'
import { audit } from '../../../audit/record.ts'
import type { Context } from '../../../context.ts'
import type { Reader } from '../../../db/database.ts'
import { refuseNotFound } from '../../../errors/refusal.ts'
import * as directories from '../store.ts'
import { refuseScim } from './fault.ts'

/** The bearer token of a SCIM directory; its SHA-256 is all that is kept. */

const TOKEN = new RegExp(`^${SCIM_TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`)
const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')
/** The last use is written at most this often. */
const LAST_USE_INTERVAL_MS = MINUTE

/** The one before stops working. */
export async function makeToken(
  ctx: Context,
  { directoryId, days = SCIM_TOKEN_DAYS_DEFAULT }: Input<typeof makeScimToken>,
): Promise<Reply<typeof makeScimToken>> {
  const token = SCIM_TOKEN_PREFIX + randomBytes(32).toString('base64url')
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + days * DAY)
  await ctx.db.transact(async (tx) => {
    const { id, name, code, protocol } = await directories.lockDirectory(tx, directoryId)
    if (protocol !== 'scim') refuseNotFound('directory')
    const set = {
      token_hash: hashOf(token),
      created_at: now,
      expires_at: expiresAt,
      last_used_at: null,
      last_ip: null,
    }
    await tx
      .insertInto('scim_token')
      .values({ directory_id: id, ...set })
      .onConflict((conflict) => conflict.column('directory_id').doUpdateSet(set))
      .execute()
    await audit(tx, {
      action: 'directory.tokenMade',
      object: { type: 'directory', id, name },
      detail: { code, expireTime: expiresAt.toISOString() },
    })
  })
  return { token, expireTime: expiresAt.toISOString() }
}

/** The directory whose token it is. Throws in the terms of SCIM. */
export async function directoryOfToken(
  ctx: Context,
  authorization: string | undefined,
  address: string,
): Promise<directories.Directory> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
  if (!TOKEN.test(token)) return refuseScim(401, 'noToken')
  const row = await ctx.db.reader
    .selectFrom('scim_token')
    .select(['directory_id', 'expires_at', 'last_used_at'])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  const now = ctx.now()
  if (!row) return refuseScim(401, 'noToken')
  if (row.expires_at <= now) refuseScim(401, 'tokenExpired')
  const directory = await directories.directoryById(ctx.db.reader, row.directory_id)
  if (!directory.enabled) refuseScim(403, 'disabled')
  if (now.getTime() - (row.last_used_at?.getTime() ?? 0) >= LAST_USE_INTERVAL_MS)
    await ctx.db.reader
      .updateTable('scim_token')
      .set({ last_used_at: now, last_ip: address })
      .where('directory_id', '=', directory.id)
      .where('token_hash', '=', hashOf(token))
      .execute()
  return directory
}

/** Of SCIM clients, by the directory’s id. */
export async function lastCalls(db: Reader): Promise<ReadonlyMap<string, Date>> {
  const rows = await db
    .selectFrom('scim_token')
    .select(['directory_id', 'last_used_at'])
    .where('last_used_at', 'is not', null)
    .execute()
  return new Map(rows.flatMap((row) => (row.last_used_at ? [[row.directory_id, row.last_used_at]] : [])))
}
