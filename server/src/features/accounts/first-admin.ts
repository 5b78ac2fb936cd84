import { nameKey } from '@clouddisk/contract/names'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { deleteSetting, insertSetting, readSetting } from '../../db/settings.ts'
import { insertPerson, preparePerson, replacePassword } from './accounts.ts'
import { hashPassword, randomPassword } from './passwords.ts'
import * as store from './store.ts'

export const FIRST_ACCOUNT = 'admin'
const FIRST_ACCOUNT_SETTING = 'first_account'
/** Setting with the hash of a generated password that has not been displayed yet. */
const UNSHOWN_PASSWORD_SETTING = 'first_password_unshown'

/** A generated password, to be displayed once. */
export interface FirstPassword {
  readonly password: string
  /** Records that it was displayed; later starts generate no other one. */
  shown(): Promise<void>
}

/**
 * Creates the account `admin` at the first start, with the configured password (C section 4). Returns the password if it
 * had to be generated, also at later starts until it was displayed. An account of that name created earlier by the command
 * line becomes the administrator and keeps its password.
 * @param alone no other server is running that could display its own password.
 */
export async function ensureAdmin(ctx: Context, alone = true): Promise<FirstPassword | undefined> {
  const isMade = (await readSetting(ctx.db.reader, FIRST_ACCOUNT_SETTING)) !== undefined
  if (isMade && !alone) return undefined
  const password = isMade ? await replaceUnshownPassword(ctx) : await createAdmin(ctx)
  if (password === undefined || ctx.config.adminPassword !== undefined) return undefined
  return { password, shown: () => deleteSetting(ctx.db.reader, UNSHOWN_PASSWORD_SETTING) }
}

/** Returns the password of the account if it created one. */
async function createAdmin(ctx: Context): Promise<string | undefined> {
  const password = ctx.config.adminPassword ?? randomPassword()
  const draft = await preparePerson(ctx, { userName: FIRST_ACCOUNT, password, roles: ['superAdmin'] })
  return ctx.db.transact(async (tx) => {
    if (!(await insertSetting(tx, FIRST_ACCOUNT_SETTING, FIRST_ACCOUNT))) return undefined
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

/** Replaces a generated password that was never displayed, unless it was changed since. */
async function replaceUnshownPassword(ctx: Context): Promise<string | undefined> {
  const unshown = await readSetting(ctx.db.reader, UNSHOWN_PASSWORD_SETTING)
  if (unshown === undefined) return undefined
  const password = ctx.config.adminPassword ?? randomPassword()
  const passwordHash = await hashPassword(password)
  return ctx.db.transact(async (tx) => {
    await deleteSetting(tx, UNSHOWN_PASSWORD_SETTING)
    const person = await store.personByKey(tx, nameKey(FIRST_ACCOUNT))
    if (person?.passwordHash !== unshown) return undefined
    await replacePassword(tx, person, passwordHash, false)
    await recordUnshownPassword(ctx, tx, passwordHash)
    return password
  })
}

async function recordUnshownPassword(ctx: Context, tx: Tx, passwordHash: string): Promise<void> {
  if (ctx.config.adminPassword === undefined) await insertSetting(tx, UNSHOWN_PASSWORD_SETTING, passwordHash)
}

/** Whether no one has ever signed in. */
export const isUnused = async (ctx: Context): Promise<boolean> => !(await store.hasAnySignIn(ctx.db.reader))
