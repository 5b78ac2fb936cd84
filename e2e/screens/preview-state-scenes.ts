import { expect, type Page } from '@playwright/test'
import type { Preview } from '../../contract/src/previews.ts'
import { archiveBy } from '../../server/test/make-archives.ts'
import { docx } from '../../server/test/make-docx.ts'
import { signIn } from '../../server/test/person.ts'
import { ofCamera } from '../../server/test/photos.ts'
import { nameIn } from '../support/files.ts'
import { phoneRow } from '../support/phone.ts'
import { PASSWORD } from '../support/server.ts'
import { newPerson, type Scene, type Stage, type World } from './stage.ts'

/** Previews of photos and archives, and the states of a conversion. */

const PHOTO = '外滩日落.jpg'
const ARCHIVE = '项目资料.zip'
const DOCUMENT = '年度总结.docx'

const owners = new WeakMap<World, Promise<string>>()
function ownerOf(world: World): Promise<string> {
  const known = owners.get(world) ?? layOut(world)
  owners.set(world, known)
  return known
}

async function layOut({ server, content }: World): Promise<string> {
  const name = await newPerson(server, 'photos', '陈默')
  const api = await signIn(server.origin, name, PASSWORD)
  const { sunset, mountains } = content.pictures
  await api.upload('0', PHOTO, await ofCamera(sunset ?? Buffer.alloc(0)))
  await api.upload('0', '黄山云海.jpg', mountains ?? Buffer.alloc(0))
  await api.upload('0', DOCUMENT, docx(['年度总结']))
  const files = {
    '项目资料/会议纪要.txt': '上周工作全部完成。',
    '项目资料/设计/封面.jpg': sunset ?? '',
    '项目资料/设计/配色.txt': '蓝、白、橙',
    'readme.md': '# Read me',
  }
  await api.upload('0', ARCHIVE, await archiveBy(['zip', '-qr', 'a.zip', '.'], 'a.zip', files))
  return name
}

const dialog = (page: Page) => page.getByRole('dialog')

const scene = (
  name: string,
  file: string,
  ready: (stage: Stage) => Promise<unknown>,
  answer?: Partial<Preview>,
): Scene => ({
  name,
  both: true,
  as: ownerOf,
  play: async (stage) => {
    const { page } = stage
    if (answer) await page.route('**/instance/preview?*', (call) => call.fulfill({ json: replyOf(answer) }))
    await stage.open('personalFile')
    if (stage.phone) await phoneRow(page, file).tap()
    else await nameIn(page, file).dblclick()
    await ready(stage)
  },
})

const replyOf = (answer: Partial<Preview>) => ({
  errcode: 0,
  errmsg: '',
  data: { kind: 'pdf', couldBePlay: false, ...answer },
})

/** A state that the server has for a moment only, or after a conversion of minutes. */
const state = (name: string, answer: Partial<Preview>) =>
  scene(
    `preview-state-${name}`,
    DOCUMENT,
    ({ page }) => expect(dialog(page).getByRole('status')).toBeVisible(),
    answer,
  )

const picture = ({ page }: Stage) => expect(dialog(page).locator('img').first()).toBeVisible()

export const previewStateScenes: readonly Scene[] = [
  scene('preview-photo-facts', PHOTO, async (stage) => {
    await picture(stage)
    await dialog(stage.page)
      .getByRole('button', { name: stage.say('属性', 'Properties') })
      .first()
      .click()
    await expect(stage.page.getByText('FUJIFILM X-T5')).toBeVisible()
  }),
  scene('preview-slides', PHOTO, async (stage) => {
    await picture(stage)
    await stage.page.keyboard.press('Space')
    await expect(dialog(stage.page).getByRole('button', { name: /5/ })).toBeVisible()
  }),
  scene('preview-archive', ARCHIVE, ({ page }) => expect(dialog(page)).toContainText('readme.md')),
  state('waiting', { state: 'converting', waitingBefore: 12 }),
  state('progress', { kind: 'video', state: 'converting', progress: 0.37 }),
  state('too-long', { kind: 'video', state: 'failed', reason: 'tooLong' }),
  state('encrypted', { state: 'unsupported', reason: 'encrypted' }),
  state('too-complex', { state: 'failed', reason: 'tooComplex' }),
]
