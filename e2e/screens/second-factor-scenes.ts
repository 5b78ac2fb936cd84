import { querySecondFactorPolicy, saveSecondFactorPolicy } from '@clouddisk/contract/admin-second-factor'
import { generateQrId } from '@clouddisk/contract/qr-sign-in'
import { beginTotp, confirmTotp } from '@clouddisk/contract/second-factor'
import { expect } from '@playwright/test'
import { authenticatorOf } from '../../server/test/authenticator.ts'
import { signIn } from '../../server/test/person.ts'
import { freshCodes, shownSecret } from '../support/second-factor.ts'
import { PASSWORD } from '../support/server.ts'
import { settings, userButton } from '../support/settings.ts'
import { asAdmin, openConsole } from './administration.ts'
import { newPerson, type Scene, type Stage, type World } from './stage.ts'

/** Second factors, and signing in by a phone. */

const both = true
const made = new WeakMap<World['server'], Promise<string>>()

/** Somebody with an authenticator app. */
function personWithApp({ server }: World): Promise<string> {
  const make = async () => {
    const name = await newPerson(server, 'liuyang', '刘洋', 1024 ** 3)
    const api = await signIn(server.origin, name, PASSWORD)
    const { secret } = await api.call(beginTotp, {})
    await api.call(confirmTotp, { code: authenticatorOf(secret).code(new Date()) })
    return name
  }
  const known = made.get(server) ?? make()
  made.set(server, known)
  return known
}

let newcomers = 0

/** Somebody without a second factor; another one for each picture. */
const somebody = ({ server }: World): Promise<string> =>
  newPerson(server, `factor_${++newcomers}`, '何洁', 1024 ** 3)

async function openSecurity(stage: Stage, open = () => stage.openFolder()): Promise<void> {
  const { page, say } = stage
  await open()
  await userButton(page).click()
  await page
    .getByRole('menuitem', { name: say('设置', 'Settings') })
    .or(page.getByRole('button', { name: say('设置', 'Settings'), exact: true }))
    .first()
    .click()
  await settings(page)
    .getByRole('tab', { name: say('登录与安全', 'Security') })
    .click()
  await expect(
    settings(page).getByText(say('验证器应用', 'Authenticator app'), { exact: true }),
  ).toBeVisible()
}

const setUp = async (stage: Stage, open?: () => Promise<void>) => {
  await openSecurity(stage, open)
  await stage.page
    .getByRole('button', { name: stage.say('设置', 'Set up'), exact: true })
    .last()
    .click()
  await expect(
    stage.page.getByRole('img', {
      name: stage.say('验证器应用的二维码', 'QR code for the authenticator app'),
    }),
  ).toBeVisible()
}

async function enterPassword(
  stage: Stage,
  name: string,
  heading = /二次验证|Two-step verification/,
): Promise<void> {
  const { page, open, say } = stage
  await open('login')
  await page.getByLabel(say('账号', 'Account'), { exact: true }).fill(name)
  await page.getByLabel(say('密码', 'Password'), { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
}

export const secondFactorScenes: readonly Scene[] = [
  { name: 'second-factor-settings', both, play: (stage) => openSecurity(stage) },
  { name: 'second-factor-set-up', both, play: (stage) => setUp(stage) },
  {
    name: 'second-factor-codes',
    both,
    as: somebody,
    play: async (stage) => {
      const { page, say } = stage
      await setUp(stage, () => stage.open('personalFile'))
      const codes = freshCodes(await shownSecret(page))
      await page.getByRole('textbox', { name: say('验证码', 'Code') }).fill(codes.next())
      await page.getByRole('button', { name: say('开启', 'Turn on') }).click()
      await expect(page.getByRole('list', { name: say('恢复码', 'Recovery codes') })).toBeVisible()
    },
  },
  {
    name: 'second-factor-required',
    as: 'signedOut',
    both,
    play: async (stage) => {
      const name = await somebody(stage)
      const admin = await signIn(stage.server.origin, 'admin', PASSWORD)
      const policy = await admin.call(querySecondFactorPolicy, {})
      await admin.call(saveSecondFactorPolicy, { ...policy, requiredOf: 'everybody' })
      try {
        await enterPassword(stage, name, /开启二次验证|Set up two-step/)
        await expect(stage.page.getByRole('img', { name: /二维码|QR code/ })).toBeVisible()
      } finally {
        await admin.call(saveSecondFactorPolicy, policy)
      }
    },
  },
  {
    name: 'second-factor-sign-in',
    as: 'signedOut',
    both,
    play: async (stage) => enterPassword(stage, await personWithApp(stage)),
  },
  {
    name: 'second-factor-recovery',
    as: 'signedOut',
    both,
    play: async (stage) => {
      await enterPassword(stage, await personWithApp(stage))
      await stage.page.getByRole('button', { name: stage.say('使用恢复码', 'Use a recovery code') }).click()
    },
  },
  {
    name: 'second-factor-admin',
    as: asAdmin,
    both,
    play: async (stage) => {
      await personWithApp(stage)
      await openConsole(stage, 'second-factor')
      await expect(stage.page.getByText('刘洋').first()).toBeVisible()
    },
  },
  {
    name: 'second-factor-policy',
    as: asAdmin,
    both,
    play: async (stage) => {
      const { page, say } = stage
      await openConsole(stage, 'second-factor')
      await page.getByRole('button', { name: say('修改', 'Change'), exact: true }).click()
      await page.getByRole('radio', { name: say('指定角色', 'Certain roles') }).click()
      await page.getByRole('button', { name: say('保存', 'Save'), exact: true }).click()
      await expect(page.getByText(say('请选择角色', 'Choose at least one role'))).toBeVisible()
    },
  },
  {
    name: 'confirm-identity',
    as: asAdmin,
    both,
    play: async (stage) => {
      const { page, say, server } = stage
      await openConsole(stage, 'second-factor')
      await server.confirmedEarlier('admin')
      await page.getByRole('button', { name: say('修改', 'Change'), exact: true }).click()
      await page.getByRole('radio').last().click()
      await page.getByRole('radio').first().click()
      await page.getByRole('button', { name: say('保存', 'Save'), exact: true }).click()
      await expect(
        page.getByRole('dialog', { name: say('确认是你本人', 'Confirm that it’s you') }),
      ).toBeVisible()
      await expect(page.getByLabel(say('密码', 'Password'), { exact: true })).toBeVisible()
    },
  },
  {
    name: 'qr-sign-in',
    as: 'signedOut',
    both,
    play: async ({ page, open, say }) => {
      await open('login')
      await page.getByRole('button', { name: say('扫码登录', 'Sign in with your phone') }).click()
      await expect(page.getByRole('img', { name: say('登录二维码', 'QR code for signing in') })).toBeVisible()
    },
  },
  {
    name: 'qr-confirm',
    both,
    play: async ({ page, open, say, rich }) => {
      const { qrId } = await rich.api.call(generateQrId, {})
      await open(`qr?id=${qrId}`)
      await expect(page.getByRole('button', { name: say('确认登录', 'Sign in there') })).toBeVisible()
    },
  },
]
