import { SECOND } from '@clouddisk/contract/time'
import { addressOfThumbnail, type WantedThumbnail } from './thumbnail-address.ts'

/**
 * Loads thumbnails for what is in view: a few at a time, the latest request first. A request that nobody needs any more is
 * cancelled. One that the server is still working on is asked again later and takes no place meanwhile.
 */

const CONCURRENT = 3
/** What comes into view within so long is asked for in its order. */
const TOGETHER_MS = 30
/** Pictures kept in memory: small ones have about 10 KB, larger ones 50. */
const KEPT_MAX = 600
const KEPT_BYTES = 24 * 1024 ** 2
/** Waiting grows from what the server says up to this. */
const WAIT_MAX_MS = 8 * SECOND
/** After each fault it waits longer, and gives up after some minutes: a server that restarts loses no thumbnail. */
const AFTER_FAULT_MS = 2 * SECOND
const AFTER_FAULTS_MAX_MS = 30 * SECOND
const FAULTS_MAX = 20

type OnFound = (url: string | null) => void

interface Wanted {
  readonly key: string
  readonly of: WantedThumbnail
  readonly listeners: Set<OnFound>
  readonly abort: AbortController
  timer: ReturnType<typeof setTimeout> | undefined
  asked: number
  faults: number
}

interface Kept {
  /** Object URL; null: there is no thumbnail. */
  readonly url: string | null
  readonly bytes: number
}

/** By key, the latest last. */
const kept = new Map<string, Kept>()
let keptBytes = 0
const wanted = new Map<string, Wanted>()
/** The latest is last, and first to be asked for. */
const queue: Wanted[] = []
/** What came into view just now, from the top down. */
let fresh: Wanted[] = []
let running = 0

/** Undefined if it has not been loaded yet. */
export const knownThumbnail = (key: string): string | null | undefined => kept.get(key)?.url

/** Asks for a thumbnail; the result cancels the request, if nobody else needs it. */
export function wantThumbnail(key: string, of: WantedThumbnail, onFound: OnFound): () => void {
  const one = wanted.get(key) ?? begin(key, of)
  one.listeners.add(onFound)
  return () => {
    one.listeners.delete(onFound)
    if (one.listeners.size > 0 || wanted.get(key) !== one) return
    wanted.delete(key)
    clearTimeout(one.timer)
    one.abort.abort()
    const at = queue.indexOf(one)
    if (at >= 0) queue.splice(at, 1)
  }
}

function begin(key: string, of: WantedThumbnail): Wanted {
  const one: Wanted = {
    key,
    of,
    listeners: new Set(),
    abort: new AbortController(),
    timer: undefined,
    asked: 0,
    faults: 0,
  }
  wanted.set(key, one)
  if (fresh.push(one) === 1) setTimeout(enqueueFresh, TOGETHER_MS)
  return one
}

function enqueueFresh(): void {
  queue.push(...fresh.toReversed().filter((one) => wanted.get(one.key) === one))
  fresh = []
  next()
}

function enqueue(one: Wanted): void {
  queue.push(one)
  next()
}

function next(): void {
  while (running < CONCURRENT) {
    const one = queue.pop()
    if (!one) return
    running++
    void load(one).finally(() => {
      running--
      next()
    })
  }
}

async function load(one: Wanted): Promise<void> {
  try {
    const response = await fetch(addressOfThumbnail(one.of), { signal: one.abort.signal })
    if (response.status === 200) found(one, await response.blob())
    else if (response.status === 202 || response.status === 429) askAgain(one, waitOf(response, one.asked++))
    else if (response.status < 500) found(one, null)
    else fail(one)
  } catch {
    if (!one.abort.signal.aborted) fail(one)
  }
}

function waitOf(response: Response, asked: number): number {
  const seconds = Number(response.headers.get('retry-after')) || 1
  return Math.max(seconds * SECOND, Math.min(WAIT_MAX_MS, seconds * SECOND * 1.3 ** asked))
}

function askAgain(one: Wanted, ms: number): void {
  one.timer = setTimeout(enqueue, ms, one)
}

/** The icon stays where the server does not answer. */
function fail(one: Wanted): void {
  if (++one.faults < FAULTS_MAX) askAgain(one, Math.min(AFTER_FAULTS_MAX_MS, AFTER_FAULT_MS * one.faults))
  else wanted.delete(one.key)
}

function found(one: Wanted, picture: Blob | null): void {
  wanted.delete(one.key)
  const url = picture && URL.createObjectURL(picture)
  const bytes = picture?.size ?? 0
  kept.set(one.key, { url, bytes })
  keptBytes += bytes
  for (const [key, old] of kept) {
    if (kept.size <= KEPT_MAX && keptBytes <= KEPT_BYTES) break
    kept.delete(key)
    keptBytes -= old.bytes
    if (old.url) URL.revokeObjectURL(old.url)
  }
  for (const listener of one.listeners) listener(url)
}
