import { saveSettings } from '@clouddisk/contract/settings'
import { expect, type Page } from '@playwright/test'
import { dropFiles } from '../support/drop.ts'
import { either, heading } from '../support/files.ts'
import { openSettings } from '../support/settings.ts'
import { question } from '../support/transfers.ts'
import type { Scene, Stage } from './stage.ts'

/** Handing large transfers to the desktop client. No client runs: the page looks for one, and does not find it. */

const pluginInfo = {
  offered: true,
  httpPort: 9,
  websocketPort: 9,
  version: '1.0.0',
  url: '/disk/api/pub/downloadTool',
}

/** @param url where the client can be downloaded. */
async function askAboutUpload(stage: Stage, url: string | null = pluginInfo.url): Promise<void> {
  const { page, open, desk, rich } = stage
  await rich.api.call(saveSettings, { localHelper: true })
  await page.route('**/pub/pluginInfo*', (route) =>
    route.fulfill({ json: { errcode: 0, errmsg: '', data: { ...pluginInfo, url } } }),
  )
  await open('personalFile')
  const paths = await Promise.all(
    Array.from({ length: 51 }, (_, n) => desk.file(`照片/现场-${n}.jpg`, `${n}`)),
  )
  await dropFiles(page, paths, heading(page))
  await expect(question(page)).toBeVisible()
}

const useClient = (page: Page) =>
  question(page)
    .getByRole('button', { name: either('用客户端上传', 'Use the client') })
    .click()

/** The check hangs, as while the browser asks the person, or is refused at once. */
const clientAnswers = (page: Page, hangs: boolean) =>
  page.route('http://127.0.0.1:9/**', (route) => (hangs ? undefined : route.abort()))

export const localHelperScenes: readonly Scene[] = [
  { name: 'local-helper-question', everywhere: true, play: (stage) => askAboutUpload(stage) },
  {
    name: 'local-helper-connecting',
    both: true,
    play: async (stage) => {
      await clientAnswers(stage.page, true)
      await askAboutUpload(stage)
      await useClient(stage.page)
      await expect(stage.page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'local-helper-missing',
    both: true,
    play: async (stage) => {
      await clientAnswers(stage.page, false)
      await askAboutUpload(stage, null)
      await useClient(stage.page)
      // The page tries for five seconds to start the client.
      await expect(question(stage.page)).toContainText(
        /没有连接到桌面客户端|The desktop client doesn’t answer/,
        { timeout: 20_000 },
      )
    },
  },
  {
    name: 'local-helper-setting',
    both: true,
    play: async ({ page, open }) => {
      await open('personalFile')
      await openSettings(page, '传输')
    },
  },
]
