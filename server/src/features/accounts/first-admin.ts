import { nameKey } from '@clouddisk/contract/names'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { insertPerson, preparePerson, replacePassword } from './accounts.ts'
import { hashPassword, randomPassword } from './passwords.ts'
import * as store from './store.ts'

export const FIRST_ACCOUNT = 'admin'
const FIRST_ACCOUNT_SETTING = 'first_account'
/** The hash of a password that was made up and that nobody has been shown yet. */
const UNSHOWN_PASSWORD_SETTING = 'first_password_unshown'

/** A password that was made up, to be shown once. */
export interface FirstPassword {
  readonly password: string
  /** From now on no start makes another one. */
  shown(): Promise<void>
}

/**
 * The first start makes the account `admin`, valid at once, with the configured password (C section 4). Answers the
 * password where it had to be made up: by the first start, or by a later one as long as none got as far as showing it.
 * Where the command line was used before the first start and took that name, the account becomes the administrator's and
 * keeps its password.
 * @param alone no other server is about to show its own.
 */
export async function ensureAdmin(ctx: Context, alone = true): Promise<FirstPassword | undefined> {
  const isMade = await store.hasSetting(ctx.db.reader, FIRST_ACCOUNT_SETTING)
  if (isMade && !alone) return undefined
  const password = isMade ? await replaceUnshownPassword(ctx) : await createAdmin(ctx)
  if (password === undefined || ctx.config.adminPassword !== undefined) return undefined
  return { password, shown: () => store.deleteSetting(ctx.db.reader, UNSHOWN_PASSWORD_SETTING) }
}

/** Answers the password of an account that it made. */
async function createAdmin(ctx: Context): Promise<string | undefined> {
  const password = ctx.config.adminPassword ?? randomPassword()
  const draft = await preparePerson(ctx, { userName: FIRST_ACCOUNT, password, roles: ['superAdmin'] })
  return ctx.db.transact(async (tx) => {
    if (!(await store.insertSetting(tx, FIRST_ACCOUNT_SETTING, FIRST_ACCOUNT))) return undefined
    const existing = await store.personByKey(tx, nameKey(FIRST_ACCOUNT))
    if (existing) {
      await store.addPresetRole(tx, existing.id, 'superAdmin')
      return undefined
    }
    await insertPerson(ctx, tx, draft)
    await recordUnshownPassword(ctx, tx, draft.passwordHash)
    return password
  })
}

/** Another password where the one that was made up has never been shown, unless it was changed since. */
async function replaceUnshownPassword(ctx: Context): Promise<string | undefined> {
  const unshown = await store.readSetting(ctx.db.reader, UNSHOWN_PASSWORD_SETTING)
  if (unshown === undefined) return undefined
  const password = ctx.config.adminPassword ?? randomPassword()
  const passwordHash = await hashPassword(password)
  return ctx.db.transact(async (tx) => {
    await store.deleteSetting(tx, UNSHOWN_PASSWORD_SETTING)
    const person = await store.personByKey(tx, nameKey(FIRST_ACCOUNT))
    if (person?.passwordHash !== unshown) return undefined
    await replacePassword(tx, person, passwordHash, false)
    await recordUnshownPassword(ctx, tx, passwordHash)
    return password
  })
}

async function recordUnshownPassword(ctx: Context, tx: Tx, passwordHash: string): Promise<void> {
  if (ctx.config.adminPassword === undefined)
    await store.insertSetting(tx, UNSHOWN_PASSWORD_SETTING, passwordHash)
}

/** Whether nobody has ever signed in. */
export const isUnused = async (ctx: Context): Promise<boolean> => !(await store.hasAnySignIn(ctx.db.reader))
