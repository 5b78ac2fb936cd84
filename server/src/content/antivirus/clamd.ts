import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { hostAndPort } from '@clouddisk/contract/server-addresses'
import { MINUTE, SECOND } from '@clouddisk/contract/time'

/**
 * A client of clamd, the daemon of ClamAV: PING, VERSION and INSTREAM, a connection for each. The protocol is a command, for
 * INSTREAM chunks that begin with their length, and one line as the answer.
 */

/** It cannot be reached, or the connection broke. */
export class ClamdUnavailable extends Error {}
/** The connection broke before the answer. */
export class ClamdBroke extends ClamdUnavailable {}
/** It answers something else than clamd does. */
export class NotClamd extends Error {}

export interface ClamdVersion {
  /** Engine and number of the signatures, such as 1.4.3/27501; the engine alone where the signatures have no number. */
  readonly signature: string
  readonly signatureAt: Date | null
}

export type ClamdVerdict =
  | { readonly state: 'clean' }
  | { readonly state: 'infected'; readonly finding: string }
  /** More than it takes (StreamMaxLength). */
  | { readonly state: 'tooLarge' }
  | { readonly state: 'failed'; readonly reason: string }

export interface ClamdTimeouts {
  readonly connectMs: number
  /** Without a byte either way; after its last byte clamd may scan for minutes. */
  readonly idleMs: number
}

const TIMEOUTS: ClamdTimeouts = { connectMs: 5 * SECOND, idleMs: 10 * MINUTE }
const ANSWER_MAX = 4096
const END = '\0'

/** Throws NotClamd or ClamdUnavailable. */
export async function pingClamd(address: string, timeoutMs: number): Promise<void> {
  const answer = await ask(address, 'PING', { connectMs: timeoutMs, idleMs: timeoutMs })
  if (answer !== 'PONG') throw new NotClamd(`${address} is no clamd`)
}

/** Throws NotClamd or ClamdUnavailable. */
export async function versionOfClamd(address: string, timeoutMs: number): Promise<ClamdVersion> {
  const answer = await ask(address, 'VERSION', { connectMs: timeoutMs, idleMs: timeoutMs })
  const [, engine, number, date] = /^ClamAV ([^/]+)(?:\/(\d+)\/(.+))?$/.exec(answer) ?? []
  if (engine === undefined) throw new NotClamd(`${address} is no clamd`)
  if (number === undefined) return { signature: engine, signatureAt: null }
  const at = new Date(`${date} UTC`)
  return { signature: `${engine}/${number}`, signatureAt: Number.isNaN(at.getTime()) ? null : at }
}

async function ask(address: string, command: string, timeouts: ClamdTimeouts): Promise<string> {
  const line = await ClamdLine.open(address, timeouts, undefined)
  try {
    line.send(`z${command}${END}`)
    return await line.answer()
  } finally {
    line.close()
  }
}

/**
 * Sends bytes as they are read: the next ones are read when these have left, so `bytes` may use one buffer for all. Throws
 * ClamdUnavailable, the reason of the signal, and what `bytes` throws.
 */
export async function scanByClamd(
  address: string,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  timeouts: ClamdTimeouts = TIMEOUTS,
): Promise<ClamdVerdict> {
  signal.throwIfAborted()
  const line = await ClamdLine.open(address, timeouts, signal)
  try {
    line.send(`zINSTREAM${END}`)
    for await (const chunk of bytes) {
      // It has refused more, or found enough.
      if (line.hasEnded) break
      await line.sendChunk(chunk)
    }
    if (!line.hasEnded) line.send(Buffer.alloc(4))
    return verdictOf(await line.answer())
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    line.close()
  }
}

function verdictOf(answer: string): ClamdVerdict {
  const said = answer.replace(/^stream: /, '')
  if (said === 'OK') return { state: 'clean' }
  const found = /^(.+) FOUND$/.exec(said)?.[1]
  if (found !== undefined) return { state: 'infected', finding: found }
  if (/size limit exceeded/i.test(said)) return { state: 'tooLarge' }
  return { state: 'failed', reason: said.replace(/\s*ERROR$/, '').slice(0, 200) || 'no answer' }
}

/** One connection: what is sent, and the line that is answered. */
class ClamdLine {
  readonly #address: string
  readonly #socket: Socket
  #text = ''
  #fault: Error | undefined
  readonly #ended = Promise.withResolvers<void>()

  private constructor(address: string, socket: Socket) {
    this.#address = address
    this.#socket = socket
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      this.#text += text
      if (this.hasEnded) this.#ended.resolve()
    })
    socket.on('error', (error) => {
      this.#fault ??= error
    })
    // Whatever was said before the connection broke is read first.
    socket.on('close', () => this.#ended.resolve())
  }

  static async open(
    address: string,
    { connectMs, idleMs }: ClamdTimeouts,
    signal: AbortSignal | undefined,
  ): Promise<ClamdLine> {
    const { host = '', port = 0 } = hostAndPort(address) ?? {}
    const socket = connect({ host, port, ...(signal && { signal }) })
    const line = new ClamdLine(address, socket)
    const tooLate = Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })
    const onTimeout = () => socket.destroy(tooLate)
    socket.setTimeout(connectMs, onTimeout)
    try {
      await once(socket, 'connect')
    } catch (error) {
      socket.destroy()
      signal?.throwIfAborted()
      throw new ClamdUnavailable(`${address} cannot be reached`, { cause: error })
    }
    socket.setTimeout(idleMs)
    return line
  }

  /** Whether it has answered, or is closed. */
  get hasEnded(): boolean {
    return this.#text.includes(END) || this.#text.length > ANSWER_MAX || this.#socket.destroyed
  }

  send(bytes: Uint8Array | string): void {
    if (!this.hasEnded) this.#socket.write(bytes)
  }

  /** Resolves once the bytes have left this process, so that their buffer may be filled again, or the connection has ended. */
  async sendChunk(bytes: Uint8Array): Promise<void> {
    if (this.hasEnded || bytes.length === 0) return
    const length = Buffer.allocUnsafe(4)
    length.writeUInt32BE(bytes.length)
    const sent = Promise.withResolvers<void>()
    this.#socket.cork()
    this.#socket.write(length)
    this.#socket.write(bytes, () => sent.resolve())
    this.#socket.uncork()
    await Promise.race([sent.promise, this.#ended.promise])
  }

  /** Throws ClamdUnavailable if the connection ends before it. */
  async answer(): Promise<string> {
    await this.#ended.promise
    const end = this.#text.indexOf(END)
    if (end >= 0) return this.#text.slice(0, end)
    if (this.#text !== '') throw new NotClamd(`${this.#address} is no clamd`)
    throw new ClamdBroke(`the connection to ${this.#address} broke`, { cause: this.#fault })
  }

  close(): void {
    this.#socket.destroy()
  }
}
