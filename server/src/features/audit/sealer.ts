import { onAuditEvent } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { onChange } from '../../db/changes.ts'
import { runInBackground } from '../../db/database.ts'
import { chainEntries, EMPTY_HEAD, type LogHead } from './chain.ts'
import { HeadFile, type SavedHead } from './head-file.ts'
import { pendingChanges, pendingEvents } from './pending-entries.ts'
import * as store from './store.ts'

/** Events committed within this time are sealed together. */
const BATCH_DELAY_MS = 200
/** Changes of other processes are polled for. */
const POLL_MS = 1000

/**
 * Appends committed changes and events to the log: rows, cursor and head in one transaction under the head's lock, so that
 * a crash loses or duplicates nothing. Then saves the head outside the database.
 */
export class Sealer {
  readonly #ctx: Context
  readonly #file: HeadFile
  #kept: SavedHead | undefined
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined
  #soon: NodeJS.Timeout | undefined
  #timer: NodeJS.Timeout | undefined
  #isStarted = false
  #unlisten: (() => void)[] = []

  constructor(ctx: Context) {
    this.#ctx = ctx
    this.#file = new HeadFile(ctx)
  }

  /** Whether this process seals; the command line leaves it to the server. */
  get isStarted(): boolean {
    return this.#isStarted
  }

  start(): void {
    this.#isStarted = true
    const wake = () => this.#wake()
    this.#unlisten = [onChange(wake), onAuditEvent(wake)]
    // Catches up with a crashed server and with a restored database.
    void this.attempt()
    this.#timer = setInterval(() => this.attempt(), POLL_MS).unref()
  }

  async close(): Promise<void> {
    for (const leave of this.#unlisten) leave()
    clearInterval(this.#timer)
    clearTimeout(this.#soon)
    await this.attempt()
  }

  /** Resolves when everything committed before is in the log and the head is saved. */
  seal(): Promise<void> {
    if (!this.#running) return this.#begin()
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined
        return this.#begin()
      })
    return this.#next
  }

  /** The head that this process saved last, after a running seal. */
  async savedHead(): Promise<SavedHead | undefined> {
    if (this.#running) await this.#running.catch(() => undefined)
    else if (!this.#kept) await this.attempt()
    return this.#kept
  }

  #wake(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined
      void this.attempt()
    }, BATCH_DELAY_MS).unref()
  }

  /** `seal`, with failures logged. */
  async attempt(): Promise<void> {
    await this.seal().catch((err) => this.#ctx.log.error({ err }, 'the audit log could not be written'))
  }

  #begin(): Promise<void> {
    const run = runInBackground(() => this.#run()).finally(() => {
      if (this.#running === run) this.#running = undefined
    })
    this.#running = run
    return run
  }

  async #run(): Promise<void> {
    for (let more = true; more; ) {
      const step = await this.#ctx.db.transact(async (tx) => {
        const standing = await store.lockHead(tx)
        const kept = await this.#compare(standing, (seq) => store.macAt(tx, seq))
        // Without new changes this reads and writes nothing else.
        const target = isForeign(standing.target, standing.now)
          ? standing.now
          : (standing.target ?? standing.now)
        const cursor = isForeign(standing.cursor, standing.now) ? target : standing.cursor
        const changes = await pendingChanges(tx, cursor, target, standing.afterId)
        const events = await pendingEvents(tx)
        const drafts = [...changes.drafts, ...events.drafts].sort(
          (a, b) => a.time.getTime() - b.time.getTime(),
        )
        const { sealed, head } = chainEntries(this.#ctx.secrets.subKey('audit log'), standing, drafts)
        if (sealed.length > 0) {
          await store.insertEntries(tx, sealed)
          await store.insertSubjects(tx, head.seq - sealed.length + 1, drafts)
          await store.addTransfers(tx, drafts)
        }
        const moved =
          changes.lastId > standing.afterId || standing.target !== null || cursor !== standing.cursor
        if (sealed.length > 0 || moved) {
          const onward = changes.more
            ? { cursor, target, afterId: changes.lastId }
            : { cursor: target, target: null, afterId: 0 }
          await store.setHead(tx, { ...head, ...onward })
        }
        return { kept: { ...head, truncations: kept.truncations }, more: changes.more || events.more }
      })
      await this.#keep(step.kept)
      more = step.more
    }
  }

  async #keep(head: SavedHead): Promise<void> {
    const kept = this.#kept
    if (kept && kept.seq === head.seq && kept.truncations.length === head.truncations.length) return
    await this.#file.write(head)
    this.#kept = head
  }

  /**
   * Checks that the log has the saved head; it may be newer, after a crash before saving. A missing head is recorded for
   * good, so that appending does not hide a truncation.
   */
  async #compare(
    head: LogHead,
    macAt: (seq: number) => Promise<Buffer | undefined>,
  ): Promise<Pick<SavedHead, 'truncations'>> {
    const kept = this.#kept ?? (await this.#file.read())
    if (kept === undefined && head.seq === 0) return { truncations: [] }
    const at = new Date().toISOString()
    if (kept === undefined || kept === 'forged') {
      this.#ctx.log.error(
        { head: head.seq },
        'audit/head.json is missing or not of this installation; run `audit verify`',
      )
      return { truncations: [{ seq: 0, at }] }
    }
    const stands = kept.seq === 0 ? EMPTY_HEAD.mac : kept.seq === head.seq ? head.mac : await macAt(kept.seq)
    if (stands?.equals(kept.mac) && kept.seq <= head.seq) return kept
    this.#ctx.log.error(
      { kept: kept.seq, head: head.seq },
      'entries are missing at the end of the audit log; run `audit verify`',
    )
    return { truncations: [...kept.truncations, { seq: kept.seq, at }] }
  }
}

/**
 * Whether a snapshot names future transactions: it comes from the PostgreSQL that this database was restored from, and
 * all changes here would look older than it.
 */
const isForeign = (snapshot: string | null, now: string): boolean => endOf(snapshot) > endOf(now)
const endOf = (snapshot: string | null): bigint => BigInt(snapshot?.split(':')[1] ?? 0)
