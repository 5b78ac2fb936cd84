// @module-tag long
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Conversions } from './conversions.ts'
import type { ConversionLimits } from './limits.ts'
import { protectionOfMachine } from './protection.ts'
import { WarmScript } from './warm-script.ts'
import { type SharedFolder, WorkFolders } from './work-folders.ts'

const MB = 1024 ** 2
const LIMITS: ConversionLimits = {
  wallMs: 20_000,
  cpuSeconds: 20,
  memoryBytes: 150 * MB,
  outputBytes: 4 * MB,
  outputFiles: 3,
}
/** Shorter than anything that these programs wait for. */
const SOON: ConversionLimits = { ...LIMITS, wallMs: 500 }

const READING = {
  script: fileURLToPath(new URL('../../test/reading-script.mjs', import.meta.url)),
  startMs: 10_000,
  limits: LIMITS,
}

let folder: string
let elsewhere: string
let conversions: Conversions
beforeEach(async () => {
  elsewhere = await mkdtemp(join(tmpdir(), 'clouddisk-elsewhere-'))
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-conversion-'))
  conversions = new Conversions({ conversions: 1, dataDir: folder })
})
afterEach(async () => {
  await conversions.close()
  await rm(folder, { recursive: true })
  await rm(elsewhere, { recursive: true })
})

const shell = (script: string, limits = LIMITS) =>
  conversions.convert(({ run }) => run('sh', ['-c', script], limits))

/** Processes of this machine whose command line contains the mark. */
const processesWith = (mark: string): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(mark)
      } catch {
        return false
      }
    }).length

const unique = () => `9${Math.random().toString().slice(2, 8)}`

it('gives a program its folder, nothing of the environment, and low priority', async () => {
  const result = await conversions.convert(async ({ folder: { input, output }, run }) => {
    await writeFile(input, 'source')
    const printed = await run('sh', ['-c', 'tr a-z A-Z < input > output/result; env; nice; pwd'], LIMITS)
    return { printed, made: await readFile(join(output, 'result'), 'utf8'), output }
  })
  expect(result.made).toBe('SOURCE')
  expect(result.printed).not.toContain('NODE_ENV')
  expect(result.printed).toContain('\n10\n')
  expect(existsSync(result.output)).toBe(false)
})

it('ends a program that takes too long, with what it started', async () => {
  const mark = unique()
  await expect(shell(`sleep ${mark} & sleep ${mark}`, SOON)).rejects.toMatchObject({ reason: 'timeout' })
  await expect.poll(() => processesWith(mark)).toBe(0)
})

it('ends what a program leaves behind when it ends itself', async () => {
  const mark = unique()
  await shell(`sleep ${mark} >/dev/null 2>&1 & setsid sleep ${mark} >/dev/null 2>&1 & exit 0`)
  const { kind } = await protectionOfMachine()
  // Without namespaces a process that leaves its group is not found.
  if (kind === 'namespaces') await expect.poll(() => processesWith(mark)).toBe(0)
})

it('ends programs that take too much memory, alone or together', async () => {
  const eat = `process.stdin.resume(); const a = []; setInterval(() => a.push(Buffer.alloc(${20 * MB}, 1)), 20)`
  await expect(
    conversions.convert(({ run }) => run(process.execPath, ['-e', eat], LIMITS)),
  ).rejects.toMatchObject({ reason: expect.stringMatching(/memory|broken/) })
  const eat70 = `const a = Buffer.alloc(${70 * MB}, 1); setInterval(() => a[0], 1000)`
  const many = Array.from({ length: 3 }, () => `"${process.execPath}" -e '${eat70}' &`).join(' ')
  await expect(shell(`${many} wait`)).rejects.toMatchObject({ reason: 'memory' })
})

it('ends programs that use too much processor time or write too much', async () => {
  // By the system where the machine is busy elsewhere between two looks.
  const busy = shell('while :; do :; done', { ...LIMITS, cpuSeconds: 1 })
  await expect(busy).rejects.toMatchObject({ reason: expect.stringMatching(/timeout|broken|crashed/) })
  await expect(shell('head -c 9000000 /dev/zero > output/a')).rejects.toThrow()
  await expect(shell('for i in 1 2; do head -c 3000000 /dev/zero > output/$i; done')).rejects.toMatchObject({
    reason: 'output',
  })
  await expect(shell('for i in 1 2 3 4; do echo > output/$i; done')).rejects.toMatchObject({
    reason: 'output',
  })
})

it('reaches no network, where the machine has namespaces', async () => {
  const asked = { count: 0 }
  const server = createServer((_, response) => {
    asked.count++
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const call = `fetch('http://127.0.0.1:${port}').then(() => console.log('open'), () => console.log('closed'))`
  const answer = await conversions.convert(({ run }) => run(process.execPath, ['-e', call], LIMITS))
  server.close()
  const { kind } = await protectionOfMachine()
  expect(answer.trim()).toBe(kind === 'namespaces' ? 'closed' : 'open')
})

it('reads programs and its own folder only, where the machine has namespaces', async () => {
  await mkdir(join(folder, 'objects'))
  const keys = join(elsewhere, 'keys')
  const outside = ['/dev/shm', '/var/tmp'].map((path) => join(path, `clouddisk-${unique()}`))
  const inside = ['objects/one', 'instance.key', 'conversion/other'].map((path) => join(folder, path))
  const paths = [...outside, ...inside, keys, join(elsewhere, 'note')]
  const encryption = { isOn: true, variable: '', source: { file: keys } }
  const reading = new Conversions({ conversions: 2, dataDir: folder, encryption })
  await reading.clear()
  for (const path of paths) await writeFile(path, 'secret')
  const { kind } = await protectionOfMachine()
  const seen = kind === 'namespaces' ? 'ENOENT' : 'secret'
  try {
    await reading.convert(async (other) => {
      await writeFile(other.folder.input, 'secret')
      const all = [...paths, other.folder.input]
      await reading.convert(
        async ({ folder: { path, input, output }, run, ask }) => {
          await writeFile(input, 'mine')
          const script = `umount -a 2>/dev/null; for i; do cat "$i" 2>/dev/null || printf ENOENT; done
            cat input ${input}; echo made > output/made && echo made > ${path}/made && cat output/made`
          const printed = await run('sh', ['-c', script, 'sh', ...all], LIMITS)
          expect(printed).toBe(`${seen.repeat(all.length)}mineminemade\n`)
          expect(await readFile(join(output, 'made'), 'utf8')).toBe('made\n')
          expect(await ask(READING, [...all, input, join(output, 'made')])).toEqual([
            ...all.map(() => seen),
            'mine',
            'made\n',
          ])
          expect(await readFile(input, 'utf8')).toBe('mine')
        },
        { lane: 'office' },
      )
      // The same process, for another conversion.
      expect(await other.ask(READING, [other.folder.input, ...paths])).toEqual([
        'secret',
        ...paths.map(() => seen),
      ])
    })
  } finally {
    await reading.close()
    for (const path of outside) await rm(path)
  }
  const left = readdirSync(join(folder, 'conversion'))
  expect(left).toEqual(['other'])
})

it.runIf(process.getuid?.() === 0)('changes no program', async () => {
  const { kind } = await protectionOfMachine()
  if (kind !== 'namespaces') return
  const own = join(import.meta.dirname, 'limits.ts')
  await shell(`for i in ${own} /usr/bin/env /etc/passwd; do (: >> $i) 2>/dev/null && exit 3; done; true`)
})

it('lets what waits for its turn be cancelled at once', async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const first = conversions.convert(() => over, { lane: 'archives' })
  const cancelling = new AbortController()
  const second = conversions.convert(async () => 'done', { lane: 'archives', signal: cancelling.signal })
  cancelling.abort()
  await expect(second).rejects.toMatchObject({ reason: 'stopped' })
  end()
  await first
  expect(await conversions.convert(async () => 'done', { lane: 'archives' })).toBe('done')
})

it('says that a program is not installed, or what it complains about', async () => {
  await expect(conversions.convert(({ run }) => run('no-such-program', [], LIMITS))).rejects.toMatchObject({
    reason: 'missing',
  })
  await expect(shell('echo cannot read it >&2; exit 3')).rejects.toThrow('cannot read it')
})

it('ends with the server that is killed', async () => {
  const mark = unique()
  const module = new URL('./conversions.ts', import.meta.url).href
  const script = `
    const { Conversions } = await import(${JSON.stringify(module)})
    const limits = ${JSON.stringify(LIMITS)}
    const conversions = new Conversions({ conversions: 1, dataDir: ${JSON.stringify(join(folder, 'killed'))} })
    await conversions.convert(({ run }) => run('sh', ['-c', 'setsid sleep ${mark} & sleep ${mark}'], limits))`
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
  const ended = once(server, 'exit')
  await expect.poll(() => processesWith(`sleep\0${mark}`), { timeout: 10_000 }).toBe(2)
  server.kill('SIGKILL')
  await ended
  const { kind } = await protectionOfMachine()
  if (kind === 'namespaces') await expect.poll(() => processesWith(`sleep\0${mark}`)).toBe(0)
  // What it left is removed before the next conversion.
  expect(readdirSync(join(folder, 'killed', 'conversion'))).toHaveLength(1)
  const next = new Conversions({ conversions: 1, dataDir: join(folder, 'killed') })
  await next.convert(async () => undefined)
  expect(readdirSync(join(folder, 'killed', 'conversion'))).toEqual([])
})

it('ends running conversions when it closes, and starts none after', async () => {
  const mark = unique()
  const running = shell(`sleep ${mark}`)
  const waiting = shell('true')
  const both = Promise.allSettled([running, waiting])
  await expect.poll(() => processesWith(mark)).toBeGreaterThan(0)
  await conversions.close()
  expect(await both).toMatchObject([{ reason: { reason: 'stopped' } }, { reason: { reason: 'stopped' } }])
  await expect.poll(() => processesWith(mark)).toBe(0)
  await expect(shell('true')).rejects.toMatchObject({ reason: 'stopped' })
  expect(readdirSync(join(folder, 'conversion'))).toEqual([])
})

/** The first so many scripts that are started in them hang. */
class HangingFolders extends WorkFolders {
  starts = 0
  hangs = 0

  override async openShared(): Promise<SharedFolder> {
    const shared = await super.openShared()
    if (this.starts++ < this.hangs)
      for (const path of [shared.path, join(shared.path, basename(shared.path))])
        await writeFile(join(path, 'hang'), '')
    return shared
  }
}

it('starts a script again that hangs while it starts, at most twice', async () => {
  for (const { hangs, expected } of [
    { hangs: 2, expected: { answer: ['mine'] } },
    { hangs: 3, expected: { reason: 'timeout' } },
  ]) {
    const folders = new HangingFolders(folder)
    folders.hangs = hangs
    const script = new WarmScript(folders, { ...READING, startMs: 2000 })
    const own = await folders.open()
    await writeFile(own.input, 'mine')
    const result = await script.run([own.input], own).then(
      (answer) => ({ answer }),
      ({ reason }) => ({ reason }),
    )
    expect(result).toEqual(expected)
    expect(folders.starts).toBe(3)
    await script.close()
  }
})
