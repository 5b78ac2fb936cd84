import type { Language } from '@clouddisk/contract/errors'
import type { Instance } from '@clouddisk/contract/files'
import type { SavedInstance } from '@clouddisk/contract/uploads'
import {
  type Located,
  locate,
  locateAll,
  locateFor,
  mayBeBarredBelow,
  mayReplace,
  mustNow,
} from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { NewChange } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { refuse } from '../../http/refusal.ts'
import { type Placed, type Placement, placeFile } from '../files/place.ts'
import { presentChildren, presentLocated } from '../files/present.ts'
import { folderIdOf } from '../files/spaces.ts'

/** The folder an upload goes to, where the caller may upload. */
export async function targetFolder(
  ctx: Context,
  actor: Actor,
  parentId: string | undefined,
): Promise<Located> {
  const db = ctx.db.reader
  const parent = await locateFor(db, actor, await folderIdOf(db, actor, parentId), 'upload')
  if (!parent.isFolder) refuse('is_a_file')
  return parent
}

export type Arrival = Omit<Placement, 'personId' | 'parentId'>

/** A file in its place; its folder where that is known anyway. */
export interface Arrived extends Placed {
  readonly parent?: Located
  /** What the feed is to be told, unless it was skipped. */
  readonly change?: NewChange
}

/**
 * Makes content a file in a folder that was located behind the space's lock, which the caller holds. The caller pays
 * unless it was skipped, and records the change.
 */
export async function putInPlace(
  tx: Tx,
  actor: Actor,
  located: Located | undefined,
  arrival: Arrival,
): Promise<Arrived> {
  const parent = located ?? refuse('not_found')
  mustNow(actor, parent, 'upload')
  if (!parent.isFolder) refuse('is_a_file')
  // Never across spaces: the lock and the ledger are this one's.
  if (parent.spaceId !== arrival.spaceId) refuse('not_found')
  const placement = { ...arrival, parentId: parent.id, personId: actor.personId }
  const placed = await placeFile(tx, placement, (id) => mayReplace(tx, actor, parent, id))
  if (placed.outcome === 'skipped') {
    if (!(await maySee(tx, actor, parent, placed.fileId))) refuse('name_taken', { name: arrival.name })
    return placed
  }
  const change: NewChange = {
    kind: placed.outcome === 'newVersion' ? 'file.versioned' : 'file.created',
    spaceId: arrival.spaceId,
    fileId: placed.fileId,
    name: placed.fresh?.name.name ?? arrival.name,
    parentIds: [parent.id],
    actorId: actor.personId,
    details: { size: arrival.size },
  }
  return { ...placed, parent, change }
}

const maySee = async (tx: Tx, actor: Actor, parent: Located, id: string): Promise<boolean> =>
  !mayBeBarredBelow(parent) || (await locateAll(tx, actor, [id])).has(id)

/** What a save answers. */
export async function saved(
  ctx: Context,
  actor: Actor,
  arrived: Arrived,
  language: Language,
): Promise<SavedInstance> {
  const { fileId, outcome } = arrived
  const fresh = freshInstance(actor, arrived, language)
  if (fresh) return { ...fresh, outcome }
  const db = ctx.db.reader
  return { ...(await presentLocated(db, actor, await locate(db, actor, fileId), language)), outcome }
}

/** All of a new file is known, so that nothing needs to be read again. */
function freshInstance(
  actor: Actor,
  { fileId, fresh, parent }: Arrived,
  language: Language,
): Instance | undefined {
  if (!fresh || !parent) return undefined
  const { name, size, createdAt } = fresh
  const row = {
    id: fileId,
    is_folder: false,
    name: name.name,
    ext: name.ext,
    size,
    version_no: 1,
    child_files: 0,
    child_folders: 0,
    total_size: size,
    created_at: createdAt,
    updated_at: createdAt,
    creator: actor.realName,
    updater: actor.realName,
    is_favorite: false,
    is_shared: false,
    entries: [],
  }
  return presentChildren(actor, parent, [row], language)[0]
}
