import { tmpdir } from 'node:os'
import { PASSWORD, startServer } from '../support/server.ts'
import { expect, signedIn, test } from '../support/test.ts'

/** Who may import from a folder of the server is chosen in the window that groups choose their members in. */

test('people of an old drive are chosen in a window of its own (R56)', async ({ context }) => {
  const server = await startServer({ CLOUDDISK_IMPORT_FOLDERS: tmpdir() })
  try {
    await server.acknowledge('admin')
    await server.cli('user', 'add', 'linxiao', '--real-name', '林晓', '--password', PASSWORD)
    const page = await signedIn(context, server, 'admin', 'admin/config')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: '添加旧网盘' }).click()
    await page.getByRole('radio', { name: /服务器上的文件夹/ }).click()
    const form = page.getByRole('dialog', { name: '添加旧网盘' })
    await form.getByRole('button', { name: '选择人员' }).click()
    const picker = page.getByRole('dialog', { name: '谁可以使用' })
    await picker.getByRole('searchbox').fill('林晓')
    await picker.getByRole('option', { name: '林晓' }).click()
    const done = picker.getByRole('button', { name: '选好了（1 人）' })
    await expect(done).toBeInViewport({ ratio: 1 })
    expect((await picker.boundingBox())?.width).toBeGreaterThan(800)
    await done.click()
    await expect(picker).toHaveCount(0)
    await expect(form).toContainText('林晓')
    // Before the server stops, which the page would complain of.
    await page.close()
  } finally {
    await server.stop()
  }
})
