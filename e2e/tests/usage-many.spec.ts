import { copyInstances, createFolder, pageInstances } from '@clouddisk/contract/files'
import { choose, list, main, openFolder } from '../support/files.ts'
import { expect, test } from '../support/test.ts'

/** What fills a space of more files than one call takes. */

const FILES = 1024
/** Copied at once, while one waits. */
const COPIED_MAX = 128

test('shows the size of all selected files together, and lists the largest 1,000', async ({
  drive,
  api,
  server,
}) => {
  const box = (await api.call(createFolder, { parentId: '0', instanceName: '很多' })).instanceId
  await api.upload(box, 'a.txt', Buffer.from('1234567890'))
  for (let files = 1; files < FILES; files += Math.min(files, COPIED_MAX)) {
    const page = await api.call(pageInstances, { parentId: box, pageSize: 1000 })
    const instances = page.list.slice(0, COPIED_MAX).map(({ instanceId }) => instanceId)
    await api.call(copyInstances, { instances, targeParentId: box, conflict: 'keepBoth' })
  }
  await openFolder(drive, '很多')
  const first = main(drive).locator('[data-index="0"]:visible [title]').first()
  await first.click()
  await drive.keyboard.press('Control+a')
  await first.click({ button: 'right' })
  await choose(drive, '大小…')
  const dialog = drive.getByRole('dialog')
  await expect(dialog).toContainText('1,024')
  await expect(dialog).toContainText('10,240 字节')
  await expect(dialog.getByRole('listitem')).toHaveText(/文档1024 个文件10.00 KB/)

  await drive.goto(`${server.origin}/disk/personalFile/usage`)
  await expect(main(drive)).toContainText('已显示 100 / 1000 个 · 只列出最大的 1,000 个')
  await list(drive).focus()
  await drive.keyboard.press('Control+a')
  await expect(main(drive)).toContainText('已选 1000 项')
})
