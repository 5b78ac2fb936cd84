import { type Change, queryChanges, streamChanges } from '@clouddisk/contract/changes'
import { LIMITS } from '@clouddisk/contract/limits'
import { SECOND } from '@clouddisk/contract/time'
import type { Client } from '../http/call.ts'
import { ApiError, isRecord, isUnauthorized } from '../http/errors.ts'
import type { Clock, RandomSource } from '../uploads/ports.ts'

/**
 * Follows the changes feed with server-sent events, and by polling where these do not work. Both use one cursor, so
 * that no change is missed or delivered twice.
 */

export interface ChangeBatch {
  readonly changes: readonly Change[]
  /** Changes may have been missed: reload everything shown. */
  readonly gap: boolean
}

export interface ChangeFollower {
  subscribe(listener: (batch: ChangeBatch) => void): () => void
  start(): void
  /** Stops, e.g. after a sign-out. `start` continues from the same cursor. */
  stop(): void
  /** Connects at once instead of waiting, e.g. when back online. */
  retry(): void
}

/** Opens a stream of events. `event` gets the data of each event; `error` ends the stream. */
export type OpenStream = (url: string, on: { event(data: string): void; error(): void }) => { close(): void }

interface FollowPorts {
  readonly client: Pick<Client, 'call' | 'urlOf'>
  /** Null without EventSource: changes are polled. */
  readonly openStream: OpenStream | null
  readonly clock: Clock
  readonly random: RandomSource
}

/** Changes within this time are delivered together. */
const BATCH_MS = 100
const BACKOFF_MS = 1000
const BACKOFF_MAX_MS = 30 * SECOND
const POLL_MS = LIMITS.uploadListRefreshMs
/** After more failures in a row, polls at the usual interval between attempts. */
const STREAM_FAILURES_MAX = 2

export function createChangeFollower({ client, openStream, clock, random }: FollowPorts): ChangeFollower {
  const listeners = new Set<(batch: ChangeBatch) => void>()
  let cursor: string | undefined
  let stream: { close(): void } | undefined
  let cancelTimer: (() => void) | undefined
  let stop = new AbortController()
  let running = false
  let failures = 0
  let batch: Change[] = []
  let gap = false
  let isBatchPending = false

  function deliver(): void {
    isBatchPending = false
    const delivered = { changes: batch, gap }
    batch = []
    gap = false
    for (const listener of listeners) listener(delivered)
  }

  function receive(changes: readonly Change[], at: string): void {
    // The data shown was loaded before the feed started.
    if (cursor === undefined) gap = true
    cursor = at
    if (changes.length === 0 && !gap) return
    batch.push(...changes)
    if (!isBatchPending) clock.after(BATCH_MS, deliver)
    isBatchPending = true
  }

  function connect() {
    if (!running) return
    cancelTimer = undefined
    if (!openStream) return poll()
    const opened = openStream(client.urlOf(streamChanges, cursor === undefined ? {} : { cursor }), {
      event: (data) => {
        if (stream !== opened) return
        failures = 0
        const event = readEvent(data)
        if (event) receive(event.list, event.cursor)
      },
      error: () => {
        if (stream !== opened) return
        closeStream()
        failures++
        // A stream gives no reason for its failure. A poll does, and returns what was missed.
        poll()
      },
    })
    stream = opened
  }

  function poll(): void {
    const { signal } = stop
    client.call(queryChanges, cursor === undefined ? {} : { cursor }, { signal }).then(
      (page) => {
        if (signal.aborted) return
        receive(page.list, page.cursor)
        if (page.more) poll()
        else connectAfter(openStream && failures <= STREAM_FAILURES_MAX ? backoff(failures) : POLL_MS)
      },
      (error: unknown) => {
        if (!signal.aborted) afterFailure(error)
      },
    )
  }

  function afterFailure(error: unknown) {
    if (isUnauthorized(error)) return stopFollowing()
    failures++
    if (error instanceof ApiError && error.details.field === 'cursor') {
      cursor = undefined
      gap = true
    }
    connectAfter(backoff(failures))
  }

  const connectAfter = (ms: number) => {
    cancelTimer = clock.after(ms, connect)
  }
  const backoff = (count: number): number =>
    Math.min(BACKOFF_MAX_MS, BACKOFF_MS * 2 ** Math.max(0, count - 1)) * (0.5 + random() / 2)

  function closeStream(): void {
    stream?.close()
    stream = undefined
  }

  function stopFollowing(): void {
    running = false
    stop.abort()
    stop = new AbortController()
    cancelTimer?.()
    cancelTimer = undefined
    closeStream()
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start() {
      if (running) return
      running = true
      failures = 0
      connect()
    },
    stop: stopFollowing,
    retry() {
      if (!running || stream || !cancelTimer) return
      cancelTimer()
      connect()
    },
  }
}

function readEvent(data: string): { list: Change[]; cursor: string } | undefined {
  try {
    const value: unknown = JSON.parse(data)
    const whole = isRecord(value) && Array.isArray(value.list) && typeof value.cursor === 'string'
    return whole ? (value as { list: Change[]; cursor: string }) : undefined
  } catch {
    return undefined
  }
}

/** A stream from the browser's EventSource. It is closed on the first error, since it cannot take a new cursor. */
export const eventSourceStream =
  (
    newSource: (url: string) => EventSource = (url) => new EventSource(url, { withCredentials: true }),
  ): OpenStream =>
  (url, on) => {
    const source = newSource(url)
    source.addEventListener('changes', (event) => on.event(event.data))
    source.onerror = on.error
    return source
  }
