import { removeDlpRule, saveDlpRule } from '@clouddisk/contract/dlp'
import { expect } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { menuOf } from '../support/files.ts'
import { phoneRow } from '../support/phone.ts'
import { PASSWORD } from '../support/server.ts'
import { asAdmin, choose, layer, menuAt, openConsole } from './administration.ts'
import type { Scene, Stage } from './stage.ts'

/** Rules of the content check. */

async function openLinkDialog(stage: Stage, name: string): Promise<void> {
  const label = stage.say('外链分享…', 'Share link…')
  await stage.openFolder()
  if (stage.phone) {
    await phoneRow(stage.page, name).getByRole('button').last().click()
    await stage.page.getByRole('dialog').getByRole('button', { name: label }).click()
  } else {
    await menuOf(stage.page, name)
    await stage.page.getByRole('menuitem', { name: label }).click()
  }
}

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
  {
    name: 'link-sensitive',
    both: true,
    phone: true,
    play: async (stage) => {
      const { page, say, server } = stage
      const admin = await signIn(server.origin, 'admin', PASSWORD)
      const rule = { level: 'high', enabled: true, kind: 'fileName' } as const
      const made = [
        await admin.call(saveDlpRule, { ...rule, name: '财务数据', terms: ['流程表'], action: 'review' }),
        await admin.call(saveDlpRule, {
          ...rule,
          name: '文档',
          terms: ['*.docx'],
          action: 'review',
          level: 'low',
        }),
      ]
      await openLinkDialog(stage, '发布会流程表 v6.docx')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('创建外链', 'Create link') })
        .click()
      await expect(page.getByText('财务数据', { exact: false })).toBeVisible()
      for (const { ruleId } of made) await admin.call(removeDlpRule, { ruleId })
    },
  },
]
