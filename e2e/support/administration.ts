import { expect, type Locator, type Page } from '@playwright/test'

/** The administration as its people see it. */

export const main = (page: Page): Locator => page.getByRole('main')
export const people = (page: Page): Locator => page.getByRole('grid', { name: /^(用户列表|Users)$/ })
export const tree = (page: Page): Locator => main(page).getByRole('tree')
export const department = (page: Page, name: string): Locator =>
  tree(page)
    .getByRole('treeitem')
    .filter({ hasText: new RegExp(`^${name}[\\s\\d,]*$`) })

/** Shows what is below it. What a tree knows of its branches may come a moment after they are drawn. */
export const openDepartment = (page: Page, name: string): Promise<void> =>
  expect(async () => {
    const branch = department(page, name)
    if ((await branch.getAttribute('aria-expanded')) !== 'true') await branch.dblclick()
    await expect(branch).toHaveAttribute('aria-expanded', 'true', { timeout: 1000 })
  }).toPass({ timeout: 15_000 })

/** The row of a person, by account. */
export const personRow = (page: Page, account: string): Locator =>
  people(page)
    .getByRole('row')
    .filter({ has: page.getByText(account, { exact: true }) })

export const tick = (page: Page, account: string): Promise<void> =>
  personRow(page, account).getByRole('checkbox').click({ force: true })

/** The panel at the right, or a dialog. */
export const dialog = (page: Page): Locator => page.getByRole('dialog').last()
export const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name, exact: true })

/** Accounts in the order in which they are listed. */
export async function accounts(page: Page): Promise<string[]> {
  const rows = people(page).locator('[data-index]')
  const drawn = await rows.evaluateAll((elements) =>
    elements
      .toSorted((a, b) => Number(a.getAttribute('data-index')) - Number(b.getAttribute('data-index')))
      .map((element) => element.querySelector('.text-caption')?.textContent ?? ''),
  )
  return drawn
}

export async function openPerson(page: Page, account: string): Promise<void> {
  await personRow(page, account).dblclick()
  await expect(dialog(page)).toBeVisible()
}
