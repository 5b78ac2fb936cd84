import type { AdminBucket, BucketHome, ContentMove, ContentReading } from '@clouddisk/contract/admin-storage'
import { expect } from '@playwright/test'
import { asAdmin, choose, fails, layer, menuAt, openConsole, retold, rowOf } from './administration.ts'
import type { Scene, Stage } from './stage.ts'

/** Pictures of where content lies. */

const TB = 1024 ** 4
const GB = 1024 ** 3

const bucket = (bucketName: string, more: Partial<AdminBucket>): AdminBucket => ({
  bucketId: `01a20635-f52d-76ee-9999-${bucketName.padEnd(12, '0').slice(0, 12)}`,
  bucketName,
  driver: 's3',
  source: 'added',
  state: 'active',
  isDefault: false,
  answers: true,
  whyNot: null,
  encryption: null,
  kmsKey: '',
  encryptedBy: null,
  endpoint: 'https://s3.example.com',
  publicEndpoint: null,
  region: 'cn-east-1',
  uploads: 'direct',
  downloads: 'proxied',
  provider: 'ceph',
  cloudName: '',
  cloudUser: 'drive',
  location: '',
  storageCycle: '',
  distributionDomain: '',
  keyPairId: '',
  acceleration: false,
  cloudId: null,
  ownKeys: true,
  addresses: [],
  capacity: null,
  used: 0,
  objects: 0,
  free: null,
  homes: 0,
  updateTime: new Date(Date.now() - 3 * 24 * 3600 * 1000).toISOString(),
  ...more,
})

const BUCKETS: readonly AdminBucket[] = [
  bucket('clouddisk', {
    bucketId: null,
    driver: 'disk',
    source: 'environment',
    endpoint: null,
    region: null,
    uploads: null,
    downloads: null,
    provider: null,
    cloudUser: '',
    used: 1.4 * TB,
    objects: 84_211,
    encryptedBy: 'clouddisk',
    free: 320 * GB,
    updateTime: null,
  }),
  bucket('drive-ap-main', {
    isDefault: true,
    cloudName: '华东云',
    location: '上海',
    storageCycle: '长期',
    capacity: 80 * TB,
    used: Math.round(61.2 * TB),
    objects: 4_120_633,
    homes: 12,
    encryption: 'aws:kms',
    kmsKey: 'drive-content',
    encryptedBy: 'store',
    distributionDomain: 'cdn.example.com',
    keyPairId: 'K2JCJMDEHXQW5F',
    acceleration: true,
  }),
  bucket('drive-ap-archive', {
    state: 'readonly',
    location: '上海',
    storageCycle: '归档 3 年',
    capacity: 40 * TB,
    used: Math.round(37.9 * TB),
    objects: 902_114,
  }),
  bucket('drive-na-main', {
    answers: false,
    whyNot: 'away',
    endpoint: 'https://objects.na-virginia-1.storage.example.com',
    location: '弗吉尼亚',
    provider: 'aws',
    used: Math.round(29.3 * TB),
    objects: 1_300_912,
    homes: 3,
  }),
]

/** What stands in others' way. */
const TROUBLED: readonly AdminBucket[] = [
  ...BUCKETS,
  bucket('drive-old', {
    bucketId: null,
    driver: 'unknown',
    source: 'unknown',
    answers: null,
    endpoint: null,
    region: null,
    provider: null,
    used: Math.round(2.4 * TB),
    objects: 18_204,
    homes: 2,
    updateTime: null,
  }),
  bucket('drive-copy', { answers: false, whyNot: 'foreign', provider: 'aliyun', location: '杭州', homes: 1 }),
]

const MOVE: ContentMove = {
  moveId: '01a20635-f5b4-71fb-ac1f-be2971e7f410',
  from: 'drive-ap-archive',
  to: 'drive-ap-main',
  bytesPerSecond: 200 * 1024 ** 2,
  state: 'running',
  objects: 120_448,
  bytes: 9 * TB,
  failed: 2,
  leftObjects: 902_114,
  leftBytes: Math.round(37.9 * TB),
  beginTime: new Date(Date.now() - 13 * 3600 * 1000).toISOString(),
  endTime: null,
}

const home = (
  principalType: BucketHome['principalType'],
  name: string,
  more: Partial<BucketHome>,
): BucketHome => ({
  principalType,
  principalId: `01a20635-f52d-76ee-8888-${String(name.length).padStart(12, '0')}`,
  name,
  account: null,
  departmentPath: [],
  bucketName: 'drive-na-main',
  ...more,
})
const HOMES = [
  home('department', '北美分公司', { departmentPath: ['企业云盘'] }),
  home('group', 'Brand assets', { account: 'alice_chen' }),
  home('user', '陈雨', { account: 'alice_chen', departmentPath: ['设计中心', '视觉设计部'] }),
]

const READ = {
  wholeTime: '2026-11-02T02:10:00.000Z',
  beginTime: '2026-11-10T22:00:00.000Z',
  endTime: null,
  objects: 41_200,
  bytes: 310 * 1024 ** 3,
  allObjects: 96_000,
  allBytes: 840 * 1024 ** 3,
}
const DAMAGED: ContentReading['files'][number] = {
  contentId: '01a20635-f52d-76ee-8888-000000000091',
  bucketName: 'drive-na-main',
  objectKey: '01a20635-f52d-76ee-8888-0000000000a1',
  wrong: 'hash',
  size: 48 * 1024 ** 2,
  time: '2026-11-20T23:40:00.000Z',
  damageTime: '2026-11-20T23:41:00.000Z',
  instanceId: '01a20635-f52d-76ee-8888-000000000092',
  instanceName: '2026 年度品牌规范（终稿）.pdf',
  spaceName: '陈雨',
  account: 'alice_chen',
  path: ['品牌', '规范'],
  isCurrent: true,
}
const READING: ContentReading = {
  days: 30,
  buckets: [{ bucketName: 'clouddisk', ...READ }],
  damaged: 1,
  suspected: 1,
  missing: 1,
  repaired: 2,
  unverified: 2,
  files: [
    DAMAGED,
    {
      ...DAMAGED,
      contentId: '01a20635-f52d-76ee-8888-000000000093',
      instanceName: '现场录像.mov',
      wrong: 'missing',
      damageTime: null,
      spaceName: '项目组',
      account: null,
      path: [],
      isCurrent: false,
    },
  ],
  leftovers: {
    content: { objects: 1204, bytes: 31.4 * GB },
    uploads: { objects: 3, bytes: 6.2 * GB },
    moved: { objects: 120_448, bytes: 9 * TB },
    aside: { objects: 2, bytes: 14 * 1024 ** 2 },
    sweepTime: new Date(Date.now() - 20 * 60_000).toISOString(),
    removed: {
      time: new Date(Date.now() - 20 * 60_000).toISOString(),
      objects: 15,
      bytes: 1.1 * GB,
    },
  },
}

async function openStorage(stage: Stage, tab = ''): Promise<void> {
  const { page } = stage
  await retold(page, 'admin/storage/buckets', (data: object) => ({ ...data, list: BUCKETS }))
  await retold(page, 'admin/storage/move', () => ({ move: MOVE }))
  await retold(page, 'admin/storage/reading', () => READING)
  await retold(page, 'admin/storage/home/page', (data: object) => ({ ...data, list: HOMES, total: 3 }))
  await openConsole(stage, `storage${tab}`)
  await expect(rowOf(stage, tab ? '北美分公司' : 'drive-na-main').first()).toBeVisible()
  if (tab) return
  // What stands above the rows moves them down when it comes.
  await expect(
    page.getByRole('button', { name: stage.say('查看：损坏的内容', 'Show: Damaged content') }),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: stage.say('迁移内容', 'Move content') })).toBeVisible()
}

const pressed = (stage: Stage, zh: string, en: string) =>
  stage.page
    .getByRole('button', { name: stage.say(zh, en) })
    .last()
    .click()

export const storageScenes: readonly Scene[] = [
  { name: 'admin-storage', as: asAdmin, everywhere: true, play: openStorage },
  {
    name: 'admin-storage-how',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await openStorage(stage)
      if (stage.phone) await pressed(stage, '存放规则、检查和清理', 'Placement, checks and cleanup')
      await expect(stage.page.getByText(/^(自动清理：|Cleanup: )/)).toBeVisible()
    },
  },
  {
    name: 'admin-storage-troubled',
    as: asAdmin,
    english: true,
    play: async (stage) => {
      await openStorage(stage)
      await retold(stage.page, 'admin/storage/buckets', (data: object) => ({ ...data, list: TROUBLED }))
      await retold(stage.page, 'admin/storage/move', () => ({
        move: { ...MOVE, to: 'drive-na-main', state: 'stopped' },
      }))
      await stage.page.reload()
      const goOn = stage.page.getByRole('button', { name: stage.say('继续迁移', 'Continue') })
      await expect(goOn).toHaveAttribute('aria-disabled', 'true')
    },
  },
  {
    name: 'admin-storage-damaged',
    as: asAdmin,
    everywhere: true,
    play: async (stage) => {
      await openStorage(stage)
      await pressed(stage, '查看：损坏的内容', 'Show: Damaged content')
      await expect(stage.page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'admin-storage-menu',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await openStorage(stage)
      await menuAt(stage, 'drive-na-main')
      await expect(stage.page.getByRole('menu').or(stage.page.getByRole('dialog')).last()).toBeVisible()
    },
  },
  {
    name: 'admin-storage-quiet',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      const { page } = stage
      const nothing = { objects: 0, bytes: 0 }
      const leftovers = {
        ...READING.leftovers,
        content: nothing,
        uploads: nothing,
        moved: nothing,
        aside: nothing,
      }
      const list = BUCKETS.filter(({ answers }) => answers)
      await retold(page, 'admin/storage/buckets', (data: object) => ({ ...data, list }))
      const fine = { damaged: 0, suspected: 0, missing: 0, repaired: 0, files: [] }
      await retold(page, 'admin/storage/reading', () => ({ ...READING, ...fine, leftovers }))
      await openConsole(stage, 'storage')
      if (stage.phone) await pressed(stage, '存放规则、检查和清理', 'Placement, checks and cleanup')
      await expect(page.getByText(stage.say('没有需要清理的内容', 'nothing to remove'))).toBeVisible()
    },
  },
  {
    name: 'admin-storage-details',
    as: asAdmin,
    english: true,
    play: async (stage) => {
      await openStorage(stage)
      await menuAt(stage, 'clouddisk')
      await choose(stage, '查看', 'Details')
      await expect(layer(stage.page)).toBeVisible()
    },
  },
  {
    name: 'admin-storage-edit',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await openStorage(stage)
      await menuAt(stage, 'drive-ap-main')
      await choose(stage, '编辑', 'Edit')
      await expect(layer(stage.page)).toBeVisible()
      await stage.page.getByLabel(stage.say('KMS 密钥 ID', 'KMS key ID')).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'admin-storage-about',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await openStorage(stage)
      await menuAt(stage, 'drive-ap-main')
      await choose(stage, '编辑', 'Edit')
      await expect(layer(stage.page)).toBeVisible()
      await stage.page
        .getByRole('checkbox', { name: stage.say('S3 加速', 'S3 acceleration') })
        .scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'admin-storage-add',
    as: asAdmin,
    english: true,
    phone: true,
    play: async (stage) => {
      await openStorage(stage)
      await pressed(stage, '添加存储桶', 'Add bucket')
      await expect(stage.page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'admin-storage-wrong',
    as: asAdmin,
    english: true,
    play: async (stage) => {
      await openStorage(stage)
      await pressed(stage, '添加存储桶', 'Add bucket')
      const dialog = stage.page.getByRole('dialog')
      const fields = [
        ['存储桶名称', 'Bucket name', 'drive-eu'],
        ['服务地址', 'Endpoint', 'http://127.0.0.1:9'],
        ['访问密钥（Access Key）', 'Access key', 'key'],
        ['私有密钥（Secret Key）', 'Secret key', 'secret'],
      ] as const
      for (const [zh, en, value] of fields)
        await dialog
          .getByRole('textbox', { name: stage.say(zh, en) })
          .first()
          .fill(value)
      await pressed(stage, '检查并添加', 'Check and add')
      await expect(dialog.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'admin-storage-move',
    as: asAdmin,
    english: true,
    play: async (stage) => {
      await openStorage(stage)
      await retold(stage.page, 'admin/storage/move', () => ({ move: { ...MOVE, state: 'stopped' } }))
      await stage.page.reload()
      await expect(stage.page.getByRole('button', { name: stage.say('继续迁移', 'Continue') })).toBeVisible()
      await menuAt(stage, 'drive-ap-archive')
      await choose(stage, '迁出内容', 'Move content')
      await expect(layer(stage.page)).toBeVisible()
      await layer(stage.page).getByRole('combobox').click()
      await expect(stage.page.getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'admin-storage-homes',
    as: asAdmin,
    english: true,
    phone: true,
    play: (stage) => openStorage(stage, '?tab=homes'),
  },
  {
    name: 'admin-storage-home',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await openStorage(stage, '?tab=homes')
      await pressed(stage, '指定归属', 'Set home')
      await expect(layer(stage.page)).toBeVisible()
    },
  },
  {
    name: 'admin-storage-home-chosen',
    as: asAdmin,
    english: true,
    play: async (stage) => {
      await openStorage(stage, '?tab=homes')
      await menuAt(stage, 'Brand assets')
      await choose(stage, '更改归属', 'Change home')
      await layer(stage.page).getByRole('combobox').click()
      await expect(stage.page.getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'admin-storage-error',
    as: asAdmin,
    english: true,
    play: async (stage) => {
      await fails(stage.page, 'admin/storage/buckets')
      await openConsole(stage, 'storage')
      await expect(stage.page.getByRole('alert').first()).toBeVisible()
    },
  },
]
