import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HelperConnection, HelperGone } from './connection.ts'
import { downloadOf, messagesOf } from './download-items.ts'

/** The page's side of the connection; e2e/tests/local-helper.spec.ts has both sides. */

/** A socket to a port on which nothing listens until `listening` is set. */
class FakeSocket {
  static readonly OPEN = 1
  static readonly made: FakeSocket[] = []
  static listening = false
  readyState = 0
  readonly sent: string[] = []
  onopen: () => void = () => undefined
  onclose: () => void = () => undefined
  onmessage: (event: { data: string }) => void = () => undefined

  readonly url: string
  constructor(url: string) {
    this.url = url
    FakeSocket.made.push(this)
    const { listening } = FakeSocket
    queueMicrotask(() => {
      this.readyState = listening ? FakeSocket.OPEN : 3
      if (listening) this.onopen()
      else this.onclose()
    })
  }
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.readyState = 3
    this.onclose()
  }
}

const PORTS = { httpPort: 12_456, websocketPort: 10_011 }
const signal = () => new AbortController().signal

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.made.length = 0
  FakeSocket.listening = false
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('connecting', () => {
  it('is tried 60 times, every 2 s (R121)', async () => {
    const opened = HelperConnection.open(PORTS, signal())
    const failed = expect(opened).rejects.toBeInstanceOf(HelperGone)
    await vi.advanceTimersByTimeAsync(0)
    expect(FakeSocket.made.map(({ url }) => url)).toEqual(['ws://127.0.0.1:10011/ClouddiskPluginWeb'])
    await vi.advanceTimersByTimeAsync(1999)
    expect(FakeSocket.made).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(FakeSocket.made).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(2000 * 58)
    await failed
    expect(FakeSocket.made).toHaveLength(60)
  })

  it('ends with the first answer, or when the person cancels', async () => {
    const opened = HelperConnection.open(PORTS, signal())
    await vi.advanceTimersByTimeAsync(2000)
    FakeSocket.listening = true
    await vi.advanceTimersByTimeAsync(2000)
    await opened
    expect(FakeSocket.made).toHaveLength(3)
    FakeSocket.listening = false
    const stopper = new AbortController()
    const cancelled = expect(HelperConnection.open(PORTS, stopper.signal)).rejects.toThrow('enough')
    await vi.advanceTimersByTimeAsync(1000)
    stopper.abort(new Error('enough'))
    await cancelled
    await vi.advanceTimersByTimeAsync(10_000)
    expect(FakeSocket.made).toHaveLength(4)
  })
})

describe('a connection', () => {
  const open = async () => {
    FakeSocket.listening = true
    const connection = await HelperConnection.open(PORTS, signal())
    const socket = FakeSocket.made.at(-1)
    if (!socket) throw new Error('no socket')
    return { connection, socket }
  }

  it('sends a heartbeat every 40 s until it ends (R250)', async () => {
    const { connection, socket } = await open()
    await vi.advanceTimersByTimeAsync(39_999)
    expect(socket.sent).toEqual([])
    await vi.advanceTimersByTimeAsync(40_001)
    expect(socket.sent).toEqual(Array.from({ length: 2 }, () => '{"operation":"heartBeat"}'))
    connection.close()
    await vi.advanceTimersByTimeAsync(80_000)
    expect(socket.sent).toHaveLength(2)
  })

  it('gives each answer to its request, also one before an upload has been answered', async () => {
    const { connection, socket } = await open()
    const done = vi.fn()
    connection.follow(done, () => undefined)
    const login = connection.ask({ operation: 'login', ip: '', port: '', language: '' })
    const download = connection.ask({ operation: 'download', token: '', data: [] })
    const say = (reply: object) => socket.onmessage({ data: JSON.stringify(reply) })
    say({ operation: 'heartBeat', resultCode: '0' })
    say({ operation: 'upload', resultCode: '1', allFinish: false })
    say({ operation: 'download', resultCode: '5', errmsg: 'no' })
    say({ operation: 'login', resultCode: '0' })
    expect(await download).toMatchObject({ resultCode: '5' })
    expect(await login).toMatchObject({ resultCode: '0' })
    expect(done).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ allFinish: false }))
  })

  it('tells who waits that the client has gone', async () => {
    const { connection, socket } = await open()
    const closed = vi.fn()
    connection.follow(() => undefined, closed)
    const waiting = expect(connection.ask({ operation: 'heartBeat' })).rejects.toBeInstanceOf(HelperGone)
    socket.close()
    await waiting
    expect(closed).toHaveBeenCalledOnce()
    await expect(connection.ask({ operation: 'heartBeat' })).rejects.toBeInstanceOf(HelperGone)
  })
})

describe('messages of a download (R209)', () => {
  const file = (n: number) =>
    downloadOf(
      {
        ...{ instanceId: `${n}`, instanceName: `合同 ${n}.pdf`, classifierId: 'File' as const },
        ...{ fileSize: 1, folderPath: '' },
      },
      ['项目', '一'],
      'lin',
    )

  it('hold as many files as fit, in order', () => {
    const files = Array.from({ length: 2000 }, (_, n) => file(n))
    const parts = [...messagesOf(files, 20_000)]
    expect(parts.flat()).toEqual(files)
    expect(parts.length).toBeGreaterThan(10)
    for (const part of parts) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(19_000)
    expect([...messagesOf(files.slice(0, 100))]).toHaveLength(1)
    expect([...messagesOf([])]).toEqual([])
    expect(file(1)).toMatchObject({ fileName: '合同 1.pdf', filePath: '项目/一', linkPath: '', linkCode: '' })
  })
})
