import { createHash } from 'node:crypto'
import { mkdir, unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { lockFile } from './lock-file.ts'

/**
 * One client for each data folder: it holds a lock, and listens on a socket that the person alone may open. A second start
 * hands over what it was started with, and ends.
 */

const MESSAGE_MAX = 64 * 1024
/** A client that has the lock and does not listen is starting or ending. */
const WAIT = { ms: 50, times: 600 }

/** On Windows a named pipe; elsewhere a socket in the folder. */
const addressOf = (folder: string): string =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\clouddisk-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`
    : join(folder, 'instance.sock')

export interface Instance {
  release(): Promise<void>
}

/** @returns undefined if another client of this folder runs; it has been given `message`. */
export async function becomeInstance(
  folder: string,
  message: readonly string[],
  onOther: (message: readonly string[]) => void,
): Promise<Instance | undefined> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const address = addressOf(folder)
  for (let attempt = 0; ; attempt++) {
    const unlock = lockFile(join(folder, 'instance.db'))
    if (unlock) return serve(address, onOther, unlock)
    if (await handOver(address, message)) return undefined
    if (attempt >= WAIT.times) throw new Error(`${address} cannot be used`)
    await delay(WAIT.ms)
  }
}

async function serve(
  address: string,
  onOther: (message: readonly string[]) => void,
  unlock: () => void,
): Promise<Instance> {
  // The socket of a client that was killed.
  if (process.platform !== 'win32') await unlink(address).catch(() => undefined)
  try {
    const server = await listen(address, onOther)
    return { release: () => new Promise<void>((done) => server.close(() => done())).finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

function listen(address: string, onOther: (message: readonly string[]) => void): Promise<Server> {
  const server = createServer((socket) => {
    let length = 0
    socket.on('data', (bytes) => {
      length += bytes.length
      if (length > MESSAGE_MAX) socket.destroy()
    })
    text(socket)
      .then((sent) => {
        const message: unknown = JSON.parse(sent)
        if (Array.isArray(message)) onOther(message.map(String))
      })
      .catch(() => undefined)
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      server.removeListener('error', reject)
      resolve(server)
    })
  })
}

const handOver = (address: string, message: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(address)
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.end(JSON.stringify(message), () => resolve(true)))
  })
