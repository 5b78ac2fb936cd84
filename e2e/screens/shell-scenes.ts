import { randomUUID } from 'node:crypto'
import type { InstanceSettings } from '@clouddisk/contract/admin-settings'
import type { ConfiguredLink } from '@clouddisk/contract/configured-links'
import { expect } from '@playwright/test'
import { acknowledgeAll } from '../support/acknowledge.ts'
import { PASSWORD } from '../support/server.ts'
import { userButton } from '../support/settings.ts'
import { asAdmin, layer, openConsole, press, retold } from './administration.ts'
import { newPerson, type Scene, type Stage } from './stage.ts'

/** Pictures of the frame around pages: the tour, the name of the system, links of the company, the sheet of shortcuts. */

/** The tour of a new person, as far as a step. */
async function openTour({ server, context, page }: Stage, step: number): Promise<void> {
  const name = await newPerson(server, `t_${randomUUID().slice(0, 8)}`, '王芳')
  await context.request.post(`${server.origin}/disk/api/user/login`, {
    data: { userName: name, password: PASSWORD },
    headers: { 'x-requested-with': 'XMLHttpRequest' },
  })
  await acknowledgeAll(context.request, server.origin)
  await page.goto(`${server.origin}/disk/`)
  const card = page.getByRole('dialog')
  for (let at = 1; at < step; at++) await card.getByRole('button', { name: /^(下一步|Next)$/ }).click()
  await expect(card.getByText(`${step} / 3`)).toBeVisible()
}

const TITLE = '华东设计研究总院资料云盘'
const LINKS: readonly ConfiguredLink[] = [
  {
    zh: '外包流程',
    en: 'Outsourcing process',
    url: 'https://oa.example.com/process/outsourcing',
    menu: 'user',
  },
  { zh: '信息安全规定', en: 'Information security rules', url: 'https://oa.example.com/rules', menu: 'help' },
  { zh: 'IT 服务台', en: 'IT service desk', url: 'https://help.example.com/', menu: 'help' },
]

/** All scenes share the installation, so its settings are changed on their way. */
const named = (stage: Stage) =>
  retold<object>(stage.page, 'pub/config', (data) => ({ ...data, title: TITLE }))
const linked = async (stage: Stage) => {
  await retold<object>(stage.page, 'user/currentUser', (data) => ({ ...data, links: LINKS }))
  await retold<InstanceSettings>(stage.page, 'admin/config/query', (data) => ({
    ...data,
    systemTitle: TITLE,
    links: [...LINKS],
  }))
}

async function openLinks(stage: Stage): Promise<void> {
  await linked(stage)
  await openConsole(stage, 'config')
  await stage.page
    .getByRole('region', { name: /^(公司链接|Company links)$/ })
    .getByRole('listitem')
    .last()
    .scrollIntoViewIfNeeded()
}

export const shellScenes: readonly Scene[] = [
  ...[1, 2, 3].map(
    (step): Scene => ({
      name: `tour-${step}`,
      everywhere: true,
      as: 'signedOut',
      play: (stage) => openTour(stage, step),
    }),
  ),
  {
    name: 'system-title',
    both: true,
    play: async (stage) => {
      await named(stage)
      await stage.openFolder()
      if (stage.phone) await press(stage, '打开菜单', 'Open menu')
      await expect(stage.page.getByText(TITLE).last()).toBeVisible()
    },
  },
  {
    name: 'system-title-sign-in',
    both: true,
    as: 'signedOut',
    play: async (stage) => {
      await named(stage)
      await stage.open('login')
      await expect(stage.page.getByRole('heading', { name: new RegExp(TITLE) })).toBeVisible()
    },
  },
  {
    name: 'system-title-mistake',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await openConsole(stage, 'config')
      const form = stage.page.getByRole('form', { name: /^(系统名称|Name of the system)$/ })
      await form.getByRole('textbox').fill('长'.repeat(33))
      await form.getByRole('button').click()
      await expect(form.locator('[aria-invalid=true]')).toBeVisible()
    },
  },
  {
    name: 'company-links-user-menu',
    both: true,
    play: async (stage) => {
      await linked(stage)
      await stage.openFolder()
      await userButton(stage.page).click()
      await expect(stage.page.getByRole('menuitem').first()).toBeVisible()
    },
  },
  {
    name: 'company-links-help-menu',
    both: true,
    play: async (stage) => {
      await linked(stage)
      await stage.openFolder()
      if (stage.phone) await press(stage, '打开菜单', 'Open menu')
      else await press(stage, '帮助', 'Help')
      await expect(stage.page.getByText(stage.say('IT 服务台', 'IT service desk'))).toBeVisible()
    },
  },
  { name: 'company-links-admin', as: asAdmin, both: true, play: openLinks },
  {
    name: 'company-links-new',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await openLinks(stage)
      await press(stage, '添加链接', 'Add link')
      await layer(stage.page)
        .getByRole('textbox', { name: /^(地址|Address)/ })
        .fill('javascript:alert(1)')
      await press(stage, '保存', 'Save', layer(stage.page))
      await expect(layer(stage.page).locator('[aria-invalid=true]').first()).toBeVisible()
    },
  },
  {
    name: 'menu-drawer-admin',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await openConsole(stage, 'users')
      if (stage.phone) await press(stage, '打开菜单', 'Open menu')
    },
  },
]
