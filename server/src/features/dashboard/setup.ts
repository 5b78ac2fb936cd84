import { statfs } from 'node:fs/promises'
import { SETUP_STEPS, type Setup, type SetupStep } from '@clouddisk/contract/dashboard'
import { DAY } from '@clouddisk/contract/time'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { isSetupDismissed, lastBackupTime } from '../settings/settings.ts'

/** The checklist for a new installation; each step is derived from the current state. */

const BACKUP_MAX_AGE_MS = 7 * DAY
/** Of the disk with the data. */
const MIN_FREE_SHARE = 0.1

export async function setup(ctx: Context): Promise<Setup> {
  const [dismissed, directory, storage, backup] = await Promise.all([
    isSetupDismissed(ctx.db.reader),
    directoryOf(ctx),
    hasRoom(ctx),
    hasBackup(ctx),
  ])
  const done: Record<SetupStep, boolean> = {
    ...directory,
    address: ctx.config.publicOrigin?.startsWith('https://') ?? false,
    mail: ctx.config.mail !== undefined,
    storage,
    backup,
  }
  return { dismissed, steps: SETUP_STEPS.map((step) => ({ step, done: done[step] })) }
}

/** The account of the first start counts as one person. */
async function directoryOf(
  ctx: Context,
): Promise<Pick<Record<SetupStep, boolean>, 'departments' | 'people'>> {
  const { rows } = await sql<{ departments: boolean; people: boolean }>`
    select exists (select from department) as departments,
      (select count(*) from (select from person where status <> 'removed' limit 2) colleague) > 1 as people
  `.execute(ctx.db.reader)
  return rows[0] ?? { departments: false, people: false }
}

async function hasRoom(ctx: Context): Promise<boolean> {
  try {
    await ctx.stores.check()
  } catch {
    return false
  }
  const { bavail, blocks } = await statfs(ctx.config.dataDir)
  return bavail >= blocks * MIN_FREE_SHARE
}

async function hasBackup(ctx: Context): Promise<boolean> {
  const time = await lastBackupTime(ctx.db.reader)
  return time !== undefined && ctx.now().getTime() - time.getTime() < BACKUP_MAX_AGE_MS
}
