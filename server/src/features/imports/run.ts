import pLimit from 'p-limit'
import { type Actor, loadActor } from '../../access/actor.ts'
import { resolveWithPermission } from '../../access/permissions.ts'
import type { ResolvedItem } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { Refusal, refuse } from '../../errors/refusal.ts'
import { missingBytes, refuseQuotaFull } from '../../tree/quota.ts'
import { commitFiles, lockRun, type StoredFile, saveProgress } from './commit-files.ts'
import { commitFolder } from './commit-folder.ts'
import type { RunningImport } from './import-input.ts'
import { type PlannedEntry, saveItems } from './items-store.ts'
import { type FolderPlan, planFolder } from './plan-folder.ts'
import { type Source, SourceChanged, type SourceEntry } from './sources/entry.ts'
import { type ImportedContent, storeContent } from './store-content.ts'

/** One run of an import: walks the source folder by folder. What is done is saved as it goes, so a later run goes on from there. */

/** Entries planned together, and files stored and committed together. */
const PLANNED_AT_ONCE = 500
const PORTION = 50
const PORTION_BYTES = 64 * 1024 * 1024
/** Files read at the same time. */
const AT_ONCE = 6
/** Of a file that changes while it is read. */
const READS_MAX = 3
/** Files and folders in a row that cannot be reached; then the source as a whole may be away. */
const AWAY_MAX = 10

interface Place {
  readonly path: string
  readonly targetId: string
  /** Undefined for the folder that was asked for. */
  readonly folder?: PlannedEntry
}

export class ImportRun {
  readonly #ctx: Context
  readonly #job: RunningImport
  readonly #source: Source
  readonly #signal: AbortSignal
  /** Folders that are still to be read, the next one last. */
  readonly #places: Place[]
  #total = 0
  #done = 0
  #awayInRow = 0
  /** Of this portion, of files that are larger than their folder's listing says. */
  #unlistedBytes = 0
  /** Of files that were left out because the space is full. */
  #unfitBytes = 0

  constructor(ctx: Context, job: RunningImport, source: Source, signal: AbortSignal) {
    this.#ctx = ctx
    this.#job = job
    this.#source = source
    this.#signal = signal
    this.#places = [{ path: job.path, targetId: job.targetId }]
  }

  async run(): Promise<void> {
    for (let place = this.#places.pop(); place; place = this.#places.pop()) {
      const entries = await this.#list(place)
      if (!entries) continue
      this.#total += entries.filter(({ kind }) => kind !== 'folder').length
      for (let at = 0; at < entries.length; at += PLANNED_AT_ONCE)
        await this.#importEntries(place, entries.slice(at, at + PLANNED_AT_ONCE))
    }
    if (this.#unfitBytes > 0) await this.#refuseUnfit()
  }

  /** What fits is imported; the import is not finished while the rest does not. */
  async #refuseUnfit(): Promise<void> {
    const { db } = this.#ctx
    const { spaceId } = await db.reader
      .selectFrom('file')
      .select('space_id as spaceId')
      .where('id', '=', this.#job.targetId)
      .executeTakeFirstOrThrow()
    if ((await missingBytes(db.reader, spaceId, this.#unfitBytes)) > 0)
      await refuseQuotaFull(db.reader, spaceId, this.#unfitBytes, this.#job.personId)
  }

  /** Undefined if this folder alone cannot be listed. */
  async #list(place: Place): Promise<SourceEntry[] | undefined> {
    try {
      const entries = await this.#source.list(place.path, this.#signal)
      this.#awayInRow = 0
      return entries.sort(bySegment)
    } catch (error) {
      this.#signal.throwIfAborted()
      const { folder } = place
      if (!(error instanceof Refusal) || !folder || endsImport(error)) throw error
      await this.#ctx.db.transact(async (tx) => {
        await lockRun(tx, this.#job)
        await saveItems(tx, this.#job, [{ planned: folder, outcome: 'failed', refusal: error }])
      })
      await this.#countAway(error)
      return undefined
    }
  }

  /** Throws where the source as a whole is away: then each of the rest would only fail too. */
  async #countAway(error: Refusal): Promise<void> {
    const isAway = error.errorName === 'import_unreachable' || error.errorName === 'import_gone'
    this.#awayInRow = isAway ? this.#awayInRow + 1 : 0
    if (this.#awayInRow < AWAY_MAX) return
    if (error.errorName === 'import_unreachable') throw error
    this.#awayInRow = 0
    await this.#source.list(this.#job.path, this.#signal)
  }

  async #importEntries({ path, targetId }: Place, entries: readonly SourceEntry[]): Promise<void> {
    const { db } = this.#ctx
    const actor = (await loadActor(db.reader, this.#job.personId, this.#ctx.now())) ?? refuse('not_permitted')
    const target = await resolveWithPermission(db.reader, actor, targetId, 'upload')
    const plan = await planFolder(this.#ctx, actor, this.#job, { path, target }, entries)
    this.#done += plan.done + plan.decided.length
    for (const { refusal, planned } of plan.decided)
      if (refusal?.errorName === 'quota_full') this.#unfitBytes += planned.entry.size ?? 0
    await this.#importFiles(actor, target, plan)
    for (const folder of plan.folders.toReversed()) {
      this.#signal.throwIfAborted()
      const made = await commitFolder(this.#ctx, this.#job, targetId, folder)
      if (made) this.#places.push({ path: folder.planned.path, targetId: made.id, folder: folder.planned })
    }
  }

  async #importFiles(actor: Actor, target: ResolvedItem, { files, decided }: FolderPlan): Promise<void> {
    for (const [at, portion] of portionsOf(files).entries()) {
      const { stored, fault } = await this.#storeAll(actor, target, portion)
      this.#signal.throwIfAborted()
      this.#done += stored.length
      const rows = at === 0 ? decided : []
      this.#unfitBytes += await commitFiles(this.#ctx, this.#job, target.id, stored, rows, this.#progress)
      if (fault) throw fault.reason
    }
    if (files.length === 0)
      await this.#ctx.db.transact(async (tx) => {
        await lockRun(tx, this.#job)
        await saveItems(tx, this.#job, decided)
        await saveProgress(tx, this.#job, this.#progress)
      })
  }

  /** Stores files side by side. A fault that ends the import stops the others; what was stored by then is kept. */
  async #storeAll(
    actor: Actor,
    target: ResolvedItem,
    files: FolderPlan['files'],
  ): Promise<{ stored: StoredFile[]; fault: { readonly reason: unknown } | undefined }> {
    const stopping = new AbortController()
    const signal = AbortSignal.any([this.#signal, stopping.signal])
    const stored: StoredFile[] = []
    this.#unlistedBytes = 0
    let fault: { readonly reason: unknown } | undefined
    await pLimit(AT_ONCE).map(files, async ({ planned, before }) => {
      if (signal.aborted) return
      try {
        stored.push({ planned, before, content: await this.#store(actor, target, planned, signal) })
      } catch (reason) {
        fault ??= { reason }
        stopping.abort()
      }
    })
    return { stored: stored.sort(byPath), fault }
  }

  get #progress() {
    return { total: this.#total, done: this.#done }
  }

  /** A Refusal where this file alone cannot be read or stored. */
  async #store(
    actor: Actor,
    { spaceId }: ResolvedItem,
    { path, entry }: { readonly path: string; readonly entry: SourceEntry },
    signal: AbortSignal,
  ): Promise<ImportedContent | Refusal> {
    try {
      const content = await this.#read(actor, spaceId, path, entry, signal)
      this.#awayInRow = 0
      return content
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof Refusal) || endsImport(error)) throw error
      await this.#countAway(error)
      return error
    }
  }

  async #read(
    actor: Actor,
    spaceId: string,
    path: string,
    { name, size }: SourceEntry,
    signal: AbortSignal,
  ): Promise<ImportedContent> {
    for (let reads = 1; ; reads++) {
      signal.throwIfAborted()
      const file = await this.#source.open(path, signal)
      const unlisted = file.size > (size ?? 0) ? file.size : 0
      try {
        if (file.size > this.#ctx.config.limits.fileBytesMax)
          refuse('over_80gb', { limit: this.#ctx.config.limits.fileBytesMax })
        if (unlisted > 0) await this.#requireSpace(spaceId, unlisted)
        return await storeContent(this.#ctx, actor, spaceId, name, file)
      } catch (error) {
        if (!(error instanceof SourceChanged)) throw error
        this.#unlistedBytes -= unlisted
        if (reads === READS_MAX) throw new Refusal('import_cut', { name })
      } finally {
        await file.close()
      }
    }
  }

  /** Before the bytes are read, as those of a whole portion are stored before they are charged. */
  async #requireSpace(spaceId: string, size: number): Promise<void> {
    this.#unlistedBytes += size
    const { reader } = this.#ctx.db
    const wanted = this.#unlistedBytes
    if ((await missingBytes(reader, spaceId, wanted)) === 0) return
    this.#unlistedBytes -= size
    this.#unfitBytes += size
    await refuseQuotaFull(reader, spaceId, wanted, this.#job.personId)
  }
}

/** These concern all that is still to come. */
const endsImport = ({ errorName }: Refusal): boolean =>
  ['import_sign_in', 'disk_full', 'storage_full', 'unavailable', 'store_away'].includes(errorName)

const bySegment = (a: SourceEntry, b: SourceEntry): number =>
  a.segment < b.segment ? -1 : a.segment > b.segment ? 1 : 0

const byPath = (a: StoredFile, b: StoredFile): number => (a.planned.path < b.planned.path ? -1 : 1)

function portionsOf<T extends FolderPlan['files'][number]>(files: readonly T[]): T[][] {
  const portions: T[][] = []
  let bytes = 0
  for (const file of files) {
    const size = file.planned.entry.size ?? 0
    const last = portions.at(-1)
    if (last && last.length < PORTION && bytes + size <= PORTION_BYTES) {
      last.push(file)
      bytes += size
    } else {
      portions.push([file])
      bytes = size
    }
  }
  return portions
}
