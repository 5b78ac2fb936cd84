import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { Server } from './server.ts'

/** The administrators' pages of where content lies. */

export const row = (page: Page, text: string) =>
  page.getByRole('grid').getByRole('row').filter({ hasText: text }).first()

/** In the dialog's one list of buckets. */
export async function chooseBucket(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox').click()
  await page.getByRole('option', { name }).click()
}

/** Has the server sweep up what is left over, and waits until it has; for somebody who is signed in. */
export async function sweep({ request }: BrowserContext, server: Server): Promise<void> {
  await server.cli('job', 'run', 'gc-untracked')
  await expect
    .poll(async () => {
      const answer = await request.get(`${server.origin}/disk/api/admin/storage/reading`)
      const { data } = (await answer.json()) as { data: { leftovers: { sweepTime: string | null } } }
      return data.leftovers.sweepTime
    })
    .not.toBeNull()
}
