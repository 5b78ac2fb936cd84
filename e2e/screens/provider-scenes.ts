import {
  queryIdentityProviders,
  removeIdentityProvider,
  saveIdentityProvider,
} from '@clouddisk/contract/admin-identity'
import { expect } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { providerInput } from '../../server/test/provider-input.ts'
import { PASSWORD } from '../support/server.ts'
import { asAdmin, choose, layer, menuAt, openConsole } from './administration.ts'
import type { Scene, Stage } from './stage.ts'

/** Identity providers, on the sign-in page and in the administration. */

async function withProviders({ server }: Pick<Stage, 'server'>): Promise<void> {
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  for (const { providerId } of await admin.call(queryIdentityProviders, {}))
    await admin.call(removeIdentityProvider, { providerId })
  const issuer = 'https://sso.example.com/realms/company'
  const roleValues = [{ value: 'drive-auditors', roleId: 'auditor' }]
  await admin.call(
    saveIdentityProvider,
    providerInput(issuer, { zh: '公司统一认证', en: 'Company account', mapping: { roleValues } }),
  )
  await admin.call(
    saveIdentityProvider,
    providerInput('https://login.partner.example.com', { zh: '合作伙伴', en: 'Partners', enabled: false }),
  )
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
    name: 'admin-sign-in-providers',
    as: asAdmin,
    both: true,
    phone: true,
    play: async (stage) => {
      await withProviders(stage)
      await openConsole(stage, 'sign-in')
      await expect(stage.page.getByText(/公司统一认证|Company account/).first()).toBeVisible()
    },
  },
  {
    name: 'admin-sign-in-provider-edit',
    as: asAdmin,
    both: true,
    phone: true,
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
      await stage.page.getByRole('option', { name: /使用自己的密钥|Use one of my own/ }).click()
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
    name: 'sign-in-providers',
    as: 'signedOut',
    both: true,
    phone: true,
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
      await expect(stage.page.getByRole('alert')).toContainText(/网盘账号|no account/)
      await withoutProviders(stage)
    },
  },
]
