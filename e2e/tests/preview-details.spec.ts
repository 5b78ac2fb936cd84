import { batchCreateFolder } from '@clouddisk/contract/files'
import type { Page } from '@playwright/test'
import { jpegOfCamera, plainJpeg } from '../../server/test/photos.ts'
import { png } from '../../server/test/pictures.ts'
import { sendFiles } from '../../server/test/transfer.ts'
import { wav } from '../../server/test/wav.ts'
import { auditor } from '../support/axe.ts'
import { choose, nameIn, row } from '../support/files.ts'
import { expect, test } from '../support/test.ts'

/** Slide shows, walking beyond what is loaded, facts of photos, places in sounds, new text files. */

const previewOf = (page: Page, name: string) =>
  page.getByRole('dialog').filter({ has: page.getByTitle(name, { exact: true }) })
const button = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('button', { name })

test('pictures are shown one after the other until the last', async ({ drive, api, context, server }) => {
  await api.upload('0', '1.png', png(640, 400, [30, 120, 200]))
  await api.upload('0', '2.txt', Buffer.from('no picture'))
  await api.upload('0', '3.png', png(300, 300, [200, 80, 40]))
  await expect(row(drive, '3.png')).toBeVisible()
  await nameIn(drive, '1.png').dblclick()
  await expect(previewOf(drive, '1.png').locator('img')).toBeVisible()
  await drive.keyboard.press('Space')
  await button(drive, '每张 5 秒').click()
  await button(drive, '每张 10 秒').click()
  await expect(button(drive, '每张 3 秒')).toBeVisible()
  const wardrobe = await context.newPage()
  await wardrobe.goto(`${server.origin}/disk/error/404`)
  await drive.bringToFront()
  await expect(previewOf(drive, '3.png').locator('img')).toBeVisible({ timeout: 15_000 })
  // There is no picture after it.
  await expect(button(drive, '放映幻灯片')).toBeVisible({ timeout: 15_000 })
  await auditor(drive, wardrobe, 'zh-CN').check('slide show')
  await drive.keyboard.press('ArrowLeft')
  await expect(previewOf(drive, '2.txt')).toBeVisible()
  await expect(button(drive, '放映幻灯片')).toHaveCount(0)
})

test('walking goes on through the pages of a folder', async ({ drive, api, server }) => {
  const two = (n: number) => String(n).padStart(3, '0')
  await api.call(batchCreateFolder, {
    parentId: '0',
    instanceName: 'all',
    children: Array.from({ length: 140 }, (_, n) => ({ instanceName: `a${two(n)}` })),
  })
  const all = (await api.list())[0]?.instanceId ?? ''
  await sendFiles(
    api,
    Array.from({ length: 100 }, (_, n) => ({
      bytes: Buffer.from(`${n}`),
      parentId: all,
      instanceName: `b${two(n + 1)}.bin`,
    })),
  )
  const first = (await api.list(all)).find(({ instanceName }) => instanceName === 'b001.bin')
  // Each page counts once: live changes may ask for a page again.
  const pages = new Set<string>()
  drive.on('request', (request) => {
    if (request.url().endsWith('/instance/page')) pages.add(request.postData() ?? '')
  })
  await drive.goto(`${server.origin}/disk/personalFile?folder=${all}&select=${first?.instanceId}`)
  await nameIn(drive, 'b001.bin').dblclick()
  const dialog = drive.getByRole('dialog')
  await expect(dialog).toContainText('1 / …')
  const before = pages.size
  for (let n = 1; n <= 62; n++) {
    await expect(dialog.getByRole('heading').first()).toContainText(`b${two(n)}`)
    await drive.keyboard.press('ArrowRight')
  }
  await expect(dialog).toContainText('63 / 100')
  expect(pages.size).toBe(before + 1)
})

test('the details of a photo show its EXIF data', async ({ drive, api }) => {
  await api.upload('0', 'photo.jpg', await jpegOfCamera())
  await api.upload('0', 'plain.jpg', await plainJpeg())
  await expect(row(drive, 'photo.jpg')).toBeVisible()
  await nameIn(drive, 'photo.jpg').dblclick()
  await button(drive, '属性').first().click()
  const panel = drive.getByRole('complementary', { name: '属性' })
  await expect(panel).toContainText('相机FUJIFILM X-T5')
  await expect(panel).toContainText('镜头XF35mmF1.4 R')
  await expect(panel).toContainText('曝光1/250 s · f/2.8 · ISO 400 · 35 mm')
  await expect(panel).toContainText('拍摄时间2024-05-06 07:08')
  await expect(panel).toContainText('坐标31.23333° N, 121.46667° E')
  await drive.keyboard.press('ArrowRight')
  await expect(panel).toContainText('9 × 9')
  await expect(panel).not.toContainText('拍摄信息')
})

test('a recording goes on where one stopped, or from the start', async ({ drive, api }) => {
  await api.upload('0', 'talk.wav', wav(90))
  await expect(row(drive, 'talk.wav')).toBeVisible()
  const sound = drive.getByRole('dialog').locator('audio')
  const open = async () => {
    await nameIn(drive, 'talk.wav').dblclick()
    await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(80)
  }
  const seek = (to: number) =>
    sound.evaluate(async (audio: HTMLAudioElement, at) => {
      audio.pause()
      audio.currentTime = at
      await new Promise((done) => audio.addEventListener('timeupdate', done, { once: true }))
    }, to)
  const close = async () => {
    await drive.keyboard.press('Escape')
    await expect(drive.getByRole('dialog')).toHaveCount(0)
  }
  await open()
  await expect(drive.getByRole('dialog')).not.toContainText('继续播放')
  await seek(42)
  await close()
  await open()
  await expect(drive.getByRole('dialog')).toContainText('已从 0:42 继续播放')
  expect(await sound.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThanOrEqual(42)
  await button(drive, '从头播放').click()
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeLessThan(20)
  await seek(88)
  await close()
  await open()
  await expect(drive.getByRole('dialog')).not.toContainText('继续播放')
})

for (const [entry, name] of [
  ['新建文本文件', '新建文本文件.txt'],
  ['新建 Markdown 文件', '新建 Markdown 文件.md'],
] as const)
  test(`${entry}: is created empty and edited at once`, async ({ drive, api }) => {
    await drive.getByRole('button', { name: '更多上传方式' }).click()
    await choose(drive, entry)
    await expect(drive.locator('.cm-content[contenteditable=true]')).toBeFocused()
    await drive.keyboard.type('hello')
    await drive.keyboard.press('Control+s')
    await expect(drive.getByText('已保存为版本 2').last()).toBeVisible()
    const [file] = await api.list()
    expect(file?.instanceName).toBe(name)
    expect((await api.download(file?.instanceId ?? '')).toString()).toBe('hello')
  })

test('tasks of a document are boxes; the arrows to other files leave rows of a table free', async ({
  drive,
  api,
}) => {
  await api.upload('0', 'a.csv', Buffer.from(`name,value\n${'x,1\n'.repeat(200)}`))
  await api.upload('0', 'b.md', Buffer.from('- [x] 写完\n- [ ] 寄出\n- 平常的\n\n1. [ ] 第一\n'))
  await expect(row(drive, 'b.md')).toBeVisible()
  await nameIn(drive, 'a.csv').dblclick()
  const arrow = await button(drive, '下一个').boundingBox()
  const table = await drive.getByRole('table').boundingBox()
  expect(arrow && table && table.x + table.width <= arrow.x).toBe(true)
  await drive.keyboard.press('ArrowRight')
  const preview = previewOf(drive, 'b.md')
  await expect(preview.getByRole('checkbox')).toHaveCount(3)
  await expect(preview.getByRole('checkbox', { name: '已完成' })).toBeChecked()
  await expect(preview.getByRole('listitem').first()).toHaveText('写完')
  await expect(preview.getByRole('checkbox', { name: '未完成' }).first()).toBeDisabled()
})
