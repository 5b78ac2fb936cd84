import { hash, randomBytes } from 'node:crypto'
import { lengthOf, nameFault } from '@clouddisk/contract/names'
import type { Input } from '@clouddisk/contract/route'
import { DAY } from '@clouddisk/contract/time'
import {
  type createToken,
  type NewToken,
  TOKEN_DAYS,
  TOKEN_DAYS_MAX_DEFAULT,
  TOKEN_NAME_MAX,
  TOKEN_PREFIX,
  TOKENS_PER_PERSON,
} from '@clouddisk/contract/tokens'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'
import { refuse, refuseField } from '../../errors/refusal.ts'
import { readInstant } from '../../http/instant.ts'
import { presentToken } from './present.ts'
import * as store from './store.ts'

/** How access tokens are made: by their person, or for a service account by an administrator. */

const DAYS_MAX_SETTING = 'token_days_max'

/** Days for which a new token may be valid. */
export async function daysMaxSetting(db: Reader): Promise<number> {
  const value = Number(await readSetting(db, DAYS_MAX_SETTING))
  return Number.isInteger(value) && value > 0 ? value : TOKEN_DAYS_MAX_DEFAULT
}

export async function saveDaysMax(ctx: Context, daysMax: number): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const was = await daysMaxSetting(tx)
    if (daysMax === was) return
    await writeSetting(tx, DAYS_MAX_SETTING, String(daysMax))
    await audit(tx, { action: 'token.limitChanged', detail: { tokenDays: daysMax, was } })
  })
}

export type TokenInput = Input<typeof createToken>

interface TokenOwner {
  readonly id: string
  readonly realName: string
  /** Whether it has an administrator's role now. */
  readonly isAdmin: boolean
}

/** Inserts a token in the caller's transaction. Its text is in the answer, and nowhere else. */
export async function insertNewToken(
  ctx: Context,
  tx: Tx,
  owner: TokenOwner,
  input: TokenInput,
): Promise<NewToken> {
  const name = readName(input.name)
  const { scope } = input
  if (scope === 'admin' && !owner.isAdmin) refuse('token_admin_scope')
  const createdAt = ctx.now()
  const expiresAt = await readExpiry(tx, input.expireTime, createdAt)
  const held = await store.countValid(tx, owner.id, createdAt)
  if (held >= TOKENS_PER_PERSON) refuse('token_limit', { limit: TOKENS_PER_PERSON })
  const token = TOKEN_PREFIX + randomBytes(32).toString('base64url')
  const row = { id: newId(), personId: owner.id, name, scope, createdAt, expiresAt }
  await store.insertToken(tx, { ...row, tokenHash: hash('sha256', token, 'buffer') })
  await audit(tx, {
    action: 'token.created',
    object: { type: 'token', id: row.id, name },
    detail: { scope, expireTime: expiresAt.toISOString(), personName: owner.realName, personId: owner.id },
  })
  return {
    ...presentToken({ ...row, lastUsedAt: null, lastIp: null, deviceId: null }, null, createdAt),
    token,
  }
}

function readName(text: string): string {
  const name = text.trim().replace(/\s+/g, ' ')
  if (name === '') refuseField('name', 'missing')
  const fault = nameFault(name, Number.POSITIVE_INFINITY)
  if (fault === 'name_control' || fault === 'name_invisible') refuseField('name', fault)
  if (lengthOf(name) > TOKEN_NAME_MAX) refuseField('name', 'too_long')
  return name
}

async function readExpiry(tx: Tx, text: string | undefined, now: Date): Promise<Date> {
  const daysMax = await daysMaxSetting(tx)
  const end = (days: number) => new Date(now.getTime() + days * DAY)
  if (text === undefined) return end(Math.min(TOKEN_DAYS, daysMax))
  const expiry = readInstant('expireTime', text)
  if (expiry <= now) refuseField('expireTime', 'token_past')
  // A day more, as a date is chosen and not a moment.
  if (expiry > end(daysMax + 1)) refuseField('expireTime', 'token_too_far')
  return expiry
}
