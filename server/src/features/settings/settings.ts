import { isDeepStrictEqual } from 'node:util'
import {
  type InstanceSettings,
  isApprovalUrl,
  MASK_NAMES,
  type MaskNames,
} from '@clouddisk/contract/admin-settings'
import { type ConfiguredLink, isWebAddress } from '@clouddisk/contract/configured-links'
import { hasInvisible } from '@clouddisk/contract/invisible'
import type { VersionLimits } from '@clouddisk/contract/versions'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { APPROVAL_URL_SETTING, approvalUrlSetting } from '../../db/approval-url.ts'
import { configuredLinks, LINKS_SETTING } from '../../db/configured-links.ts'
import { CONTENT_SEARCH_SETTING, isContentSearched } from '../../db/content-search-setting.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { isPersonalTableOn, PERSONAL_TABLE_SETTING } from '../../db/personal-table-setting.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'
import { SYSTEM_TITLE_SETTING, systemTitle } from '../../db/system-title.ts'
import { refuseField } from '../../errors/refusal.ts'
import { type NetworkLimits, networkLimits, saveNetworkLimits } from '../../http/network-use.ts'
import {
  defaultVersionLimits,
  VERSION_DAYS_SETTING,
  VERSIONS_KEPT_SETTING,
} from '../../tree/version-limits.ts'

/** Settings and state of the installation for administrators. */

const MASK_NAMES_SETTING = 'mask_names'
const LAST_BACKUP_SETTING = 'last_backup'
const SETUP_DISMISSED_SETTING = 'setup_dismissed'

export const instanceSettings = async (
  ctx: Pick<Context, 'config'>,
  db: Reader,
): Promise<InstanceSettings> => ({
  systemTitle: await systemTitle(db),
  maskNames: await maskNames(db),
  contentSearch: await isContentSearched(ctx, db),
  personalTable: await isPersonalTableOn(db),
  ...(await defaultVersionLimits(db)),
  ...(await networkLimits(db)),
  approvalUrl: await approvalUrlSetting(db),
  links: await configuredLinks(db),
})

export async function maskNames(db: Reader): Promise<MaskNames> {
  const value = await readSetting(db, MASK_NAMES_SETTING)
  return MASK_NAMES.find((one) => one === value) ?? 'off'
}

export function saveInstanceSettings(
  ctx: Context,
  changes: Partial<InstanceSettings>,
): Promise<InstanceSettings> {
  return ctx.db.transact(async (tx) => {
    const before = await instanceSettings(ctx, tx)
    const after = { ...before, ...changes, approvalUrl: (changes.approvalUrl ?? before.approvalUrl).trim() }
    after.systemTitle = await saveSystemTitle(tx, before.systemTitle, after.systemTitle)
    if (after.maskNames !== before.maskNames) {
      await writeSetting(tx, MASK_NAMES_SETTING, after.maskNames)
      const detail = { maskNames: after.maskNames, was: before.maskNames }
      await audit(tx, { action: 'instance.settingsChanged', detail })
    }
    if (after.contentSearch !== before.contentSearch) {
      await writeSetting(tx, CONTENT_SEARCH_SETTING, String(after.contentSearch))
      const detail = { contentSearch: after.contentSearch, was: before.contentSearch }
      await audit(tx, { action: 'instance.settingsChanged', detail })
    }
    if (after.personalTable !== before.personalTable) {
      await writeSetting(tx, PERSONAL_TABLE_SETTING, String(after.personalTable))
      const detail = { personalTable: after.personalTable, was: before.personalTable }
      await audit(tx, { action: 'instance.settingsChanged', detail })
    }
    await saveVersionDefaults(tx, before, after)
    await saveLinkLimits(tx, before, after)
    await saveApprovalUrl(tx, before, after)
    return { ...after, links: await saveLinks(tx, before.links, changes.links) }
  })
}

/** Returns the title that is in force: on one line, without space around it. */
async function saveSystemTitle(tx: Tx, was: string, wanted: string): Promise<string> {
  const title = wanted.trim().replace(/\s+/g, ' ')
  if (/\p{Cc}/u.test(title)) refuseField('systemTitle', 'name_control')
  if (hasInvisible(title)) refuseField('systemTitle', 'invisible_characters')
  if (title === was) return was
  await writeSetting(tx, SYSTEM_TITLE_SETTING, title)
  await audit(tx, { action: 'instance.settingsChanged', detail: { systemTitle: title, was } })
  return title
}

async function saveVersionDefaults(tx: Tx, before: VersionLimits, after: VersionLimits): Promise<void> {
  const { versionsKept, versionDays } = after
  if (versionsKept === before.versionsKept && versionDays === before.versionDays) return
  await writeSetting(tx, VERSIONS_KEPT_SETTING, String(versionsKept))
  await writeSetting(tx, VERSION_DAYS_SETTING, String(versionDays))
  const was = { versionsKept: before.versionsKept, versionDays: before.versionDays }
  await audit(tx, { action: 'instance.settingsChanged', detail: { versionsKept, versionDays, was } })
}

async function saveLinkLimits(tx: Tx, before: NetworkLimits, after: NetworkLimits): Promise<void> {
  const { linkVisitsPerHour, linkBytesPerDay } = after
  if (linkVisitsPerHour === before.linkVisitsPerHour && linkBytesPerDay === before.linkBytesPerDay) return
  await saveNetworkLimits(tx, after)
  const was = { linkVisitsPerHour: before.linkVisitsPerHour, linkBytesPerDay: before.linkBytesPerDay }
  await audit(tx, {
    action: 'instance.settingsChanged',
    detail: { linkVisitsPerHour, linkBytesPerDay, was },
  })
}

async function saveApprovalUrl(
  tx: Tx,
  { approvalUrl: was }: InstanceSettings,
  { approvalUrl }: InstanceSettings,
): Promise<void> {
  if (approvalUrl === was) return
  if (approvalUrl !== '' && !isApprovalUrl(approvalUrl)) refuseField('approvalUrl', 'approval_url')
  await writeSetting(tx, APPROVAL_URL_SETTING, approvalUrl)
  await audit(tx, { action: 'instance.settingsChanged', detail: { approvalUrl, was } })
}

/** Returns the links that are in force. */
async function saveLinks(
  tx: Tx,
  was: readonly ConfiguredLink[],
  changed: readonly ConfiguredLink[] | undefined,
): Promise<ConfiguredLink[]> {
  const links = (changed ?? was).map(({ zh, en, url, menu }) => ({
    zh: zh.trim(),
    en: en.trim(),
    url: url.trim(),
    menu,
  }))
  if (isDeepStrictEqual(links, was)) return links
  if (links.some(({ zh, en }) => zh === '' || en === '')) refuseField('links', 'missing')
  if (links.some(({ zh, en }) => hasInvisible(zh) || hasInvisible(en)))
    refuseField('links', 'invisible_characters')
  if (!links.every(({ url }) => isWebAddress(url))) refuseField('links', 'web_address')
  await writeSetting(tx, LINKS_SETTING, JSON.stringify(links))
  await audit(tx, { action: 'instance.settingsChanged', detail: { links, was } })
  return links
}

/** When the last backup finished; undefined if there is none. */
export async function lastBackupTime(db: Reader): Promise<Date | undefined> {
  const value = await readSetting(db, LAST_BACKUP_SETTING)
  return value === undefined ? undefined : new Date(value)
}

export const recordBackup = (db: Reader, time: Date): Promise<void> =>
  writeSetting(db, LAST_BACKUP_SETTING, time.toISOString())

/** Whether an administrator has dismissed the checklist for a new installation. */
export const isSetupDismissed = async (db: Reader): Promise<boolean> =>
  (await readSetting(db, SETUP_DISMISSED_SETTING)) === 'true'

export const dismissSetup = (db: Reader, dismissed: boolean): Promise<void> =>
  writeSetting(db, SETUP_DISMISSED_SETTING, String(dismissed))
