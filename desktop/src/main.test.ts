import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openWorld } from '../../server/test/world.ts'
import { Display } from '../test/display.ts'

const run = promisify(execFile)

test('the client ends when its window is closed, and starts again', async () => {
  const [world, display] = await Promise.all([openWorld(), Display.start()])
  const folder = await mkdtemp(join(tmpdir(), 'clouddisk-main-'))
  const env = { ...process.env, DISPLAY: display.name, CLOUDDISK_DESKTOP_DATA: folder, LANG: 'en_GB.UTF-8' }
  const start = (...args: string[]) =>
    spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url)), ...args], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  const closeWindow = () =>
    run('xdotool', ['search', '--name', 'Sign in|Clouddisk', 'windowfocus', 'key', 'ctrl+w'], { env }).catch(
      () => undefined,
    )
  try {
    // The server is remembered.
    for (const args of [['--server', world.baseUrl], []]) {
      const client = start(...args)
      const ended = once(client, 'exit')
      const hasEnded = async () => {
        await closeWindow()
        return client.exitCode !== null
      }
      await expect.poll(hasEnded, { interval: 500 }).toBe(true)
      expect(await ended).toEqual([0, null])
    }
  } finally {
    await Promise.all([world.close(), display.stop()])
    await rm(folder, { recursive: true, force: true })
  }
})
