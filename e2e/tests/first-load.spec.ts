import { gzipSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import { row } from '../support/files.ts'
import { expect, signInByCall, test } from '../support/test.ts'
import { openTransfers } from '../support/transfers.ts'

/** What a first visit may cost before anybody touches the page (docs/dependencies.md). */
const BUDGET = 200 * 1024

test('the first load stays within its budget of gzipped JavaScript, also under a pointer that rests', async ({
  context,
  server,
  person,
  api,
}) => {
  await api.upload('0', 'a.txt', Buffer.from('a'))
  await signInByCall(context, server, person)
  const page = await context.newPage()
  // As browsers do when what they lay out comes to lie under the pointer.
  await page.addInitScript(() => {
    new MutationObserver(() => dispatchEvent(new PointerEvent('pointermove'))).observe(document, {
      childList: true,
      subtree: true,
    })
  })
  const scripts: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response)
  })
  await page.goto(`${server.origin}/disk/`)
  await expect(row(page, 'a.txt')).toBeVisible()
  // What follows the first picture by itself counts as well.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  const sizes = await Promise.all(
    scripts.map(async (script) => ({
      name: new URL(script.url()).pathname,
      bytes: gzipSync(await script.body(), { level: 9 }).length,
    })),
  )
  expect(sizes.some(({ name }) => name.includes('/files-'))).toBe(true)
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(BUDGET)

  // The first press of all is on something, and wakes the rest besides.
  const rest = page.waitForResponse((response) => response.url().includes('/overlays-'))
  await openTransfers(page)
  await rest
})
