import { lastly, type Tx } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { refuse } from '../errors/refusal.ts'
import * as store from './files.ts'
import { freeName, type StoredName, storedName } from './names.ts'
import { addTotals } from './totals.ts'

export { isNameTaken } from './files.ts'

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

/**
 * `placeFile` of a new file as one of the transaction's last statements (`lastly`), which fails by `isNameTaken` where the
 * name is taken. `fresh` is known once it is committed.
 */
export function placeFree(
  tx: Tx,
  placement: Placement,
): { fileId: string; outcome: 'created'; fresh: Promise<FreshFile> } {
  const name = storedName(placement.name, false)
  const file = newFile(placement, name)
  const fresh = Promise.withResolvers<FreshFile>()
  // Whoever waits for it fails with the transaction before.
  fresh.promise.catch(() => undefined)
  lastly(tx, async () => {
    const createdAt = (await store.insertFree(tx, file)) ?? refuse('changed_meanwhile')
    fresh.resolve({ name, size: placement.size, createdAt })
  })
  return { fileId: file.id, outcome: 'created', fresh: fresh.promise }
}

/** Undefined where the name is taken. */
async function insert(
  tx: Tx,
  placement: Placement,
  name: StoredName,
  outcome: Outcome,
): Promise<Placed | undefined> {
  const file = newFile(placement, name)
  const createdAt = await store.insertIfFree(tx, file)
  return createdAt && { fileId: file.id, outcome, fresh: { name, size: placement.size, createdAt } }
}

const newFile = (
  { spaceId, parentId, size, blobId, modifiedAt, personId }: Placement,
  name: StoredName,
): store.FirstVersion => {
  const version = { versionId: newId(), blobId, modifiedAt }
  return { id: newId(), spaceId, parentId, ...name, size, personId, ...version }
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
