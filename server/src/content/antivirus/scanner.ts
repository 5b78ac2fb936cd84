import { setTimeout as pause } from 'node:timers/promises'
import type { VirusState } from '@clouddisk/contract/antivirus'
import { HOUR, MINUTE, SECOND } from '@clouddisk/contract/time'
import pLimit from 'p-limit'
import { throttled } from '../../config/throttled-log.ts'
import type { Context } from '../../context.ts'
import { runInBackground } from '../../db/database.ts'
import { StoreUnavailable } from '../../objects/port.ts'
import {
  ClamdBroke,
  ClamdUnavailable,
  type ClamdVersion,
  NotClamd,
  scanByClamd,
  versionOfClamd,
} from './clamd.ts'
import { recordScan } from './record-scan.ts'
import * as store from './scan-store.ts'

/** Scans of content by the virus scanners of clusters, once for each content however many wait for it. */

/** Scans of one server at a time: those that somebody waits for, and others. */
const URGENT_SCANS = 8
export const BACKGROUND_SCANS = 4
/** A scanner that did not answer is not asked for so long. */
const AWAY_MS = 5 * SECOND
const RETRY_MS = 10 * SECOND
/** What cannot be read may be repaired. */
const UNREADABLE_MS = HOUR
/** Breaks of the connection for one content, while the scanner is there, after which it counts as one that cannot be scanned. */
const BREAKS_MAX = 3
const BREAK_MS = SECOND
const VERSION_MS = MINUTE
const VERSION_TIMEOUT_MS = 5 * SECOND
const CHUNK = 256 * 1024

export class VirusScanner {
  readonly #ctx: Context
  readonly #urgent = pLimit(URGENT_SCANS)
  readonly #background = pLimit(BACKGROUND_SCANS)
  readonly #running = new Map<string, Promise<VirusState>>()
  readonly #awayUntil = new Map<string, number>()
  readonly #versions = new Map<string, { readonly version: ClamdVersion; readonly until: number }>()
  readonly #stopping = new AbortController()
  readonly #warn: (address: string, error: unknown) => void

  constructor(ctx: Context) {
    this.#ctx = ctx
    this.#warn = throttled((silent: number, address: string, err: unknown) =>
      ctx.log.warn({ err, address, silent }, 'the virus scanner cannot be asked; content waits for it'),
    )
  }

  /** Whether content of the bucket is scanned. */
  covers(bucket: string): boolean {
    return this.addressFor(bucket) !== undefined
  }

  addressFor(bucket: string): string | undefined {
    return this.#ctx.stores.distances.antivirusFor(bucket)
  }

  /** Scanners that this server asks, with the buckets whose content they see. */
  get scanners(): Map<string, string[]> {
    const scanners = new Map<string, string[]>()
    for (const bucket of this.#ctx.stores.buckets) {
      const address = this.addressFor(bucket)
      if (address !== undefined) scanners.set(address, [...(scanners.get(address) ?? []), bucket])
    }
    return scanners
  }

  /** The scanner's version, at most a minute old or as it is now. Throws NotClamd or ClamdUnavailable. */
  async versionOf(address: string, fresh = false): Promise<ClamdVersion> {
    const known = this.#versions.get(address)
    if (!fresh && known && performance.now() < known.until) return known.version
    const version = await versionOfClamd(address, VERSION_TIMEOUT_MS)
    this.#versions.set(address, { version, until: performance.now() + VERSION_MS })
    return version
  }

  /** Scans content; its state afterwards, `waiting` where no scanner could be asked or the content not be read. */
  scan(content: store.ScannableContent, isUrgent = false): Promise<VirusState> {
    const known = this.#running.get(content.id)
    if (known) return known
    const limit = isUrgent ? this.#urgent : this.#background
    const scan = limit(() => runInBackground(() => this.#scan(content)))
    this.#running.set(content.id, scan)
    const end = () => this.#running.delete(content.id)
    scan.then(end, end)
    return scan
  }

  /** The state after so much time; the scan goes on when the caller stops waiting. */
  async scanWithin(content: store.ScannableContent, ms: number): Promise<VirusState> {
    if (this.isAway(content.bucket)) return 'waiting'
    const over = new AbortController()
    const scan = this.scan(content, true).catch((err): VirusState => {
      this.#ctx.log.warn({ err, key: content.key }, 'content could not be scanned for viruses; it waits')
      return 'waiting'
    })
    const late = pause(ms, 'waiting' as const, { signal: over.signal, ref: false }).catch(
      () => 'waiting' as const,
    )
    const state = await Promise.race([scan, late])
    over.abort()
    return state
  }

  /** Whether the bucket's scanner did not answer a moment ago. */
  isAway(bucket: string): boolean {
    const address = this.addressFor(bucket)
    return address === undefined || performance.now() < (this.#awayUntil.get(address) ?? 0)
  }

  /** Ends the scans that run. */
  async close(): Promise<void> {
    this.#stopping.abort(new Error('the server stops'))
    await Promise.allSettled(this.#running.values())
  }

  async #scan(content: store.ScannableContent): Promise<VirusState> {
    const { db, now } = this.#ctx
    const later = (ms: number) => store.postpone(db.reader, content.id, new Date(now().getTime() + ms))
    const address = this.addressFor(content.bucket)
    if (address === undefined || this.#stopping.signal.aborted) {
      await later(5 * MINUTE)
      return 'waiting'
    }
    try {
      await recordScan(this.#ctx, content, await this.#ask(address, content))
      this.#awayUntil.delete(address)
    } catch (error) {
      if (this.#stopping.signal.aborted) await later(0)
      else if (error instanceof ClamdUnavailable || error instanceof NotClamd) {
        this.#warn(address, error)
        this.#awayUntil.set(address, performance.now() + AWAY_MS)
        await later(RETRY_MS)
      } else {
        await later(error instanceof StoreUnavailable ? MINUTE : UNREADABLE_MS)
        throw error
      }
    }
    return (await store.stateOf(db.reader, content.id)) ?? 'waiting'
  }

  async #ask(address: string, content: store.ScannableContent): Promise<store.ScanResult> {
    for (let breaks = 1; ; breaks++) {
      // Before the scan: signatures that are newer by its end have not seen the content.
      const version = await this.versionOf(address)
      try {
        return { ...(await scanByClamd(address, this.#bytesOf(content), this.#stopping.signal)), ...version }
      } catch (error) {
        if (!(error instanceof ClamdBroke)) throw error
        await pause(BREAK_MS, undefined, { signal: this.#stopping.signal })
        // The scanner is there: it breaks off for this content.
        const now = await this.versionOf(address, true)
        if (breaks === BREAKS_MAX) return { state: 'failed', reason: 'the connection broke', ...now }
      }
    }
  }

  /** In one buffer, which is filled again once its bytes were sent. */
  async *#bytesOf(content: store.ScannableContent): AsyncIterable<Uint8Array> {
    const reader = await this.#ctx.stores.open(content)
    try {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(1, reader.size)))
      for (let at = 0; at < reader.size; ) {
        const filled = await reader.read(chunk, Math.min(chunk.length, reader.size - at), at)
        if (filled === 0) throw new Error(`object ${content.key} ended early`)
        yield chunk.subarray(0, filled)
        at += filled
      }
    } finally {
      await reader.close()
    }
  }
}
