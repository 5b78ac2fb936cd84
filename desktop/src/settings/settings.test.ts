import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { pathOfLink } from '../main.ts'
import { sealedFile } from '../sign-in/sealed-file.ts'
import { SessionKeeper } from '../sign-in/session.ts'
import { systemLanguage } from '../system/language.ts'
import { SettingsFile } from './desktop-settings.ts'
import { BadAddress, originOf } from './server-address.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-settings-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test.each([
  ['drive.example.com', 'https://drive.example.com'],
  ['  https://Drive.Example.com/disk/personalFile ', 'https://drive.example.com'],
  ['localhost:8080', 'http://localhost:8080'],
  ['http://10.0.0.5:8080/', 'http://10.0.0.5:8080'],
])('the address %s means %s', (typed, origin) => expect(originOf(typed)).toBe(origin))

test.each(['', 'javascript:alert(1)', 'file:///etc', 'https://user:secret@drive.example.com', 'https://'])(
  'the address %s is refused',
  (typed) => expect(() => originOf(typed)).toThrow(BadAddress),
)

test.each([
  [undefined, '/disk/'],
  ['clouddisk://', '/disk/'],
  ['clouddisk://myCollect', '/disk/myCollect'],
  ['clouddisk://personalFile/?folder=1', '/disk/personalFile?folder=1'],
  ['https://evil.example/x', '/disk/'],
  ['clouddisk://../../evil', '/disk/'],
])('the link %s opens %s of the server', (link, path) => expect(pathOfLink(link)).toBe(path))

test.each([
  [{ LANG: 'zh_TW.UTF-8' }, 'zh-CN'],
  [{ LANG: 'de_DE.UTF-8' }, 'en-US'],
  [{ LANG: 'zh_CN.UTF-8', LC_ALL: 'en_GB.UTF-8' }, 'en-US'],
  [{ LANG: 'C.UTF-8' }, 'zh-CN'],
])('a system set to %o is spoken to in %s', (env, language) => expect(systemLanguage(env)).toBe(language))

describe('settings and sign-ins on the disk', () => {
  it('remembers servers, the newest first, and starts with a damaged file', async () => {
    const settings = await SettingsFile.open(folder)
    await settings.useServer('https://a.example')
    await settings.useServer('https://b.example')
    await settings.useServer('https://a.example')
    expect((await SettingsFile.open(folder)).get().servers).toEqual([
      'https://a.example',
      'https://b.example',
    ])
    await writeFile(join(folder, 'settings.json'), '{"servers": 3')
    expect((await SettingsFile.open(folder)).get()).toEqual({
      servers: [],
      whenClosed: null,
      notifications: true,
      folders: [],
    })
  })

  it('keeps the sign-in of each server over restarts, sealed, for the person alone', async () => {
    const session = { userId: '1', userName: 'alice', token: 'a-secret-token' }
    const keeper = new SessionKeeper(sealedFile(folder), 'https://a.example')
    expect(await keeper.load()).toBeNull()
    await keeper.begin(session)
    await new SessionKeeper(sealedFile(folder), 'https://b.example').begin({ ...session, userId: '2' })
    const restarted = new SessionKeeper(sealedFile(folder), 'https://a.example')
    expect(await restarted.load()).toEqual(session)
    for (const name of ['secrets', 'secrets.key']) {
      expect((await readFile(join(folder, name))).includes('a-secret-token')).toBe(false)
      expect((await stat(join(folder, name))).mode & 0o077).toBe(0)
    }
    await restarted.end()
    expect(await keeper.load()).toBeNull()
    await writeFile(join(folder, 'secrets'), 'damaged beyond repair, surely, by now')
    expect(await new SessionKeeper(sealedFile(folder), 'https://b.example').load()).toBeNull()
  })
})
