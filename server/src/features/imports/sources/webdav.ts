import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { MINUTE } from '@clouddisk/contract/time'
import { Refusal, refuse } from '../../../errors/refusal.ts'
import {
  encodeSegment,
  leadsElsewhere,
  nameOf,
  type Source,
  SourceChanged,
  type SourceEntry,
  type SourceFile,
  segmentBytes,
  segmentsOf,
  shownPath,
} from './entry.ts'
import { ConnectionFailed, type Credentials, DavClient, waitForTry, withRetries } from './http-client.ts'
import { PROPFIND_BODY, readMultistatus } from './propfind.ts'

/** A WebDAV server as a source. */

/** Cuts of one file without progress between them, after which it is given up. */
const CUTS_MAX = 3
/** So much has to come in so long, not counting the time that reading it takes here. */
const SLOW_BYTES = 64 * 1024
const SLOW_MS = MINUTE
const ENTRIES_AT_ONCE = 500
/** Characters of an address: a name of 255 characters has up to 2,300, and folders have names too. */
const ADDRESS_MAX = 16_384
/** What counts as progress: a server that cuts after each few bytes is given up too. */
const PROGRESS_BYTES = 64 * 1024

export function openWebDav(address: string, credentials: Credentials | undefined): Source {
  const url = new URL(address)
  const client = new DavClient(url, credentials)
  const base = segmentsOf(url.pathname)
  const addressOf = (path: string) => [...base, ...segmentsOf(path)].map((segment) => `/${segment}`).join('')
  return {
    list: (path, signal) => list(client, path, `${addressOf(path)}/`, signal),
    open: (path, signal) => open(client, path, addressOf(path), signal),
    close: () => client.close(),
  }
}

async function list(
  client: DavClient,
  path: string,
  address: string,
  signal: AbortSignal,
): Promise<SourceEntry[]> {
  const { responses, folder } = await withRetries(signal, async () => {
    const { response, path: answered } = await client.send({
      method: 'PROPFIND',
      path: address,
      headers: { depth: '1', 'content-type': 'application/xml; charset=utf-8' },
      body: PROPFIND_BODY,
      signal,
    })
    refuseStatus(response, path)
    if (response.statusCode !== 207) refuseAnswer(response)
    return {
      responses: await readMultistatus(cutsOf(response, signal), shownPath(path)),
      folder: partsOf(answered),
    }
  })
  const entries = new Map<string, SourceEntry>()
  let isAnswered = false
  for (const [at, { href, isFolder, size, modifiedAt, etag }] of responses.entries()) {
    // Others are served between portions of a long listing.
    if (at % ENTRIES_AT_ONCE === 0) await setImmediate()
    if (href.length > ADDRESS_MAX) refuse('import_answer', { fault: 'tooLong' })
    const parts = partsOf(href)
    if (folder.some((part, at) => part !== parts[at])) continue
    isAnswered = true
    const segment = parts.at(-1)
    // What is not right in the folder, itself among it, is none of its entries.
    if (segment === undefined || parts.length !== folder.length + 1 || leadsElsewhere(segment)) continue
    const kind = isFolder ? 'folder' : 'file'
    entries.set(segment, { segment, name: nameOf(segment), kind, size, modifiedAt, etag })
  }
  // It would pass for an empty folder.
  if (!isAnswered) refuse('import_answer', { fault: 'otherFolder' })
  return [...entries.values()]
}

/** The names in the path of an address, each in its one spelling. Servers write whole addresses, or paths alone. */
function partsOf(href: string): string[] {
  const path = href.replace(/^https?:\/\/[^/]*/i, '').replace(/[?#].*$/, '')
  return path
    .split('/')
    .filter(Boolean)
    .map((part) => encodeSegment(segmentBytes(part)))
}

function refuseStatus(response: IncomingMessage, path: string): void {
  const { statusCode = 0, headers } = response
  const name = shownPath(path)
  if (![401, 403, 404, 410].includes(statusCode)) return
  response.destroy()
  const scheme = headers['www-authenticate']
  if (statusCode === 401 && scheme && !/\bbasic\b/i.test(scheme))
    refuse('import_answer', { fault: 'signIn', scheme: scheme.split(' ')[0] })
  if (statusCode === 401) refuse('import_sign_in')
  refuse(statusCode === 403 ? 'import_denied' : 'import_gone', { name })
}

function refuseAnswer(response: IncomingMessage): never {
  response.destroy()
  return refuse('import_answer', { fault: 'status', status: response.statusCode })
}

/** What the server says of the content, to go on with the same after a cut. */
interface Validators {
  readonly size: number
  readonly etag: string | undefined
  readonly lastModified: string | undefined
}

async function open(
  client: DavClient,
  path: string,
  address: string,
  signal: AbortSignal,
): Promise<SourceFile> {
  const { response } = await client.send({ method: 'GET', path: address, signal })
  refuseStatus(response, path)
  if (response.statusCode !== 200) refuseAnswer(response)
  const { headers } = response
  if (headers['content-encoding'] && headers['content-encoding'] !== 'identity') {
    response.destroy()
    refuse('import_answer', { fault: 'encoded' })
  }
  const length = headers['content-length']
  if (length === undefined || !/^\d{1,15}$/.test(length)) {
    response.destroy()
    return refuse('import_answer', { fault: 'length' })
  }
  const validators = {
    size: Number(length),
    etag: headers.etag,
    lastModified: headers['last-modified'],
  }
  return {
    size: validators.size,
    bytes: readOn(client, { path, address, signal }, response, validators),
    close: async () => void response.destroy(),
  }
}

interface Reading {
  readonly path: string
  readonly address: string
  readonly signal: AbortSignal
}

/** All bytes; a connection that is cut is followed by another one for the rest. */
async function* readOn(
  client: DavClient,
  reading: Reading,
  first: IncomingMessage,
  validators: Validators,
): AsyncGenerator<Buffer> {
  const { size } = validators
  let response = first
  let done = 0
  try {
    for (let cuts = 0, before = 0; ; ) {
      try {
        for await (const chunk of cutsOf(response, reading.signal)) {
          done += chunk.length
          if (done > size) throw new SourceChanged()
          yield chunk
        }
        if (done === size) return
      } catch (error) {
        if (!(error instanceof ConnectionFailed)) throw error
      }
      cuts = done - before >= PROGRESS_BYTES ? 1 : cuts + 1
      if (cuts > CUTS_MAX) throw new Refusal('import_cut', { name: lastName(reading.path) })
      before = done
      await waitForTry(cuts, reading.signal)
      response = await openRest(client, reading, validators, done)
    }
  } finally {
    response.destroy()
  }
}

const lastName = (path: string): string => shownPath(path).split('/').at(-1) ?? ''

/** The rest of the same content; throws SourceChanged where the server does not promise that it is the same. */
async function openRest(
  client: DavClient,
  { path, address, signal }: Reading,
  { etag, lastModified, size }: Validators,
  from: number,
): Promise<IncomingMessage> {
  const strongTag = etag?.startsWith('W/') ? undefined : etag
  const unchanged = strongTag ?? lastModified
  if (unchanged === undefined) throw new SourceChanged()
  const headers = { range: `bytes=${from}-`, 'if-range': unchanged }
  const { response } = await client.send({ method: 'GET', path: address, headers, signal })
  refuseStatus(response, path)
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers['content-range'] ?? '')
  const isRest = range && Number(range[1]) === from && Number(range[3]) === size
  if (response.statusCode === 206 && isRest) return response
  response.destroy()
  throw new SourceChanged()
}

/** The body; ConnectionFailed where it ends early, or comes so slowly that it would never end. */
async function* cutsOf(response: IncomingMessage, signal: AbortSignal): AsyncGenerator<Buffer> {
  let waited = 0
  let bytes = 0
  let since = performance.now()
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length
      waited += performance.now() - since
      if (waited > SLOW_MS) {
        if (bytes < SLOW_BYTES) throw new ConnectionFailed('silent')
        waited = bytes = 0
      }
      yield chunk
      since = performance.now()
    }
  } catch (error) {
    if (signal.aborted || error instanceof ConnectionFailed) throw error
    throw new ConnectionFailed('cut', {}, { cause: error })
  }
  if (!response.complete) throw new ConnectionFailed('cut')
}
