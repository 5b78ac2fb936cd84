import type { Locator, Page } from '@playwright/test'
import { either } from './files.ts'

/** The dialog with a person's settings, in either language. */

export const SECTIONS = {
  通用: 'General',
  文件: 'Files',
  传输: 'Transfers',
  通知: 'Notifications',
  账号: 'Account',
} as const
export type Section = keyof typeof SECTIONS

export const userButton = (page: Page): Locator =>
  page.getByRole('button', { name: /(的菜单|: account menu)$/ })
export const settings = (page: Page): Locator =>
  page.getByRole('dialog', { name: either('设置', 'Settings') })

export const section = (page: Page, name: Section): Promise<void> =>
  settings(page)
    .getByRole('tab', { name: either(name, SECTIONS[name]) })
    .click()

/** From the user menu. */
export async function openSettings(page: Page, name: Section = '通用'): Promise<Locator> {
  await userButton(page).click()
  await page.getByRole('menuitem', { name: either('设置', 'Settings') }).click()
  await section(page, name)
  return settings(page)
}

export async function set(page: Page, label: string, value: string): Promise<void> {
  await settings(page).getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: value, exact: true }).click()
}
