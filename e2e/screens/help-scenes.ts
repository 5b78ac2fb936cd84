import type { AdminFeedback, Feedback } from '@clouddisk/contract/feedback'
import { expect } from '@playwright/test'
import { asAdmin, fails, layer, openConsole, openRow, press } from './administration.ts'
import { answers } from './outbound-scenes.ts'
import type { Scene, Stage } from './stage.ts'

/** Pictures of the help, and of feedback to the administrators. */

const HOUR_MS = 3600 * 1000
const at = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

const SENT: readonly Feedback[] = [
  {
    feedbackId: '01a20635-f5b4-71fb-ac1f-be2971e7f800',
    kind: 'problem',
    text: '上传 12 GB 的录像到 45% 时提示 [303]，重试两次都在同一位置停住。',
    page: '/disk/personalFile',
    version: '18',
    browser: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/141.0.0.0 Safari/537.36',
    language: 'zh-CN',
    traceId: '8f2c41d09b7e4a0c9d3b5e6f7a8b9c0d',
    hasPicture: false,
    state: 'answered',
    createTime: at(30),
    stateTime: at(3),
    answer: '代理服务器会切断超过 60 秒的连接，已调整。请点“重试”，会从 45% 继续。',
    answeredBy: '周恒',
  },
  {
    feedbackId: '01a20635-f5b4-71fb-ac1f-be2971e7f801',
    kind: 'idea',
    text: 'Could lists remember their column widths?',
    hasPicture: false,
    state: 'open',
    createTime: at(80),
    stateTime: at(70),
    answer: '',
    answeredBy: null,
  },
]
const PEOPLE = [
  { personId: '01a20635-f5b4-71fb-ac1f-be2971e7f900', personName: '林晓', account: 'linxiao' },
  { personId: '01a20635-f5b4-71fb-ac1f-be2971e7f901', personName: 'Alice Chen', account: 'alice_chen' },
] as const
const ALL: readonly AdminFeedback[] = SENT.map((feedback, index) => ({
  ...feedback,
  ...(PEOPLE[index] ?? PEOPLE[0]),
  departmentName: index === 0 ? '品牌组' : null,
}))
const page = <T>(list: readonly T[]) => ({ list, total: list.length, pageNo: 1, pageSize: 20 })

async function openFeedback(stage: Stage): Promise<void> {
  const { phone, say } = stage
  await stage.openFolder()
  if (phone) {
    await press(stage, '打开菜单', 'Open menu')
    await press(stage, '用户反馈', 'Feedback')
  } else {
    await press(stage, '帮助', 'Help')
    await stage.page.getByRole('menuitem', { name: say('用户反馈', 'Feedback') }).click()
  }
  await expect(stage.page.getByRole('dialog', { name: say('用户反馈', 'Feedback') })).toBeVisible()
}

async function openTopic({ open, page: shown }: Stage, address: string): Promise<void> {
  await open(address)
  await expect(shown.getByRole('heading', { level: 1 }).last()).toBeVisible()
  await shown.waitForLoadState('networkidle')
}

export const helpScenes: readonly Scene[] = [
  { name: 'help', everywhere: true, play: (stage) => openTopic(stage, 'help') },
  { name: 'help-topic', both: true, play: (stage) => openTopic(stage, 'help/uploading') },
  { name: 'help-errors', both: true, play: (stage) => openTopic(stage, 'help/transfers#errors') },
  {
    name: 'help-found',
    both: true,
    play: (stage) => openTopic(stage, `help?q=${stage.say('续传', 'resume')}`),
  },
  { name: 'help-nothing', both: true, play: (stage) => openTopic(stage, 'help?q=xyzzy') },
  { name: 'help-gone', play: (stage) => openTopic(stage, 'help/elsewhere') },
  {
    name: 'help-menu',
    english: true,
    play: async (stage) => {
      await stage.openFolder()
      await press(stage, '帮助', 'Help')
      await expect(stage.page.getByRole('menuitem').first()).toBeVisible()
    },
  },
  { name: 'feedback', everywhere: true, play: openFeedback },
  {
    name: 'feedback-mistakes',
    both: true,
    play: async (stage) => {
      await openFeedback(stage)
      await layer(stage.page)
        .locator('input[type=file]')
        .setInputFiles({
          name: 'screen.gif',
          mimeType: 'image/gif',
          buffer: Buffer.from('GIF89a'),
        })
      await press(stage, '提交', 'Send', layer(stage.page))
    },
  },
  {
    name: 'feedback-sent',
    both: true,
    play: async (stage) => {
      await answers(stage, 'feedback/page', page(SENT))
      await openFeedback(stage)
      await layer(stage.page).getByRole('tab').last().click()
      await expect(layer(stage.page).getByRole('listitem').first()).toBeVisible()
    },
  },
  {
    name: 'feedback-none',
    phone: true,
    play: async (stage) => {
      await openFeedback(stage)
      await layer(stage.page).getByRole('tab').last().click()
      await expect(layer(stage.page).getByRole('heading', { level: 2 }).last()).toBeVisible()
    },
  },
  {
    name: 'admin-feedback',
    as: asAdmin,
    everywhere: true,
    play: async (stage) => {
      await answers(stage, 'admin/feedback/page', page(ALL))
      await openConsole(stage, 'feedback')
    },
  },
  {
    name: 'admin-feedback-answer',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await answers(stage, 'admin/feedback/page', page(ALL))
      await openConsole(stage, 'feedback')
      await openRow(stage, '林晓')
    },
  },
  {
    name: 'admin-feedback-empty',
    as: asAdmin,
    phone: true,
    play: async (stage) => {
      await answers(stage, 'admin/feedback/page', page([]))
      await openConsole(stage, 'feedback')
    },
  },
  {
    name: 'admin-feedback-error',
    as: asAdmin,
    play: async (stage) => {
      await fails(stage.page, 'admin/feedback/page')
      await openConsole(stage, 'feedback')
      await expect(stage.page.getByRole('alert')).toBeVisible({ timeout: 30_000 })
    },
  },
]
