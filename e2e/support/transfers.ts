import { expect, type Locator, type Page } from '@playwright/test'
import { either } from './files.ts'

/** The transfer list as a person sees it, in either language. */

export const panel = (page: Page): Locator => page.locator('[data-page-panel]')

/** Before anything was transferred it has nothing to count. */
export const transferButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^(传输列表|Transfers)/ })

export async function openTransfers(page: Page): Promise<void> {
  if ((await transferButton(page).getAttribute('aria-expanded')) !== 'true')
    await transferButton(page).click()
  await expect(transferButton(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(panel(page)).toBeVisible()
}

export async function openTab(page: Page, zh: '上传' | '下载' | '已完成'): Promise<Locator> {
  await openTransfers(page)
  const tab = panel(page).getByRole('tab', { name: TABS[zh] })
  await tab.click()
  return tab
}
const TABS = { 上传: /^(上传|Upload)/, 下载: /^(下载|Download)/, 已完成: /^(已完成|Finished)/ }

/** A row of the list by the name of its file or folder. */
export const transfer = (page: Page, name: string): Locator =>
  panel(page)
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: either(`选择“${name}”`, `Select ${name}`) }) })

/** One of the small buttons of a row. */
export const rowButton = (page: Page, name: string, zh: string, en = zh): Locator =>
  transfer(page, name).getByRole('button', { name: either(`${zh} · ${name}`, `${en} · ${name}`) })

/** Nothing goes up any more. */
export async function expectUploadsDone(page: Page, timeout = 60_000): Promise<void> {
  await expect(page.getByRole('button', { name: /^(传输列表，0 个上传|Transfers: 0 up)/ })).toBeVisible({
    timeout,
  })
}

/** The question that the page asks. */
export const question = (page: Page): Locator => page.getByRole('alertdialog')
