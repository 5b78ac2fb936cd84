import {
  linkPerson,
  queryIdentityProviders,
  removeIdentityProvider,
  saveIdentityProvider,
  tryIdentityProvider,
} from '@clouddisk/contract/admin-identity'
import { pagePeople } from '@clouddisk/contract/admin-people'
import { pathOf } from '@clouddisk/contract/route'
import { expect } from '@playwright/test'
import { openTestProvider, type TestAccount } from '../../server/test/oidc-provider.ts'
import { signIn } from '../../server/test/person.ts'
import { providerInput } from '../../server/test/provider-input.ts'
import { PASSWORD } from '../support/server.ts'
import { openSettings, settings } from '../support/settings.ts'
import { asAdmin, choose, fails, layer, menuAt, openConsole, openRow } from './administration.ts'
import type { Scene, Stage } from './stage.ts'

/** Identity providers, on the sign-in page and in the administration. */

/** @returns the first of them. */
async function withProviders({ server }: Pick<Stage, 'server'>): Promise<string> {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  for (const { providerId } of await admin.call(queryIdentityProviders, {}))
    await admin.call(removeIdentityProvider, { providerId })
  const issuer = 'https://sso.example.com/realms/company'
  const roleValues = [{ value: 'drive-auditors', roleId: 'auditor' }]
  const { providerId } = await admin.call(
    saveIdentityProvider,
    providerInput(issuer, { zh: '公司统一认证', en: 'Company account', mapping: { roleValues } }),
  )
  await admin.call(
    saveIdentityProvider,
    providerInput('https://login.partner.example.com', { zh: '合作伙伴', en: 'Partners', enabled: false }),
  )
  return providerId
}

/** The first provider is linked with somebody, the other one may be. */
async function withLink(stage: Stage, account: string): Promise<void> {
  const providerId = await withProviders(stage)
  const admin = await signIn(stage.server.origin, 'admin', PASSWORD)
  const { list } = await admin.call(pagePeople, { keyword: account })
  const userId = list[0]?.userId ?? ''
  await admin.call(linkPerson, { providerId, userId, subject: '8f0c9a53-2d0e-4d6f-9a51-6f1f0d8c2b17' })
}

/** Tries a real provider as somebody, and shows what came back. */
async function showTry(stage: Stage, account: TestAccount, create: boolean): Promise<void> {
  await withoutProviders(stage)
  const { page, server, context } = stage
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const op = await openTestProvider()
  try {
    const roleValues = [{ value: 'drive-auditors', roleId: 'auditor' }]
    const changes = { mapping: { roleValues, phone: 'phone_number' }, rules: { create } }
    const saved = await admin.call(saveIdentityProvider, providerInput(op.issuer, changes))
    await op.setClients([
      {
        client_id: 'drive',
        client_secret: 'client-secret-of-the-drive',
        redirect_uris: [saved.addresses.callback],
      },
    ])
    op.signIn(account)
    // By the browser of the picture: what comes back is tied to it.
    const answer = await context.request.post(server.origin + pathOf(tryIdentityProvider), {
      data: { providerId: saved.providerId },
      headers: { 'x-requested-with': 'XMLHttpRequest' },
    })
    const { data } = (await answer.json()) as { data: { url: string } }
    await page.goto(data.url)
    await expect(layer(page).getByText(account.sub).first()).toBeVisible()
  } finally {
    await op.close()
  }
}

async function withoutProviders({ server }: Pick<Stage, 'server'>): Promise<void> {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  for (const { providerId } of await admin.call(queryIdentityProviders, {}))
    await admin.call(removeIdentityProvider, { providerId })
}

/** The form of a new provider of this kind. */
async function openKind(stage: Stage, kind: string): Promise<void> {
  await openConsole(stage, 'sign-in')
  await stage.page
    .getByRole('button', { name: /添加登录方式|Add provider/ })
    .first()
    .click()
  await layer(stage.page)
    .getByRole('combobox', { name: /^(协议|Protocol)/ })
    .click()
  await stage.page.getByRole('option', { name: kind }).click()
}

export const providerScenes: readonly Scene[] = [
  {
    name: 'admin-sign-in-providers-none',
    as: asAdmin,
    play: async (stage) => {
      await withoutProviders(stage)
      await openConsole(stage, 'sign-in')
      await expect(stage.page.getByText(/还没有登录方式|No sign-in providers yet/)).toBeVisible()
    },
  },
  {
    name: 'admin-sign-in-providers-failed',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await fails(stage.page, 'admin/identity/provider')
      await openConsole(stage, 'sign-in')
      await expect(stage.page.getByRole('alert').first()).toBeVisible()
    },
  },
  {
    name: 'admin-sign-in-providers',
    as: asAdmin,
    everywhere: true,
    play: async (stage) => {
      await withProviders(stage)
      await openConsole(stage, 'sign-in')
      await expect(stage.page.getByText(/公司统一认证|Company account/).first()).toBeVisible()
    },
  },
  {
    name: 'admin-sign-in-provider-edit',
    as: asAdmin,
    everywhere: true,
    play: async (stage) => {
      await withProviders(stage)
      await openConsole(stage, 'sign-in')
      await menuAt(stage, stage.say('公司统一认证', 'Company account'))
      await choose(stage, '编辑', 'Edit')
      await expect(layer(stage.page).getByText(/sso\/callback/)).toBeVisible()
    },
  },
  {
    name: 'admin-sign-in-saml',
    as: asAdmin,
    both: true,
    phone: true,
    play: async (stage) => {
      await openKind(stage, 'SAML 2.0')
      const certificates = layer(stage.page).getByLabel(/签名证书|Signing certificates/)
      await certificates.scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'admin-sign-in-saml-key',
    as: asAdmin,
    both: true,
    phone: true,
    play: async (stage) => {
      await openKind(stage, 'SAML 2.0')
      await layer(stage.page)
        .getByRole('combobox', { name: /本系统的密钥|Our key/ })
        .click()
      await stage.page.getByRole('option', { name: /使用自己的密钥|Use my own/ }).click()
      await layer(stage.page)
        .getByLabel(/证书（PEM）|Certificate \(PEM\)/)
        .scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'admin-sign-in-cas',
    as: asAdmin,
    both: true,
    phone: true,
    play: async (stage) => {
      await openKind(stage, 'CAS 3')
      await layer(stage.page)
        .getByLabel(/CAS 服务器地址|CAS server URL/)
        .scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'admin-sign-in-provider-people',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await withProviders(stage)
      await openConsole(stage, 'sign-in')
      await menuAt(stage, stage.say('公司统一认证', 'Company account'))
      await choose(stage, '已关联账号', 'Linked accounts')
      await expect(layer(stage.page).getByText(/没有关联的账号|No linked accounts/)).toBeVisible()
    },
  },
  {
    name: 'admin-sign-in-provider-linked',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await withLink(stage, 'wu_han2')
      await openConsole(stage, 'sign-in')
      await menuAt(stage, stage.say('公司统一认证', 'Company account'))
      await choose(stage, '已关联账号', 'Linked accounts')
      await expect(layer(stage.page).getByText('wu_han2')).toBeVisible()
    },
  },
  {
    name: 'admin-sign-in-try',
    as: asAdmin,
    everywhere: true,
    play: (stage) =>
      showTry(
        stage,
        {
          sub: '8f0c9a53-2d0e-4d6f-9a51-6f1f0d8c2b17',
          preferred_username: 'zhao_min3',
          name: '赵敏',
          email: 'zhao.min@example.com',
          email_verified: true,
          groups: ['drive-auditors', 'all-staff', 'shanghai'],
          department: '品牌与市场部',
        },
        true,
      ),
  },
  {
    name: 'admin-sign-in-try-refused',
    as: asAdmin,
    both: true,
    play: (stage) =>
      showTry(stage, { sub: 'partner-204', preferred_username: 'visitor', name: 'Li Wei' }, false),
  },
  {
    name: 'admin-person-identities',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await withLink(stage, 'wu_han2')
      await openConsole(stage, 'users?q=wu_han2')
      await openRow(stage, 'wu_han2')
      const unlink = stage.say('解除 公司统一认证 的关联', 'Unlink Company account')
      await layer(stage.page).getByRole('button', { name: unlink }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'settings-identities',
    both: true,
    play: async (stage) => {
      await withLink(stage, 'linxiao')
      await stage.openFolder()
      await openSettings(stage.page, '账号')
      await expect(settings(stage.page)).toContainText(stage.say('已关联', 'Linked'))
    },
  },
  {
    name: 'sign-in-providers',
    as: 'signedOut',
    everywhere: true,
    play: async (stage) => {
      await withProviders(stage)
      await stage.page.goto(`${stage.server.origin}/disk/login`)
      await expect(stage.page.getByRole('button', { name: /公司统一认证|Company account/ })).toBeVisible()
    },
  },
  {
    name: 'sign-in-provider-fault',
    as: 'signedOut',
    both: true,
    phone: true,
    play: async (stage) => {
      await withProviders(stage)
      const query = 'fault=not_provisioned&traceId=9b1c6f0e-8d53-4f2a-a1c7-0f7f4f6f2a11'
      await stage.page.goto(`${stage.server.origin}/disk/login?${query}`)
      await expect(stage.page.getByRole('alert')).toContainText(/云盘账号|no account/)
      await withoutProviders(stage)
    },
  },
]
