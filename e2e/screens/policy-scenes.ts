import { randomUUID } from 'node:crypto'
import { acknowledge, publishPolicy } from '@clouddisk/contract/policies'
import { saveSettings } from '@clouddisk/contract/settings'
import { expect } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { PASSWORD } from '../support/server.ts'
import { newPerson, type Scene, type Stage, type World } from './stage.ts'

/** Pictures of agreements, policies, usage rules and notices. */

const published = new WeakMap<World['server'], Promise<void>>()
const publishNotices = (world: World): Promise<void> => {
  const known = published.get(world.server) ?? publish(world)
  published.set(world.server, known)
  return known
}

async function publish({ server }: World): Promise<void> {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  await admin.call(publishPolicy, {
    kind: 'publicNotice',
    titleZh: '国庆假期值班安排',
    textZh: '10 月 1 日至 7 日，云盘的问题请联系**值班管理员**（分机 8021）。',
    titleEn: 'Support over the holidays',
    textEn: 'From 1 to 7 October, call the **administrator on duty** (extension 8021).',
  })
  await admin.call(publishPolicy, {
    kind: 'publicNotice',
    titleZh: '周六 20:00 至 22:00 停机升级',
    textZh:
      '升级期间无法登录、上传和下载。\n\n- 请在 **20:00 前**完成正在进行的上传\n- 未完成的上传会在恢复后继续\n\n新功能：群组动态、文件标签和备注。',
    endTime: '2099-12-31T15:59:59Z',
  })
}

/** Signs in somebody who has agreed to nothing, or to the usage rules only. */
async function enter(stage: Stage, agreed: boolean): Promise<void> {
  const { server, context, page } = stage
  const name = await newPerson(server, `n_${randomUUID().slice(0, 8)}`, '王芳')
  const api = await signIn(server.origin, name, PASSWORD)
  await api.call(saveSettings, { showLeadTip: false })
  const [rules] = api.user.toAcknowledge
  if (agreed && rules) await api.call(acknowledge, rules)
  await context.request.post(`${server.origin}/disk/api/user/login`, {
    data: { userName: name, password: PASSWORD },
    headers: { 'x-requested-with': 'XMLHttpRequest' },
  })
  await page.goto(`${server.origin}/disk/`)
}

const read = async ({ server, page }: Stage, path: string): Promise<void> => {
  await page.goto(`${server.origin}/disk/${path}`)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
}

const admin = async () => 'admin'
const openAdmin = async (stage: Stage): Promise<void> => {
  await publishNotices(stage)
  await stage.page.goto(`${stage.server.origin}/disk/admin/texts`)
  await expect(stage.page.getByRole('heading', { level: 2 }).last()).toBeVisible()
}
const press = ({ page, say }: Stage, zh: string, en: string) =>
  page
    .getByRole('main')
    .getByRole('button', { name: say(zh, en) })
    .first()
    .click()

export const policyScenes: readonly Scene[] = [
  {
    name: 'policy-agreement',
    both: true,
    as: 'signedOut',
    play: (stage) => read(stage, stage.say('userServiceAgreement', 'userServiceAgreementEnglish')),
  },
  { name: 'policy-list', both: true, as: 'signedOut', play: (stage) => read(stage, 'policylist') },
  {
    name: 'policy-rules',
    both: true,
    as: 'signedOut',
    play: async (stage) => {
      await enter(stage, false)
      await expect(
        stage.page.getByRole('dialog').getByRole('button', { name: stage.say('同意', 'Agree') }),
      ).toBeVisible()
    },
  },
  {
    name: 'policy-notice',
    both: true,
    as: 'signedOut',
    play: async (stage) => {
      await publishNotices(stage)
      await enter(stage, true)
      await expect(
        stage.page.getByRole('dialog').getByRole('button', { name: stage.say('知道了', 'Got it') }),
      ).toBeVisible()
    },
  },
  {
    name: 'policy-notices',
    english: true,
    play: async (stage) => {
      await publishNotices(stage)
      await stage.open('personalFile')
      const { page, say } = stage
      await page.getByRole('button', { name: say('帮助', 'Help') }).click()
      await page.getByRole('menuitem', { name: say('公告', 'Notices') }).click()
      await expect(page.getByRole('dialog').getByRole('button', { expanded: true })).toBeVisible()
    },
  },
  { name: 'policy-admin', both: true, as: admin, play: openAdmin },
  {
    name: 'policy-admin-editor',
    both: true,
    as: admin,
    play: async (stage) => {
      await openAdmin(stage)
      await press(stage, '编辑使用规范', 'Edit Usage rules')
      await expect(stage.page.getByRole('dialog').getByRole('heading', { level: 2 }).first()).toBeVisible()
    },
  },
  {
    name: 'policy-admin-notice',
    english: true,
    as: admin,
    play: async (stage) => {
      await openAdmin(stage)
      await press(stage, '发布公告', 'Publish notice')
      await stage.page.getByRole('dialog').getByRole('textbox').first().fill('停电通知')
      await stage.page
        .getByRole('dialog')
        .getByRole('button', { name: stage.say('发布', 'Publish') })
        .click()
    },
  },
  {
    name: 'policy-admin-versions',
    english: true,
    as: admin,
    play: async (stage) => {
      await openAdmin(stage)
      await press(stage, '用户协议的历史版本', 'Versions of User agreement')
      await expect(stage.page.getByRole('dialog').getByRole('heading', { level: 2 }).nth(1)).toBeVisible()
    },
  },
]
