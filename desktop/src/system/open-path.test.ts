import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openExternal, openFolder } from './open-path.ts'

/** With programs of the systems that note what they are given. */

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-open-'))
  for (const name of ['open', 'explorer.exe', 'rundll32', 'xdg-open']) {
    await writeFile(join(folder, name), `#!/bin/sh\nprintf '%s|' '${name}' "$@" > '${folder}/opened'\n`)
    await chmod(join(folder, name), 0o755)
  }
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

const opened = () => readFile(join(folder, 'opened'), 'utf8').catch(() => '')

/** Names of folders come from the drive, and with them what lies beside: `Report` and `Report.lnk`, or `Report.app`. */
it.each([
  ['win32', 'Report', (path: string) => `explorer.exe|"${path}\\"|`],
  ['darwin', 'Report', (path: string) => `open|${path}|`],
  ['darwin', 'Report.app', (path: string) => `open|-R|${path}|`],
  ['linux', 'Report.app', (path: string) => `xdg-open|${path}|`],
] as const)(
  'shows a folder, and starts nothing that has its name: %s, %s',
  async (platform, name, command) => {
    const path = join(folder, name)
    await mkdir(path)
    expect(await openFolder(path, platform)).toBe(true)
    await expect.poll(opened).toBe(command(path))
  },
)

it('opens addresses of the web, and no others', async () => {
  for (const url of ['file:///etc/passwd', 'javascript:1', 'ms-settings:', 'no address'])
    await expect(openExternal(url)).rejects.toThrow('not an address of the web')
  await openExternal('https://example.com/?a="b"')
  await expect.poll(opened).toBe('xdg-open|https://example.com/?a=%22b%22|')
})
