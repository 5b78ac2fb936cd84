import { createServer, type Socket } from 'node:net'
import { SECOND } from '@clouddisk/contract/time'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Clamd, eicar, hasClamd } from '../../../test/clamd.ts'
import { ClamdBroke, ClamdUnavailable, NotClamd, pingClamd, scanByClamd, versionOfClamd } from './clamd.ts'

/** The client of clamd: against the real one, and against servers that stop reading, break off or are no clamd. */

const CHUNK = 256 * 1024
const signal = new AbortController().signal
const servers: { close(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function serve(onConnection: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(server)
  return `127.0.0.1:${(server.address() as { port: number }).port}`
}

/** Bytes in one buffer that is filled again, as content is read. */
async function* zeros(size: number, onRead: (bytes: number) => void = () => undefined) {
  const chunk = Buffer.alloc(CHUNK)
  for (let at = 0; at < size; at += CHUNK) {
    const length = Math.min(CHUNK, size - at)
    onRead(length)
    yield chunk.subarray(0, length)
  }
}

async function* pieces(...all: Buffer[]) {
  yield* all
}

describe.skipIf(!hasClamd)('with clamd', { timeout: 120_000 }, () => {
  it('finds viruses across chunks, passes the rest, and says when it takes no more', async () => {
    const clamd = await Clamd.start({ bytesMax: 2 * 1024 ** 2 })
    try {
      await pingClamd(clamd.address, 5 * SECOND)
      expect(await versionOfClamd(clamd.address, 5 * SECOND)).toEqual({
        signature: expect.stringMatching(/^\d+\.\d+\.\d+\/27500$/),
        signatureAt: new Date('2026-11-29T07:30:00Z'),
      })
      const virus = eicar()
      const split = pieces(Buffer.from('x'), virus.subarray(0, 30), virus.subarray(30))
      expect(await scanByClamd(clamd.address, split, signal)).toEqual({
        state: 'infected',
        finding: 'Eicar-Test.UNOFFICIAL',
      })
      expect(await scanByClamd(clamd.address, pieces(), signal)).toEqual({ state: 'clean' })
      expect(await scanByClamd(clamd.address, zeros(2 * 1024 ** 2), signal)).toEqual({ state: 'clean' })
      // It closes with bytes unread, which may take its answer along: then the scanner asks again, too.
      for (const more of [1, 50 * 1024 ** 2])
        await expect
          .poll(() =>
            scanByClamd(clamd.address, zeros(2 * 1024 ** 2 + more), signal).catch((error: unknown) => error),
          )
          .toEqual({ state: 'tooLarge' })
    } finally {
      await clamd.stop()
    }
  })
})

describe('with other servers', () => {
  it('reads no more of the content than what the scanner takes', async () => {
    let taken = 0
    const connected = Promise.withResolvers<Socket>()
    const address = await serve((socket) => {
      socket.on('data', (bytes) => {
        taken += bytes.length
      })
      socket.pause()
      connected.resolve(socket)
    })
    const size = 256 * 1024 ** 2
    let read = 0
    const over = new AbortController()
    const scan = scanByClamd(
      address,
      zeros(size, (bytes) => {
        read += bytes
      }),
      over.signal,
    )
    const socket = await connected.promise
    // What two kernels keep of a connection, until they take no more.
    let before = -1
    await vi.waitUntil(
      () => {
        const stands = read === before
        before = read
        return stands && read > 0
      },
      { interval: 300, timeout: 20_000 },
    )
    expect(read).toBeLessThan(32 * 1024 ** 2)
    let most = 0
    const end = Promise.withResolvers<void>()
    socket.on('data', () => {
      most = Math.max(most, read - taken)
      if (taken >= size) {
        socket.end('stream: OK\0')
        end.resolve()
      }
    })
    socket.resume()
    await end.promise
    expect(await scan).toEqual({ state: 'clean' })
    expect(read).toBe(size)
    expect(most).toBeLessThan(32 * 1024 ** 2)
  }, 60_000)

  it('stops reading when it has the answer', async () => {
    const address = await serve((socket) => socket.once('data', () => socket.write('stream: Early FOUND\0')))
    let read = 0
    const bytes = zeros(1024 ** 3, (length) => {
      read += length
    })
    expect(await scanByClamd(address, bytes, signal)).toEqual({ state: 'infected', finding: 'Early' })
    expect(read).toBeLessThan(64 * 1024 ** 2)
  })

  it('tells what it cannot scan from a scanner that is away', async () => {
    const failing = await serve((socket) =>
      socket.once('data', () => socket.end('Heuristics failed. ERROR\0')),
    )
    expect(await scanByClamd(failing, zeros(1), signal)).toEqual({
      state: 'failed',
      reason: 'Heuristics failed.',
    })
    const breaking = await serve((socket) => socket.once('data', () => socket.destroy()))
    await expect(scanByClamd(breaking, zeros(CHUNK), signal)).rejects.toBeInstanceOf(ClamdBroke)
    const mail = await serve((socket) => socket.end('220 mail.example.com ESMTP\r\n'))
    await expect(pingClamd(mail, SECOND)).rejects.toBeInstanceOf(NotClamd)
    const silent = await serve(() => undefined)
    const timeouts = { connectMs: SECOND, idleMs: 200 }
    await expect(scanByClamd(silent, zeros(1), signal, timeouts)).rejects.toBeInstanceOf(ClamdBroke)
    for (const server of servers.splice(0)) server.close()
    await expect(scanByClamd(mail, zeros(1), signal)).rejects.toBeInstanceOf(ClamdUnavailable)
  })

  it('ends with its signal, and with an error of the content', async () => {
    const silent = await serve(() => undefined)
    const stopping = new AbortController()
    const scan = scanByClamd(silent, zeros(1), stopping.signal)
    stopping.abort(new Error('the server stops'))
    await expect(scan).rejects.toThrow('the server stops')
    async function* unreadable(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('a')
      throw new Error('unreadable')
    }
    await expect(scanByClamd(silent, unreadable(), signal)).rejects.toThrow('unreadable')
  })
})
