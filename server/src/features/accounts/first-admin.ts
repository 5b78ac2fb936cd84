import { nameKey } from '@clouddisk/contract/names'
import type { Context } from '../../context.ts'
import { insert, prepare } from './accounts.ts'
import { randomPassword } from './passwords.ts'
import * as store from './store.ts'

export const FIRST_ACCOUNT = 'admin'
const FACT = 'first_account'

/**
 * The first start makes the account `admin`, valid at once, with the configured password (C section 4). Answers the
 * password where it had to be made up, to be shown once. Where the command line was used before the first start and
 * took that name, the account becomes the administrator's and keeps its password.
 */
export async function ensureAdmin(ctx: Context): Promise<string | undefined> {
  if (await store.isNoted(ctx.db.reader, FACT)) return undefined
  const given = ctx.config.adminPassword
  const password = given ?? randomPassword()
  const draft = await prepare(ctx, { userName: FIRST_ACCOUNT, password, roles: ['superAdmin'] })
  const made = await ctx.db.transact(async (tx) => {
    if (!(await store.noteOnce(tx, FACT, FIRST_ACCOUNT))) return false
    const existing = await store.personByKey(tx, nameKey(FIRST_ACCOUNT))
    if (existing) await store.giveRole(tx, existing.id, 'superAdmin')
    else await insert(ctx, tx, draft)
    return !existing
  })
  return made && given === undefined ? password : undefined
}
