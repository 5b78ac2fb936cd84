import { manyPagesPdf } from '../../server/test/pdfs.ts'
import { auditor } from '../support/axe.ts'
import { nameIn } from '../support/files.ts'
import { expect, test } from '../support/test.ts'

test('documents are accessible: pages, side bar, search, printing, password, web pages', async ({
  drive,
  api,
  context,
  server,
}) => {
  await api.upload(
    '0',
    'a.pdf',
    manyPagesPdf({ pages: 5, link: 'https://example.com/', outline: ['One', 'Two'], chinese: '合同' }),
  )
  await api.upload('0', 'b.pdf', manyPagesPdf({ pages: 1, password: 'secret' }))
  await api.upload('0', 'c.html', Buffer.from('<html lang="zh"><title>c</title><main><h1>通知</h1></main>'))
  await api.upload('0', 'd.dwg', Buffer.from('no document'))
  const wardrobe = await context.newPage()
  await wardrobe.goto(`${server.origin}/disk/`)
  const { check } = auditor(drive, wardrobe, 'zh-CN')
  const dialog = drive.getByRole('dialog')
  await drive.bringToFront()

  // The preview goes through what is listed when it opens.
  await expect(nameIn(drive, 'd.dwg')).toBeVisible()
  await nameIn(drive, 'a.pdf').dblclick()
  await expect(dialog.locator('.textLayer').first()).toContainText('Page 1')
  await check('pdf')
  await dialog.getByRole('radio', { name: '目录' }).click()
  await expect(dialog.getByRole('button', { name: 'Two' })).toBeVisible()
  await drive.keyboard.press('Control+f')
  await dialog.getByRole('search').getByRole('textbox').fill('page')
  await expect(dialog.getByRole('search')).toContainText('共 5 处')
  await check('pdf: outline, search')
  await drive.keyboard.press('Escape')
  await drive.keyboard.press('Control+p')
  await expect(dialog.getByRole('spinbutton').first()).toBeVisible()
  await check('pdf: print')
  await drive.keyboard.press('Escape')
  await drive.keyboard.press('ArrowRight')

  await expect(dialog.getByRole('textbox', { name: '密码' })).toBeVisible()
  await dialog.getByRole('textbox', { name: '密码' }).fill('wrong')
  await drive.keyboard.press('Enter')
  await expect(dialog).toContainText('密码不正确')
  await check('pdf: wrong password')
  await dialog.getByRole('button', { name: '下一个' }).click()

  await expect(dialog.frameLocator('iframe').getByRole('heading')).toBeVisible()
  await check('web page')
  await dialog.getByRole('button', { name: '下一个' }).click()
  await expect(dialog).toContainText('不支持预览这种文件')
  await check('unsupported')
})
