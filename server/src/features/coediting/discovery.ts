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
/** How old it may be. Keys are asked for anew once a minute at most, also where calls with unknown keys keep coming. */
const AGE_MAX = { any: FRESH_MS, newKeys: MINUTE, answering: MINUTE }

interface Known {
  readonly discovery: Discovery | undefined
  /** By the clock of this process. */
  readonly readAt: number
  /** When it last failed to answer. */
  readonly failedAt: number
}

const known = new LRUCache<string, Known>({ max: 100 })
const running = new Map<string, Promise<Discovery | undefined>>()

export const discoveryAddress = (address: string): string =>
  `${address.replace(/\/+$/, '')}/hosting/discovery`

/** Undefined where the server does not answer, or what answers is no Office server. */
export async function discoveryOf(
  { log }: Pick<Context, 'log'>,
  address: string,
  need: 'any' | 'newKeys' | 'answering' = 'any',
): Promise<Discovery | undefined> {
  const now = performance.now()
  const before = known.get(address)
  if (before) {
    const isAway = now - before.failedAt < FAILED_MS
    if (isAway) return need === 'answering' ? undefined : usable(before, now)
    if (before.discovery && now - before.readAt < AGE_MAX[need]) return before.discovery
  }
  const asked =
    running.get(address) ??
    ask(log, address).finally(() => {
      running.delete(address)
    })
  running.set(address, asked)
  const discovery = await asked
  const isAway = performance.now() - (known.get(address)?.failedAt ?? Number.NEGATIVE_INFINITY) < FAILED_MS
  return need === 'answering' && isAway ? undefined : discovery
}

const usable = ({ discovery, readAt }: Known, now: number): Discovery | undefined =>
  now - readAt < STALE_MS ? discovery : undefined

async function ask(log: Context['log'], address: string): Promise<Discovery | undefined> {
  const before = known.get(address)
  try {
    const discovery = await fetchDiscovery(address)
    const now = performance.now()
    known.set(address, { discovery, readAt: now, failedAt: Number.NEGATIVE_INFINITY })
    return discovery
  } catch (error) {
    const now = performance.now()
    const message = error instanceof Error ? error.message : String(error)
    log.warn({ address, message }, `Office server ${address} gives no discovery; asking again in 10 s`)
    const after = { discovery: before?.discovery, readAt: before?.readAt ?? 0, failedAt: now }
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
    throw new NotDiscovery(`it answers with status ${response.status}`, response.status)
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
