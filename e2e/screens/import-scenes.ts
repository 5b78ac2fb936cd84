import { saveImportSource, startImport } from '@clouddisk/contract/imports'
import { queryJob } from '@clouddisk/contract/jobs'
import { expect, type Locator } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { type ScriptedDav, startScriptedDav } from '../../server/test/servers/scripted-dav.ts'
import { PASSWORD } from '../support/server.ts'
import { newPerson, type Scene, SPACE, type Stage, type World } from './stage.ts'

/** Pictures of imports from an old drive. */

const known = new WeakMap<World['server'], Promise<string>>()
const importer = (world: World): Promise<string> => {
  const made = known.get(world.server) ?? furnish(world)
  known.set(world.server, made)
  return made
}

const SOURCE = '老网盘（2019 年以前）'
const ACCOUNT = 'wangfang'

async function furnish({ server }: World): Promise<string> {
  const dav = await startScriptedDav()
  const name = await newPerson(server, 'i_wangfang', '王芳', SPACE)
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const { sourceId } = await admin.call(saveImportSource, {
    name: SOURCE,
    kind: 'webdav',
    address: dav.address,
  })
  await admin.call(saveImportSource, {
    name: 'Nextcloud Hamburg',
    kind: 'webdav',
    address: 'https://cloud.example.com/remote.php/dav/files/',
  })
  fill(dav)
  const api = await signIn(server.origin, name, PASSWORD)
  await api.upload('0', '会议纪要.md', Buffer.from('# 另一份纪要'))
  const start = (path: string) =>
    api.call(startImport, {
      sourceId,
      path: encodeURIComponent(path),
      account: ACCOUNT,
      password: '1',
      targeParentId: '0',
    })
  for (const path of ['市场部', '空文件夹', '录像']) {
    const { jobId } = await start(path)
    const endTime = async () => (await api.call(queryJob, { jobId })).endTime
    await expect.poll(endTime, { timeout: 60_000 }).not.toBeNull()
  }
  // Some of its files come, the others never do.
  const { jobId } = await start('照片')
  await expect
    .poll(async () => (await api.call(queryJob, { jobId })).done, { timeout: 60_000 })
    .toBeGreaterThan(0)
  return name
}

function fill(dav: ScriptedDav): void {
  const put = (path: string, size: number) => dav.put(path, Buffer.alloc(size, path))
  for (const [path, size] of [
    ['市场部/会议纪要.md', 5200],
    ['市场部/2019 年度预算：最终版?.xlsx', 48_000],
    ['市场部/合同/场地租赁合同（已签署）.pdf', 310_000],
    ['市场部/合同/报价*.docx', 27_000],
    ['市场部/合同/con.txt', 120],
    ['市场部/人事档案/薪资.xlsx', 9000],
    ['市场部/发布会/主视觉-横版.jpg', 640_000],
    ['市场部/发布会/访谈录音.mp3', 530_000],
    ['市场部/Brand guidelines <2019>.pdf', 220_000],
  ] as const)
    put(path, size)
  for (let n = 1; n <= 30; n++) put(`市场部/发布会/签到/签到 ${n}.jpg`, 900 + n * 37)
  dav.put('录像/发布会完整录像.mp4', { size: SPACE * 3, bytes: () => [] })
  put('录像/片段.mp4', 20_000)
  for (let n = 1; n <= 120; n++) put(`照片/照片 ${n}.jpg`, 700 + n)
  dav.put('空文件夹/.', '')
  let sent = 0
  dav.instead = (call, response, { headers }) => {
    if (headers.authorization?.endsWith(Buffer.from(`${ACCOUNT}:wrong`).toString('base64'))) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="old"' }).end()
      return true
    }
    if (call === 'PROPFIND 市场部/人事档案/' || call === 'GET 市场部/发布会/访谈录音.mp3') {
      response.writeHead(403).end()
      return true
    }
    return call.startsWith('GET 照片/') && ++sent > 60
  }
}

async function openDialog(stage: Stage): Promise<Locator> {
  const { page, phone, say } = stage
  await stage.open('personalFile')
  if (phone) {
    await page.getByRole('button', { name: say('新建或上传', 'New or upload') }).click()
    await page.getByText(say('导入旧网盘数据', 'Import from old drive'), { exact: true }).click()
  } else {
    await page.getByRole('button', { name: say('更多上传方式', 'More upload options') }).click()
    await page.getByRole('menuitem', { name: say('导入旧网盘数据', 'Import from old drive') }).click()
  }
  const dialog = page.getByRole('dialog', { name: say('导入旧网盘数据', 'Import from old drive') })
  await expect(dialog.getByRole('radio').first()).toBeVisible()
  return dialog
}

async function signInToOld(stage: Stage, password: string): Promise<Locator> {
  const { say } = stage
  const dialog = await openDialog(stage)
  await dialog.getByText(SOURCE).first().click()
  await dialog.getByRole('textbox', { name: say('用户名', 'User name') }).fill(ACCOUNT)
  await dialog.getByLabel(say('密码', 'Password'), { exact: true }).fill(password)
  await dialog.getByRole('button', { name: say('下一步', 'Next') }).click()
  return dialog
}

/** From the list of imports of before. */
async function openReport(stage: Stage, path: string): Promise<Locator> {
  const dialog = await openDialog(stage)
  await dialog.getByRole('button', { name: new RegExp(`/ ${path}`) }).click()
  const report = stage.page.getByRole('dialog', { name: stage.say('导入报告', 'Import report') })
  await expect(report.getByRole('button').first()).toBeVisible()
  return report
}

export const importScenes: readonly Scene[] = [
  {
    name: 'import-sign-in',
    both: true,
    as: importer,
    play: async (stage) => void (await openDialog(stage)),
  },
  {
    name: 'import-sign-in-wrong',
    both: true,
    as: importer,
    play: async (stage) => {
      const dialog = await signInToOld(stage, 'wrong')
      await expect(dialog.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'import-choose',
    both: true,
    as: importer,
    play: async (stage) => {
      const dialog = await signInToOld(stage, 'right')
      await dialog.getByRole('treeitem', { name: '市场部' }).click()
      await expect(dialog.getByRole('status')).not.toBeEmpty()
    },
  },
  {
    name: 'import-report',
    both: true,
    as: importer,
    play: async (stage) => {
      const report = await openReport(stage, '市场部')
      await expect(report.getByRole('row').nth(5)).toBeVisible()
    },
  },
  {
    name: 'import-renamed',
    both: true,
    as: importer,
    play: async (stage) => {
      const report = await openReport(stage, '市场部')
      await report.getByRole('combobox').click()
      await stage.page.getByRole('option', { name: stage.say('已改名', 'Renamed') }).click()
      await expect(report.getByText('con_.txt')).toBeVisible()
    },
  },
  {
    name: 'import-report-empty',
    both: true,
    as: importer,
    play: async (stage) => {
      const report = await openReport(stage, '空文件夹')
      await expect(report).toContainText(stage.say('没有文件', 'No files'))
    },
  },
  {
    name: 'import-failed',
    both: true,
    as: importer,
    play: async (stage) => {
      const report = await openReport(stage, '录像')
      await expect(report.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'import-running',
    both: true,
    as: importer,
    play: async (stage) => {
      const report = await openReport(stage, '照片')
      await expect(report.getByRole('row').nth(5)).toBeVisible()
    },
  },
  {
    name: 'import-card',
    both: true,
    as: importer,
    play: async (stage) => {
      await stage.open('personalFile')
      await expect(stage.page.getByRole('progressbar').first()).toBeVisible()
    },
  },
  {
    name: 'import-loading',
    both: true,
    as: importer,
    play: async (stage) => {
      await stage.page.route('**/import/*/item**', () => undefined)
      const dialog = await openDialog(stage)
      await dialog.getByRole('button', { name: /\/ 市场部/ }).click()
      await expect(
        stage.page.getByRole('dialog', { name: stage.say('导入报告', 'Import report') }),
      ).toBeVisible()
    },
  },
  {
    name: 'import-not-loaded',
    both: true,
    as: importer,
    play: async (stage) => {
      await stage.page.route('**/import/*/item**', (route) =>
        route.fulfill({
          status: 500,
          json: { errcode: 500, errmsg: '服务器出错了。', data: null, traceId: 'a1b2c3d4' },
        }),
      )
      const dialog = await openDialog(stage)
      await dialog.getByRole('button', { name: /\/ 市场部/ }).click()
      const report = stage.page.getByRole('dialog', { name: stage.say('导入报告', 'Import report') })
      await expect(report.getByRole('button', { name: stage.say('重试', 'Retry') })).toBeVisible()
    },
  },
  {
    name: 'import-sources',
    both: true,
    as: async (world) => {
      await importer(world)
      return 'admin'
    },
    play: async (stage) => void (await showSources(stage)),
  },
  {
    name: 'import-source-tried',
    both: true,
    as: async (world) => {
      await importer(world)
      return 'admin'
    },
    play: async (stage) => {
      const { page, say } = stage
      const section = await showSources(stage)
      await section.getByRole('button', { name: say(`编辑“${SOURCE}”`, `Edit ${SOURCE}`) }).click()
      const dialog = page.getByRole('dialog')
      await dialog
        .getByRole('textbox', { name: say('地址', 'Address') })
        .fill('http://169.254.169.254/latest/meta-data/')
      await dialog.getByRole('button', { name: say('试一试', 'Try') }).click()
      await expect(dialog).toContainText(say('不允许访问主机', 'isn’t allowed'))
    },
  },
]

async function showSources({ page, open, say }: Stage): Promise<Locator> {
  await open('admin/config')
  const section = page.getByRole('region', { name: say('旧网盘', 'Old drives') })
  await expect(section.getByRole('listitem').first()).toBeVisible()
  await section.scrollIntoViewIfNeeded()
  return section
}
