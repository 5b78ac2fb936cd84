import { DAY, HOUR, MINUTE, SECOND } from '@clouddisk/contract/time'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../context.ts'
import { type Discovery, NotDiscovery, parseDiscovery } from './discovery-xml.ts'

/** Asks Office servers what they can do, and keeps it for an hour; for a day while one does not answer. */

const ANSWER_MS = 5 * SECOND
const BYTES_MAX = 4 * 1024 * 1024
const FRESH_MS = HOUR
const STALE_MS = DAY
/** For which a server that does not answer is not asked again. */
const FAILED_MS = 10 * SECOND
/** Keys are asked for anew this often at most, whoever signs with unknown ones. */
const KEYS_MS = MINUTE

interface Known {
  readonly discovery: Discovery | undefined
  /** By the clock of this process. */
  readonly readAt: number
  readonly triedAt: number
}

const known = new LRUCache<string, Known>({ max: 100 })
const running = new Map<string, Promise<Discovery | undefined>>()

export const discoveryAddress = (address: string): string =>
  `${address.replace(/\/+$/, '')}/hosting/discovery`

/** Undefined where the server does not answer, or what answers is no Office server. */
export async function discoveryOf(
  { log }: Pick<Context, 'log'>,
  address: string,
  { newKeys = false } = {},
): Promise<Discovery | undefined> {
  const now = performance.now()
  const before = known.get(address)
  if (before) {
    const isTried = now - before.triedAt < FAILED_MS
    const isFresh = before.discovery && now - before.readAt < (newKeys ? KEYS_MS : FRESH_MS)
    if (isTried || isFresh) return usable(before, now)
  }
  const asked =
    running.get(address) ??
    ask(log, address).finally(() => {
      running.delete(address)
    })
  running.set(address, asked)
  return asked
}

const usable = ({ discovery, readAt }: Known, now: number): Discovery | undefined =>
  now - readAt < STALE_MS ? discovery : undefined

async function ask(log: Context['log'], address: string): Promise<Discovery | undefined> {
  const before = known.get(address)
  try {
    const discovery = await fetchDiscovery(address)
    const now = performance.now()
    known.set(address, { discovery, readAt: now, triedAt: now - FAILED_MS })
    return discovery
  } catch (error) {
    const now = performance.now()
    const message = error instanceof Error ? error.message : String(error)
    log.warn({ address, message }, `Office server ${address} gives no discovery; asking again in 10 s`)
    const after = { discovery: before?.discovery, readAt: before?.readAt ?? 0, triedAt: now }
    known.set(address, after)
    return usable(after, now)
  }
}

/** Throws NotDiscovery, or what `fetch` throws. */
export async function fetchDiscovery(address: string): Promise<Discovery> {
  const response = await fetch(discoveryAddress(address), {
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new NotDiscovery(`it answers with status ${response.status}`)
  }
  return parseDiscovery(await readText(response))
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > BYTES_MAX) throw new NotDiscovery('it is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
