import pLimit from 'p-limit'
import { type Actor, loadActor } from '../../access/actor.ts'
import { resolveWithPermission } from '../../access/permissions.ts'
import type { ResolvedItem } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { Refusal, refuse } from '../../errors/refusal.ts'
import { commitFiles, lockRun, saveProgress } from './commit-files.ts'
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
/** Files in a row that cannot be read because the source is away; then all of it counts as away. */
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
  }

  /** Undefined if this folder alone cannot be listed. */
  async #list(place: Place): Promise<SourceEntry[] | undefined> {
    try {
      return (await this.#source.list(place.path, this.#signal)).sort(bySegment)
    } catch (error) {
      this.#signal.throwIfAborted()
      const { folder } = place
      if (!(error instanceof Refusal) || !folder || endsImport(error)) throw error
      await this.#ctx.db.transact(async (tx) => {
        await lockRun(tx, this.#job)
        await saveItems(tx, this.#job, [{ planned: folder, outcome: 'failed', refusal: error }])
      })
      return undefined
    }
  }

  async #importEntries({ path, targetId }: Place, entries: readonly SourceEntry[]): Promise<void> {
    const { db } = this.#ctx
    const actor = (await loadActor(db.reader, this.#job.personId, this.#ctx.now())) ?? refuse('not_permitted')
    const target = await resolveWithPermission(db.reader, actor, targetId, 'upload')
    const plan = await planFolder(this.#ctx, actor, this.#job, { path, target }, entries)
    this.#done += plan.done + plan.decided.length
    await this.#importFiles(actor, target, plan)
    for (const folder of plan.folders.toReversed()) {
      this.#signal.throwIfAborted()
      const made = await commitFolder(this.#ctx, this.#job, targetId, folder)
      if (made) this.#places.push({ path: folder.planned.path, targetId: made.id, folder: folder.planned })
    }
  }

  async #importFiles(actor: Actor, target: ResolvedItem, { files, decided }: FolderPlan): Promise<void> {
    const limit = pLimit(AT_ONCE)
    for (const [at, portion] of portionsOf(files).entries()) {
      const stored = await limit.map(portion, async ({ planned, before }) => ({
        planned,
        before,
        content: await this.#store(actor, target, planned),
      }))
      this.#signal.throwIfAborted()
      this.#done += portion.length
      await commitFiles(this.#ctx, this.#job, target.id, stored, at === 0 ? decided : [], this.#progress)
    }
    if (files.length === 0)
      await this.#ctx.db.transact(async (tx) => {
        await lockRun(tx, this.#job)
        await saveItems(tx, this.#job, decided)
        await saveProgress(tx, this.#job, this.#progress)
      })
  }

  get #progress() {
    return { total: this.#total, done: this.#done }
  }

  /** A Refusal where this file alone cannot be read or stored. */
  async #store(
    actor: Actor,
    { spaceId }: ResolvedItem,
    { path, entry }: { readonly path: string; readonly entry: SourceEntry },
  ): Promise<ImportedContent | Refusal> {
    try {
      const content = await this.#read(actor, spaceId, path, entry.name)
      this.#awayInRow = 0
      return content
    } catch (error) {
      this.#signal.throwIfAborted()
      if (!(error instanceof Refusal) || endsImport(error)) throw error
      this.#awayInRow = error.errorName === 'import_unreachable' ? this.#awayInRow + 1 : 0
      if (this.#awayInRow >= AWAY_MAX) throw error
      return error
    }
  }

  async #read(actor: Actor, spaceId: string, path: string, name: string): Promise<ImportedContent> {
    for (let reads = 1; ; reads++) {
      this.#signal.throwIfAborted()
      const file = await this.#source.open(path, this.#signal)
      try {
        if (file.size > this.#ctx.config.limits.fileBytesMax) refuse('over_80gb')
        return await storeContent(this.#ctx, actor, spaceId, file)
      } catch (error) {
        if (!(error instanceof SourceChanged)) throw error
        if (reads === READS_MAX) throw new Refusal('import_cut', { name })
      } finally {
        await file.close()
      }
    }
  }
}

/** These concern all that is still to come. */
const endsImport = ({ errorName }: Refusal): boolean =>
  ['import_sign_in', 'disk_full', 'storage_full', 'unavailable', 'store_away'].includes(errorName)

const bySegment = (a: SourceEntry, b: SourceEntry): number =>
  a.segment < b.segment ? -1 : a.segment > b.segment ? 1 : 0

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
