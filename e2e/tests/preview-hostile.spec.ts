import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeHostileFiles } from '../../server/test/corpus/hostile.ts'
import { nameIn } from '../support/files.ts'
import { expect, test } from '../support/test.ts'

/** Files that want to do harm, opened one after the other: nothing of them runs, and nothing is sent elsewhere. */

test('nothing of a hostile file runs or leaves, whatever its kind', async ({
  drive,
  api,
  server,
  problems,
}) => {
  test.slow()
  problems.expect(/.*/)
  const visits: string[] = []
  const elsewhere = createServer((request, response) => {
    visits.push(request.url ?? '')
    response.setHeader('access-control-allow-origin', '*').end('window.owned = 1')
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const folder = await mkdtemp(join(tmpdir(), 'clouddisk-hostile-'))
  try {
    const home = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
    // What is broken alone is never sent to the page.
    const files = (await makeHostileFiles(folder, home)).filter(({ expected }) => expected.state !== 'failed')
    for (const { name, bytes } of files) await api.upload('0', name, bytes)
    const requested: string[] = []
    // What a policy of the page blocks does not finish.
    drive.on('requestfinished', (request) => requested.push(request.url()))
    drive.on('dialog', (dialog) => {
      visits.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    const dialog = drive.getByRole('dialog')
    for (const { name, expected } of files) {
      await nameIn(drive, name).dblclick()
      await expect(dialog).toBeVisible()
      await expect(dialog, name).not.toContainText(/正在转换|正在打开/, { timeout: 90_000 })
      await expect(
        dialog
          .locator(
            'img:visible, canvas, iframe, .cm-content, article, [role=status] h2, input[type=password], video',
          )
          .first(),
        name,
      ).toBeVisible()
      if (expected.reason === 'encrypted') await expect(dialog).toContainText('文件有密码')
      await drive.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
      expect(await drive.evaluate(() => 'owned' in window), name).toBe(false)
      expect(await drive.title(), name).not.toContain('owned')
      await drive.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
    const outside = requested.filter((url) => !url.startsWith(server.origin) && !/^(?:blob|data):/.test(url))
    expect(outside).toEqual([])
    expect(visits).toEqual([])
  } finally {
    elsewhere.close()
    await rm(folder, { recursive: true })
  }
})
