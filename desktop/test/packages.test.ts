// @module-tag long
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../server/test/world.ts'
import manifest from '../package.json' with { type: 'json' }
import { Display } from './display.ts'
import { openSyncFixture } from './sync-fixture.ts'
import { startSync } from './sync-process.ts'

/** The packages for Linux as they are built, without the Node and the sources of the checkout. */

const run = promisify(execFile)
const { version } = manifest
const EPOCH = 1_700_000_000
const MIB = 1024 * 1024

let world: World
let folder: string
let deb: string
let tar: string
/** No Node in the PATH, as on computers of people. */
const env = { PATH: '/usr/bin:/bin', HOME: '/nonexistent', LANG: 'en_GB.UTF-8' }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-packages-'))
  const main = fileURLToPath(new URL('../packaging/main.ts', import.meta.url))
  const more = { ...process.env, SOURCE_DATE_EPOCH: String(EPOCH) }
  ;[world] = await Promise.all([
    openWorld(),
    run(process.execPath, [main, '--fast', '--out', folder], { env: more }),
  ])
  deb = join(folder, `clouddisk_${version}_${process.arch === 'x64' ? 'amd64' : process.arch}.deb`)
  tar = join(folder, `clouddisk-${version}-linux-${process.arch}.tar.gz`)
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

// dpkg gives files to root.
test.skipIf(process.getuid?.() !== 0)(
  'the package of Debian installs the client, its link and its icon, and leaves nothing behind',
  async () => {
    const root = join(folder, 'root')
    await run('mkdir', ['-p', `${root}/var/lib/dpkg/info`, `${root}/var/lib/dpkg/updates`])
    await run('touch', [`${root}/var/lib/dpkg/status`])
    const before = await run('find', [root, '-path', `${root}/var`, '-prune', '-o', '-print'])
    const dpkg = (...args: string[]) =>
      run('dpkg', [`--root=${root}`, '--force-depends,not-root', '--log=/dev/null', ...args])
    await dpkg('-i', deb)
    const { stdout } = await run(join(root, 'usr/bin/clouddisk'), ['--version'], { env })
    expect(stdout).toBe(`${version}\n`)
    const entry = await readFile(join(root, 'usr/share/applications/clouddisk.desktop'), 'utf8')
    expect(entry).toContain('MimeType=x-scheme-handler/clouddisk;')
    for (const size of [16, 48, 256, 512]) {
      const icon = await readFile(join(root, `usr/share/icons/hicolor/${size}x${size}/apps/clouddisk.png`))
      expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([size, size])
    }
    const licences = await run('zcat', [join(root, 'usr/share/doc/clouddisk/LICENCES.txt.gz')], {
      maxBuffer: 1e7,
    })
    expect(licences.stdout).toContain('Node.js is licensed for use as follows')
    expect(licences.stdout).toContain('commander ')
    await dpkg('-r', 'clouddisk')
    const after = await run('find', [root, '-path', `${root}/var`, '-prune', '-o', '-print'])
    expect(after.stdout).toBe(before.stdout)
  },
)

test('the package names the browser that it needs, and its times are those of the sources', async () => {
  const { stdout: depends } = await run('dpkg-deb', ['-f', deb, 'Depends'])
  expect(depends).toContain('chromium | google-chrome-stable | microsoft-edge-stable')
  const { stdout: listed } = await run('tar', ['--full-time', '--utc', '-tvzf', tar])
  // Mode, owner, size, date, time, name.
  const times = listed
    .trim()
    .split('\n')
    .map((line) => line.split(/ +/).slice(3, 5).join('T'))
  expect(new Set(times)).toEqual(new Set([new Date(EPOCH * 1000).toISOString().slice(0, 19)]))
})

test('the archive runs where it is unpacked: it syncs a folder and shows the sign-in', async () => {
  await run('tar', ['-xzf', tar, '-C', folder])
  const program = join(folder, `clouddisk-${version}-linux-${process.arch}`, 'clouddisk')
  const fixture = await openSyncFixture(world)
  const display = await Display.start()
  try {
    // Larger than what is hashed without a thread.
    await fixture.put({ 'a.txt': 'aaa', 'large.bin': randomBytes(9 * MIB) })
    const args = ['--server', world.baseUrl, '--from', fixture.source, '--to', '/backup/mail', '--json']
    const state = ['--state', join(fixture.root, 'state')]
    const { code, stderr } = await startSync(
      [...args, ...state],
      { ...env, CLOUDDISK_TOKEN: fixture.token },
      [program],
    ).ended
    expect([code, stderr]).toEqual([0, ''])
    expect(await fixture.treeOfMail()).toEqual({ 'a.txt': 3, 'large.bin': 9 * MIB })

    const home = join(fixture.root, 'home')
    // The system starts it by the launcher of the package, whether or not it can be asked to here.
    await run(program, ['--register'], { env: { ...env, HOME: home } }).catch(() => undefined)
    const entry = await readFile(join(home, '.local/share/applications/clouddisk.desktop'), 'utf8')
    expect(entry).toContain(program)
    expect(entry).not.toContain('clouddisk.mjs')
    const client = execFile(program, ['--server', world.baseUrl], {
      env: { ...env, HOME: home, DISPLAY: display.name, CLOUDDISK_DESKTOP_DATA: join(home, 'data') },
    })
    const ended = new Promise((resolve) => client.once('exit', resolve))
    try {
      const titles = () =>
        run('xdotool', ['search', '--name', 'Sign in'], { env: { ...env, DISPLAY: display.name } }).then(
          ({ stdout }) => stdout.trim(),
          () => '',
        )
      await expect.poll(titles, { interval: 300 }).toMatch(/^\d+/)
    } finally {
      client.kill('SIGTERM')
      await ended
    }
  } finally {
    await display.stop()
    await fixture.close()
  }
})
