import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { row } from '../support/files.ts'
import { expect, test } from '../support/test.ts'
import { openTransfers, panel } from '../support/transfers.ts'

/** Files chosen in a tab that shows the queue, sent by another tab that works it. */

async function choose(page: Page, paths: string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '上传', exact: true }).click()
  await (await chooser).setFiles(paths)
}

test('files chosen in another tab than the one that sends arrive: of one part, and many in one call', async ({
  drive,
  api,
  desk,
  context,
  server,
}) => {
  // Works the queue, and has had a file of its own.
  await choose(drive, [await desk.file('first.txt', 'first')])
  await expect(row(drive, 'first.txt')).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${server.origin}/disk/`)
  await openTransfers(other)
  const names = ['one part.bin', 'a.txt', 'b.txt', 'c.txt']
  const paths = [await desk.file('one part.bin', 5_000_000)]
  for (const name of names.slice(1)) paths.push(await desk.file(name, 2000))
  await choose(other, paths)
  for (const name of names) await expect(row(drive, name)).toBeVisible()
  for (const { instanceId, instanceName } of await api.list())
    expect(await api.download(instanceId)).toEqual(await readFile(desk.at(instanceName)))
  await expect(panel(other)).not.toContainText('[302]')
})
