import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import config from './playwright.config.ts'
import { accessScenes } from './screens/access-scenes.ts'
import { activityScenes } from './screens/activity-scenes.ts'
import { adminLinkScenes } from './screens/admin-link-scenes.ts'
import { adminPeopleScenes } from './screens/admin-people-scenes.ts'
import { adminScenes } from './screens/admin-scenes.ts'
import { allUploadsScenes } from './screens/all-uploads-scenes.ts'
import { bellScenes } from './screens/bell-scenes.ts'
import { businessConfigScenes } from './screens/business-config-scenes.ts'
import { clientScenes } from './screens/client-scenes.ts'
import { coeditingScenes } from './screens/coediting-scenes.ts'
import { makeContent } from './screens/content.ts'
import { contentRuleScenes } from './screens/content-rule-scenes.ts'
import { directoryScenes } from './screens/directory-scenes.ts'
import { groupScenes } from './screens/group-scenes.ts'
import { helpScenes } from './screens/help-scenes.ts'
import { importScenes } from './screens/import-scenes.ts'
import { ipRuleScenes } from './screens/ip-rule-scenes.ts'
import { labelScenes } from './screens/label-scenes.ts'
import { libraryScenes } from './screens/library-scenes.ts'
import { linkScenes } from './screens/link-scenes.ts'
import { linkStateScenes } from './screens/link-state-scenes.ts'
import { linkVisitScenes } from './screens/link-visit-scenes.ts'
import { linkVisitStateScenes } from './screens/link-visit-state-scenes.ts'
import { localHelperScenes } from './screens/local-helper-scenes.ts'
import { logScenes } from './screens/log-scenes.ts'
import { nodeSyncScenes } from './screens/node-sync-scenes.ts'
import { offboardingScenes } from './screens/offboarding-scenes.ts'
import { outboundScenes } from './screens/outbound-scenes.ts'
import { outboundStateScenes } from './screens/outbound-state-scenes.ts'
import { peopleScenes } from './screens/people-scenes.ts'
import { personalTableScenes } from './screens/personal-table-scenes.ts'
import { policyScenes } from './screens/policy-scenes.ts'
import { previewScenes } from './screens/preview-scenes.ts'
import { previewStateScenes } from './screens/preview-state-scenes.ts'
import { providerScenes } from './screens/provider-scenes.ts'
import { quarantineScenes } from './screens/quarantine-scenes.ts'
import { roleScenes } from './screens/role-scenes.ts'
import { ruleStateScenes } from './screens/rule-state-scenes.ts'
import { scenes } from './screens/scenes.ts'
import { scimScenes } from './screens/scim-scenes.ts'
import { searchScenes } from './screens/search-scenes.ts'
import { secondFactorScenes } from './screens/second-factor-scenes.ts'
import { settingsScenes } from './screens/settings-scenes.ts'
import { sharingScenes } from './screens/sharing-scenes.ts'
import { shellScenes } from './screens/shell-scenes.ts'
import { siteScenes } from './screens/site-scenes.ts'
import { type Look, makeWorld, type Scene, type Setting, take } from './screens/stage.ts'
import { storageScenes } from './screens/storage-scenes.ts'
import { tokenScenes } from './screens/token-scenes.ts'
import { transferScenes } from './screens/transfer-scenes.ts'
import { usageScenes } from './screens/usage-scenes.ts'
import { versionScenes } from './screens/version-scenes.ts'
import { newDesk } from './support/desk.ts'
import { startServer } from './support/server.ts'
import type { Words } from './support/test.ts'

/**
 * Pictures of every screen and state, to be looked at: `node e2e/screens.ts [folder] [part of a name] [axe]`. It starts the
 * product on a throwaway data folder; the page is what `npm start` has built. With `axe` it also writes what axe finds.
 */

const ALL: readonly Scene[] = [
  ...scenes,
  ...transferScenes,
  ...providerScenes,
  ...tokenScenes,
  ...ipRuleScenes,
  ...localHelperScenes,
  ...groupScenes,
  ...sharingScenes,
  ...linkScenes,
  ...linkStateScenes,
  ...outboundScenes,
  ...outboundStateScenes,
  ...peopleScenes,
  ...accessScenes,
  ...adminPeopleScenes,
  ...offboardingScenes,
  ...roleScenes,
  ...adminScenes,
  ...businessConfigScenes,
  ...directoryScenes,
  ...scimScenes,
  ...contentRuleScenes,
  ...quarantineScenes,
  ...ruleStateScenes,
  ...siteScenes,
  ...coeditingScenes,
  ...nodeSyncScenes,
  ...storageScenes,
  ...logScenes,
  ...adminLinkScenes,
  ...allUploadsScenes,
  ...bellScenes,
  ...helpScenes,
  ...importScenes,
  ...secondFactorScenes,
  ...settingsScenes,
  ...clientScenes,
  ...shellScenes,
  ...previewScenes,
  ...previewStateScenes,
  ...searchScenes,
  ...personalTableScenes,
  ...usageScenes,
  ...versionScenes,
  ...labelScenes,
  ...activityScenes,
  ...policyScenes,
  ...linkVisitScenes,
  ...linkVisitStateScenes,
  // Last: they put an entry into the menu.
  ...libraryScenes,
]
const LANGUAGES: readonly Words[] = ['zh-CN', 'en-US']
const LOOKS: readonly Look[] = ['redblack', 'light', 'dark']
const WIDTHS = [1440, 1280, 390]
const PLAIN: Setting = { language: 'zh-CN', look: 'redblack', width: 1440 }
const TIGHT: Setting = { language: 'en-US', look: 'dark', width: 1280 }
const BOTH: Setting[] = [
  PLAIN,
  { ...PLAIN, width: 390 },
  TIGHT,
  { language: 'en-US', look: 'light', width: 390 },
]

function settingsOf(scene: Scene): Setting[] {
  if (scene.everywhere)
    return LANGUAGES.flatMap((language) =>
      LOOKS.flatMap((look) => WIDTHS.map((width) => ({ language, look, width }))),
    )
  if (scene.both) return BOTH
  return [PLAIN, ...(scene.phone ? [{ ...PLAIN, width: 390 }] : []), ...(scene.english ? [TIGHT] : [])]
}

const nameOf = (scene: Scene, { language, look, width }: Setting) =>
  `${scene.name}.${language.slice(0, 2)}.${look}.${width}.png`

const folder = process.argv[2] ?? fileURLToPath(new URL('../shots', import.meta.url))
const wanted = new RegExp(process.argv[3] ?? '')
const withAxe = process.argv[4] === 'axe'
await mkdir(folder, { recursive: true })
const browser = await chromium.launch(config.use?.launchOptions)
const server = await startServer()
const desk = await newDesk()
let failed = 0
try {
  const world = await makeWorld(server, browser, desk, await makeContent(browser))
  for (const scene of ALL) {
    for (const setting of settingsOf(scene)) {
      const name = nameOf(scene, setting)
      if (!wanted.test(name)) continue
      try {
        const faults = await take(world, scene, setting, { file: join(folder, name), withAxe })
        console.log([name, ...faults].join('\n  axe: '))
        if (faults.length > 0) failed++
      } catch (error) {
        failed++
        console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }
} finally {
  await browser.close()
  await server.stop()
  await desk.clear()
}
process.exitCode = failed > 0 ? 1 : 0
