import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

/** Debian's clamd with signatures of our own, on a port of its own; no signatures are fetched. */

const CLAMD = ['/usr/sbin/clamd', '/usr/local/sbin/clamd'].find((path) => existsSync(path))
export const hasClamd = CLAMD !== undefined
if (!hasClamd)
  process.stderr.write('clamd is not installed: tests with it are skipped (apt-get install clamav-daemon)\n')

/** The test file that every scanner finds, in two parts, so that no scanner finds this file. */
export const eicar = (): Buffer =>
  Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''))

/** Signatures by name: the bytes that they find anywhere. */
export type Signatures = Readonly<Record<string, Buffer>>

export const EICAR_SIGNATURE = { 'Eicar-Test': eicar() }

export class Clamd {
  readonly port: number
  readonly #folder: string
  readonly #child: ChildProcess

  private constructor(port: number, folder: string, child: ChildProcess) {
    this.port = port
    this.#folder = folder
    this.#child = child
  }

  /** @param options.port of one that was stopped. @param options.bytesMax StreamMaxLength */
  static async start({
    version = 27500,
    signatures = EICAR_SIGNATURE,
    bytesMax = 100 * 1024 ** 2,
    port: samePort = undefined as number | undefined,
  }: {
    version?: number
    signatures?: Signatures
    bytesMax?: number
    port?: number
  } = {}): Promise<Clamd> {
    const folder = await mkdtemp(join(tmpdir(), 'clamd-'))
    await mkdir(join(folder, 'db'))
    await mkdir(join(folder, 'tmp'))
    await writeFile(join(folder, 'db', 'daily.cud'), database(version, signatures))
    const port = samePort ?? (await freePort())
    const lines = [
      'Foreground yes',
      `DatabaseDirectory ${folder}/db`,
      `TemporaryDirectory ${folder}/tmp`,
      `TCPSocket ${port}`,
      'TCPAddr 127.0.0.1',
      `StreamMaxLength ${bytesMax}`,
      'MaxFileSize 2000M',
      'MaxScanSize 2000M',
      'MaxThreads 4',
      ...(process.getuid?.() === 0 ? ['User root'] : []),
    ]
    await writeFile(join(folder, 'conf'), `${lines.join('\n')}\n`)
    const child = spawn(CLAMD ?? 'clamd', [`--config-file=${join(folder, 'conf')}`], { stdio: 'ignore' })
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error(`clamd ended with ${child.exitCode}`)
      await pause(30)
    }
    return new Clamd(port, folder, child)
  }

  get address(): string {
    return `127.0.0.1:${this.port}`
  }

  /** New signatures, as after freshclam. */
  async update(version: number, signatures: Signatures): Promise<void> {
    await writeFile(join(this.#folder, 'db', 'daily.cud'), database(version, signatures))
    await command(this.port, 'RELOAD')
    while (!(await command(this.port, 'VERSION')).includes(`/${version}/`)) await pause(30)
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit')
    if (this.#child.exitCode === null && this.#child.kill('SIGKILL')) await ended
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/** An unsigned database: a header of 512 bytes and a tar archive of its files. */
function database(version: number, signatures: Signatures): Buffer {
  const lines = Object.entries(signatures).map(([name, bytes]) => `${name}:0:*:${bytes.toString('hex')}\n`)
  const ndb = Buffer.from(lines.join(''))
  const about = ['29 Nov 2026 07-30 -0000', version, lines.length, 90].join(':')
  const sum = createHash('sha256').update(ndb).digest('hex')
  const info = Buffer.from(`ClamAV-VDB:${about}:X:X:test:1795937400\ndaily.ndb:${ndb.length}:${sum}\n`)
  const files = { COPYING: Buffer.from('Test signatures\n'), 'daily.info': info, 'daily.ndb': ndb }
  const archive = gzipSync(
    Buffer.concat([
      ...Object.entries(files).map(([name, bytes]) => tarEntry(name, bytes)),
      Buffer.alloc(1024),
    ]),
  )
  const md5 = createHash('md5').update(archive).digest('hex')
  return Buffer.concat([Buffer.from(`ClamAV-VDB:${about}:${md5}:X:test:1795937400`.padEnd(512)), archive])
}

function tarEntry(name: string, bytes: Buffer): Buffer {
  const head = Buffer.alloc(512)
  head.write(name)
  head.write(`0000644\0${'0000000\0'.repeat(2)}`, 100)
  head.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124)
  head.write('00000000000\0', 136)
  head.write('        0', 148)
  head.write('ustar\x0000', 257)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)])
}

const answers = (port: number): Promise<boolean> =>
  command(port, 'PING').then(
    (answer) => answer.startsWith('PONG'),
    () => false,
  )

async function command(port: number, name: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('utf8')
  socket.write(`z${name}\0`)
  let answer = ''
  for await (const text of socket) answer += text
  return answer
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
