import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { NIGHT_HOUR, zoneAt } from '../../server/test/zone.ts'
import { openInstallation } from './installation.ts'

const run = promisify(execFile)
const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const CLI = fileURLToPath(new URL('../../server/src/cli.ts', import.meta.url))

export const PASSWORD = 'Right-horse-7'

/** The product as its users have it: a process of its own with a fresh data directory. */
export interface Server {
  readonly origin: string
  readonly dataDir: string
  /**
   * A new account, valid at once; its name. Its allowance in bytes, null for none; called by its name if by no other. It has
   * agreed to the usage rules. A `newcomer` is shown the tour.
   */
  addPerson(
    name: string,
    options?: { capacity?: number | null; realName?: string; newcomer?: boolean },
  ): Promise<string>
  /** An account that was made otherwise agrees to the usage rules, so that its page asks nothing. */
  acknowledge(name: string): Promise<void>
  /** The person’s sessions have to confirm who it is again. */
  confirmedEarlier(name: string): Promise<void>
  /** Moves the times of a link so that it ends in so many ms, and notifies its owner. */
  linkEndsIn(shareId: string, left: number): Promise<void>
  /** Runs the administrator's command line; its standard output. */
  cli(...args: string[]): Promise<string>
  stop(signal?: NodeJS.Signals): Promise<void>
}

export async function startServer(env: Record<string, string> = {}, dataDir?: string): Promise<Server> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'clouddisk-e2e-')))
  const settings = {
    ...process.env,
    // Playwright sets it for its own; beside NO_COLOR Node warns of it in each process.
    FORCE_COLOR: undefined,
    CLOUDDISK_DATA: folder,
    CLOUDDISK_LOG_LEVEL: 'warn',
    CLOUDDISK_ADMIN_PASSWORD: PASSWORD,
    CLOUDDISK_TIME_ZONE: zoneAt(NIGHT_HOUR),
    PORT: '0',
    ...env,
  }
  const child = spawn(process.execPath, [MAIN], { env: settings, stdio: ['ignore', 'pipe', 'inherit'] })
  const origin = await readyAt(child)
  const cli = async (...args: string[]) =>
    (await run(process.execPath, [CLI, ...args], { env: settings, maxBuffer: 64 * 1024 * 1024 })).stdout
  let opened: ReturnType<typeof openInstallation> | undefined
  const installation = () => {
    opened ??= openInstallation(settings, folder)
    return opened
  }
  return {
    origin,
    dataDir: folder,
    cli,
    linkEndsIn: async (shareId, left) => (await installation()).linkEndsIn(shareId, left),
    confirmedEarlier: async (name) => (await installation()).confirmedEarlier(name),
    acknowledge: async (name) => (await installation()).acknowledge(name),
    addPerson: async (name, { capacity, realName = name, newcomer } = {}) => {
      await (await installation()).add({ userName: name, password: PASSWORD, realName, capacity }, newcomer)
      return name
    },
    stop: async (signal = 'SIGTERM') => {
      await (await opened)?.close()
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal)
        await once(child, 'exit')
      }
      if (!dataDir) await rm(folder, { recursive: true, force: true })
    },
  }
}

async function readyAt(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the server has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /ready at (http\S+?)\/disk\//.exec(line)?.[1]
    if (!address) continue
    // Nobody reads on; a full pipe would stop the server.
    child.stdout.resume()
    return address
  }
  throw new Error(`the server ended before it was ready (${child.exitCode})`)
}
