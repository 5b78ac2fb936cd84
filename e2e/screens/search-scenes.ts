import { expect } from '@playwright/test'
import { main } from '../support/files.ts'
import type { Scene, Stage } from './stage.ts'

/** Pictures of the quick search and the search page. */

const quick = async ({ page, open }: Stage, typed: string) => {
  await open('')
  await expect(main(page)).toBeVisible()
  await page
    .getByRole('button', { name: /^(搜索|Search)/ })
    .first()
    .click()
  const field = page.getByRole('combobox').first()
  await expect(field).toBeFocused()
  await field.fill(typed)
}

export const searchScenes: readonly Scene[] = [
  {
    name: 'quick-search',
    both: true,
    play: async (stage) => {
      await quick(stage, '发布会')
      await expect(stage.page.getByRole('option').filter({ hasText: 'v6.docx' })).toBeVisible()
    },
  },
  {
    name: 'search-page',
    both: true,
    play: async ({ page, open }) => {
      await open(`search?q=${encodeURIComponent('发布会')}`)
      await expect(main(page).getByText('v6.docx').first()).toBeVisible()
    },
  },
]
