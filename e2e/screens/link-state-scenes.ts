import { removeDlpRule, saveDlpRule } from '@clouddisk/contract/dlp'
import { createFolder } from '@clouddisk/contract/files'
import {
  createOrUpdateLink,
  LINK_OUTCOMES,
  type Link,
  type LinkCheck,
  pageLinks,
  queryLinkCheck,
  removeLinks,
} from '@clouddisk/contract/links'
import { expect, type Locator } from '@playwright/test'
import { type Person, signIn } from '../../server/test/person.ts'
import { menuOf } from '../support/files.ts'
import { hold, isCall } from '../support/hold.ts'
import { phoneRow } from '../support/phone.ts'
import { PASSWORD } from '../support/server.ts'
import { asAdmin, fails, press, retold, rowOf } from './administration.ts'
import { newPerson, type Scene, type Stage, type World } from './stage.ts'

/** Pictures of the dialog of external links and of their list in states that are rare. */

const ACCOUNT = 'l_chenyu'
const REPORT = '2026 年第三季度经营分析报告（董事会讨论稿）.pdf'
const CONTRACT = '框架协议.txt'
const FOLDER = '展会资料'
const WAITING = '客户名单.txt'
const BLOCKED = '投标底价.txt'
const DAY_MS = 24 * 3600 * 1000

interface Owner {
  readonly api: Person
  readonly ids: ReadonlyMap<string, string>
  readonly contract: Link
}
const owners = new WeakMap<World['server'], Promise<Owner>>()
const ownerOf = (world: World): Promise<Owner> => {
  const known = owners.get(world.server) ?? layOut(world)
  owners.set(world.server, known)
  return known
}

async function layOut(world: World): Promise<Owner> {
  const { server } = world
  await asAdmin(world)
  await newPerson(server, ACCOUNT, '陈雨')
  const api = await signIn(server.origin, ACCOUNT, PASSWORD)
  const ids = new Map<string, string>()
  ids.set(FOLDER, (await api.call(createFolder, { parentId: '0', instanceName: FOLDER })).instanceId)
  for (const [name, text] of [
    [REPORT, 'report'],
    [CONTRACT, 'contract'],
    [WAITING, '代号蓝鲸 代号蓝鲸'],
    [BLOCKED, '投标底价 1,280 万'],
    ['会议纪要.docx', 'minutes'],
  ] as const)
    ids.set(name, (await api.upload('0', name, Buffer.from(text))).instanceId)
  const link = (name: string, more = {}) =>
    api.call(createOrUpdateLink, { instanceIds: [ids.get(name) ?? ''], ...more })
  await link(FOLDER)
  const contract = await link(CONTRACT, {
    code: 'K7mQ4x',
    perms: ['view', 'download', 'save'],
    maxVisits: 50,
    validity: '3months',
    remark: '发给法务和外部律所，合同签署后停止',
  })
  await inspected(world, api, ids)
  return { api, ids, contract }
}

/** One link waits for a decision, and one is closed for good. */
async function inspected({ server }: World, api: Person, ids: ReadonlyMap<string, string>): Promise<void> {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const rule = { level: 'high', enabled: true, kind: 'words' } as const
  const made = [
    await admin.call(saveDlpRule, { ...rule, name: '项目代号', terms: ['代号蓝鲸'], action: 'review' }),
    await admin.call(saveDlpRule, { ...rule, name: '投标信息', terms: ['投标底价'], action: 'block' }),
  ]
  for (const name of [WAITING, BLOCKED]) {
    const { shareId } = await api.call(createOrUpdateLink, { instanceIds: [ids.get(name) ?? ''] })
    const review = async () => (await api.call(queryLinkCheck, { shareId })).review
    await expect.poll(review, { timeout: 60_000 }).not.toBe('scanning')
  }
  for (const { ruleId } of made) await admin.call(removeDlpRule, { ruleId })
}

const asOwner = async (world: World): Promise<string> => {
  await ownerOf(world)
  return ACCOUNT
}

/** Below messages, which are dialogs too. */
const front = ({ page }: Stage): Locator => page.getByRole('dialog').first()

async function openDialog(stage: Stage, name: string): Promise<void> {
  await stage.open('personalFile')
  const label = stage.say('外链分享…', 'Share link…')
  if (stage.phone) {
    await phoneRow(stage.page, name).getByRole('button').last().click()
    await stage.page.getByRole('dialog').getByRole('button', { name: label }).click()
  } else {
    await menuOf(stage.page, name)
    await stage.page.getByRole('menuitem', { name: label }).click()
  }
}

/** The settings of a new link; earlier ones of that file are stopped. */
async function openNew(stage: Stage, name = REPORT): Promise<void> {
  const { api, ids } = await ownerOf(stage)
  const { list } = await api.call(pageLinks, { instanceId: ids.get(name) ?? '', status: 'valid' })
  if (list.length > 0) await api.call(removeLinks, { shareIds: list.map(({ shareId }) => shareId) })
  await openDialog(stage, name)
  await expect(front(stage).getByRole('radio').first()).toBeVisible()
}

async function openListed(stage: Stage, name: string): Promise<void> {
  await stage.open('mySharing')
  if (stage.phone) await rowOf(stage, name).tap()
  else await rowOf(stage, name).dblclick()
  await expect(front(stage)).toBeVisible()
}

const create = (stage: Stage) => press(stage, '创建外链', 'Create link')

/** Of one state each, as they are after some months. */
const STATES: readonly Partial<Link>[] = [
  {
    status: 'valid',
    expireTime: new Date(Date.now() + DAY_MS / 2).toISOString(),
    viewCount: 1204,
    downloadCount: 312,
    saveCount: 48,
  },
  { status: 'verifying' },
  { status: 'expired', reason: 'stopped' },
  { status: 'expired', reason: 'stopped', stopReason: '含有未公开的报价，请改用内部共享' },
  { status: 'expired', reason: 'time', expireTime: new Date(Date.now() - 3 * DAY_MS).toISOString() },
  { status: 'expired', reason: 'visits', maxVisits: 50, viewCount: 50 },
  { status: 'failed', reason: 'target', targets: [] },
  { status: 'failed', reason: 'outbound' },
  { status: 'failed', reason: 'blocked' },
  { status: 'failed', reason: 'refused' },
  { status: 'failed', reason: 'reviewTimeout' },
]

const listed = ({ page }: Stage, total: number) =>
  retold<{ list: Link[] }>(page, 'link/page', ({ list }) => ({
    list: STATES.map((state, at) => ({
      ...list.filter(({ status }) => status === 'valid')[at % 2],
      shareId: `01a20635-f5b4-71fb-ac1f-be2971e7f8${10 + at}`,
      ...state,
    })),
    total,
  }))

const FINDS: LinkCheck = {
  review: 'passed',
  reviewTime: null,
  reviewer: null,
  note: '',
  files: 48,
  checked: 48,
  list: [
    {
      instanceId: '01a20635-f5b4-71fb-ac1f-be2971e7f601',
      instanceName: '员工通讯录（含身份证号与银行卡号）2026 版.xlsx',
      folders: ['展会资料', '签到', '名单'],
      verdict: 'block',
      matches: [
        {
          ruleId: '01900000-0000-7000-8000-000000000001',
          rule: '身份证号码',
          level: 'high',
          action: 'block',
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
          path: '归档/2025/工资.xlsx',
        },
      ],
      unreadable: [],
    },
    {
      instanceId: '01a20635-f5b4-71fb-ac1f-be2971e7f602',
      instanceName: '归档.zip',
      folders: ['展会资料'],
      verdict: 'review',
      matches: [],
      unreadable: ['encrypted', 'too_deep'],
    },
  ],
}

/** A link as its owner opens it from the list, with what the content check says of it. */
const checked = (name: string, link: Partial<Link>, check: Partial<LinkCheck>): Scene => ({
  name: `link-check-${name}`,
  both: true,
  as: asOwner,
  play: async (stage) => {
    await retold<{ list: Link[] }>(stage.page, 'link/page', ({ list }) => ({
      list: list.map((one) => ({ ...one, isChecked: true, ...link })),
      total: list.length,
    }))
    await retold(stage.page, 'link/queryCheck', () => ({ ...FINDS, ...check }))
    await openListed(stage, CONTRACT)
    await expect(front(stage).getByRole('status').first()).toBeVisible()
  },
})

const dialogScenes: readonly Scene[] = [
  {
    name: 'link-created',
    both: true,
    as: asOwner,
    play: async (stage) => {
      await openNew(stage)
      await create(stage)
      await expect(front(stage).getByRole('img')).toBeVisible()
    },
  },
  {
    name: 'link-edit',
    both: true,
    as: asOwner,
    play: async (stage) => {
      await openDialog(stage, CONTRACT)
      await press(stage, '修改设置', 'Settings')
      await front(stage)
        .getByRole('button', { name: stage.say('换一个', 'New code') })
        .click()
    },
  },
  {
    name: 'link-mistakes',
    both: true,
    as: asOwner,
    play: async (stage) => {
      const { say } = stage
      await openNew(stage)
      const field = (zh: string, en: string) =>
        front(stage).getByRole('textbox', { name: say(zh, en), exact: true })
      await field('提取码', 'Extraction code').fill('a-1')
      await field('最多访问次数', 'Visit limit').fill('0.5')
      await field('备注（可选）', 'Note (optional)').fill('给会展公司的资料。'.repeat(23))
      await create(stage)
      await expect(front(stage).locator('[aria-invalid=true]').first()).toBeVisible()
    },
  },
  {
    name: 'link-people',
    both: true,
    as: asOwner,
    play: async (stage) => {
      await choosePeople(stage)
      await expect(front(stage).getByRole('treeitem').nth(1)).toBeVisible()
    },
  },
  {
    name: 'link-people-chosen',
    both: true,
    as: asOwner,
    play: async (stage) => {
      await choosePeople(stage)
      for (const at of [1, 2, 3]) {
        await front(stage).getByRole('treeitem').nth(at).focus()
        await stage.page.keyboard.press('Space')
      }
      await press(stage, '完成', 'Done')
      await expect(front(stage).getByRole('radio').first()).toBeVisible()
    },
  },
  {
    name: 'link-loading',
    both: true,
    as: asOwner,
    play: async (stage) => {
      await hold(stage.page, isCall('link/page'))
      await openDialog(stage, CONTRACT)
      await expect(front(stage).getByRole('status')).toBeVisible()
    },
  },
  {
    name: 'link-not-read',
    both: true,
    as: asOwner,
    play: async (stage) => {
      await fails(stage.page, 'link/page')
      await openDialog(stage, CONTRACT)
      await expect(front(stage).getByRole('alert')).toBeVisible({ timeout: 20_000 })
    },
  },
  {
    name: 'link-not-created',
    both: true,
    as: asOwner,
    play: async (stage) => {
      await openNew(stage)
      await fails(stage.page, 'link/createOrUpdate')
      await create(stage)
      await expect(
        stage.page.getByText(stage.say('创建外链失败', 'Couldn’t create the link')).first(),
      ).toBeVisible()
    },
  },
  {
    name: 'link-exists',
    both: true,
    as: asOwner,
    play: async (stage) => {
      const { ids } = await ownerOf(stage)
      await openNew(stage)
      // Another tab made one for a folder meanwhile.
      await stage.page.route('**/disk/api/link/createOrUpdate', (route) =>
        route.continue({ postData: JSON.stringify({ instanceIds: [ids.get(FOLDER)] }) }),
      )
      await create(stage)
      await expect(stage.page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'link-blocked',
    both: true,
    as: asOwner,
    play: async (stage) => {
      await openNew(stage)
      await retold(stage.page, 'link/checkDlp', () => ({
        ret: LINK_OUTCOMES.sensitive,
        data: [
          { name: REPORT, rule: '财务数据', level: 'high', action: 'block' },
          { name: REPORT, rule: '董事会文件', level: 'medium', action: 'review' },
          { name: '归档.zip', rule: '身份证号码', level: 'high', action: 'review' },
        ],
        msg: 'https://oa.example.com/apply',
      }))
      await create(stage)
      await expect(stage.page.getByText('归档.zip')).toBeVisible()
    },
  },
  {
    name: 'link-not-permitted',
    both: true,
    as: asOwner,
    play: async (stage) => {
      await openNew(stage)
      await retold(stage.page, 'link/checkDlp', () => ({
        ret: LINK_OUTCOMES.notPermitted,
        data: [{ name: REPORT }],
        msg: 'https://oa.example.com/apply',
      }))
      await create(stage)
      await expect(front(stage).getByRole('link')).toBeVisible()
    },
  },
  ...([WAITING, BLOCKED] as const).map(
    (name, at): Scene => ({
      name: at === 0 ? 'link-check-waiting' : 'link-check-blocked',
      both: true,
      as: asOwner,
      play: async (stage) => {
        await openListed(stage, name)
        await expect(front(stage).getByRole('list').first()).toBeVisible()
      },
    }),
  ),
  checked('scanning', { status: 'verifying' }, { review: 'scanning', checked: 12, list: [] }),
  checked('held', {}, {}),
  checked(
    'refused',
    { status: 'failed', reason: 'refused' },
    { review: 'refused', note: '请走合同流程，附件不要直接外发。' },
  ),
  checked('timeout', { status: 'failed', reason: 'reviewTimeout' }, { review: 'timeout' }),
  {
    name: 'link-check-failed',
    both: true,
    as: asOwner,
    play: async (stage) => {
      await fails(stage.page, 'link/queryCheck')
      await openListed(stage, WAITING)
      await expect(front(stage).getByText(/无法加载检查结果|findings couldn’t/)).toBeVisible({
        timeout: 20_000,
      })
    },
  },
  ...(['time', 'visits', 'outbound'] as const).map(
    (reason): Scene => ({
      name: `link-ended-${reason}`,
      both: true,
      as: asOwner,
      play: async (stage) => {
        await retold<{ list: Link[] }>(stage.page, 'link/page', ({ list }) => ({
          list: list.map((one) => ({
            ...one,
            ...STATES.find((state) => state.reason === reason),
          })),
          total: list.length,
        }))
        await openListed(stage, CONTRACT)
      },
    }),
  ),
]

async function choosePeople(stage: Stage): Promise<void> {
  await openNew(stage)
  await front(stage)
    .getByRole('radio', { name: stage.say('指定人员', 'Designated people') })
    .click()
  await press(stage, '选择…', 'Choose…')
}

const listScenes: readonly Scene[] = [
  {
    name: 'links-states',
    everywhere: true,
    as: asOwner,
    play: async (stage) => {
      await listed(stage, STATES.length)
      await stage.open('mySharing')
      await expect(rowOf(stage, '含有未公开的报价')).toBeVisible()
    },
  },
  {
    name: 'links-full',
    both: true,
    as: asOwner,
    play: async (stage) => {
      await listed(stage, 2318)
      await stage.open('mySharing')
      await expect(rowOf(stage, '含有未公开的报价')).toBeVisible()
    },
  },
  {
    name: 'links-row-menu',
    both: true,
    as: asOwner,
    play: async (stage) => {
      await stage.open('mySharing')
      const row = rowOf(stage, CONTRACT)
      if (stage.phone) await row.getByRole('button').last().click()
      else await row.click({ button: 'right' })
      await expect(stage.page.getByRole(stage.phone ? 'dialog' : 'menu').last()).toBeVisible()
    },
  },
  {
    name: 'links-loading',
    both: true,
    as: asOwner,
    play: async (stage) => {
      const held = await hold(stage.page, isCall('link/page'))
      await stage.open('mySharing')
      await held.arrived
      await expect(stage.page.getByRole('main').getByRole('status').first()).toBeVisible()
    },
  },
  {
    name: 'links-no-match',
    both: true,
    as: asOwner,
    play: async (stage) => {
      await stage.open('mySharing')
      await stage.page.getByRole('main').getByRole('searchbox').fill('没有这样的文件')
      await expect(stage.page.getByRole('heading', { level: 2 })).toBeVisible()
    },
  },
  {
    name: 'links-not-loaded',
    both: true,
    as: asOwner,
    play: async (stage) => {
      await fails(stage.page, 'link/page')
      await stage.open('mySharing')
      await expect(stage.page.getByRole('alert').first()).toBeVisible({ timeout: 20_000 })
    },
  },
]

export const linkStateScenes: readonly Scene[] = [...dialogScenes, ...listScenes]
