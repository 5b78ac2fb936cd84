import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Conversions } from './conversions.ts'
import type { ConversionLimits } from './limits.ts'
import { protectionOfMachine } from './protection.ts'

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

let folder: string
let conversions: Conversions
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-conversion-'))
  conversions = new Conversions({ conversions: 1, dataDir: folder })
})
afterEach(async () => {
  await conversions.close()
  await rm(folder, { recursive: true })
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
  await expect.poll(() => processesWith(mark)).toBe(kind === 'namespaces' ? 0 : expect.any(Number))
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

it('reads nothing of the server, where the machine has namespaces', async () => {
  await mkdir(join(folder, 'secrets'))
  await writeFile(join(folder, 'secrets', 'instance.key'), 'secret')
  await writeFile(join(folder, 'keys'), 'secret')
  const encryption = { isOn: true, variable: '', source: { file: join(folder, 'keys') } }
  const hiding = new Conversions({ conversions: 1, dataDir: folder, encryption })
  const script = `umount ${folder}/secrets ${folder}/keys; cat ${folder}/secrets/* ${folder}/keys; true`
  const printed = await hiding.convert(({ run }) => run('sh', ['-c', script], LIMITS))
  await hiding.close()
  const { kind } = await protectionOfMachine()
  expect(printed).toBe(kind === 'namespaces' ? '' : 'secretsecret')
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
  await expect
    .poll(() => processesWith(`sleep\0${mark}`))
    .toBe(kind === 'namespaces' ? 0 : expect.any(Number))
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

/** Hangs until it was started `hangs` times, and counts its starts. */
const hangingScript = async (hangs: number) => {
  const path = join(folder, 'script.mjs')
  const starts = join(folder, 'starts')
  await writeFile(starts, '')
  await writeFile(
    path,
    `import { appendFileSync, readFileSync } from 'node:fs'
    import { createInterface } from 'node:readline'
    appendFileSync(${JSON.stringify(starts)}, '.')
    while (readFileSync(${JSON.stringify(starts)}).length <= ${hangs});
    console.log('ready')
    for await (const line of createInterface({ input: process.stdin })) console.log(line)`,
  )
  return { path, starts }
}

it('starts a script again that hangs while it starts, at most twice', async () => {
  for (const { hangs, expected } of [
    { hangs: 2, expected: { answer: { n: 7 } } },
    { hangs: 3, expected: { reason: 'timeout' } },
  ]) {
    const { path, starts } = await hangingScript(hangs)
    const conversion = conversions.convert(({ ask }) =>
      ask({ script: path, startMs: 2000, limits: LIMITS }, { n: 7 }),
    )
    const result = await conversion.then(
      (answer) => ({ answer }),
      ({ reason }) => ({ reason }),
    )
    expect(result).toEqual(expected)
    expect(readFileSync(starts, 'utf8')).toBe('...')
    await conversions.close()
    conversions = new Conversions({ conversions: 1, dataDir: folder })
  }
})
