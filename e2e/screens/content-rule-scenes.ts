import { expect } from '@playwright/test'
import { asAdmin, choose, layer, menuAt, openConsole } from './administration.ts'
import type { Scene } from './stage.ts'

/** Rules of the content check. */

export const contentRuleScenes: readonly Scene[] = [
  {
    name: 'admin-content-rules',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await openConsole(stage, 'content-rules')
      await expect(stage.page.getByText('身份证号码').first()).toBeVisible()
    },
  },
  {
    name: 'admin-content-rules-edit',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      const { page, say } = stage
      await openConsole(stage, 'content-rules')
      await menuAt(stage, '密级标记')
      await choose(stage, '编辑', 'Edit')
      await layer(page)
        .getByRole('button', { name: say('测试', 'Test'), exact: true })
        .click()
      await layer(page)
        .getByRole('textbox', { name: say('文字内容', 'Text'), exact: true })
        .fill('绝密 · Top Secret')
      await layer(page)
        .getByRole('button', { name: say('测试', 'Test'), exact: true })
        .last()
        .click()
      await expect(layer(page).getByRole('listitem')).toBeVisible()
    },
  },
]
