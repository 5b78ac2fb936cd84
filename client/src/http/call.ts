import { DEFAULT_LANGUAGE, type Language } from '@clouddisk/contract/errors'
import { LIMITS } from '@clouddisk/contract/limits'
import { type Input, pathOf, type Reply, type Route } from '@clouddisk/contract/route'
import { SECOND } from '@clouddisk/contract/time'
import { readEnvelope } from './envelope.ts'
import { ApiError, isUnauthorized, lacksSecondFactor, NetworkError, TimeoutError } from './errors.ts'
import type { FetchWithProgress } from './xhr-fetch.ts'

/** Typed API client for browsers and Node (A§7 "Common to all requests", C section 3 "Envelope"). */

export interface ClientOptions {
  /** Origin of the server; '' for the page's own. */
  baseUrl?: string
  fetch?: typeof fetch
  language?: () => Language
  /** Account name, for the server's log. */
  userName?: () => string | null
  /** Sent instead of the cookie (desktop client, scripts). */
  token?: () => string | null
  /** Sends the cookie too: the page in the desktop client, where pictures and live changes come by the cookie. */
  cookieBesideToken?: boolean
  /** Sent with each call. */
  headers?: () => Readonly<Record<string, string>>
  /** For link visitors: renews the session. True if the call may be repeated, at most three times (R112). */
  refresh?: () => Promise<boolean>
  timeoutMs?: number
  /** Used for calls with `onSent`. Without it they report no progress. */
  fetchWithProgress?: FetchWithProgress
}

export interface CallOptions {
  signal?: AbortSignal
  timeoutMs?: number
  /** A 401 is only thrown and does not call the handler (sign-in page, /fileDownload; C9). */
  quiet?: boolean
  /** Body of a call that takes a file. The input is then sent in the query. */
  file?: { readonly type: string; readonly content: Blob | Uint8Array<ArrayBuffer> }
  /** Bytes of the body sent so far. */
  onSent?: (bytes: number) => void
}

export interface Client {
  /**
   * Makes a call; returns `data` of the envelope.
   * @throws ApiError, NetworkError, TimeoutError, or the signal's reason on abort.
   */
  call<T extends Route>(route: T, input: Input<T>, options?: CallOptions): Promise<Reply<T>>
  /** URL of a GET call that returns a file or a stream. */
  urlOf<T extends Route>(route: T, input: Input<T>): string
  /** Whether the server answers within five seconds. */
  reachable(signal?: AbortSignal): Promise<boolean>
  /**
   * Called for each 401 of a call that is not `quiet`, and where the session lacks its second factor, with the token that
   * was sent: the answer may belong to an earlier session.
   */
  setUnauthorizedHandler(handler: (error: ApiError, token: string | null) => void): void
  /** Asks the person who they are where a call needs it; true if the call is to be made again. */
  setConfirmationHandler(handler: () => Promise<boolean>): void
  /** Whether the call that failed with this error is to be made again, as the person has confirmed who they are. */
  confirmedAfter(error: unknown): Promise<boolean>
}

const REACHABLE_MS = 5 * SECOND

/** @param options baseUrl without a trailing slash. */
export function createClient(options: ClientOptions = {}): Client {
  const base = options.baseUrl ?? ''
  const send = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args))
  let onUnauthorized: (error: ApiError, token: string | null) => void = () => {}
  let askConfirmation: (() => Promise<boolean>) | undefined
  /** Calls that fail at the same time wait for one answer. */
  let confirming: Promise<boolean> | undefined

  async function confirmedAfter(error: unknown): Promise<boolean> {
    if (!askConfirmation || !(error instanceof ApiError) || error.name !== 'confirmation_required')
      return false
    confirming ??= askConfirmation().finally(() => {
      confirming = undefined
    })
    return confirming
  }

  async function attemptCall<T extends Route>(
    route: T,
    input: Input<T>,
    call: CallOptions,
    token: string | null,
  ): Promise<Reply<T>> {
    const timeoutMs = call.timeoutMs ?? options.timeoutMs ?? LIMITS.requestTimeoutMs
    const [response, text] = await withTimeout(timeoutMs, call.signal, async (signal) => {
      const url = base + addressOf(route, input, call.file)
      const init = { ...requestOf(route, input, options, token, call.file), signal }
      const { onSent } = call
      const { fetchWithProgress: sending } = options
      const answer = await (onSent && sending ? sending(url, init, onSent) : send(url, init))
      return [answer, await answer.text()] as const
    })
    return unwrap(response, text) as Reply<T>
  }

  async function call<T extends Route>(route: T, input: Input<T>, how: CallOptions = {}): Promise<Reply<T>> {
    for (let attempt = 0; ; attempt++) {
      const token = options.token?.() ?? null
      try {
        return await attemptCall(route, input, how, token)
      } catch (error) {
        if (attempt === 0 && (await confirmedAfter(error))) continue
        if (lacksSecondFactor(error) && !how.quiet) onUnauthorized(error as ApiError, token)
        if (!isUnauthorized(error)) throw error
        if (attempt < LIMITS.retries && options.refresh && (await options.refresh())) continue
        if (!how.quiet) onUnauthorized(error as ApiError, token)
        throw error
      }
    }
  }

  return {
    call,
    urlOf: (route, input) => base + addressOf(route, input),
    reachable: (signal) =>
      withTimeout(REACHABLE_MS, signal, (both) =>
        send(`${base}/healthz`, { cache: 'no-store', signal: both }),
      ).then(
        (response) => response.ok,
        () => false,
      ),
    setUnauthorizedHandler: (handler) => {
      onUnauthorized = handler
    },
    setConfirmationHandler: (handler) => {
      askConfirmation = handler
    },
    confirmedAfter,
  }
}

/** Path, and query for GET. The timestamp `t` prevents caching. */
function addressOf<T extends Route>(route: T, input: Input<T>, file?: CallOptions['file']): string {
  const path = pathOf(route, input as Record<string, unknown>)
  if (route.methods[0] !== 'GET' && !file) return path
  const query = new URLSearchParams()
  for (const [key, value] of fieldsOf(route, input)) query.append(key, String(value))
  if (!route.raw) query.append('t', String(Date.now()))
  return query.size > 0 ? `${path}?${query}` : path
}

/** The defined input fields that are not part of the path. */
function fieldsOf<T extends Route>(route: T, input: Input<T>): [string, unknown][] {
  return Object.entries(input as Record<string, unknown>).filter(
    ([key, value]) => value !== undefined && !route.path.includes(`{${key}}`),
  )
}

function requestOf<T extends Route>(
  route: T,
  input: Input<T>,
  options: ClientOptions,
  token: string | null,
  file?: CallOptions['file'],
): RequestInit {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Accept-Language': options.language?.() ?? DEFAULT_LANGUAGE,
    'X-Requested-With': 'XMLHttpRequest',
    traceId: newTraceId(),
    ...options.headers?.(),
  }
  const userName = options.userName?.()
  // Headers are ASCII; account names of directories may not be.
  if (userName) headers.userName = encodeURIComponent(userName)
  if (token) headers.Authorization = `Bearer ${token}`
  const [method] = route.methods
  const init: RequestInit = {
    method,
    headers,
    credentials: token && !options.cookieBesideToken ? 'omit' : 'include',
    cache: 'no-store',
  }
  if (method === 'GET') return init
  headers['Content-Type'] = file?.type ?? 'application/json'
  if (file) return { ...init, body: file.content }
  return { ...init, body: JSON.stringify(Object.fromEntries(fieldsOf(route, input))) }
}

/** 32 hex digits. randomUUID is missing on plain http. */
export function newTraceId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Runs `work` with a timeout.
 * @throws TimeoutError, the signal's reason on abort, or NetworkError.
 */
async function withTimeout<T>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), ms)
  try {
    return await work(signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal)
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    if (timeout.signal.aborted) throw new TimeoutError(`no answer within ${ms} ms`, { cause: error })
    throw new NetworkError('the server could not be reached', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

function unwrap(response: Response, text: string): unknown {
  const envelope = readEnvelope(text)
  if (!envelope) {
    throw new ApiError({
      code: response.status === 200 ? 99001 : response.status,
      // The page has a text for this.
      message: '',
      traceId: response.headers.get('traceId') ?? undefined,
      // A 200 without an envelope was sent by an intermediary: a server-side fault.
      httpStatus: response.status === 200 ? 502 : response.status,
    })
  }
  if (envelope.errcode === 0 && response.ok) return envelope.data
  throw new ApiError({
    code: envelope.errcode || response.status,
    message: envelope.errmsg,
    details: envelope.data,
    traceId: envelope.traceId,
    httpStatus: response.status,
  })
}
