import type { AdminLink } from '@clouddisk/contract/admin-links'
import type { LinkCheck } from '@clouddisk/contract/links'
import { expect } from '@playwright/test'
import { asAdmin, choose, fails, menuAt, openConsole, retold, rowOf, tickRow } from './administration.ts'
import type { Scene, Stage } from './stage.ts'

/** Pictures of everybody's external links. */

const DAY_MS = 24 * 3600 * 1000

type Line = readonly [
  who: string,
  account: string,
  department: string | null,
  name: string,
  path: string | null,
  more?: Partial<AdminLink>,
]
const LINES: readonly Line[] = [
  [
    '陈雨',
    'alice_chen',
    '视觉设计部',
    '2027 春季发布会主视觉终稿（4K 无压缩）.mov',
    '个人文件/发布会/影像',
    { viewCount: 128, downloadCount: 41, saveCount: 7, maxVisits: 500 },
  ],
  ['陆遥', 'lu_yao', '基础架构部', 'nightly-2026-11-22.tar.zst', '备份群/每日', { visitor: 'signedIn' }],
  [
    '孙宁',
    'sun_ning',
    '法务部',
    '框架协议扫描件.pdf',
    null,
    {
      status: 'expired',
      reason: 'stopped',
      stopTime: new Date(Date.now() - DAY_MS).toISOString(),
      stoppedBy: '周恒',
      stopReason: '协议未脱敏，请改用内部共享。',
      canStop: false,
    },
  ],
  [
    'Alexandra Featherstonehaugh',
    'a.featherstonehaugh',
    'Customer Success EMEA',
    'Onboarding recordings',
    '个人文件',
    { perms: ['view', 'download', 'save'], validity: 'permanent', expireTime: null },
  ],
  [
    '周恒',
    'zhou_heng',
    null,
    '点云数据_第三测区.las',
    '测绘/2026/第三测区/原始数据/未处理',
    { status: 'expired', reason: 'visits', maxVisits: 20, viewCount: 20 },
  ],
  ['何静', 'he_jing', '财务部', '凭证 10 月.zip', '个人文件/凭证', { status: 'failed', reason: 'owner' }],
  [
    '郑一鸣',
    'zheng_ym',
    '算法平台部',
    'checkpoint-000120000.safetensors',
    '模型/预训练',
    { perms: ['view'], status: 'verifying', canReview: true },
  ],
]

const many = ({ page }: Stage) =>
  retold(page, 'admin/link/page', (data: object) => ({
    ...data,
    list: LINES.map(
      ([ownerName, ownerAccount, departmentName, instanceName, folderPath, more], at): AdminLink => ({
        shareId: `01a20635-f5b4-71fb-ac1f-be2971e7f4${10 + at}`,
        linkStart: 'qT4_xZ',
        ownerId: `01a20635-f52d-76ee-9999-e5092b374e${10 + at}`,
        ownerName,
        ownerAccount,
        departmentName,
        visitor: 'anyone',
        principals: [],
        perms: ['view', 'download'],
        hasCode: at !== 1,
        validity: '1month',
        expireTime: new Date(Date.now() + (3 + at * 4) * DAY_MS).toISOString(),
        maxVisits: null,
        watermark: at === 0,
        viewCount: at * 3,
        downloadCount: at,
        saveCount: 0,
        status: 'valid',
        canReview: false,
        stopTime: null,
        stoppedBy: null,
        stopReason: null,
        targets: [
          {
            instanceId: `01a20635-f5b4-71fb-ac1f-be2971e7f5${10 + at}`,
            instanceName,
            classifierId: at === 3 ? 'Folder' : 'File',
            fileType: at === 3 ? '' : (instanceName.split('.').at(-1) ?? ''),
          },
          ...(at === 0
            ? [
                {
                  instanceId: '01a20635-f5b4-71fb-ac1f-be2971e7f599',
                  instanceName: '分镜脚本.docx',
                  classifierId: 'File' as const,
                  fileType: 'docx',
                },
              ]
            : []),
        ],
        folderPath,
        createTime: new Date(Date.now() - (at * at + 0.3) * DAY_MS).toISOString(),
        canStop: true,
        ...more,
      }),
    ),
    total: LINES.length,
    truncated: false,
  }))

export async function openMany(stage: Stage): Promise<void> {
  await many(stage)
  await openConsole(stage, 'links')
  await expect(rowOf(stage, '点云数据')).toBeVisible()
}

/** As the content check reports it. */
export const FOUND: LinkCheck = {
  review: 'waiting',
  reviewTime: null,
  reviewer: null,
  note: '',
  files: 48,
  checked: 48,
  list: [
    {
      instanceId: '01a20635-f5b4-71fb-ac1f-be2971e7f601',
      instanceName: '客户名单.xlsx',
      folders: ['预训练', '标注数据'],
      verdict: 'review',
      matches: [
        {
          ruleId: '01900000-0000-7000-8000-000000000001',
          rule: '身份证号码',
          level: 'high',
          action: 'review',
          count: 126,
          samples: ['1101************58', '3301************2x', '4403************18'],
          path: '',
        },
        {
          ruleId: '01900000-0000-7000-8000-000000000002',
          rule: '银行卡号',
          level: 'high',
          action: 'review',
          count: 3,
          samples: ['6222*************02'],
          path: '',
        },
      ],
      unreadable: [],
    },
    {
      instanceId: '01a20635-f5b4-71fb-ac1f-be2971e7f602',
      instanceName: '归档.zip',
      folders: ['预训练'],
      verdict: 'review',
      matches: [],
      unreadable: ['encrypted'],
    },
  ],
}

export const adminLinkScenes: readonly Scene[] = [
  {
    name: 'admin-links-review',
    as: asAdmin,
    english: true,
    both: true,
    play: async (stage) => {
      await stage.page.route('**/disk/api/admin/link/queryCheck*', (route) =>
        route.fulfill({ json: { errcode: 0, errmsg: '', data: FOUND, traceId: '8f2c41d09b7e' } }),
      )
      await openMany(stage)
      await menuAt(stage, 'checkpoint')
      await choose(stage, '审核…', 'Review…')
      await expect(stage.page.getByText('归档.zip')).toBeVisible()
    },
  },
  { name: 'admin-links', as: asAdmin, everywhere: true, play: openMany },
  {
    name: 'admin-links-details',
    as: asAdmin,
    english: true,
    both: true,
    play: async (stage) => {
      await openMany(stage)
      await menuAt(stage, '框架协议')
      await choose(stage, '查看详情', 'Details')
      await expect(stage.page.getByRole('dialog').last()).toContainText('qT4_xZ')
    },
  },
  {
    name: 'admin-links-chosen',
    as: asAdmin,
    play: async (stage) => {
      await openMany(stage)
      await tickRow(stage, '点云数据')
      await tickRow(stage, 'checkpoint')
    },
  },
  {
    name: 'admin-links-stop',
    as: asAdmin,
    english: true,
    both: true,
    play: async (stage) => {
      await openMany(stage)
      await menuAt(stage, '点云数据')
      await choose(stage, '停止分享…', 'Stop sharing…')
      await expect(stage.page.getByRole('textbox', { name: /停止原因|Reason/ })).toBeVisible()
    },
  },
  {
    name: 'admin-links-empty',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await retold(stage.page, 'admin/link/page', (data: object) => ({ ...data, list: [], total: 0 }))
      await openConsole(stage, 'links')
      await expect(stage.page.getByRole('heading', { level: 2 }).last()).toBeVisible()
    },
  },
  {
    name: 'admin-links-error',
    as: asAdmin,
    english: true,
    play: async (stage) => {
      await fails(stage.page, 'admin/link/page')
      await openConsole(stage, 'links')
      await expect(stage.page.getByRole('alert').first()).toBeVisible()
    },
  },
]
