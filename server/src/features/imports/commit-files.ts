import { nameKey, numberedName } from '@clouddisk/contract/names'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { loadActor } from '../../access/actor.ts'
import { requireNotHighInLink } from '../../access/classification.ts'
import { resolveWithPermission } from '../../access/permissions.ts'
import type { ResolvedItem } from '../../access/resolve.ts'
import { holdContent, insertBlob, reviveContent } from '../../content/blobs.ts'
import { takeObject } from '../../content/pending.ts'
import type { Context } from '../../context.ts'
import { type NewChange, recordChange, recordChanges } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { Refusal, refuse, refuseNotFound } from '../../errors/refusal.ts'
import { charge } from '../../tree/quota.ts'
import { withSpaceLocks } from '../../tree/spaces.ts'
import { recordNotedNames } from '../dlp/places/passed.ts'
import { sensitiveNames } from '../dlp/places/refuse-sensitive.ts'
import { commitFile } from '../uploads/commit-file.ts'
import type { RunningImport } from './import-input.ts'
import {
  type ItemOutcomeRow,
  type Namesake,
  namesakes,
  type PlannedEntry,
  type RememberedItem,
  saveItems,
} from './items-store.ts'
import { usableSource } from './sources.ts'
import { discardObject, type ImportedContent, isNew } from './store-content.ts'

/** Makes stored content files, some in one transaction, with what the report says of them. */

export interface StoredFile {
  readonly planned: PlannedEntry
  readonly before: RememberedItem | undefined
  readonly content: ImportedContent | Refusal
}

interface FileToPlace extends StoredFile {
  readonly content: ImportedContent
}

export interface Progress {
  readonly total: number
  readonly done: number
}

/** Namesakes up to this number are compared by content: an earlier import may have kept both. */
const NUMBERED_MAX = 9

/** Answers the bytes of those that did not fit into the space. */
export async function commitFiles(
  ctx: Context,
  job: RunningImport,
  folderId: string,
  stored: readonly StoredFile[],
  decided: readonly ItemOutcomeRow[],
  progress: Progress,
): Promise<number> {
  const unused: ImportedContent[] = []
  let unfitBytes = 0
  await ctx.db.transact(async (tx) => {
    unused.length = 0
    const { actor, target } = await lockTarget(ctx, tx, job, folderId)
    const noted = await sensitiveNames(
      ctx,
      target,
      stored.map(({ planned }) => planned.name),
    )
    const commit = new PortionCommit(
      tx,
      job,
      actor,
      target,
      await namesakesOf(tx, actor, job, target, stored),
    )
    unused.push(...(await commit.addAll(stored)))
    unfitBytes = commit.unfitBytes
    await keepTimes(tx, ctx.now(), commit.rows)
    await recordChanges(tx, commit.changes)
    await recordNotedNames(
      tx,
      commit.rows.flatMap(({ planned, outcome, fileId }) => {
        const found = noted.get(planned.name)
        const isHere = fileId && (outcome === 'imported' || outcome === 'keptBoth')
        return isHere && found && !(found instanceof Refusal) ? [{ fileId, noted: found }] : []
      }),
    )
    await saveItems(tx, job, [...decided, ...commit.rows].sort(byPath))
    await saveProgress(tx, job, progress)
  })
  for (const content of unused)
    if (isNew(content))
      await discardObject(ctx, content).catch((err) =>
        ctx.log.warn(
          { err, key: content.key },
          'an unused object could not be removed; cleanup removes it later',
        ),
      )
  return unfitBytes
}

/** Lists show when a file was changed on the old drive, not when it came here. */
async function keepTimes(tx: Tx, now: Date, rows: readonly ItemOutcomeRow[]): Promise<void> {
  const added = rows.flatMap(({ planned: { entry }, outcome, fileId }) =>
    fileId && entry.modifiedAt && (outcome === 'imported' || outcome === 'keptBoth')
      ? [{ fileId, time: entry.modifiedAt < now ? entry.modifiedAt : now }]
      : [],
  )
  if (added.length === 0) return
  await sql`
    update file f set updated_at = t.time
    from unnest(${added.map(({ fileId }) => fileId)}::uuid[], ${added.map(({ time }) => time)}::timestamptz[]) as t(id, time)
    where f.id = t.id`.execute(tx)
}

/** Locks the job and the space of a folder, and checks that the importer may still upload there. */
export async function lockTarget(
  ctx: Context,
  tx: Tx,
  job: RunningImport,
  folderId: string,
): Promise<{ actor: Actor; target: ResolvedItem }> {
  await lockRun(tx, job)
  const actor = (await loadActor(tx, job.personId, ctx.now())) ?? refuse('not_permitted')
  const target = await withSpaceLocks(tx, [folderId], () =>
    resolveWithPermission(tx, actor, folderId, 'upload'),
  )
  if (!target.isFolder) refuse('is_a_file')
  await requireNotHighInLink(tx, actor, target)
  return { actor, target }
}

/** Locks the job. Refuses if it is over, cancelled, or another server's by now, or if the source may not be used any more. */
export async function lockRun(
  tx: Tx,
  { jobId, id, input, personId, sourceId }: RunningImport,
): Promise<void> {
  const row = await tx
    .selectFrom('job')
    .select(['state', 'cancel_requested', 'input'])
    .where('id', '=', jobId)
    .forUpdate()
    .executeTakeFirst()
  if (row?.state !== 'running' || (row.input as { run?: string }).run !== input.run) refuse('job_over')
  if (row.cancel_requested) refuse('cancelled')
  const own = await tx.selectFrom('import').select('source_id').where('id', '=', id).executeTakeFirst()
  if (!own?.source_id) refuseNotFound('importSource')
  await usableSource(tx, personId, sourceId)
}

export async function saveProgress(tx: Tx, job: RunningImport, { total, done }: Progress): Promise<void> {
  await tx.updateTable('job').set({ total, done }).where('id', '=', job.jobId).execute()
  await recordProgress(tx, job)
}

export const recordProgress = (
  tx: Tx,
  { jobId, personId }: Pick<RunningImport, 'jobId' | 'personId'>,
): Promise<void> =>
  recordChange(tx, {
    kind: 'job.progress',
    spaceId: null,
    personId,
    fileId: null,
    parentIds: [],
    actorId: personId,
    details: { jobId },
  })

const candidateNames = (name: string): string[] => [
  name,
  ...Array.from({ length: NUMBERED_MAX }, (_, n) => numberedName(name, n + 1, false)),
]

const namesakesOf = (
  tx: Tx,
  actor: Actor,
  job: RunningImport,
  target: ResolvedItem,
  stored: readonly StoredFile[],
): Promise<Map<string, Namesake>> =>
  namesakes(
    tx,
    actor,
    job.id,
    target.id,
    stored.flatMap(({ planned }) => candidateNames(planned.name).map(nameKey)),
  )

const byPath = (a: ItemOutcomeRow, b: ItemOutcomeRow): number => (a.planned.path < b.planned.path ? -1 : 1)

class PortionCommit {
  readonly rows: ItemOutcomeRow[] = []
  readonly changes: NewChange[] = []
  unfitBytes = 0
  readonly #tx: Tx
  readonly #job: RunningImport
  readonly #actor: Actor
  readonly #target: ResolvedItem
  readonly #taken: ReadonlyMap<string, Namesake>
  /** Keys of names that this portion has taken. */
  readonly #added = new Set<string>()
  /** Files that a path of this portion was found to be already. */
  readonly #claimed = new Set<string>()

  constructor(
    tx: Tx,
    job: RunningImport,
    actor: Actor,
    target: ResolvedItem,
    taken: ReadonlyMap<string, Namesake>,
  ) {
    this.#tx = tx
    this.#job = job
    this.#actor = actor
    this.#target = target
    this.#taken = taken
  }

  /** Answers contents that are not used. */
  async addAll(stored: readonly StoredFile[]): Promise<ImportedContent[]> {
    const unused: ImportedContent[] = []
    const placing: FileToPlace[] = []
    for (const { planned, before, content } of stored) {
      if (content instanceof Refusal) this.rows.push({ planned, outcome: 'failed', refusal: content })
      else {
        const file = { planned, before, content }
        if (this.#isThere(file)) unused.push(content)
        else placing.push(file)
      }
    }
    const charged = await this.#chargeAll(placing)
    unused.push(...placing.filter((file) => !charged.includes(file)).map(({ content }) => content))
    await this.#useContents(charged)
    for (const file of charged) await this.#place(file)
    return unused
  }

  #isThere(file: FileToPlace): boolean {
    const { planned } = file
    const same = this.#findSame(file)
    if (!same) return false
    this.#claimed.add(same.id)
    const isRenamed = planned.name !== planned.entry.name
    this.rows.push({ planned, outcome: 'there', fileId: same.id, name: same.name, isRenamed })
    return true
  }

  /** Those that fit into the space: mostly all, at once. */
  async #chargeAll(files: readonly FileToPlace[]): Promise<readonly FileToPlace[]> {
    const bytes = files.reduce((sum, { content }) => sum + content.size, 0)
    if ((await this.#charge(bytes)) === undefined) return files
    const charged: FileToPlace[] = []
    for (const file of files) {
      const refusal = await this.#charge(file.content.size)
      if (refusal) {
        this.rows.push({ planned: file.planned, outcome: 'failed', refusal })
        this.unfitBytes += file.content.size
      } else charged.push(file)
    }
    return charged
  }

  async #charge(bytes: number): Promise<Refusal | undefined> {
    try {
      await charge(this.#tx, this.#target.spaceId, bytes, this.#actor.personId)
      return undefined
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }

  /** Statements of one kind are sent together. */
  async #useContents(files: readonly FileToPlace[]): Promise<void> {
    const tx = this.#tx
    const added = files.map(({ content }) => content).filter(isNew)
    await Promise.all(added.map((content) => takeObject(tx, content)))
    await Promise.all(added.map((content) => insertBlob(tx, content)))
    const others = new Set(files.flatMap(({ content }) => (isNew(content) ? [] : [content.id])))
    for (const id of others) {
      // The garbage collector was faster.
      if (!(await holdContent(tx, id))) refuse('changed_meanwhile')
      await reviveContent(tx, id)
    }
  }

  /** A file of the same content that is there already, and is not what another path became. */
  #findSame({ planned, before, content }: FileToPlace): Namesake | undefined {
    return candidateNames(planned.name)
      .map((name) => this.#taken.get(nameKey(name)))
      .find(
        (one) =>
          one &&
          !one.isFolder &&
          one.isVisible &&
          (!one.isOfImport || one.id === before?.fileId) &&
          !this.#claimed.has(one.id) &&
          one.size === content.size &&
          one.sha256 !== null &&
          content.sha256 !== null &&
          one.sha256.equals(content.sha256),
      )
  }

  async #place({ planned, before, content }: FileToPlace): Promise<void> {
    const { name, entry } = planned
    const placed = await commitFile(this.#tx, this.#actor, this.#target, {
      spaceId: this.#target.spaceId,
      name,
      conflict: 'keepBoth',
      blobId: content.id,
      size: content.size,
      modifiedAt: entry.modifiedAt,
    })
    const key = nameKey(name)
    const other = this.#taken.get(key)
    // Two names of the source that are one here: neither was there before.
    const isOfImport = this.#added.has(key) || (other?.isOfImport === true && other.id !== before?.fileId)
    const isNumbered = placed.outcome === 'renamed'
    const nameNow = placed.created?.name.name ?? name
    this.#added.add(nameKey(nameNow))
    if (placed.change) {
      const details = { ...placed.change.details, importedFrom: this.#job.sourceName }
      this.changes.push({ ...placed.change, details })
    }
    this.rows.push({
      planned,
      outcome: isNumbered && !isOfImport ? 'keptBoth' : 'imported',
      fileId: placed.fileId,
      name: nameNow,
      isRenamed: name !== entry.name || (isNumbered && isOfImport),
    })
  }
}
