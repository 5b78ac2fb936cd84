import { saveSettings } from '@clouddisk/contract/settings'
import { expect } from '@playwright/test'
import { type FakeHostOptions, record, syncTask, withHost } from '../support/fake-host.ts'
import { either } from '../support/files.ts'
import { openSettings, settings } from '../support/settings.ts'
import { asAdmin } from './administration.ts'
import type { Scene, Stage } from './stage.ts'

/** The page in the desktop client. */

const MB = 1024 * 1024

const failure = { code: '302', name: null, errcode: null, message: null, details: {}, traceId: null }
const UPLOADS = [
  record({
    fileName: '发布会全程录像.mkv',
    status: 'running',
    fileSize: 2048 * MB,
    finishedPartsSize: 1279 * MB,
    rate: 18.4 * MB,
  }),
  record({ fileName: '主视觉-横版-终稿.jpg', status: 'pause', fileSize: 24 * MB, finishedPartsSize: 6 * MB }),
  record({
    fileName: '舞台搭建图纸（第三版，含吊挂与电力，供施工方确认）.pdf',
    status: 'error',
    fileSize: 22 * MB,
    finishedPartsSize: 8 * MB,
    error: { ...failure, retryable: true },
  }),
  ...['嘉宾名单.xlsx', '采访提纲.docx', '现场音乐.flac'].map((fileName) => record({ fileName })),
]
const DOWNLOADS = [
  record({
    type: 'downloadFile',
    fileName: '样片合集.zip',
    status: 'running',
    fileSize: 700 * MB,
    finishedPartsSize: 90 * MB,
    rate: 9.2 * MB,
  }),
  record({ type: 'downloadFile', fileName: '品牌手册.pdf', fileSize: 48 * MB }),
]
const FINISHED = Array.from({ length: 43 }, (_, n) =>
  record({
    type: n % 3 === 0 ? 'downloadFile' : 'uploadFile',
    fileName: `现场照片-${String(n + 1).padStart(3, '0')}.jpg`,
    fileSize: (3 + n / 7) * MB,
    status: 'finished',
  }),
)

async function openTransfers(stage: Stage, options: FakeHostOptions, tab?: 'finished' | 'download') {
  const { page, setting, say, open } = stage
  await withHost(page, { language: setting.language, ...options })
  await open('clientTransList')
  const name = tab === 'finished' ? say('已完成', 'Finished') : say('下载', 'Download')
  if (tab) await page.getByRole('tab', { name }).click()
  await expect(page.getByRole('tabpanel')).not.toBeEmpty()
}

const SYNCS = [
  syncTask(),
  syncTask({ id: 2, folderName: '发布会照片', syncStatus: 'syncing', syncTime: '18:30', report: null }),
  syncTask({
    id: 3,
    folderName: '财务报表',
    syncStatus: 'error',
    localPath: 'D:\\财务\\2026\\报表',
    errmsg: '2 个文件未同步。',
  }),
  syncTask({ id: 4, folderName: '设计稿', syncStatus: 'wait', lastSyncTime: null, report: null }),
]

async function openLocalSync(stage: Stage, options: FakeHostOptions) {
  const { page, setting, open, rich } = stage
  await rich.api.call(saveSettings, { localSync: true })
  await withHost(page, { language: setting.language, folder: '/home/lin/文档/合同', ...options })
  await open('localSyncPage')
  await expect(page.getByRole('button', { name: either('新建同步', 'New sync') }).first()).toBeVisible()
}

const openClientMenu = ({ page }: Stage) =>
  page
    .getByRole('region', { name: either('空间与设置', 'Space and settings') })
    .getByRole('button', { name: either('设置', 'Settings') })
    .click()

export const clientScenes: readonly Scene[] = [
  { name: 'local-sync', everywhere: true, play: (stage) => openLocalSync(stage, { localSyncs: SYNCS }) },
  { name: 'local-sync-empty', both: true, play: (stage) => openLocalSync(stage, {}) },
  {
    name: 'local-sync-new',
    both: true,
    play: async (stage) => {
      await openLocalSync(stage, { localSyncs: SYNCS })
      await stage.page
        .getByRole('button', { name: either('新建同步', 'New sync') })
        .first()
        .click()
      await stage.page.getByRole('button', { name: either('选择 本地文件夹', 'Choose Local folder') }).click()
    },
  },
  {
    name: 'local-sync-time',
    english: true,
    play: async (stage) => {
      await openLocalSync(stage, { localSyncs: SYNCS })
      await stage.page.getByRole('row', { name: /^合同/ }).click({ button: 'right' })
      await stage.page.getByRole('menuitem', { name: either('编辑', 'Edit') }).click()
      await stage.page.getByRole('button', { name: either('下一步', 'Next') }).click()
    },
  },
  {
    name: 'client-files',
    everywhere: true,
    play: async (stage) => {
      await withHost(stage.page, { language: stage.setting.language, records: [...UPLOADS, ...DOWNLOADS] })
      await stage.openFolder()
    },
  },
  {
    name: 'client-administration',
    as: asAdmin,
    phone: true,
    english: true,
    play: async ({ page, setting, open }) => {
      await withHost(page, { language: setting.language })
      await open('admin/users')
      await expect(page.getByRole('grid').first()).toBeVisible()
    },
  },
  {
    name: 'client-settings-menu',
    phone: false,
    both: true,
    play: async (stage) => {
      await withHost(stage.page, { language: stage.setting.language })
      await stage.openFolder()
      await openClientMenu(stage)
      await expect(stage.page.getByText(either('公告', 'Notices'))).toBeVisible()
    },
  },
  {
    name: 'client-desktop-settings',
    everywhere: true,
    play: async (stage) => {
      await withHost(stage.page, { language: stage.setting.language })
      await stage.openFolder()
      await openClientMenu(stage)
      await stage.page.getByRole('menuitem', { name: either('客户端设置', 'Client settings') }).click()
      await expect(stage.page.getByText('https://drive.example.com')).toBeVisible()
    },
  },
  {
    name: 'client-update',
    everywhere: true,
    play: async (stage) => {
      const data = { name: 'clouddisk_1.2.0_amd64.deb', version: '1.2.0', url: '/disk/clients/clouddisk.deb' }
      await stage.page.route('**/getToolName*', (route) =>
        route.fulfill({ json: { errcode: 0, errmsg: '', data, traceId: '' } }),
      )
      await withHost(stage.page, { language: stage.setting.language })
      await stage.openFolder()
      const foot = stage.page.getByRole('region', { name: either('空间与设置', 'Space and settings') })
      await expect(foot.getByRole('button', { name: /下载|Download/ })).toBeVisible()
    },
  },
  {
    name: 'client-transfers',
    everywhere: true,
    play: (stage) => openTransfers(stage, { records: [...UPLOADS, ...DOWNLOADS, ...FINISHED] }),
  },
  {
    name: 'client-transfers-finished',
    everywhere: true,
    play: (stage) => openTransfers(stage, { records: [...UPLOADS, ...FINISHED] }, 'finished'),
  },
  {
    name: 'client-transfers-empty',
    both: true,
    play: (stage) => openTransfers(stage, {}),
  },
  {
    name: 'client-transfers-failed',
    both: true,
    play: async (stage) => {
      await stage.page.addInitScript(() => {
        addEventListener('DOMContentLoaded', () => {
          const { clouddiskHost } = globalThis as unknown as { clouddiskHost: Record<string, unknown> }
          clouddiskHost.pageTransfers = () => Promise.reject(new Error('客户端的数据库无法读取。'))
        })
      })
      await openTransfers(stage, {})
    },
  },
  {
    name: 'settings-client',
    phone: true,
    play: async (stage) => {
      await withHost(stage.page, { language: stage.setting.language, folder: 'D:\\下载\\云盘' })
      await stage.openFolder()
      await openSettings(stage.page, '传输')
      await settings(stage.page)
        .getByRole('button', { name: stage.say('选择', 'Choose') })
        .click()
      await expect(settings(stage.page)).toContainText('D:')
    },
  },
]
