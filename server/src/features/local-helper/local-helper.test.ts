import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dlpVersion, revokeSessions } from '@clouddisk/contract/accounts'
import { saveBusinessConfig } from '@clouddisk/contract/business-config'
import { saveDlpRule } from '@clouddisk/contract/dlp'
import {
  checkHelperToken,
  createHelperToken,
  downloadTool,
  getToolName,
  HELPER_TOKEN_SECONDS,
  pluginInfo,
} from '@clouddisk/contract/local-helper'
import { pathOf } from '@clouddisk/contract/route'
import { SECOND } from '@clouddisk/contract/time'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let anna: Person
beforeAll(async () => {
  world = await openWorld()
  anna = await world.person()
})
afterAll(() => world.close())

describe('a token for the local helper (R209)', () => {
  const made = async (purpose: 'upload' | 'download' = 'upload') =>
    (await anna.call(createHelperToken, { purpose })).token
  const refused = (person: Person, token: string, purpose: 'upload' | 'download' = 'upload') =>
    expect(person.call(checkHelperToken, { token, purpose })).rejects.toMatchObject({
      name: 'helper_token_refused',
    })

  it('is accepted once, from another session of the same person', async () => {
    const token = await made()
    const client = await world.again(anna)
    await client.call(checkHelperToken, { token, purpose: 'upload' })
    await refused(client, token)
  })

  it('is accepted once where it is checked several times at the same time', async () => {
    const token = await made()
    const checks = Array.from({ length: 8 }, () =>
      anna.call(checkHelperToken, { token, purpose: 'upload' }).then(
        () => 'accepted',
        () => 'refused',
      ),
    )
    expect((await Promise.all(checks)).filter((one) => one === 'accepted')).toHaveLength(1)
  })

  it('is refused to somebody else, for another purpose, and if it was made up, and stays good for its own', async () => {
    const token = await made()
    await refused(await world.person(), token)
    await refused(anna, token, 'download')
    await refused(anna, 'made-up')
    await anna.call(checkHelperToken, { token, purpose: 'upload' })
  })

  it('ends after a minute, and with the session of the page', async () => {
    const late = await made()
    world.advance(HELPER_TOKEN_SECONDS * SECOND)
    await refused(anna, late)
    const page = await world.again(anna)
    const { token } = await page.call(createHelperToken, { purpose: 'upload' })
    await anna.call(revokeSessions, {})
    await refused(anna, token)
  })

  it('is one of at most a hundred that wait', async () => {
    const otto = await world.person()
    const make = () => otto.call(createHelperToken, { purpose: 'download' })
    for (let n = 0; n < 100; n++) await make()
    await expect(make()).rejects.toMatchObject({ name: 'too_many_calls' })
    world.advance(HELPER_TOKEN_SECONDS * SECOND)
    await make()
  })
})

test('the version of the content rules rises with each change of them (R207)', async () => {
  const admin = await world.admin('superAdmin')
  expect(await anna.call(dlpVersion, {})).toBe(0)
  await admin.call(saveDlpRule, {
    name: 'Codename',
    kind: 'words',
    terms: ['bluebird'],
    level: 'high',
    action: 'block',
    enabled: true,
  })
  expect(await anna.call(dlpVersion, {})).toBe(1)
})

describe('the desktop client on the server (R207, R212)', () => {
  const folder = () => join(world.ctx.config.dataDir, 'clients')
  const put = async (...names: string[]) => {
    await mkdir(folder(), { recursive: true })
    for (const name of names) await writeFile(join(folder(), name), `bytes of ${name}`)
  }
  const name = async (platform: 'windows' | 'macos' | 'linux') =>
    (await anna.call(getToolName, { platform })).name

  it('is none where administrators have put none', async () => {
    expect(await anna.call(getToolName, { platform: 'windows' })).toEqual({
      name: null,
      version: null,
      url: null,
    })
    expect(await anna.call(pluginInfo, {})).toEqual({
      offered: true,
      httpPort: 12_456,
      websocketPort: 10_011,
      version: null,
      url: null,
    })
  })

  it('is the newest for the system, the easiest to install first', async () => {
    await put(
      'clouddisk-1.9.0-win-x64-setup.exe',
      'clouddisk-1.10.0-win-x64-setup.exe',
      'clouddisk-1.10.0-win-x64.exe',
      'clouddisk_1.0.0_amd64.deb',
      'clouddisk-1.0.0-linux-x64.tar.gz',
      'clouddisk-1.0.0-macos-arm64.tar.gz',
      'readme.txt',
      'clouddisk-2.0.0-notes.txt',
    )
    expect(await name('windows')).toBe('clouddisk-1.10.0-win-x64-setup.exe')
    expect(await name('linux')).toBe('clouddisk_1.0.0_amd64.deb')
    expect(await name('macos')).toBe('clouddisk-1.0.0-macos-arm64.tar.gz')
    const asked = await fetch(new URL(pathOf(getToolName), world.baseUrl), {
      headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)' },
    })
    const { data } = (await asked.json()) as { data: { url: string; version: string } }
    expect(data.version).toBe('1.10.0')
    const fetched = await fetch(new URL(data.url, world.baseUrl))
    expect(fetched.headers.get('content-disposition')).toBe(
      'attachment; filename="clouddisk-1.10.0-win-x64-setup.exe"',
    )
    expect(await fetched.text()).toBe('bytes of clouddisk-1.10.0-win-x64-setup.exe')
    expect(await anna.call(pluginInfo, { platform: 'linux' })).toMatchObject({ version: '1.0.0' })
  })

  it('gives out packages alone', async () => {
    await put('readme.txt', 'clouddisk-1.0.0-linux-x64.tar.gz')
    for (const name of ['readme.txt', '../secrets/instance.key', 'clouddisk-9.9.9-linux-x64.tar.gz', '..']) {
      const answer = await fetch(
        new URL(`${pathOf(downloadTool)}?${new URLSearchParams({ name })}`, world.baseUrl),
      )
      expect(await answer.json(), name).toMatchObject({ errcode: 90_000 })
    }
    await rm(folder(), { recursive: true })
  })
})

describe('administrators (R210)', () => {
  it('decide whether pages use the helper, and at which ports', async () => {
    const admin = await world.admin('superAdmin')
    const save = (values: Record<string, boolean | null>) =>
      admin.call(saveBusinessConfig, {
        list: Object.entries(values).map(([code, value]) => ({ code, value })),
      })
    await save({ helperTestPorts: true })
    expect(await anna.call(pluginInfo, {})).toMatchObject({ httpPort: 11_456, websocketPort: 10_010 })
    await save({ localHelper: false, helperTestPorts: null })
    expect(await anna.call(pluginInfo, {})).toMatchObject({ offered: false, httpPort: 12_456 })
    await save({ localHelper: null })
    expect(await anna.call(pluginInfo, {})).toMatchObject({ offered: true })
  })
})
