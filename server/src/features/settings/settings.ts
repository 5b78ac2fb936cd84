import { type InstanceSettings, MASK_NAMES, type MaskNames } from '@clouddisk/contract/admin-settings'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { readSetting, writeSetting } from './store.ts'

/** Settings of the installation, and what it remembers for its administrators. */

const MASK_FACT = 'mask_names'
const BACKUP_FACT = 'last_backup'
const DISMISSED_FACT = 'setup_dismissed'

export const instanceSettings = async (db: Reader): Promise<InstanceSettings> => ({
  maskNames: await maskNames(db),
})

export async function maskNames(db: Reader): Promise<MaskNames> {
  const value = await readSetting(db, MASK_FACT)
  return MASK_NAMES.find((one) => one === value) ?? 'off'
}

export function saveInstanceSettings(
  ctx: Context,
  given: Partial<InstanceSettings>,
): Promise<InstanceSettings> {
  return ctx.db.transact(async (tx) => {
    const before = await instanceSettings(tx)
    const after = { ...before, ...given }
    if (after.maskNames !== before.maskNames) {
      await writeSetting(tx, MASK_FACT, after.maskNames)
      const detail = { maskNames: after.maskNames, was: before.maskNames }
      await audit(tx, { action: 'instance.settingsChanged', detail })
    }
    return after
  })
}

/** When the last backup came to its end; undefined where there is none. */
export async function lastBackupTime(db: Reader): Promise<Date | undefined> {
  const value = await readSetting(db, BACKUP_FACT)
  return value === undefined ? undefined : new Date(value)
}

export const recordBackup = (db: Reader, time: Date): Promise<void> =>
  writeSetting(db, BACKUP_FACT, time.toISOString())

/** Whether an administrator has dismissed the checklist for a new installation. */
export const isSetupDismissed = async (db: Reader): Promise<boolean> =>
  (await readSetting(db, DISMISSED_FACT)) === 'true'

export const dismissSetup = (db: Reader, dismissed: boolean): Promise<void> =>
  writeSetting(db, DISMISSED_FACT, String(dismissed))
