import { HOUR, SECOND } from '@clouddisk/contract/time'
import type { Context } from '../context.ts'
import { type Conversions, LANES, type Lane } from '../conversion/conversions.ts'
import { ConversionFailed } from '../conversion/limits.ts'
import { programPath, protectionOfMachine } from '../conversion/protection.ts'
import { runInBackground } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { type Converter, converterKind } from './converter.ts'
import { deleteRenditions, enforceBudget } from './evict.ts'
import { makeRendition } from './make.ts'
import { isTriedAgain } from './retry.ts'
import * as store from './store.ts'
import type { ContentHash, Failure, RenditionAnswer } from './types.ts'
import { Waiters } from './waiters.ts'
import { laneOf, WorkLane } from './work-lane.ts'
import * as work from './work-store.ts'

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
/** Progress is recorded this often. */
const PROGRESS_MS = SECOND

/** Who asks for a rendition, and why. */
export interface Asking {
  /** The person, who takes turns with others. */
  readonly askedBy?: string
  /** An open preview shows it as soon as it is there. */
  readonly isPreview?: boolean
  /** It is made even if nobody asks again. */
  readonly inBackground?: boolean
  /** The answer waits so long for the conversion, unless it is aborted. */
  readonly wait?: { readonly ms: number; readonly signal: AbortSignal } | undefined
}

/**
 * Makes and finds what is made from content: thumbnails, previews, extracted text. Each is made once, by one server,
 * whoever asks; the result is kept in the object store. Requests are rows, so a restart loses none.
 */
export class Renditions {
  readonly #ctx: Context
  readonly #conversions: Conversions
  readonly #converters: ReadonlyMap<string, Converter>
  readonly #lanes: ReadonlyMap<Lane, WorkLane>
  /** Names this process in the rows that it works on. */
  readonly #worker = newId()
  readonly #stopping = new AbortController()
  readonly #working = new Set<Promise<void>>()
  readonly #waiters = new Waiters()
  #poll: NodeJS.Timeout | undefined
  /** How often work was asked for. */
  #wakes = 0
  #writtenBytes = 0

  constructor(ctx: Context, conversions: Conversions, converters: readonly Converter[]) {
    this.#ctx = ctx
    this.#conversions = conversions
    this.#converters = new Map(converters.map((converter) => [converter.kind, converter]))
    const lane = (name: Lane) => new WorkLane(name, converters, ctx.config.conversions)
    this.#lanes = new Map(LANES.map((name) => [name, lane(name)]))
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
    const released = this.#ctx.config.cluster ? Promise.resolve() : work.releaseAll(this.#ctx.db.reader)
    this.#run(released.then(() => this.#wake()))
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
    this.#waiters.endAll()
    await this.#conversions.close()
    await Promise.allSettled(this.#working)
  }

  /** The rendition of verified content; if there is none yet, it is requested. */
  async request(content: ContentHash, kind: string, asking: Asking = {}): Promise<RenditionAnswer> {
    const ctx = this.#ctx
    const converter = this.#converterOf(kind)
    if (!converter) throw new Error(`no converter makes ${kind}`)
    if (content.size > converter.maxBytes) return { state: 'failed', reason: 'too_large' }
    const found = await store.findRendition(ctx.db.reader, content, kind)
    if (found?.result) {
      if (found.result.lastUsedAt.getTime() < ctx.now().getTime() - USED_MS) await store.touch(ctx, found.id)
      return { state: 'ready', rendition: found.result }
    }
    if (found?.state === 'failed' && !isTriedAgain(found, converter, ctx.now()))
      return { state: 'failed', reason: found.reason ?? 'broken' }
    const source = await this.#sourceOf(content, converter, asking)
    if (source && source.state !== 'ready') return source
    const { wait, ...asked } = asking
    const isEnding = wait && this.#waiters.wait(content, kind, wait.ms, wait.signal)
    await this.#ask(content, { kind, version: converter.version }, found, asked)
    this.#wake()
    if (!isEnding || this.#stopping.signal.aborted) return { state: 'waiting' }
    await isEnding
    return wait.signal.aborted ? { state: 'waiting' } : this.request(content, kind, asked)
  }

  /** Whether this kind is sent to those who may only view the content. */
  isForViewOnly(kind: string): boolean {
    return this.#converterOf(kind)?.isForViewOnly === true
  }

  #converterOf(kind: string): Converter | undefined {
    return this.#converters.get(converterKind(kind))
  }

  /** The rendition that another one is made from; undefined if it is made from the content itself. */
  async #sourceOf(
    content: ContentHash,
    { from }: Converter,
    asking: Asking,
  ): Promise<RenditionAnswer | undefined> {
    if (!from) return undefined
    if (content.size <= from.maxBytes)
      return this.request(content, from.kind, { ...asking, isPreview: false })
    const found = await store.findRendition(this.#ctx.db.reader, content, from.kind)
    if (found?.result) return { state: 'ready', rendition: found.result }
    return { state: 'failed', reason: 'too_large' }
  }

  /** Records a request, or that it is repeated. */
  async #ask(
    content: ContentHash,
    { kind, version }: Pick<Converter, 'kind' | 'version'>,
    found: store.RenditionRow | undefined,
    { askedBy, isPreview = false, inBackground = false }: Asking,
  ): Promise<void> {
    const ask = { askedBy: askedBy ?? null, isPreview, inBackground, version }
    const isNew =
      !found ||
      found.askedAt.getTime() <= this.#ctx.now().getTime() - ASKED_MS ||
      (found.inBackground && !inBackground) ||
      (isPreview && !found.previewAskedAt)
    if (found?.state === 'failed') await store.retryFailed(this.#ctx, found.id, ask)
    else if (isNew) await store.askFor(this.#ctx, { ...content, kind, ...ask })
  }

  /** How far the request of an open preview is; undefined if it does not wait any more. */
  async standing(content: ContentHash, kind: string): Promise<work.Standing | undefined> {
    const converter = this.#converterOf(kind)
    const kinds = converter && this.#lanes.get(laneOf(converter))?.kinds
    return kinds && work.standingOf(this.#ctx, content, kind, kinds)
  }

  /** Forgets a rendition whose object is lost or damaged, so that it is made again. */
  async forget(id: string): Promise<void> {
    await deleteRenditions(this.#ctx, [id])
  }

  /** Works on requests while slots are free. */
  #wake(): void {
    this.#wakes++
    for (const lane of this.#lanes.values())
      while (lane.running < lane.size && lane.kinds.length > 0 && !this.#stopping.signal.aborted) {
        lane.running++
        this.#run(this.#workIn(lane))
      }
  }

  #run(task: Promise<void>): void {
    const running = task
      .catch((err) => this.#ctx.log.warn({ err }, 'making previews failed; it goes on in 10 s'))
      .finally(() => this.#working.delete(running))
    this.#working.add(running)
  }

  async #workIn(lane: WorkLane): Promise<void> {
    try {
      while (!this.#stopping.signal.aborted) {
        const wakes = this.#wakes
        const claimed = await runInBackground(() => this.#claim(lane))
        if (claimed) await runInBackground(() => this.#work(claimed))
        // What was requested while this looked for work may have been missed.
        else if (wakes === this.#wakes) return
      }
    } finally {
      lane.running--
    }
  }

  async #claim(lane: WorkLane): Promise<work.ClaimedRendition | undefined> {
    const claimed = await work.claimNext(this.#ctx, this.#worker, lane.turn())
    if (claimed?.askedBy) lane.serve(claimed.askedBy)
    return claimed
  }

  async #work(claimed: work.ClaimedRendition): Promise<void> {
    const ctx = this.#ctx
    const { id, kind, attempts } = claimed
    const { reader } = ctx.db
    const converter = this.#converterOf(kind)
    if (!converter) return
    const fail = (reason: Failure) => work.markFailed(ctx, this.#worker, id, reason, converter.version)
    if (attempts > ATTEMPTS_MAX) return fail('crashed')
    const lost = new AbortController()
    const renewing = setInterval(() => {
      work.renewLease(reader, this.#worker, id).then(
        (held) => held || lost.abort(),
        (err) => ctx.log.debug({ err }, 'a lease was not renewed'),
      )
    }, work.RENEW_MS)
    try {
      const made = {
        ctx,
        conversions: this.#conversions,
        worker: this.#worker,
        converter,
        signal: lost.signal,
        onProgress: this.#progressOf(id),
      }
      this.#writtenBytes += await makeRendition(made, claimed)
    } catch (error) {
      if (!(error instanceof ConversionFailed)) {
        ctx.log.warn({ err: error, kind, rendition: id }, 'a conversion failed; it is tried again in 30 s')
        const notBefore = new Date(ctx.now().getTime() + AFTER_FAULT_MS)
        await work.release(reader, this.#worker, id, { notBefore })
      } else if (error.reason === 'stopped') await work.release(reader, this.#worker, id, { uncount: true })
      else {
        ctx.log.debug({ kind, rendition: id, reason: error.reason }, `no rendition: ${error.message}`)
        await fail(error.reason)
      }
    } finally {
      clearInterval(renewing)
      this.#waiters.ended(claimed, kind)
    }
    await this.#keepBudget()
  }

  /** Records progress as it is reported, now and then. */
  #progressOf(id: string): (share: number) => void {
    const ctx = this.#ctx
    let recorded = 0
    return (share) => {
      if (Date.now() - recorded < PROGRESS_MS) return
      recorded = Date.now()
      work
        .saveProgress(ctx.db.reader, this.#worker, id, Math.min(1, Math.max(0, share)))
        .catch((err) => ctx.log.debug({ err }, 'progress was not recorded'))
    }
  }

  async #keepBudget(): Promise<void> {
    if (this.#writtenBytes <= this.#ctx.config.derivedBytes * CHECKED_SHARE) return
    this.#writtenBytes = 0
    await enforceBudget(this.#ctx)
  }
}
