import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Debian's ICAP server c-icap with its service that objects to nothing, on a port of its own. */

const LIBRARIES = '/usr/lib'

/** The folder of its services; undefined where it is not installed. */
async function servicesOf(): Promise<string | undefined> {
  for (const name of ['', ...(await readdir(LIBRARIES))]) {
    const folder = join(LIBRARIES, name, 'c_icap')
    if (existsSync(join(folder, 'srv_echo.so'))) return folder
  }
  return undefined
}

export const hasCIcap = existsSync('/usr/bin/c-icap')

export class CIcap {
  readonly url: string
  readonly #child: ChildProcess
  readonly #folder: string

  private constructor(url: string, child: ChildProcess, folder: string) {
    this.url = url
    this.#child = child
    this.#folder = folder
  }

  static async start(): Promise<CIcap> {
    const folder = await mkdtemp(join(tmpdir(), 'c-icap-'))
    const [services, port] = [await servicesOf(), await freePort()]
    const lines = [
      `PidFile ${folder}/pid`,
      `CommandsSocket ${folder}/commands`,
      `Port 127.0.0.1:${port}`,
      `ModulesDir ${services}`,
      `ServicesDir ${services}`,
      'LoadMagicFile /etc/c-icap/c-icap.magic',
      `ServerLog ${folder}/log`,
      `TmpDir ${folder}`,
      'Service echo srv_echo.so',
    ]
    await writeFile(join(folder, 'conf'), `${lines.join('\n')}\n`)
    const child = spawn('/usr/bin/c-icap', ['-N', '-f', join(folder, 'conf')], { stdio: 'ignore' })
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error(`c-icap ended with ${child.exitCode}`)
      await pause(50)
    }
    return new CIcap(`icap://127.0.0.1:${port}/echo`, child, folder)
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
    await rm(this.#folder, { recursive: true, force: true })
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
