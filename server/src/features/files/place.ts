import type { Tx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { refuse } from '../../http/refusal.ts'
import { freeName, type StoredName, storedName } from './names.ts'
import * as store from './store.ts'
import { addTotals } from './totals.ts'

/** How a file came to its place (G13). */
export type Outcome = 'created' | 'newVersion' | 'renamed' | 'skipped'
export type Conflict = 'keepBoth' | 'newVersion' | 'skip' | 'fail'

export interface Placement {
  readonly spaceId: string
  readonly parentId: string
  readonly name: string
  readonly conflict: Conflict
  readonly blobId: string
  /** Bytes. */
  readonly size: number
  readonly modifiedAt: Date | null
  readonly personId: string
}

export interface Placed {
  readonly fileId: string
  readonly outcome: Outcome
  /** Of a file that is new. */
  readonly fresh?: FreshFile
}

export interface FreshFile {
  readonly name: StoredName
  readonly size: number
  readonly createdAt: Date
}

/**
 * Makes stored content a file in a folder. The caller holds the space's lock, has checked the name and the right to
 * upload, and has charged `size` unless the outcome is `skipped`.
 */
export async function placeFile(
  tx: Tx,
  placement: Placement,
  mayReplace: (fileId: string) => Promise<boolean>,
): Promise<Placed> {
  const wanted = storedName(placement.name, false)
  const created = await insert(tx, placement, wanted, 'created')
  if (created) return created
  const namesake =
    (await store.childByKey(tx, placement.parentId, wanted.nameKey)) ?? refuse('changed_meanwhile')
  if (placement.conflict === 'fail') refuse('name_taken', { name: placement.name })
  if (placement.conflict === 'skip') return { fileId: namesake.id, outcome: 'skipped' }
  const replaces = placement.conflict === 'newVersion' && !namesake.isFolder
  // Who may not change it keeps both.
  if (replaces && (await mayReplace(namesake.id))) {
    await addVersion(tx, placement, namesake)
    return { fileId: namesake.id, outcome: 'newVersion' }
  }
  const free = await freeName(tx, placement.parentId, placement.name, false)
  return (await insert(tx, placement, free, 'renamed')) ?? refuse('changed_meanwhile')
}

/** Undefined where the name is taken. */
async function insert(
  tx: Tx,
  { spaceId, parentId, size, blobId, modifiedAt, personId }: Placement,
  name: StoredName,
  outcome: Outcome,
): Promise<Placed | undefined> {
  const fileId = newId()
  const version = { versionId: newId(), blobId, modifiedAt }
  const file = { id: fileId, spaceId, parentId, ...name, size, personId, ...version }
  const createdAt = await store.insertIfFree(tx, file)
  return createdAt && { fileId, outcome, fresh: { name, size, createdAt } }
}

async function addVersion(tx: Tx, placement: Placement, file: store.FileRow): Promise<void> {
  const version = { ...versionOf(placement), id: newId(), fileId: file.id, no: file.versionNo + 1 }
  await store.insertVersions(tx, [version])
  await store.setCurrentVersion(tx, file.id, { ...version, addedCharge: placement.size })
  const growth = { size: placement.size - file.size, charge: placement.size, files: 0, folders: 0 }
  await addTotals(tx, placement.parentId, growth, { files: 0, folders: 0 })
}

const versionOf = ({ blobId, size, modifiedAt, personId }: Placement) => ({
  blobId,
  size,
  modifiedAt,
  personId,
})
