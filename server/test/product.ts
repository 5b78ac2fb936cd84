import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { NIGHT_HOUR, zoneAt } from './zone.ts'

/** The product as processes of its own: the server over a data directory, and the command line beside it. */

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const CLI = fileURLToPath(new URL('../src/cli.ts', import.meta.url))

export type Settings = Readonly<Record<string, string>>

const environment = (dataDir: string, more: Settings) => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  LANG: 'C.UTF-8',
  PORT: '0',
  CLOUDDISK_DATA: dataDir,
  CLOUDDISK_TIME_ZONE: zoneAt(NIGHT_HOUR),
  ...more,
})

export interface RunningServer {
  readonly baseUrl: string
  /** As an administrator stops it. */
  stop(): Promise<void>
}

/** Fails with what it said where it does not come up. */
export async function startServer(dataDir: string, more: Settings = {}): Promise<RunningServer> {
  const child = spawn(process.execPath, [MAIN], { env: environment(dataDir, more) })
  const exited = once(child, 'close')
  const baseUrl = await new Promise<string>((resolve, reject) => {
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk
        const address = /ready at (\S+)\/disk\//.exec(said)?.[1]
        if (address) resolve(address)
      })
    void exited.then(() => reject(new Error(`the server ended: ${said}`)))
  })
  return {
    baseUrl,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

export interface Said {
  /** Null where it was killed. */
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface Command {
  readonly child: ChildProcess
  readonly said: Promise<Said>
}

export function command(dataDir: string, args: readonly string[], more: Settings = {}): Command {
  const child = spawn(process.execPath, [CLI, ...args], { env: environment(dataDir, more) })
  const exited = once(child, 'close')
  const said = Promise.all([text(child.stdout), text(child.stderr), exited]).then(([out, err, [code]]) => ({
    code: code as number | null,
    out,
    err,
  }))
  return { child, said }
}

export const cli = (dataDir: string, args: readonly string[], more: Settings = {}): Promise<Said> =>
  command(dataDir, args, more).said

/** What it answered as JSON; fails with what it said where it failed. */
export async function cliJson<T>(dataDir: string, args: readonly string[], more: Settings = {}): Promise<T> {
  const { code, out, err } = await cli(dataDir, [...args, '--json'], more)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${err}${out}`)
  return JSON.parse(out) as T
}
