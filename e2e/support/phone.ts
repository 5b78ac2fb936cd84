import { expect, type Locator, type Page } from '@playwright/test'
import { main, row } from './files.ts'

/** The page under a finger, at the width of a phone. */

export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
} as const

/** Nothing but its name tells a row of a phone apart, for its checkbox is not there yet. */
export const phoneRow = (page: Page, name: string): Locator =>
  main(page)
    .locator('[data-index]:visible')
    .filter({ has: page.locator(`[title="${name}"]`) })

/** A finger that rests on a row begins to choose. */
export async function longPress(page: Page, name: string): Promise<void> {
  const box = await phoneRow(page, name).boundingBox()
  if (!box) throw new Error(`${name} is not drawn`)
  const touches = await page.context().newCDPSession(page)
  const touchPoints = [{ x: box.x + 120, y: box.y + box.height / 2 }]
  await touches.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await expect(row(page, name)).toBeVisible()
  await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await touches.detach()
}
