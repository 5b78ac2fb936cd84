import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { becomeInstance } from './single-instance.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-instance-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a second start hands over what it was started with', async () => {
  const heard: (readonly string[])[] = []
  const first = await becomeInstance(folder, [], (message) => heard.push(message))
  expect(await becomeInstance(folder, ['clouddisk://myCollect'], () => undefined)).toBeUndefined()
  await expect.poll(() => heard).toEqual([['clouddisk://myCollect']])
  await first?.release()
  const next = await becomeInstance(folder, [], () => undefined)
  expect(next).toBeDefined()
  await next?.release()
})

/** Its socket stays. */
async function startAndKill(): Promise<void> {
  const script = `
    const { becomeInstance } = await import(${JSON.stringify(import.meta.resolve('./single-instance.ts'))})
    await becomeInstance(${JSON.stringify(folder)}, [], () => undefined)
    process.stdout.write('ready')
    setInterval(() => undefined, 1000)`
  const killed = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(killed.stdout, 'data')
  killed.kill('SIGKILL')
  await once(killed, 'exit')
}

test('a client that was killed does not keep the next from starting', async () => {
  await startAndKill()
  const next = await becomeInstance(folder, [], () => undefined)
  expect(next).toBeDefined()
  await next?.release()
})

test('of many starts at a time one becomes the client, and hears of the others', async () => {
  await startAndKill()
  const heard: string[] = []
  const starts = Array.from({ length: 20 }, (_, n) =>
    becomeInstance(folder, [`${n}`], ([other = '']) => heard.push(other)),
  )
  const instances = (await Promise.all(starts)).filter((one) => one !== undefined)
  expect(instances).toHaveLength(1)
  await expect.poll(() => heard.length).toBe(19)
  await instances[0]?.release()
})
