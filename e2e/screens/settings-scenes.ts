import { expect } from '@playwright/test'
import { openSettings, SECTIONS, type Section, settings } from '../support/settings.ts'
import type { Scene, Stage } from './stage.ts'

const show = async (stage: Stage, name: Section) => {
  await stage.openFolder()
  await openSettings(stage.page, name)
  await expect(settings(stage.page).getByRole('tabpanel')).not.toBeEmpty()
  if (name === '通知') await expect(settings(stage.page).getByRole('switch').first()).toBeVisible()
}

/** A person's settings. */
export const settingsScenes: readonly Scene[] = [
  ...(Object.keys(SECTIONS) as Section[]).map(
    (name): Scene => ({
      name: `settings-${SECTIONS[name].toLowerCase()}`,
      everywhere: true,
      play: (stage) => show(stage, name),
    }),
  ),
]
