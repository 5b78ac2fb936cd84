import type { Dashboard } from '@clouddisk/contract/dashboard'
import { expect } from '@playwright/test'
import { hold, isCall } from '../support/hold.ts'
import {
  asAdmin,
  choose,
  fails,
  layer,
  menuAt,
  openConsole,
  openRow,
  press,
  retold,
  rowOf,
} from './administration.ts'
import { signInAtComputer } from './client-computer.ts'
import type { Scene, Stage } from './stage.ts'

/** Pictures of the administration: log, sessions, overview, and what is said to who may not look. */

async function openLogs(stage: Stage, query = ''): Promise<void> {
  await openConsole(stage, `logs${query}`)
  await expect(stage.page.getByRole('main').locator('[data-index]:visible').nth(3)).toBeVisible()
}

const many = ({ page }: Stage) =>
  retold(page, 'admin/log/page', (data: object) => ({ ...data, total: 26_418, truncated: true }))

/** A month of work. */
const month = ({ page }: Stage) =>
  retold<Dashboard>(page, 'admin/dashboard', (data) => ({
    ...data,
    people: { total: 1240, active: 1198, frozen: 23, expired: 19, signedInToday: 842 },
    spaces: { used: 37.9 * TB, total: 61.2 * TB, unlimited: 4 },
    storage: data.storage && {
      ...data.storage,
      files: 4_812_066,
      charged: 37.9 * TB,
      stored: 29.3 * TB,
      diskFree: 11.6 * TB,
      diskTotal: 80 * TB,
      days: data.transfers.map(({ day }, at) => ({
        day,
        charged: (36 + at * 0.065) * TB,
        stored: (28.4 + at * 0.03) * TB,
      })),
    },
    transfers: data.transfers.map((one, at) => {
      const load = at % 7 > 4 ? 0.2 : 0.7 + ((at * 37) % 11) / 30
      return {
        ...one,
        uploads: Math.round(4200 * load),
        downloads: Math.round(9100 * load),
        uploadBytes: Math.round(0.19 * TB * load),
        downloadBytes: Math.round(0.17 * TB * load),
      }
    }),
    jobs: { running: 3, failed: 2 },
  }))
const TB = 1024 ** 4

async function openOverview(stage: Stage): Promise<void> {
  await month(stage)
  await openConsole(stage, 'overview')
  await expect(stage.page.locator('.recharts-surface').first()).toBeVisible()
}

async function openSessions(stage: Stage): Promise<void> {
  await signInAtComputer(stage.server, stage.rich.name, `DESIGN-WS-${stage.setting.width}`)
  await openConsole(stage, 'sessions')
  await expect(stage.page.getByRole('main').locator('[data-index]:visible').nth(2)).toBeVisible()
}

/** Somebody's alone, who is found among so many. */
async function openTheirs(stage: Stage): Promise<void> {
  await openConsole(stage, 'sessions?q=alice_chen')
  await expect(rowOf(stage, 'alice_chen')).toBeVisible()
}

export const logScenes: readonly Scene[] = [
  { name: 'admin-logs', as: asAdmin, everywhere: true, play: (stage) => openLogs(stage, '?device=client') },
  {
    name: 'admin-logs-export',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await many(stage)
      await openLogs(stage)
      await press(stage, '导出', 'Export')
      await expect(stage.page.getByRole('menuitem').or(layer(stage.page)).first()).toBeVisible()
    },
  },
  {
    name: 'admin-logs-running',
    as: asAdmin,
    english: true,
    play: async (stage) => {
      const one = { jobId: '1', createTime: new Date().toISOString(), rows: 18_204, fileSize: 2_204_100 }
      await retold(stage.page, 'admin/log/export/jobs', () => [
        { ...one, jobId: '2', format: 'xlsx', state: 'running', fileSize: 0, expireTime: null },
        { ...one, format: 'csv', state: 'done', expireTime: new Date(Date.now() + 86_400_000).toISOString() },
      ])
      await many(stage)
      await openLogs(stage)
    },
  },
  {
    name: 'admin-logs-entry',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await openLogs(stage, '?device=client')
      await openRow(stage, '')
      await expect(layer(stage.page).getByText(/已校验|Verified/)).toBeVisible()
    },
  },
  {
    name: 'admin-logs-views',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await openLogs(stage)
      await press(stage, '保存为视图', 'Save view')
      await expect(layer(stage.page)).toBeVisible()
    },
  },
  {
    name: 'admin-logs-range',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await openLogs(stage)
      await stage.page
        .getByRole('button', { name: stage.say('起', 'Since') })
        .first()
        .click()
      await expect(layer(stage.page)).toBeVisible()
    },
  },
  {
    name: 'admin-logs-verified',
    as: asAdmin,
    english: true,
    play: async (stage) => {
      await openLogs(stage)
      await press(stage, '校验', 'Verify')
      await expect(stage.page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'admin-logs-no-match',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await openConsole(stage, 'logs?q=nothing-like-this&result=refused')
      await expect(stage.page.getByRole('heading', { level: 2 }).last()).toBeVisible()
    },
  },
  {
    name: 'admin-logs-error',
    as: asAdmin,
    play: async (stage) => {
      await fails(stage.page, 'admin/log/page')
      await openConsole(stage, 'logs')
      await expect(stage.page.getByRole('alert').first()).toBeVisible()
    },
  },
  {
    name: 'admin-logs-loading',
    as: asAdmin,
    play: async (stage) => {
      await hold(stage.page, isCall('admin/log/page'))
      await openConsole(stage, 'logs')
      await stage.page.waitForTimeout(500)
    },
  },

  { name: 'admin-sessions', as: asAdmin, everywhere: true, play: openSessions },
  {
    name: 'admin-sessions-menu',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await openTheirs(stage)
      await menuAt(stage, 'alice_chen')
    },
  },
  {
    name: 'admin-sessions-end',
    as: asAdmin,
    english: true,
    play: async (stage) => {
      await openTheirs(stage)
      await menuAt(stage, 'alice_chen')
      await choose(stage, '结束该用户全部会话', 'End all sessions of this user')
      await expect(stage.page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'admin-sessions-no-match',
    as: asAdmin,
    play: async (stage) => {
      await openConsole(stage, 'sessions?q=nobody-like-this')
      await expect(stage.page.getByRole('heading', { level: 2 }).last()).toBeVisible()
    },
  },

  { name: 'admin-overview', as: asAdmin, everywhere: true, play: openOverview },
  {
    name: 'admin-config',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await openConsole(stage, 'config')
      await expect(stage.page.getByRole('switch').first()).toBeVisible()
    },
  },
  {
    name: 'admin-config-links',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await openConsole(stage, 'config')
      const form = stage.page.getByRole('form', { name: /^(外链访问限制|Limits for external links)$/ })
      await form.getByRole('textbox').first().fill('many')
      await form.getByRole('button').click()
      await form.scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'admin-overview-below',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await openOverview(stage)
      const chart = stage.page.getByRole('region', { name: /^(存储增长|Storage growth)$/ }).first()
      await chart.locator('summary').click()
      await chart.scrollIntoViewIfNeeded()
      await stage.page.mouse.wheel(0, 3000)
    },
  },
  {
    name: 'admin-setup',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await openOverview(stage)
      await expect(stage.page.getByRole('region', { name: /^(开始使用|Getting started)$/ })).toBeVisible()
    },
  },
  {
    name: 'admin-overview-error',
    as: asAdmin,
    play: async (stage) => {
      await fails(stage.page, 'admin/dashboard')
      await openConsole(stage, 'overview')
      await expect(stage.page.getByRole('alert').first()).toBeVisible()
    },
  },
  {
    name: 'admin-overview-loading',
    as: asAdmin,
    play: async (stage) => {
      await hold(stage.page, isCall('admin/dashboard'))
      await openConsole(stage, 'overview')
      await stage.page.waitForTimeout(500)
    },
  },
  {
    name: 'admin-not-yours',
    as: async (world) => {
      await asAdmin(world)
      return 'lu_yao'
    },
    english: true,
    phone: true,
    play: (stage) => openConsole(stage, 'recycle'),
  },
  {
    name: 'admin-none',
    english: true,
    play: async ({ page, server }) => {
      await page.goto(`${server.origin}/disk/admin/users`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  },
]
