import { expect, type Locator, type Page } from '@playwright/test'
import { either } from './files.ts'

/** The page as a person without a mouse goes through it. */

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluateAll((elements) => elements.includes(document.activeElement as HTMLElement | SVGElement))

/** Tab until it has the focus. */
export async function tabTo(target: Locator, { back = false, most = 60 } = {}): Promise<void> {
  for (let count = 0; count < most; count++) {
    if (await hasFocus(target)) return
    await target.page().keyboard.press(back ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(`Tab never reached ${target}`)
}

/** Arrow down in the menu that is open until an entry is reached. */
export async function menuTo(page: Page, zh: string, en = zh): Promise<void> {
  // The menu takes the focus once it is drawn.
  await expect(page.locator('[role=menu]:focus-within, [role=menu]:focus').last()).toBeVisible()
  const entry = page
    .getByRole('menuitem', { name: either(zh, en) })
    .or(page.getByRole('menuitemradio', { name: either(zh, en) }))
  await expect(entry).toBeVisible()
  for (let count = 0; count < 20; count++) {
    if (await hasFocus(entry)) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`the arrows never reached “${zh}”`)
}
