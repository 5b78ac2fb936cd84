import type { AdminUpload } from '@clouddisk/contract/admin-uploads'
import { expect } from '@playwright/test'
import { hold, isCall } from '../support/hold.ts'
import { asAdmin, choose, fails, menuAt, openConsole, retold, rowOf, tickRow } from './administration.ts'
import type { Scene, Stage } from './stage.ts'

/** Pictures of everybody's unfinished uploads. */

const GB = 1024 ** 3
const HOUR_MS = 3600 * 1000

type Line = readonly [
  who: string,
  account: string,
  department: string | null,
  name: string,
  path: string | null,
]
const LINES: readonly Line[] = [
  ['陈雨', 'alice_chen', '视觉设计部', '2027 春季发布会主视觉终稿（4K 无压缩）.mov', '个人文件/发布会/影像'],
  ['陆遥', 'lu_yao', '基础架构部', 'nightly-2026-11-22.tar.zst', '备份群/每日'],
  ['孙宁', 'sun_ning', '法务部', '框架协议扫描件.pdf', null],
  [
    'Alexandra Featherstonehaugh',
    'a.featherstonehaugh',
    'Customer Success EMEA',
    'recording.mp4',
    '个人文件',
  ],
  ['周恒', 'zhou_heng', null, '点云数据_第三测区.las', '测绘/2026/第三测区/原始数据/未处理'],
  ['何静', 'he_jing', '财务部', '凭证 10 月.zip', '个人文件/凭证'],
  ['郑一鸣', 'zheng_ym', '算法平台部', 'checkpoint-000120000.safetensors', '模型/预训练'],
  ['陈雨', 'alice_chen', '视觉设计部', '分镜 12.psd', '个人文件/发布会'],
]

const many = ({ page }: Stage) =>
  retold(page, 'admin/upload/page', (data: object) => ({
    ...data,
    list: LINES.map(([userRealName, userName, departmentName, instanceName, folderPath], at): AdminUpload => {
      const begun = Date.now() - (at * at * 3 + 0.4) * HOUR_MS
      const latest = at < 2 ? Date.now() - (at === 0 ? 20_000 : 200_000) : begun + HOUR_MS
      const fileSize = [42.3, 18.1, 0.031, 3.7, 71.4, 0.9, 13.2, 0.4][at % 8] ?? 1
      return {
        objectKey: `01a20635-f5b4-71fb-ac1f-be2971e7f4${10 + at}`,
        userId: `01a20635-f52d-76ee-9999-e5092b374e${10 + at}`,
        userName,
        userRealName,
        departmentName,
        instanceName,
        folderPath,
        fileSize: Math.round(fileSize * GB),
        receivedSize:
          at === 4
            ? null
            : Math.round(fileSize * GB * ([0.62, 0.11, 0, 0.97, 0.34, 0.5, 0.08, 0.75][at % 8] ?? 0)),
        receiveTime: at === 2 || at === 4 ? null : new Date(latest).toISOString(),
        quietSeconds: Math.round((Date.now() - latest) / 1000),
        partSize: 8 * 1024 ** 2,
        createTime: new Date(begun).toISOString(),
        expireTime: new Date(begun + 7 * 24 * HOUR_MS).toISOString(),
        canDiscard: at !== 3,
      }
    }),
    total: LINES.length,
    totalSize: Math.round(150.1 * GB),
  }))

async function openMany(stage: Stage): Promise<void> {
  await many(stage)
  await openConsole(stage, 'uploads')
  await expect(rowOf(stage, 'lu_yao').or(rowOf(stage, '陆遥')).first()).toBeVisible()
}

export const allUploadsScenes: readonly Scene[] = [
  { name: 'admin-uploads', as: asAdmin, everywhere: true, play: openMany },
  {
    name: 'admin-uploads-menu',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await openMany(stage)
      await menuAt(stage, '点云数据')
      await expect(stage.page.getByRole('menu').or(stage.page.getByRole('dialog')).last()).toBeVisible()
    },
  },
  {
    name: 'admin-uploads-chosen',
    as: asAdmin,
    english: true,
    play: async (stage) => {
      await openMany(stage)
      await tickRow(stage, '点云数据')
      await tickRow(stage, '分镜 12')
    },
  },
  {
    name: 'admin-uploads-discard',
    as: asAdmin,
    english: true,
    play: async (stage) => {
      await openMany(stage)
      await menuAt(stage, '点云数据')
      await choose(stage, '取消上传', 'Cancel upload')
      await expect(stage.page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'admin-uploads-empty',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await retold(stage.page, 'admin/upload/page', (data: object) => ({
        ...data,
        list: [],
        total: 0,
        totalSize: 0,
      }))
      await openConsole(stage, 'uploads')
      await expect(stage.page.getByRole('heading', { level: 2 }).last()).toBeVisible()
    },
  },
  {
    name: 'admin-uploads-error',
    as: asAdmin,
    english: true,
    play: async (stage) => {
      await fails(stage.page, 'admin/upload/page')
      await openConsole(stage, 'uploads')
      await expect(stage.page.getByRole('alert').first()).toBeVisible()
    },
  },
  {
    name: 'admin-uploads-loading',
    as: asAdmin,
    play: async (stage) => {
      await hold(stage.page, isCall('admin/upload/page'))
      await openConsole(stage, 'uploads')
      await stage.page.waitForTimeout(500)
    },
  },
]
