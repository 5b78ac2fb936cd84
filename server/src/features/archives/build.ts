import { type Actor, loadActor } from '../../access/actor.ts'
import { holdContent, insertBlob, reviveContent } from '../../content/blobs.ts'
import { takeObject } from '../../content/pending.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { refuse } from '../../errors/refusal.ts'
import { insertFiles } from '../../tree/insert-files.ts'
import { storedName } from '../../tree/names.ts'
import { isBeingPurged } from '../../tree/purge.ts'
import { ZERO_TOTALS } from '../../tree/totals.ts'
import { insertVersions } from '../../tree/versions.ts'
import type { ExtractJob } from './extract-input.ts'
import type { PlannedFile, PlannedFolder } from './plan.ts'
import { type ExtractedContent, isNew } from './store-contents.ts'

/** Inserts the rows of extracted files below a top row that is attached to the target only when all are inserted. */

export async function buildFolders(
  tx: Tx,
  job: ExtractJob,
  folders: readonly PlannedFolder[],
): Promise<void> {
  await lockRun(tx, job)
  await insertFiles(
    tx,
    folders.map((folder) => ({
      ...rowOf(job, folder),
      isFolder: true,
      ...storedName(folder.name, true),
      size: 0,
      versionId: null,
      versionNo: 0,
      totals: ZERO_TOTALS,
    })),
  )
}

export async function buildFiles(
  tx: Tx,
  job: ExtractJob,
  files: readonly PlannedFile[],
  contents: ReadonlyMap<string, ExtractedContent>,
): Promise<void> {
  await lockRun(tx, job)
  const contentOf = ({ id }: PlannedFile): ExtractedContent => contents.get(id) ?? refuse('storage_failed')
  for (const content of new Set(files.map(contentOf)))
    if (isNew(content)) {
      await takeObject(tx, content)
      await insertBlob(tx, content)
    } else {
      // The garbage collector was faster.
      if (!(await holdContent(tx, content.id))) refuse('changed_meanwhile')
      await reviveContent(tx, content.id)
    }
  const versions = files.map((file) => ({
    id: newId(),
    fileId: file.id,
    no: 1,
    blobId: contentOf(file).id,
    size: file.size,
    modifiedAt: file.modifiedAt,
    personId: job.input.actor.personId,
  }))
  await insertFiles(
    tx,
    files.map((file, at) => ({
      ...rowOf(job, file),
      isFolder: false,
      ...storedName(file.name, false),
      size: file.size,
      versionId: versions[at]?.id ?? null,
      versionNo: 1,
      totals: { size: file.size, charge: file.size, files: 1, folders: 0 },
    })),
  )
  await insertVersions(tx, versions)
  await tx
    .updateTable('job')
    .set((eb) => ({ done: eb('done', '+', files.length) }))
    .where('id', '=', job.id)
    .execute()
  await recordProgress(tx, job)
}

const rowOf = ({ input }: ExtractJob, { id, parentId }: PlannedFolder) => ({
  id,
  parentId,
  spaceId: input.spaceId,
  personId: input.actor.personId,
})

/** Locks the job row. Refuses if the job is over, cancelled, or another server's by now. */
export async function lockRun(tx: Tx, { id, input }: ExtractJob): Promise<void> {
  const row = await tx
    .selectFrom('job')
    .select(['state', 'cancel_requested', 'input'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row?.state !== 'running' || (row.input as { run?: string }).run !== input.run) refuse('job_over')
  if (row.cancel_requested) refuse('cancelled')
  if (await isBeingPurged(tx, [input.items[0].copyId])) refuse('changed_meanwhile')
}

export const recordProgress = (tx: Tx, { id, input }: ExtractJob): Promise<void> =>
  recordChange(tx, {
    kind: 'job.progress',
    spaceId: null,
    personId: input.actor.personId,
    fileId: null,
    parentIds: [],
    actorId: input.actor.personId,
    details: { jobId: id },
  })

export async function currentActor(ctx: Context, tx: Tx, { actor }: ExtractJob['input']): Promise<Actor> {
  const now = (await loadActor(tx, actor.personId, ctx.now())) ?? refuse('not_permitted')
  return actor.sharingId === undefined ? now : { ...now, sharingId: actor.sharingId }
}
