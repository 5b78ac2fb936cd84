import type { FileHandle } from 'node:fs/promises'
import { sql } from 'kysely'
import { resolveWithPermission } from '../../access/permissions.ts'
import { HEAD_BYTES } from '../../content/content-kind.ts'
import { contentRefusal, hasContentRules, nameRefusal } from '../../content/file-rules.ts'
import { bucketFor } from '../../content/placement.ts'
import type { Context } from '../../context.ts'
import type { Conversion } from '../../conversion/conversions.ts'
import { ConversionFailed } from '../../conversion/limits.ts'
import { recordChange } from '../../db/changes.ts'
import { refuse } from '../../errors/refusal.ts'
import * as tree from '../../tree/attach.ts'
import { failed, type ItemResult, succeeded } from '../../tree/batch.ts'
import { childByKey, fileById } from '../../tree/files.ts'
import { depthRefusal } from '../../tree/folders.ts'
import { findFreeName, storedName } from '../../tree/names.ts'
import { reserve, settle } from '../../tree/quota.ts'
import { folderExtents } from '../../tree/reparent.ts'
import { withSpaceLocks } from '../../tree/spaces.ts'
import { recomputeTotals } from '../../tree/totals.ts'
import { recordExtracted } from '../dlp/places/passed.ts'
import { archiveContent } from './archive-content.ts'
import { buildFiles, buildFolders, currentActor, lockRun, recordProgress } from './build.ts'
import { type ExtractJob, endedInput } from './extract-input.ts'
import { ExtractPlan } from './plan.ts'
import type { ExtractedEntry } from './process/task.ts'
import { storeContents } from './store-contents.ts'
import { manifestOf, unpack } from './unpack.ts'

/** One run: unpacks the archive, stores its files and attaches them to the target, all or nothing. */

/** Files stored and built together. */
const PORTION = 100
const FOLDERS_AT_ONCE = 1000
/** Entries that were left out, told one by one. */
const TOLD_MAX = 500

export async function extractInto(ctx: Context, job: ExtractJob, signal: AbortSignal): Promise<void> {
  await ctx.conversions.convert((conversion) => extractWith(ctx, job, conversion), {
    signal,
    lane: 'archives',
  })
}

async function extractWith(ctx: Context, job: ExtractJob, conversion: Conversion): Promise<void> {
  const { input, targetId } = job
  const [{ sourceId, copyId }] = input.items
  const [actor, target] = await ctx.db.transact(async (tx) => {
    const now = await currentActor(ctx, tx, input)
    return [now, await resolveWithPermission(tx, now, targetId, 'upload')] as const
  })
  const { content } = await archiveContent(ctx, actor, sourceId, input.versionId)
  const data = await unpack(ctx, conversion, content, input)
  try {
    const plan = new ExtractPlan({
      topId: copyId,
      archiveName: content.name,
      limits: ctx.config.limits,
      emptyFiles: ctx.config.emptyFiles,
      kindRefusal: (name, head) =>
        nameRefusal(ctx, actor, name) ?? (head && contentRefusal(ctx, actor, name, head)),
      depthRefusal: (extent) => depthRefusal(target, extent),
    })
    const reads = hasContentRules(ctx, actor)
    for await (const entry of manifestOf(conversion))
      plan.add(entry, reads ? await headOf(data, entry) : undefined)
    if (plan.files.length === 0 && (plan.refused.length > 0 || plan.folders.length < 2))
      throw plan.refused[0]?.refusal ?? refuse('archive_empty')
    const reserving = await reserveFor(ctx, job, plan)
    await build(ctx, reserving, plan, data, conversion.signal)
    await finish(ctx, reserving, plan)
  } finally {
    await data.close()
  }
}

async function headOf(data: FileHandle, { at, size = 0 }: ExtractedEntry): Promise<Buffer | undefined> {
  if (at === undefined) return undefined
  const head = Buffer.alloc(Math.min(HEAD_BYTES, size))
  const { bytesRead } = await data.read(head, 0, head.length, at)
  return head.subarray(0, bytesRead)
}

async function reserveFor(ctx: Context, job: ExtractJob, { files }: ExtractPlan): Promise<ExtractJob> {
  const reserved = files.reduce((sum, { size }) => sum + size, 0)
  const input = { ...job.input, reserved }
  await ctx.db.transact(async (tx) => {
    await lockRun(tx, job)
    await reserve(tx, input.spaceId, reserved)
    await tx
      .updateTable('job')
      .set({ total: files.length, done: 0, input: JSON.stringify(input) })
      .where('id', '=', job.id)
      .execute()
    await recordProgress(tx, job)
  })
  return { ...job, input }
}

async function build(
  ctx: Context,
  job: ExtractJob,
  { folders, files }: ExtractPlan,
  data: FileHandle,
  signal: AbortSignal,
): Promise<void> {
  const { spaceId, reserved } = job.input
  const bucket = await bucketFor(ctx, spaceId, reserved)
  const actor = await ctx.db.transact((tx) => currentActor(ctx, tx, job.input))
  for (let at = 0; at < folders.length; at += FOLDERS_AT_ONCE)
    await ctx.db.transact((tx) => buildFolders(tx, job, folders.slice(at, at + FOLDERS_AT_ONCE)))
  for (let at = 0; at < files.length; at += PORTION) {
    if (signal.aborted) throw new ConversionFailed('stopped')
    const portion = files.slice(at, at + PORTION)
    const contents = await storeContents(ctx, actor, data, bucket, portion)
    await ctx.db.transact((tx) => buildFiles(tx, job, portion, contents))
  }
}

/** Attaches the top row, turns the reservation into a charge and ends the job, in one transaction. */
async function finish(ctx: Context, job: ExtractJob, plan: ExtractPlan): Promise<void> {
  const { input, targetId } = job
  const [{ sourceId, copyId }] = input.items
  await recomputeTotals(ctx.db.reader, copyId)
  await ctx.db.transact(async (tx) => {
    await lockRun(tx, job)
    await withSpaceLocks(tx, [targetId], async () => undefined)
    const actor = await currentActor(ctx, tx, input)
    const target = await resolveWithPermission(tx, actor, targetId, 'upload')
    // The reservation and the rows belong to the space in which the target was.
    if (target.spaceId !== input.spaceId) refuse('changed_meanwhile')
    const top = (await fileById(tx, copyId)) ?? refuse('changed_meanwhile')
    // The target may be deeper now.
    const extent = top.isFolder ? (await folderExtents(tx, [top.id])).get(top.id) : undefined
    const tooDeep = extent && depthRefusal(target, extent)
    if (tooDeep) throw tooDeep
    const wanted = storedName(top.name, top.isFolder)
    const isTaken = (await childByKey(tx, target.id, wanted.nameKey)) !== undefined
    const name = isTaken ? await findFreeName(tx, target.id, top.name, top.isFolder) : wanted
    // What is in an archive is classified like it.
    await sql`
      update file set classification = greatest(${input.setLevel ?? null}::smallint, classification_of(${sourceId}))
      where id = ${top.id}`.execute(tx)
    await tree.attach(tx, target, [{ row: top, name }])
    await recordExtracted(tx, input.passed, [{ topId: sourceId, isNow: top.id }])
    await recordChange(tx, {
      kind: top.isFolder ? 'folder.created' : 'file.created',
      spaceId: input.spaceId,
      fileId: top.id,
      name: name.name,
      parentIds: [target.id],
      actorId: input.actor.personId,
      details: { extractedFrom: sourceId, name: name.name },
    })
    await settle(tx, input.spaceId, input.reserved, top.totals.charge)
    const outcome = isTaken ? 'renamed' : 'created'
    const done = succeeded(sourceId, { newId: top.id, instanceName: name.name, outcome })
    await tx
      .updateTable('job')
      .set({
        state: 'done',
        ended_at: ctx.now(),
        input: endedInput(input),
        results: JSON.stringify([done, ...leftOut(job, plan)]),
      })
      .where('id', '=', job.id)
      .execute()
    await recordProgress(tx, job)
  })
}

const leftOut = ({ input }: ExtractJob, { refused }: ExtractPlan): ItemResult[] =>
  refused
    .slice(0, TOLD_MAX)
    .map(({ path, refusal }) => failed(input.items[0].sourceId, refusal, input.language, path))
