import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { systemAutostart } from './autostart.ts'
import { registerScheme } from './register.ts'

/** The files that desktops read, opened by the programs that open them. */

const run = promisify(execFile)

let folder: string
let program: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-autostart-'))
  vi.stubEnv('XDG_CONFIG_HOME', join(folder, 'config'))
  vi.stubEnv('XDG_DATA_HOME', join(folder, 'data'))
  // A path with all that `Exec` reads otherwise.
  program = join(folder, 'a "client" for $5 `or` \\ more')
  await writeFile(program, `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/started'\n`)
  await chmod(program, 0o755)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

const started = () => readFile(join(folder, 'started'), 'utf8').catch(() => '')

it('is started in the background with the session, until that is turned off', async () => {
  const autostart = systemAutostart('linux', process.env, [program])
  expect(await autostart.isOn()).toBe(false)
  await autostart.set(true)
  expect(await autostart.isOn()).toBe(true)
  await run('gio', ['launch', join(folder, 'config', 'autostart', 'clouddisk.desktop')])
  await expect.poll(started).toBe('--background\n')
  await autostart.set(false)
  await autostart.set(false)
  expect(await autostart.isOn()).toBe(false)
})

it('is the program that opens addresses of clouddisk:// (R120)', async () => {
  await registerScheme('linux', process.env, [program])
  const { stdout } = await run('xdg-mime', ['query', 'default', 'x-scheme-handler/clouddisk'])
  expect(stdout.trim()).toBe('clouddisk.desktop')
  await run('gio', ['open', 'clouddisk://myCollect'])
  await expect.poll(started).toBe('clouddisk://myCollect\n')
})

it('gives Windows a command in which an address cannot hold options of its own', async () => {
  const reg = join(folder, 'reg.exe')
  await writeFile(reg, `#!/bin/sh\nprintf '%s\\n' "$@" >> '${folder}/keys'\n`)
  await chmod(reg, 0o755)
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
  await registerScheme('win32', process.env, ['C:\\Programs\\clouddisk-window.exe'])
  const command = '"C:\\Programs\\clouddisk-window.exe" -- "%1"'
  expect((await readFile(join(folder, 'keys'), 'utf8')).split('\n')).toContain(command)

  const installer = await readFile(new URL('../../packaging/files/installer.nsi', import.meta.url), 'utf8')
  expect(installer).toContain(`'"$INSTDIR\\clouddisk-window.exe" -- "%1"'`)
  // What Windows makes of an address with a quotation mark.
  const main = fileURLToPath(new URL('../main.ts', import.meta.url))
  const args = ['--', 'clouddisk://', '--server', 'https://attacker.example.com']
  const env = { ...process.env, CLOUDDISK_DESKTOP_DATA: join(folder, 'client') }
  await expect(run(process.execPath, [main, ...args], { env })).rejects.toMatchObject({
    stderr: expect.stringContaining('too many arguments'),
  })
  await expect(readFile(join(folder, 'client', 'settings.json'))).rejects.toThrow('ENOENT')
})
