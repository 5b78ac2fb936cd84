import { DAY, HOUR, SECOND } from '@clouddisk/contract/time'
import type { Context } from '../context.ts'
import type { ConversionLane, Conversions } from '../conversion/conversions.ts'
import { ConversionFailed } from '../conversion/limits.ts'
import { programPath, protectionOfMachine } from '../conversion/protection.ts'
import { runInBackground } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { type Converter, laneOf } from './converter.ts'
import { enforceBudget } from './evict.ts'
import { makeRendition } from './make.ts'
import * as store from './store.ts'
import type { ContentHash, Failure, RenditionAnswer } from './types.ts'

/** Failures that may have other causes than the file; tried again a day later. */
const PASSING: ReadonlySet<Failure> = new Set(['timeout', 'missing', 'crashed'])
const TRIED_AGAIN_MS = DAY
/** All others: what looked like a broken file may have been a lack of memory or disk. */
const TRIED_MUCH_LATER_MS = 30 * DAY
/** Tries of one request, of which each ended with the server or with a failure outside of the file. */
const ATTEMPTS_MAX = 3
const AFTER_FAULT_MS = 30 * SECOND
/** A repeated request is recorded this often. */
const ASKED_MS = SECOND
/** Use is recorded this often. */
const USED_MS = HOUR
/** Requests of servers that ended, and those in the background, are looked for this often. */
const POLL_MS = 10 * SECOND
/** The budget is checked after so much of it was written. */
const CHECKED_SHARE = 0.01

interface Lane {
  readonly kinds: readonly string[]
  readonly size: number
  running: number
}

/**
 * Makes and finds what is made from content: thumbnails, previews, extracted text. Each is made once, by one server,
 * whoever asks; the result is kept in the object store. Requests are rows, so a restart loses none.
 */
export class Renditions {
  readonly #ctx: Context
  readonly #conversions: Conversions
  readonly #converters: ReadonlyMap<string, Converter>
  readonly #lanes: readonly Lane[]
  /** Names this process in the rows that it works on. */
  readonly #worker = newId()
  readonly #stopping = new AbortController()
  readonly #working = new Set<Promise<void>>()
  #poll: NodeJS.Timeout | undefined
  #writtenBytes = 0

  constructor(ctx: Context, conversions: Conversions, converters: readonly Converter[]) {
    this.#ctx = ctx
    this.#conversions = conversions
    this.#converters = new Map(converters.map((converter) => [converter.kind, converter]))
    const kindsOf = (lane: ConversionLane) =>
      converters.filter((one) => laneOf(one) === lane).map(({ kind }) => kind)
    const { conversions: slots } = ctx.config
    this.#lanes = [
      { kinds: kindsOf('quick'), size: slots, running: 0 },
      { kinds: kindsOf('long'), size: Math.min(1, slots), running: 0 },
      { kinds: kindsOf('unattended'), size: Math.min(1, slots), running: 0 },
    ]
  }

  /** Whether this server makes renditions at all. */
  get isOn(): boolean {
    return this.#ctx.config.conversions > 0
  }

  /** Begins to work; requests of an earlier process of the only server go on. */
  start(): void {
    this.#run(this.#conversions.clear())
    if (!this.isOn) return
    this.#poll = setInterval(() => this.#wake(), POLL_MS).unref()
    this.#run(this.#logMeans())
    if (!this.#ctx.config.cluster) this.#run(store.releaseAll(this.#ctx.db.reader))
  }

  async #logMeans(): Promise<void> {
    const { kind } = await protectionOfMachine()
    const ffmpeg = (await programPath('ffmpeg')) ?? 'not installed'
    this.#ctx.log.info({ isolation: kind, ffmpeg, atATime: this.#ctx.config.conversions }, 'conversions')
  }

  /** Ends running conversions; they stay requested. */
  async close(): Promise<void> {
    clearInterval(this.#poll)
    this.#stopping.abort()
    await this.#conversions.close()
    await Promise.allSettled(this.#working)
  }

  /**
   * The rendition of verified content; if there is none yet, it is requested.
   * @param inBackground it is made even if nobody asks again.
   */
  async request(content: ContentHash, kind: string, { inBackground = false } = {}): Promise<RenditionAnswer> {
    const ctx = this.#ctx
    const converter = this.#converters.get(kind)
    if (!converter) throw new Error(`no converter makes ${kind}`)
    if (content.size > converter.maxBytes) return { state: 'failed', reason: 'too_large' }
    const found = await store.findRendition(ctx.db.reader, content, kind)
    const now = ctx.now().getTime()
    if (found?.result) {
      if (found.result.lastUsedAt.getTime() < now - USED_MS) await store.touch(ctx, found.id)
      return { state: 'ready', rendition: found.result }
    }
    if (found?.state === 'failed') {
      if (!this.#isTriedAgain(found, converter)) return { state: 'failed', reason: found.reason ?? 'broken' }
      await store.retryFailed(ctx, found.id, converter.version, inBackground)
    } else if (!found || found.askedAt.getTime() <= now - ASKED_MS || (found.inBackground && !inBackground)) {
      await store.askFor(ctx, { ...content, kind, version: converter.version, inBackground })
    }
    this.#wake()
    return { state: 'waiting' }
  }

  /** Forgets a rendition whose object is lost or damaged, so that it is made again. */
  async forget(id: string): Promise<void> {
    await this.#ctx.db.transact((tx) => store.deleteRenditions(this.#ctx, tx, [id]))
  }

  #isTriedAgain(
    { converterVersion, reason, finishedAt }: store.RenditionRow,
    { version }: Converter,
  ): boolean {
    if (converterVersion < version) return true
    const since = finishedAt?.getTime() ?? 0
    const pause = reason !== null && PASSING.has(reason) ? TRIED_AGAIN_MS : TRIED_MUCH_LATER_MS
    return since < this.#ctx.now().getTime() - pause
  }

  /** Works on requests while slots are free. */
  #wake(): void {
    for (const lane of this.#lanes)
      while (lane.running < lane.size && lane.kinds.length > 0 && !this.#stopping.signal.aborted) {
        lane.running++
        this.#run(this.#workIn(lane))
      }
  }

  #run(work: Promise<void>): void {
    const running = work
      .catch((err) => this.#ctx.log.warn({ err }, 'making previews failed; it goes on in 10 s'))
      .finally(() => this.#working.delete(running))
    this.#working.add(running)
  }

  async #workIn(lane: Lane): Promise<void> {
    try {
      while (!this.#stopping.signal.aborted) {
        const claimed = await runInBackground(() => store.claimNext(this.#ctx, this.#worker, lane.kinds))
        if (!claimed) return
        await runInBackground(() => this.#work(claimed))
      }
    } finally {
      lane.running--
    }
  }

  async #work(claimed: store.ClaimedRendition): Promise<void> {
    const ctx = this.#ctx
    const { id, kind, attempts } = claimed
    const { reader } = ctx.db
    const converter = this.#converters.get(kind)
    if (!converter) return
    const fail = (reason: Failure) => store.markFailed(ctx, this.#worker, id, reason, converter.version)
    if (attempts > ATTEMPTS_MAX) return fail('crashed')
    const lost = new AbortController()
    const renewing = setInterval(() => {
      store.renewLease(reader, this.#worker, id).then(
        (held) => held || lost.abort(),
        (err) => ctx.log.debug({ err }, 'a lease was not renewed'),
      )
    }, store.RENEW_MS)
    try {
      const made = {
        ctx,
        conversions: this.#conversions,
        worker: this.#worker,
        converter,
        signal: lost.signal,
      }
      this.#writtenBytes += await makeRendition(made, claimed)
    } catch (error) {
      if (!(error instanceof ConversionFailed)) {
        ctx.log.warn({ err: error, kind, rendition: id }, 'a conversion failed; it is tried again in 30 s')
        const notBefore = new Date(ctx.now().getTime() + AFTER_FAULT_MS)
        await store.release(reader, this.#worker, id, { notBefore })
      } else if (error.reason === 'stopped') await store.release(reader, this.#worker, id, { uncount: true })
      else {
        ctx.log.debug({ kind, rendition: id, reason: error.reason }, `no rendition: ${error.message}`)
        await fail(error.reason)
      }
    } finally {
      clearInterval(renewing)
    }
    await this.#keepBudget()
  }

  async #keepBudget(): Promise<void> {
    if (this.#writtenBytes <= this.#ctx.config.derivedBytes * CHECKED_SHARE) return
    this.#writtenBytes = 0
    await enforceBudget(this.#ctx)
  }
}
