import type { SettingsSection } from '../../../lib/extension-points.ts'
import { createStore } from '../../../lib/store.ts'

/** The section that the dialog of a person's settings shows, also while it closes; undefined while it is not there. */

export interface ShownSettings {
  readonly section: SettingsSection | undefined
  readonly open: boolean
}

/** Mails lead to the settings of notifications, the desktop client to all, providers back to those of the account. */
const ADDRESSED: Readonly<Record<string, SettingsSection>> = {
  '#settings': 'general',
  '#notification-settings': 'notifications',
  '#account-settings': 'account',
}

const addressed = ADDRESSED[location.hash]
export const shownSettings = createStore<ShownSettings>({
  section: addressed,
  open: addressed !== undefined,
})

export const openSettings = (section: SettingsSection = 'general'): void =>
  shownSettings.set({ section, open: true })
