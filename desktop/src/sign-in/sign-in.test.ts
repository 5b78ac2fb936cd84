// @module-tag long
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { currentUser } from '@clouddisk/contract/accounts'
import { saveIdentityProvider } from '@clouddisk/contract/admin-identity'
import { confirmQr, scanQr } from '@clouddisk/contract/qr-sign-in'
import { addPasskey, beginPasskey } from '@clouddisk/contract/second-factor'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { setUpAuthenticator } from '../../../server/test/authenticator.ts'
import { openTestProvider } from '../../../server/test/oidc-provider.ts'
import { passkeyDevice } from '../../../server/test/passkey-device.ts'
import { type Person, personOf } from '../../../server/test/person.ts'
import { providerInput } from '../../../server/test/provider-input.ts'
import { openWorld, PASSWORD, type World } from '../../../server/test/world.ts'
import { AppWindow } from '../../test/app-window.ts'
import { Display } from '../../test/display.ts'
import { debuggable, addPasskey as givePasskey } from '../../test/window-devtools.ts'
import { App, serverFolder } from '../app.ts'
import { SettingsFile } from '../settings/desktop-settings.ts'
import { openChromiumWindow } from '../window/chromium-window.ts'
import { findBrowser } from '../window/find-browser.ts'
import { sealedFile } from './sealed-file.ts'

/** Every way of signing in ends with a session of the client, in a real window (R2, R5, R54, R191). */

let display: Display
let world: World
let person: Person
let folder: string
let app: App
const page = new AppWindow(() => app)

beforeAll(async () => {
  display = await Display.start()
  vi.stubEnv('DISPLAY', display.name)
  world = await openWorld()
})
afterAll(async () => {
  await world?.close()
  await display?.stop()
  vi.unstubAllEnvs()
})
beforeEach(async () => {
  person = await world.person()
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-sign-in-'))
})
afterEach(async () => {
  await app?.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(origin = world.baseUrl): Promise<void> {
  const found = await findBrowser()
  if (!found) throw new Error('no browser')
  const browser = await debuggable(found, folder)
  app = new App({
    ...{ origin, folder, language: 'zh-CN', secrets: sealedFile(folder) },
    settings: await SettingsFile.open(folder),
    openWindow: (window) => openChromiumWindow(browser, window),
  })
  await app.start()
  await app.show()
  await page.appears('input[name="username"]')
}

/** The client has a session of this account, and calls with it. */
async function hasSession(userName: string): Promise<void> {
  await expect.poll(() => app.session.current?.userName).toBe(userName)
  const { token, userId } = app.session.current ?? { token: '', userId: '' }
  const user = await personOf(world.baseUrl, token, person.user).call(currentUser, {})
  expect(user).toMatchObject({ userName, userId })
  await expect.poll(() => page.run('location.pathname')).toBe('/disk/personalFile')
  await expect.poll(() => page.run('clouddiskHost.authorization({})')).toBe(token)
}

it('by a password and a second factor; before it the client has no session', async () => {
  const authenticator = await setUpAuthenticator(world, person)
  await start()
  await page.signIn(person.user.userName, PASSWORD)
  await expect.poll(page.text).toContain('二次验证')
  expect(app.session.current).toBeNull()
  await page.appears('input[autocomplete="one-time-code"]')
  await page.type('input[autocomplete="one-time-code"]', authenticator.code(world.ctx.now()))
  await page.click('button[type="submit"]')
  await hasSession(person.user.userName)
})

it('by a phone that reads its code', async () => {
  await start()
  await page.run(`(() => {
    const { fetch } = window
    window.fetch = async (...args) => {
      const answer = await fetch(...args)
      if (String(args[0]).includes('generateQrId')) window.shownCode = await answer.clone().json()
      return answer
    }
  })()`)
  await page.clickButton('扫码登录')
  await expect.poll(() => page.run('window.shownCode?.data.qrId ?? null')).not.toBeNull()
  const qrId = String(await page.run('window.shownCode.data.qrId'))
  expect(await person.call(scanQr, { qrId })).toMatchObject({
    device: expect.stringContaining('Clouddisk/'),
  })
  await person.call(confirmQr, { qrId })
  await hasSession(person.user.userName)
})

it('by a passkey', async () => {
  // Passkeys need a name.
  const origin = world.baseUrl.replace('127.0.0.1', 'localhost')
  const device = passkeyDevice(origin)
  const named = person.at(origin)
  const { options } = await named.call(beginPasskey, {})
  await named.call(addPasskey, { name: 'desk', passkey: device.create(options) })
  await start(origin)
  const authenticator = await givePasskey(join(serverFolder(folder, origin), 'browser'), {
    rpId: 'localhost',
    ...device.exported(),
  })
  try {
    // Where the virtual authenticator has chosen by itself already, the button is gone.
    await page.run(
      `[...document.querySelectorAll('button')].find((one) => one.innerText === '使用通行密钥登录')?.click()`,
    )
    await hasSession(person.user.userName)
  } finally {
    authenticator.close()
  }
})

it('by a provider, whose pages have no bridge to the client', async () => {
  const provider = await openTestProvider({ asking: true })
  try {
    const admin = await world.admin()
    const { addresses } = await admin.call(saveIdentityProvider, providerInput(provider.issuer))
    await provider.setClients([
      {
        client_id: 'drive',
        client_secret: 'client-secret-of-the-drive',
        redirect_uris: [addresses.callback],
        post_logout_redirect_uris: [addresses.signedOut],
      },
    ])
    provider.signIn({ sub: '1', preferred_username: 'anna_oidc', name: 'Anna', email: 'anna@example.com' })
    await start()
    await page.clickButton('使用公司登录登录')
    await expect.poll(() => page.run('document.title')).toBe('Provider')
    expect(await page.run('location.origin')).toBe(provider.issuer)
    expect(await page.run('typeof clouddiskHost')).toBe('undefined')
    await page.click('a')
    await hasSession('anna_oidc')
    await page.run('clouddiskHost.signedOut({})')
    expect(app.session.current).toBeNull()
  } finally {
    await provider.close()
  }
})
