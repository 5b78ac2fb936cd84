import { readFile } from 'node:fs/promises'
import { createFolder } from '@clouddisk/contract/files'
import { createShare } from '@clouddisk/contract/shares'
import { expect, type Page } from '@playwright/test'
import { docx } from '../../server/test/make-docx.ts'
import { manyPagesPdf } from '../../server/test/pdfs.ts'
import { signIn } from '../../server/test/person.ts'
import { nameIn } from '../support/files.ts'
import { phoneRow } from '../support/phone.ts'
import { PASSWORD } from '../support/server.ts'
import { newPerson, type Scene, type Stage, type World } from './stage.ts'

/** Previews of what a browser does not show, or shows in more than one way. */

const media = (name: string) => readFile(new URL(`../media/${name}`, import.meta.url))
/** Chinese as older Windows programs write it. */
const SHORT_GBK = Buffer.from('d6d0cec4b1e0c2ebb5c4cec4bcfea3bab5dad2bbd0d00a', 'hex')
const SHARED = '发布会素材'
const HANDBOOK = {
  pages: 120,
  text: (page: number) => `Chapter ${page}: budget and schedule`,
  chinese: '项目预算与进度安排',
  link: 'https://example.com/handbook',
  outline: ['Overview', 'Budget', 'Schedule', 'Risks and how they are followed up every week'],
}

const MINUTES = `# 项目周会

| 事项 | 负责人 | 截止 |
| --- | --- | --- |
| 预算复核 | 周宁 | 12 月 3 日 |
| 服务器迁移 | 陈默 | 12 月 10 日 |

1. 上周工作**全部完成**，见[手册](https://example.com/)。
2. 新版本周五发布：

\`\`\`sh
npm start
\`\`\`

- [x] 通知各部门
- [ ] 备份数据库
`
const PEOPLE = `姓名,部门,入职,备注\n${Array.from({ length: 60 }, (_, n) => `员工${n + 1},${['市场部', '研发部', '财务部'][n % 3]},2024-0${(n % 9) + 1}-15,"工号 ${1000 + n}, 转正"`).join('\n')}\n`
const CODE = `import os\n\n\ndef deploy(target: str) -> bool:\n    """Copies the build to a server."""\n    for name in os.listdir("dist"):\n        print(f"{name} → {target}")\n    return True\n`
const REPORT = [
  '重庆银行 2026 年第三季度报告',
  '营业收入同比增长百分之八，净利润保持稳定。',
  'Outlook: stable.',
]

const reader = new WeakMap<World, Promise<string>>()
function readerOf(world: World): Promise<string> {
  const known = reader.get(world) ?? layOut(world)
  reader.set(world, known)
  return known
}

async function layOut({ server, rich }: World): Promise<string> {
  const name = await newPerson(server, 'reader', '周宁')
  const api = await signIn(server.origin, name, PASSWORD)
  await api.upload('0', '旧系统导出.txt', SHORT_GBK)
  await api.upload('0', '手机拍摄.mp4', await media('hevc.mp4'))
  await api.upload('0', '会议录音.ogg', await media('sound.ogg'))
  await api.upload('0', '项目手册.pdf', manyPagesPdf(HANDBOOK))
  await api.upload('0', '薪资表.pdf', manyPagesPdf({ pages: 1, password: 'secret' }))
  await api.upload('0', '损坏的合同.pdf', Buffer.from('%PDF-1.7 and nothing else'))
  await api.upload('0', '通知.html', Buffer.from('<h1>放假通知</h1><p>十月一日至七日放假。</p>'))
  await api.upload('0', '会议纪要.md', Buffer.from(MINUTES))
  await api.upload('0', '人员名单.csv', Buffer.from(PEOPLE))
  await api.upload('0', 'deploy.py', Buffer.from(CODE))
  await api.upload('0', '季度报告.docx', docx(REPORT))
  const { instanceId } = await rich.api.call(createFolder, { instanceName: SHARED })
  await rich.api.upload(instanceId, '方案.docx', Buffer.alloc(31_000, 'y'))
  await rich.api.call(createShare, {
    instanceIds: [instanceId],
    members: [{ principalType: 'user', principalId: api.user.userId, role: 'viewer' }],
  })
  return name
}

async function enter({ page, phone }: Stage, name: string): Promise<void> {
  if (phone) await phoneRow(page, name).tap()
  else await nameIn(page, name).dblclick()
}

const preview = (name: string, file: string, ready: (page: Page) => Promise<unknown>): Scene => ({
  name,
  both: true,
  as: readerOf,
  play: async (stage) => {
    await stage.open('personalFile')
    await enter(stage, file)
    await ready(stage.page)
  },
})
const dialog = (page: Page) => page.getByRole('dialog')

const pageDrawn = (page: Page) =>
  expect(dialog(page).locator('.page[data-loaded] .textLayer').first()).toBeVisible()

export const previewScenes: readonly Scene[] = [
  preview('preview-markdown', '会议纪要.md', (page) =>
    expect(dialog(page).getByRole('heading', { name: '项目周会' })).toBeVisible(),
  ),
  preview('preview-csv', '人员名单.csv', (page) =>
    expect(dialog(page).getByText('员工3', { exact: true })).toBeVisible(),
  ),
  preview('preview-code', 'deploy.py', (page) =>
    expect(dialog(page).locator('.cm-content')).toContainText('deploy'),
  ),
  preview('preview-office', '季度报告.docx', (page) =>
    expect(dialog(page).locator('.textLayer').first()).toContainText('重庆银行', { timeout: 180_000 }),
  ),
  preview('preview-pdf-search', '项目手册.pdf', async (page) => {
    await pageDrawn(page)
    await page.keyboard.press('Control+f')
    await dialog(page).getByRole('search').getByRole('textbox').fill('budget')
    await expect(dialog(page).getByRole('search')).toContainText('120')
    await page.waitForLoadState('networkidle')
  }),
  preview('preview-pdf-outline', '项目手册.pdf', async (page) => {
    await pageDrawn(page)
    if ((await dialog(page).getByRole('complementary').count()) === 0) await page.keyboard.press('s')
    await dialog(page).getByRole('complementary').getByRole('radio').last().click()
    await expect(dialog(page).getByText('Schedule', { exact: true })).toBeVisible()
  }),
  preview('preview-pdf-print', '项目手册.pdf', async (page) => {
    await pageDrawn(page)
    await page.keyboard.press('Control+p')
    await expect(dialog(page).getByRole('spinbutton').first()).toBeVisible()
  }),
  preview('preview-pdf-link', '项目手册.pdf', async (page) => {
    await pageDrawn(page)
    await dialog(page).getByRole('link', { name: 'https://example.com/handbook' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
  }),
  preview('preview-pdf-password', '薪资表.pdf', async (page) => {
    await dialog(page).locator('input').fill('wrong')
    await page.keyboard.press('Enter')
    await expect(dialog(page).locator('[aria-invalid]')).toBeVisible()
  }),
  preview('preview-pdf-broken', '损坏的合同.pdf', (page) =>
    expect(dialog(page).getByRole('status')).toBeVisible(),
  ),
  preview('preview-html', '通知.html', (page) =>
    expect(dialog(page).frameLocator('iframe').getByText('十月一日至七日放假。')).toBeVisible(),
  ),
  preview('preview-encoding', '旧系统导出.txt', async (page) => {
    await expect(dialog(page).locator('.cm-content')).toBeVisible()
    await page.getByRole('combobox').last().click()
    await expect(page.getByRole('option').first()).toBeVisible()
  }),
  preview('preview-no-picture', '手机拍摄.mp4', (page) => expect(dialog(page)).toContainText('HEVC')),
  preview('preview-sound-only', '会议录音.ogg', (page) =>
    expect(dialog(page).locator('audio')).toBeVisible(),
  ),
  {
    name: 'preview-view-only',
    both: true,
    as: readerOf,
    play: async (stage) => {
      await stage.open('fileShare')
      await enter(stage, SHARED)
      await enter(stage, '方案.docx')
      const first = dialog(stage.page).getByRole('img', { name: /^(第 1 页|Page 1)$/ })
      await expect(first).toBeVisible({ timeout: 60_000 })
    },
  },
]
