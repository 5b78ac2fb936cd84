import { saveDirectory } from '@clouddisk/contract/directories'
import {
  type DirectoryRunKind,
  queryDirectoryRun,
  startDirectoryRun,
} from '@clouddisk/contract/directory-runs'
import { expect } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { ADMIN_DN, ADMIN_PASSWORD, BASE, company, person, Slapd, unit } from '../../server/test/slapd.ts'
import { PASSWORD } from '../support/server.ts'
import { asAdmin, choose, fails, menuAt, openConsole } from './administration.ts'
import type { Scene, Stage, World } from './stage.ts'

/** The integration platform, and signing in with a directory. */

const known = new WeakMap<World['server'], Promise<void>>()

const withDirectories = async (world: World): Promise<string> => {
  const made = known.get(world.server) ?? furnish(world)
  known.set(world.server, made)
  await made
  return asAdmin(world)
}

async function furnish({ server }: World): Promise<void> {
  const lab = unit('研发中心')
  const slapd = await Slapd.start([
    lab,
    ...company({ divisions: 3, departmentsEach: 3, people: 120 }),
    person('zhang_wei', lab.dn, { displayName: '张伟' }),
    person('wang.fang', lab.dn, { uid: 'wang.fang', displayName: '王芳', mail: 'not an address' }),
    person('has space', lab.dn, { uid: 'has space' }),
  ])
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const common = { code: 'corp', name: '公司目录', protocol: 'ldap' as const, password: ADMIN_PASSWORD }
  const settings = { url: slapd.url, tls: 'startTls' as const, ca: slapd.ca, base: BASE, user: ADMIN_DN }
  const { directoryId } = await admin.call(saveDirectory, {
    ...common,
    settings: { ...settings, library: '研发资料库', schedule: 'daily' },
  })
  const run = async (id: string, kind: DirectoryRunKind) => {
    const { runId } = await admin.call(startDirectoryRun, { directoryId: id, kind })
    const state = async () => (await admin.call(queryDirectoryRun, { runId })).state
    await expect.poll(state, { timeout: 60_000 }).toMatch(/done|waiting|failed/)
  }
  await run(directoryId, 'dryRun')
  await run(directoryId, 'full')
  await slapd.remove(
    ...Array.from(
      { length: 50 },
      (_, i) =>
        `cn=user${i},ou=dept${Math.floor((i % 9) / 3)}_${i % 3},ou=div${Math.floor((i % 9) / 3)},${BASE}`,
    ),
  )
  await run(directoryId, 'full')
  const old = await admin.call(saveDirectory, {
    code: 'old-ad',
    name: '杭州分公司（旧域）',
    protocol: 'activeDirectory',
    password: ADMIN_PASSWORD,
    settings: { ...settings, url: 'ldaps://127.0.0.1:9', tls: 'ldaps' },
  })
  await run(old.directoryId, 'full')
  await admin.call(saveDirectory, {
    code: 'partner',
    name: '合作伙伴',
    protocol: 'ldap',
    password: ADMIN_PASSWORD,
    settings: { ...settings, url: 'ldap://ldap.partner.example' },
    enabled: false,
  })
}

const row = ({ page }: Stage, name: string) => page.getByRole('main').getByText(name).first()

async function openRuns(stage: Stage, nth: number): Promise<void> {
  const { page } = stage
  await openConsole(stage, 'platforms')
  await menuAt(stage, '公司目录')
  await choose(stage, '同步记录', 'Runs')
  await page.getByRole('dialog').getByRole('listitem').nth(nth).getByRole('button').click()
}

export const directoryScenes: readonly Scene[] = [
  {
    name: 'admin-platforms-empty',
    as: asAdmin,
    both: true,
    play: (stage) => openConsole(stage, 'platforms'),
  },
  {
    name: 'admin-platforms',
    as: withDirectories,
    everywhere: true,
    play: async (stage) => {
      await openConsole(stage, 'platforms')
      await expect(row(stage, '公司目录')).toBeVisible()
    },
  },
  {
    name: 'admin-platforms-failed',
    as: withDirectories,
    both: true,
    play: async (stage) => {
      await fails(stage.page, '**/admin/directory/list*')
      await openConsole(stage, 'platforms')
    },
  },
  {
    name: 'admin-platforms-new',
    as: withDirectories,
    everywhere: true,
    play: async (stage) => {
      await openConsole(stage, 'platforms')
      await stage.page.getByRole('button', { name: stage.say('添加目录', 'Add directory') }).click()
      await expect(stage.page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'admin-platforms-tried',
    as: withDirectories,
    everywhere: true,
    play: async (stage) => {
      const { page, say } = stage
      await openConsole(stage, 'platforms')
      await row(stage, '公司目录').dblclick()
      await page.getByRole('button', { name: say('测试连接', 'Test connection') }).click()
      await expect(page.getByRole('dialog').getByRole('table')).toBeVisible()
      await page.getByRole('dialog').getByRole('table').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'admin-platforms-waiting',
    as: withDirectories,
    everywhere: true,
    play: async (stage) => {
      await openRuns(stage, 0)
      await expect(stage.page.getByRole('dialog')).toContainText(stage.say('人将被冻结', 'would be frozen'))
    },
  },
  {
    name: 'admin-platforms-run',
    as: withDirectories,
    both: true,
    play: async (stage) => {
      await openRuns(stage, 1)
      await expect(stage.page.getByRole('dialog')).toContainText(stage.say('问题', 'Problems'))
    },
  },
  {
    name: 'admin-platforms-remove',
    as: withDirectories,
    both: true,
    play: async (stage) => {
      const { page } = stage
      await openConsole(stage, 'platforms')
      await menuAt(stage, '公司目录')
      await choose(stage, '移除', 'Remove')
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'sign-in-domain',
    as: 'signedOut',
    everywhere: true,
    play: async (stage) => {
      const { page, open, say } = stage
      await withDirectories(stage)
      await open('login')
      await page.getByRole('switch', { name: say('使用域账号', 'Use my domain account') }).click()
      await page.getByLabel(say('账号', 'Account'), { exact: true }).fill('zhang_wei')
    },
  },
  {
    name: 'ad-login',
    as: 'signedOut',
    everywhere: true,
    play: async (stage) => {
      const { page, open, say } = stage
      await withDirectories(stage)
      await open('ADlogin')
      await expect(page.getByText(say('使用域账号继续', 'Use your domain account'))).toBeVisible()
    },
  },
]
