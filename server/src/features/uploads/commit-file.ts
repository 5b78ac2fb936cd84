import type { Language } from '@clouddisk/contract/errors'
import type { Instance } from '@clouddisk/contract/files'
import type { SavedInstance } from '@clouddisk/contract/uploads'
import type { Actor } from '../../access/actor.ts'
import { requireNotHighInLink } from '../../access/classification.ts'
import { authorOf } from '../../access/link-visitor.ts'
import {
  mayContainDenied,
  mayReplaceContent,
  requirePermissionWithReason,
  resolveWithPermission,
} from '../../access/permissions.ts'
import { type ResolvedItem, resolve, resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import type { NewChange } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { refuse } from '../../errors/refusal.ts'
import {
  type AddedFile,
  type AddFileInput,
  addFile,
  addFileOptimistically,
  type CreatedFile,
} from '../../tree/add-file.ts'
import { presentChildren, presentItem, presentRow } from '../../tree/present.ts'
import { resolveFolderId } from '../../tree/spaces.ts'
import { type ChildViewRow, viewRowsById } from '../../tree/view-rows.ts'

/** The target folder of an upload. Refuses if the caller may not upload there. */
export async function targetFolder(
  ctx: Context,
  actor: Actor,
  parentId: string | undefined,
): Promise<ResolvedItem> {
  const db = ctx.db.reader
  const parent = await resolveWithPermission(db, actor, await resolveFolderId(db, actor, parentId), 'upload')
  if (!parent.isFolder) refuse('is_a_file')
  await requireNotHighInLink(db, actor, parent)
  return parent
}

export type UploadedFile = Omit<AddFileInput, 'personId' | 'parentId'>

/** A committed file, with its folder if that is known. */
export interface CommittedFile extends AddedFile {
  readonly parent?: ResolvedItem
  /** The change to record, unless the file was skipped. */
  readonly change?: NewChange
}

/**
 * Makes content a file in a folder. The caller holds the space's lock, charges the quota and records the change, unless the
 * file was skipped.
 */
export async function commitFile(
  tx: Tx,
  actor: Actor,
  located: ResolvedItem | undefined,
  arrival: UploadedFile,
): Promise<CommittedFile> {
  const parent = assertTarget(actor, located, arrival)
  const placement = { ...arrival, parentId: parent.id, personId: actor.personId }
  const placed = await addFile(tx, placement, (id) => mayReplaceContent(tx, actor, parent, id))
  if (placed.outcome === 'skipped') {
    if (!(await maySee(tx, actor, parent, placed.fileId))) refuse('name_taken', { name: arrival.name })
    return placed
  }
  return { ...placed, parent, change: changeOf(actor, parent, placed, arrival) }
}

/**
 * Like commitFile for a name that is most likely free: its statements are sent without waiting, and the transaction fails with
 * `isNameTaken` if the name is taken. `arrived` resolves after the commit.
 */
export function commitOptimistically(
  tx: Tx,
  actor: Actor,
  located: ResolvedItem | undefined,
  arrival: UploadedFile,
): Omit<CommittedFile, 'created'> & { arrived: () => Promise<CommittedFile> } {
  const parent = assertTarget(actor, located, arrival)
  const placement = { ...arrival, parentId: parent.id, personId: actor.personId }
  const { created, ...placed } = addFileOptimistically(tx, placement)
  const known = { ...placed, parent, change: changeOf(actor, parent, placed, arrival) }
  return { ...known, arrived: async () => ({ ...known, created: await created }) }
}

function assertTarget(
  actor: Actor,
  located: ResolvedItem | undefined,
  { spaceId }: UploadedFile,
): ResolvedItem {
  const parent = located ?? refuse('not_found')
  requirePermissionWithReason(actor, parent, 'upload')
  if (!parent.isFolder) refuse('is_a_file')
  // The lock and the quota are those of this space.
  if (parent.spaceId !== spaceId) refuse('not_found')
  return parent
}

/** The change to record for a committed file. */
export const changeOf = (
  actor: Actor,
  parent: Pick<ResolvedItem, 'id' | 'spaceId'>,
  { fileId, outcome, created: fresh, versionNo }: AddedFile,
  { name, size }: Pick<UploadedFile, 'name' | 'size'>,
): NewChange => {
  const { actorId, details } = authorOf(actor)
  return {
    kind: outcome === 'newVersion' ? 'file.versioned' : 'file.created',
    spaceId: parent.spaceId,
    fileId,
    name: fresh?.name.name ?? name,
    parentIds: [parent.id],
    actorId,
    details: { size, ...(versionNo !== undefined && { version: versionNo }), ...details },
  }
}

const maySee = async (tx: Tx, actor: Actor, parent: ResolvedItem, id: string): Promise<boolean> =>
  (!actor.link && !mayContainDenied(parent)) || (await resolveAll(tx, actor, [id])).has(id)

/** Reply of a save. */
export async function presentSaved(
  ctx: Context,
  actor: Actor,
  arrived: CommittedFile,
  language: Language,
): Promise<SavedInstance> {
  const { fileId, outcome } = arrived
  const fresh = presentCreated(actor, arrived, language)
  if (fresh) return { ...fresh, outcome }
  const db = ctx.db.reader
  return { ...(await presentItem(db, actor, await resolve(db, actor, fileId), language)), outcome }
}

/** A created file is presented from its values, without reading it again. */
function presentCreated(
  actor: Actor,
  { fileId, created: fresh, parent }: CommittedFile,
  language: Language,
): Instance | undefined {
  if (!fresh || !parent) return undefined
  return presentChildren(actor, parent, [createdRow(actor, fileId, fresh)], language)[0]
}

/** Replies of several saves of one call, by file id. */
export async function presentAllSaved(
  ctx: Context,
  actor: Actor,
  all: readonly CommittedFile[],
  language: Language,
): Promise<Map<string, Instance>> {
  const byParent = Map.groupBy(
    all.filter(({ created: fresh }) => fresh),
    ({ parent }) => parent,
  )
  const shown = [...byParent].flatMap(([parent, some]) =>
    parent
      ? presentChildren(
          actor,
          parent,
          some.flatMap((one) => createdRows(actor, one)),
          language,
        )
      : [],
  )
  const known = all.filter(({ created: fresh }) => !fresh).map(({ fileId }) => fileId)
  const db = ctx.db.reader
  const located = [...(await resolveAll(db, actor, known)).values()]
  const rows = await viewRowsById(
    db,
    actor,
    located.map(({ id }) => id),
  )
  for (const one of located) {
    const row = rows.get(one.id)
    if (row) shown.push(presentRow(row, one, language))
  }
  return new Map(shown.map((instance) => [instance.instanceId, instance]))
}

const createdRows = (actor: Actor, { fileId, created: fresh }: CommittedFile): ChildViewRow[] =>
  fresh ? [createdRow(actor, fileId, fresh)] : []

function createdRow(actor: Actor, fileId: string, { name, size, createdAt }: CreatedFile): ChildViewRow {
  return {
    id: fileId,
    is_folder: false,
    name: name.name,
    ext: name.ext,
    size,
    version_no: 1,
    child_files: 0,
    child_folders: 0,
    total_size: size,
    created_at: createdAt.toISOString(),
    updated_at: createdAt.toISOString(),
    creator: actor.realName,
    updater: actor.realName,
    is_favorite: false,
    is_shared: false,
    is_linked: false,
    sync_state: null,
    virus_state: null,
    classification: null,
    labels: null,
    label_colors: null,
    remark: null,
    entries: [],
  }
}
