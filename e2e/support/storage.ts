import type { Page } from '@playwright/test'

/** The administrators' pages of where content lies. */

export const row = (page: Page, text: string) =>
  page.getByRole('grid').getByRole('row').filter({ hasText: text }).first()

/** In the dialog's one list of buckets. */
export async function chooseBucket(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox').click()
  await page.getByRole('option', { name }).click()
}
