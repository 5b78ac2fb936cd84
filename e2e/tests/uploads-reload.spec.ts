import type { Page, Request } from '@playwright/test'
import { sha256Of } from '../../server/test/person.ts'
import { sha256OfFile } from '../support/desk.ts'
import { row } from '../support/files.ts'
import { hold, isCall } from '../support/hold.ts'
import { expect, test } from '../support/test.ts'
import { openTab, panel } from '../support/transfers.ts'

/** A reload when every byte has arrived: the upload ends by itself, and nobody is asked for the file. */

const MB = 1024 * 1024

const isMerge = (request: Request): boolean =>
  request.method() === 'POST' && new URL(request.url()).searchParams.has('uploadId')

async function choose(page: Page, path: string | string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '上传', exact: true }).click()
  await (await chooser).setFiles(path)
}

for (const [what, size, isHeld] of [
  ['a file of one part that waits to be saved', 3 * MB, isCall('instance/upload')],
  ['a file of many parts that waits to be saved', 20 * MB, isCall('instance/upload')],
  ['a file of many parts that waits to be merged', 20 * MB, isMerge],
] as const)
  test(`${what} is finished after a reload without its file`, async ({ drive, api, desk }) => {
    const path = await desk.file('whole.bin', size)
    const held = await hold(drive, isHeld)
    await choose(drive, path)
    await held.arrived
    drive.once('dialog', (dialog) => void dialog.accept())
    await drive.reload()
    await held.release()
    await expect(row(drive, 'whole.bin')).toBeVisible({ timeout: 30_000 })
    const [item, ...more] = await api.list()
    expect(more).toEqual([])
    expect(sha256Of(await api.download(item?.instanceId ?? ''))).toBe(await sha256OfFile(path))
  })

test('an upload comes back after a reload before the list of transfers was drawn', { tag: '@core' }, async ({
  drive,
  desk,
}) => {
  const isSave = isCall('instance/upload')
  const isDrawn = (request: Request) => request.url().includes('/assets/transfers-part')
  const held = await hold(drive, (request) => isSave(request) || isDrawn(request))
  const saved = drive.waitForRequest(isSave)
  await choose(drive, await desk.file('early.bin', 3 * MB))
  await saved
  drive.once('dialog', (dialog) => void dialog.accept())
  await drive.reload()
  await held.release()
  await expect(row(drive, 'early.bin')).toBeVisible({ timeout: 30_000 })
})

/** Settles when the answer to a call has come, which the page then never gets. */
async function loseAnswer(page: Page, path: string): Promise<{ lost: Promise<void> }> {
  const client = await page.context().newCDPSession(page)
  const lost = Promise.withResolvers<void>()
  client.once('Fetch.requestPaused', () => lost.resolve())
  await client.send('Fetch.enable', { patterns: [{ urlPattern: `*/${path}*`, requestStage: 'Response' }] })
  return { lost: lost.promise }
}

test('small files whose answer was lost are finished after a reload without them', async ({
  drive,
  api,
  desk,
}) => {
  const names = ['a.bin', 'b.bin', 'c.bin']
  const paths = await Promise.all(names.map((name) => desk.file(name, 10_000)))
  const { lost } = await loseAnswer(drive, 'instance/uploadFiles')
  await choose(drive, paths)
  await lost
  drive.once('dialog', (dialog) => void dialog.accept())
  await drive.reload()
  await expect(row(drive, 'c.bin')).toBeVisible()
  await openTab(drive, '已完成')
  for (const name of names)
    await expect(panel(drive).getByRole('grid', { name: '传输记录' })).toContainText(name)
  expect(await api.list()).toHaveLength(3)
})
