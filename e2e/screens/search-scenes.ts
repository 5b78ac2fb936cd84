import { expect } from '@playwright/test'
import { main, nameIn, names } from '../support/files.ts'
import { longPress } from '../support/phone.ts'
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
    name: 'quick-search-nothing',
    both: true,
    play: async (stage) => {
      await quick(stage, '演讲提纲')
      await expect(stage.page.getByRole('dialog').getByRole('status').first()).toBeVisible()
    },
  },
  {
    name: 'search-selected',
    both: true,
    play: async ({ page, open, phone }) => {
      await open(`search?q=${encodeURIComponent('发布会')}`)
      await expect(main(page).getByText('v6.docx').first()).toBeVisible()
      const [, second = ''] = await names(page)
      await (phone ? longPress(page, second) : nameIn(page, second).click())
      await expect(main(page).getByRole('toolbar')).toBeVisible()
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
  {
    name: 'search-kinds',
    both: true,
    play: async ({ page, open, say }) => {
      await open(`search?q=${encodeURIComponent('发布会')}&kind=picture,document`)
      await page.getByRole('button', { name: say('类型', 'Type') }).click()
      await expect(page.getByRole('checkbox', { name: say('图片', 'Picture') })).toBeChecked()
    },
  },
  {
    name: 'search-contents',
    both: true,
    play: async ({ page, open }) => {
      // Contents are indexed behind the uploads.
      await expect(async () => {
        await open(`search?q=${encodeURIComponent('演讲')}&content=1`)
        await expect(main(page).getByText('李教授').first()).toBeVisible()
      }).toPass()
    },
  },
  {
    name: 'search-contents-nothing',
    both: true,
    play: async ({ page, open }) => {
      await open(`search?q=${encodeURIComponent('量子')}`)
      await expect(main(page).getByText('“量子”')).toBeVisible()
    },
  },
]
