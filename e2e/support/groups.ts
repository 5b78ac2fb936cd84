import type { Locator, Page } from '@playwright/test'
import { main } from './files.ts'

/** The page of groups as a person sees it. */

export const card = (page: Page, name: string): Locator =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
    .filter({ visible: true })

/** Chooses an entry of a group's menu. */
export async function menuOfGroup(page: Page, name: string, entry: string): Promise<void> {
  await card(page, name).hover()
  await card(page, name).getByRole('button').click()
  await page.getByRole('menuitem', { name: entry }).click()
}
