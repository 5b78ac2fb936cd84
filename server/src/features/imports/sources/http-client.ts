import { Agent, type IncomingMessage, request as plainRequest } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import type { ImportFault } from '@clouddisk/contract/import-words'
import { MINUTE, SECOND } from '@clouddisk/contract/time'
import { Refusal, refuse } from '../../../errors/refusal.ts'
import { refuseMetadata, safeLookup } from './safe-lookup.ts'

/** Requests to one WebDAV server: TLS is verified, redirects stay on the server, and what fails for a moment is tried again. */

export interface Credentials {
  readonly account: string
  readonly password: string
}

export interface DavRequest {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
}

export interface DavAnswer {
  readonly response: IncomingMessage
  /** Where it came from, after redirects. */
  readonly path: string
}

/** Without a byte for so long, a connection counts as cut. */
const SILENT_MS = MINUTE
const CONNECTIONS = 8
const REDIRECTS_MAX = 3
/** Tries of what fails for a moment, and the first wait between them, which doubles. */
const TRIES = 4
const WAIT_MS = SECOND / 2

/** The server was not reached, or the connection was cut: worth another try. */
export class ConnectionFailed extends Error {
  readonly fault: ImportFault
  readonly details: Readonly<Record<string, unknown>>
  constructor(fault: ImportFault, details: Readonly<Record<string, unknown>> = {}, options?: ErrorOptions) {
    super(fault, options)
    this.fault = fault
    this.details = details
  }
}

export class DavClient {
  readonly #origin: URL
  readonly #agent: Agent
  readonly #authorization: string | undefined

  constructor(address: URL, credentials: Credentials | undefined) {
    this.#origin = address
    const options = { keepAlive: true, maxSockets: CONNECTIONS, timeout: SILENT_MS }
    this.#agent = address.protocol === 'https:' ? new TlsAgent(options) : new Agent(options)
    if (credentials) {
      const { account, password } = credentials
      this.#authorization = `Basic ${Buffer.from(`${account}:${password}`).toString('base64')}`
    }
  }

  close(): void {
    this.#agent.destroy()
  }

  /** Sends a request, again where it failed for a moment. Its answer is any but a redirect and 5xx. */
  send(request: DavRequest): Promise<DavAnswer> {
    return withRetries(request.signal, () => this.#follow(request))
  }

  async #follow(request: DavRequest): Promise<DavAnswer> {
    let { path } = request
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
      const response = await this.#sendOnce({ ...request, path })
      const { statusCode = 0, headers } = response
      if (statusCode >= 500 || statusCode === 429) {
        response.destroy()
        throw new ConnectionFailed('status', { status: statusCode })
      }
      if (statusCode < 300 || statusCode >= 400 || !headers.location) return { response, path }
      response.destroy()
      const target = URL.parse(headers.location, new URL(path, this.#origin).href)
      if (target?.origin !== this.#origin.origin)
        refuse('import_answer', { fault: 'redirect', host: target?.host ?? '' })
      path = target.pathname
    }
    return refuse('import_answer', { fault: 'redirects' })
  }

  #sendOnce({ method, path, headers, body, signal }: DavRequest): Promise<IncomingMessage> {
    const { protocol, hostname, port } = this.#origin
    const send = protocol === 'https:' ? tlsRequest : plainRequest
    // Of an IPv6 address, without its brackets.
    const host = hostname.replace(/^\[(.*)\]$/, '$1')
    refuseMetadata(host)
    return new Promise((resolve, reject) => {
      const request = send({
        hostname: host,
        lookup: safeLookup,
        port,
        method,
        path,
        agent: this.#agent,
        signal,
        timeout: SILENT_MS,
        headers: {
          'accept-encoding': 'identity',
          ...(this.#authorization && { authorization: this.#authorization }),
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      })
      request.on('timeout', () => request.destroy(new ConnectionFailed('silent')))
      request.on('error', (error) => reject(signal.aborted ? error : failureOf(error)))
      request.on('response', resolve)
      request.end(body)
    })
  }
}

const failureOf = (error: NodeJS.ErrnoException): Error =>
  error instanceof ConnectionFailed || error instanceof Refusal
    ? error
    : new ConnectionFailed(faultOf(error), { code: error.code ?? error.message }, { cause: error })

function faultOf({ code = '' }: NodeJS.ErrnoException): ImportFault {
  if (code === 'ECONNREFUSED') return 'refused'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknownHost'
  if (code === 'ETIMEDOUT') return 'silent'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'cut'
  return /CERT|SIGNATURE|ALTNAME/.test(code) ? 'certificate' : 'network'
}

/** Runs `work` until it does not throw ConnectionFailed; then the server counts as unreachable. */
export async function withRetries<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ConnectionFailed)) throw error
      if (tries === TRIES) throw new Refusal('import_unreachable', { fault: error.fault, ...error.details })
      await waitForTry(tries, signal)
    }
  }
}

export const waitForTry = (tries: number, signal: AbortSignal): Promise<void> =>
  delay(WAIT_MS * 2 ** (tries - 1), undefined, { signal })
