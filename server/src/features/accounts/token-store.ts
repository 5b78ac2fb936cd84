import { TOKEN_PREFIX } from '@clouddisk/contract/tokens'
import { sql } from 'kysely'
import { membershipsColumn } from '../../access/actor.ts'
import type { Reader } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { type PersonSession, personColumns, recordUse } from './store.ts'

/** Access tokens as sessions: what a program calls with is authenticated as a session is. */

const API_TOKEN = new RegExp(`^${TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`)
export const isApiToken = (text: string): boolean => API_TOKEN.test(text)

const PREFIX = 'token-'
/** `sessionId` of the actor of a token, in signed addresses too. */
const toTokenSessionId = (tokenId: string): string => `${PREFIX}${tokenId}`
/** Undefined for the session of a sign-in. */
export const tokenIdOf = (sessionId: string): string | undefined => {
  const id = sessionId.startsWith(PREFIX) ? sessionId.slice(PREFIX.length) : ''
  return isId(id) ? id : undefined
}

async function tokenSessions(db: Reader, which: ReturnType<typeof sql<boolean>>): Promise<PersonSession[]> {
  const rows = await db
    .selectFrom('api_token')
    .innerJoin('person', 'person.id', 'api_token.person_id')
    .select(personColumns.filter((column) => column !== 'person.id'))
    .select('person.id as personId')
    .select(membershipsColumn())
    .select([
      'api_token.id as tokenId',
      'api_token.scope',
      'api_token.created_at as createdAt',
      'api_token.last_used_at as lastUsedAt',
      'api_token.last_ip as lastIp',
      'api_token.expires_at as expiresAt',
    ])
    .where(which)
    .execute()
  return rows.map(({ tokenId, scope, lastUsedAt, lastIp, ...row }) => ({
    ...row,
    id: toTokenSessionId(tokenId),
    token: { id: tokenId, scope },
    device: '',
    ip: lastIp ?? '',
    region: null,
    method: 'password',
    pending: null,
    confirmedAt: row.createdAt,
    // So that the first use is written.
    lastSeenAt: lastUsedAt ?? new Date(0),
  }))
}

export const sessionByApiToken = async (db: Reader, tokenHash: Buffer): Promise<PersonSession | undefined> =>
  (await tokenSessions(db, sql<boolean>`token_hash = ${tokenHash}`))[0]

export const sessionsByTokenId = (db: Reader, ids: readonly string[]): Promise<PersonSession[]> =>
  tokenSessions(db, sql<boolean>`api_token.id = any(${ids}::uuid[])`)

export async function touchToken(
  db: Reader,
  { tokenId, personId, ip }: { tokenId: string; personId: string; ip: string },
  used: Date,
): Promise<void> {
  await sql`
    with touched as (update api_token set last_used_at = ${used}, last_ip = ${ip} where id = ${tokenId}::uuid)
    ${recordUse(personId, used)}`.execute(db)
}

export async function deleteExpiredTokens(db: Reader, expiredBefore: Date): Promise<void> {
  await db.deleteFrom('api_token').where('expires_at', '<', expiredBefore).execute()
}
