import type { Language } from '@clouddisk/contract/errors'
import { locateFor } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { failed, type ItemResult, succeeded } from './batch.ts'
import { freeName, storedName } from './names.ts'
import { type Conflict, placeFile } from './place.ts'
import { removeDetached } from './purge.ts'
import { release, settle } from './quota.ts'
import { lockSpacesOf } from './spaces.ts'
import * as store from './store.ts'
import * as tree from './tree.ts'

export const COPY_QUEUE = 'copy-files'

export interface CopyItem {
  readonly sourceId: string
  /** Id of the copy's top, made when the job was planned: a run that died is found and cleared by it. */
  readonly copyId: string
}

export interface CopyInput {
  readonly items: readonly CopyItem[]
  readonly conflict: Conflict
  /** Bytes set aside in the target's space. */
  readonly reserved: number
  readonly spaceId: string
  readonly actor: Actor
  readonly language: Language
}

interface CopyJob {
  readonly id: string
  readonly targetId: string
  readonly input: CopyInput
}

const ROWS_A_BATCH = 500

/** Jobs that this process is running; it is the only one that runs any on its data directory. */
const inHand = new Set<string>()
export const isInHand = (jobId: string): boolean => inHand.has(jobId)

/**
 * Builds the copies, hangs them in, and settles; safe to start again after a crash, does nothing while it runs or when
 * it is over.
 */
export async function runCopy(ctx: Context, jobId: string): Promise<void> {
  if (inHand.has(jobId)) return
  inHand.add(jobId)
  try {
    await run(ctx, jobId)
  } finally {
    inHand.delete(jobId)
  }
}

async function run(ctx: Context, jobId: string): Promise<void> {
  const job = await begin(ctx, jobId)
  if (!job) return
  try {
    for (const item of job.input.items) await build(ctx, job, item)
    await finish(ctx, job)
  } catch (error) {
    await abandon(ctx, job, error instanceof Refusal ? error : new Refusal('internal'))
    if (!(error instanceof Refusal)) throw error
  }
}

async function begin(ctx: Context, jobId: string): Promise<CopyJob | undefined> {
  const row = await ctx.db.reader
    .updateTable('job')
    .set({ state: 'running', done: 0 })
    .where('id', '=', jobId)
    .where('state', 'in', ['queued', 'running'])
    .returning(['id', 'target_id', 'input'])
    .executeTakeFirst()
  if (!row) return undefined
  const job = { id: row.id, targetId: row.target_id, input: row.input as unknown as CopyInput }
  // What an earlier run left behind is cleared first.
  await removeDetached(
    ctx,
    job.input.items.map((item) => item.copyId),
  )
  return job
}

/** Copies one subtree level by level below a top that hangs nowhere yet. */
async function build(ctx: Context, job: CopyJob, item: CopyItem): Promise<void> {
  const located = await locateFor(ctx.db.reader, job.input.actor, item.sourceId, 'copy').catch(
    () => undefined,
  )
  const source = located && (await store.fileById(ctx.db.reader, item.sourceId))
  // Gone meanwhile: finish() finds no top and says so.
  if (!source) return
  await copyRows(ctx, job, [{ row: source, copyId: item.copyId, parentId: null }])
  let level = source.isFolder ? [{ sourceId: source.id, copyId: item.copyId }] : []
  while (level.length > 0) {
    const next: typeof level = []
    for (const folder of level) next.push(...(await copyChildren(ctx, job, folder)))
    level = next
  }
}

interface Pair {
  readonly row: store.FileRow
  readonly copyId: string
  readonly parentId: string | null
}

async function copyChildren(ctx: Context, job: CopyJob, folder: { sourceId: string; copyId: string }) {
  const below: { sourceId: string; copyId: string }[] = []
  for (let after: string | undefined; ; ) {
    const rows = await store.childrenAfter(ctx.db.reader, folder.sourceId, after, ROWS_A_BATCH)
    if (rows.length === 0) return below
    const pairs = rows.map((row) => ({ row, copyId: newId(), parentId: folder.copyId }))
    await copyRows(ctx, job, pairs)
    below.push(
      ...pairs.filter(({ row }) => row.isFolder).map(({ row, copyId }) => ({ sourceId: row.id, copyId })),
    )
    after = rows.at(-1)?.id
  }
}

/** Inserts copies of rows with their current content, and tells how far the job is. */
async function copyRows(ctx: Context, job: CopyJob, pairs: readonly Pair[]): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const state = await tx
      .selectFrom('job')
      .select('cancel_requested')
      .where('id', '=', job.id)
      .executeTakeFirstOrThrow()
    if (state.cancel_requested) refuse('cancelled')
    const versions = await store.currentVersions(
      tx,
      pairs.flatMap(({ row }) => row.versionId ?? []),
    )
    const copies = pairs.map((pair) => ({
      ...pair,
      version: versions.get(pair.row.versionId ?? ''),
      versionId: newId(),
    }))
    await store.insertFiles(
      tx,
      copies.map(({ row, copyId, parentId, version, versionId }) => ({
        id: copyId,
        spaceId: job.input.spaceId,
        parentId,
        isFolder: row.isFolder,
        name: row.name,
        nameKey: row.nameKey,
        ext: row.ext,
        size: version?.size ?? 0,
        versionId: version ? versionId : null,
        versionNo: version ? 1 : 0,
        totals: version
          ? { size: version.size, charge: version.size, files: 1, folders: 0 }
          : { size: 0, charge: 0, files: 0, folders: 0 },
        personId: job.input.actor.personId,
      })),
    )
    await store.insertVersions(
      tx,
      copies.flatMap(({ copyId, version, versionId }) =>
        version
          ? [{ ...version, id: versionId, fileId: copyId, no: 1, personId: job.input.actor.personId }]
          : [],
      ),
    )
    await tx
      .updateTable('job')
      .set((eb) => ({ done: eb('done', '+', pairs.length) }))
      .where('id', '=', job.id)
      .execute()
    await tellProgress(tx, job)
  })
}

const tellProgress = (tx: Tx, job: CopyJob): Promise<void> =>
  recordChange(tx, {
    kind: 'job.progress',
    spaceId: null,
    personId: job.input.actor.personId,
    fileId: null,
    parentIds: [],
    actorId: job.input.actor.personId,
    details: { jobId: job.id },
  })

/** Sums the built trees, hangs each in, and turns the reservation into a charge: one transaction. */
async function finish(ctx: Context, job: CopyJob): Promise<void> {
  const { input } = job
  for (const { copyId } of input.items) await store.sumUp(ctx.db.reader, copyId)
  await ctx.db.transact(async (tx) => {
    await lockSpacesOf(tx, [job.targetId])
    const target = await locateFor(tx, input.actor, job.targetId, 'upload')
    const results: ItemResult[] = []
    let charged = 0
    for (const item of input.items) {
      const hung = await hangIn(tx, job, target.id, item)
      results.push(hung.result)
      charged += hung.charged
    }
    // The sources may have grown since the space was set aside.
    if (charged > input.reserved) refuse('changed_meanwhile')
    await settle(tx, input.spaceId, input.reserved, charged)
    await tx
      .updateTable('job')
      .set({ state: 'done', ended_at: ctx.now(), results: JSON.stringify(results) })
      .where('id', '=', job.id)
      .execute()
    await tellProgress(tx, job)
  })
  await removeDetached(
    ctx,
    input.items.map((item) => item.copyId),
  )
}

async function hangIn(
  tx: Tx,
  job: CopyJob,
  targetId: string,
  item: CopyItem,
): Promise<{ result: ItemResult; charged: number }> {
  const { input } = job
  const top = await store.fileById(tx, item.copyId)
  if (!top) return { result: failed(item.sourceId, new Refusal('not_found'), input.language), charged: 0 }
  const namesake = await store.childByKey(tx, targetId, top.nameKey)
  if (namesake && input.conflict === 'fail') {
    return {
      result: failed(
        item.sourceId,
        new Refusal('name_taken', { name: namesake.name }),
        input.language,
        top.name,
      ),
      charged: 0,
    }
  }
  if (namesake && input.conflict === 'skip')
    return { result: succeeded(item.sourceId, { instanceName: namesake.name }), charged: 0 }
  if (namesake && input.conflict === 'newVersion' && !top.isFolder && !namesake.isFolder) {
    return { result: await copyAsVersion(tx, job, item, top, namesake), charged: top.size }
  }
  const name = namesake
    ? await freeName(tx, targetId, top.name, top.isFolder)
    : storedName(top.name, top.isFolder)
  await tree.hangIn(tx, { id: targetId }, [{ row: top, name }])
  await recordChange(tx, {
    kind: top.isFolder ? 'folder.created' : 'file.created',
    spaceId: input.spaceId,
    fileId: top.id,
    parentIds: [targetId],
    actorId: input.actor.personId,
    details: { copyOf: item.sourceId, name: name.name },
  })
  return {
    result: succeeded(item.sourceId, { newId: top.id, instanceName: name.name }),
    charged: top.totals.charge,
  }
}

/** The namesake gets the content as a new version; the built copy is cleared afterwards. */
async function copyAsVersion(
  tx: Tx,
  job: CopyJob,
  item: CopyItem,
  top: store.FileRow,
  namesake: store.FileRow,
): Promise<ItemResult> {
  const { input } = job
  const version =
    (await store.currentVersions(tx, top.versionId ? [top.versionId] : [])).get(top.versionId ?? '') ??
    refuse('not_found')
  const placed = await placeFile(tx, {
    spaceId: input.spaceId,
    parentId: job.targetId,
    name: top.name,
    conflict: 'newVersion',
    blobId: version.blobId,
    size: version.size,
    modifiedAt: version.modifiedAt,
    personId: input.actor.personId,
  })
  await recordChange(tx, {
    kind: 'file.versioned',
    spaceId: input.spaceId,
    fileId: placed.fileId,
    parentIds: [job.targetId],
    actorId: input.actor.personId,
    details: { copyOf: item.sourceId },
  })
  return succeeded(item.sourceId, { newId: placed.fileId, instanceName: namesake.name })
}

/**
 * Nothing half-made stays: the reservation is given back and the built rows go. What ended after all, its answer lost
 * with the line to the database, stays as it ended.
 */
async function abandon(ctx: Context, job: CopyJob, refusal: Refusal): Promise<void> {
  await removeDetached(
    ctx,
    job.input.items.map((item) => item.copyId),
  )
  await ctx.db.transact(async (tx) => {
    const results = job.input.items.map((item) => failed(item.sourceId, refusal, job.input.language))
    const ended = await tx
      .updateTable('job')
      .set({
        state: refusal.refused === 'cancelled' ? 'cancelled' : 'failed',
        ended_at: ctx.now(),
        results: JSON.stringify(results),
      })
      .where('id', '=', job.id)
      .where('state', 'in', ['queued', 'running'])
      .returning('id')
      .executeTakeFirst()
    if (!ended) return
    await release(tx, job.input.spaceId, job.input.reserved)
    await tellProgress(tx, job)
  })
}
