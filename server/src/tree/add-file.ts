import { sendBeforeCommit, type Tx } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { refuse } from '../errors/refusal.ts'
import { childByKey, type FileRow } from './files.ts'
import { insertFileIfNameFree, insertFileOrFail, type NewFileWithVersion } from './insert-files.ts'
import { findFreeName, type StoredName, storedName } from './names.ts'
import { type ConflictPolicy, resolveConflict } from './resolve-conflict.ts'
import { addTotals } from './totals.ts'
import { trimVersions } from './version-limits.ts'
import { insertVersions, setCurrentVersion } from './versions.ts'

/** What `addFile` did (G13). */
export type AddFileOutcome = 'created' | 'newVersion' | 'renamed' | 'skipped'

export interface AddFileInput {
  readonly spaceId: string
  readonly parentId: string
  readonly name: string
  readonly conflict: ConflictPolicy
  readonly blobId: string
  /** Bytes. */
  readonly size: number
  readonly modifiedAt: Date | null
  readonly personId: string
}

export interface AddedFile {
  readonly fileId: string
  readonly outcome: AddFileOutcome
  /** Of a file that is new. */
  readonly created?: CreatedFile
  /** The number of a new version of a file. */
  readonly versionNo?: number
}

export interface CreatedFile {
  readonly name: StoredName
  readonly size: number
  readonly createdAt: Date
}

/**
 * Makes stored content a file in a folder. The caller holds the space lock, has checked the name and the
 * upload permission, and has charged `size`; with outcome `skipped` nothing must be charged.
 */
export async function addFile(
  tx: Tx,
  input: AddFileInput,
  mayReplace: (fileId: string) => Promise<boolean>,
): Promise<AddedFile> {
  const newName = storedName(input.name, false)
  const created = await insert(tx, input, newName, 'created')
  if (created) return created
  const existing = (await childByKey(tx, input.parentId, newName.nameKey)) ?? refuse('changed_meanwhile')
  const resolution = await resolveConflict({
    policy: input.conflict,
    item: { name: input.name, isFolder: false },
    existing: async () => existing,
    mayReplace,
  })
  if (resolution.action === 'fail') throw resolution.refusal
  if (resolution.action === 'skip') return { fileId: existing.id, outcome: 'skipped' }
  if (resolution.action === 'newVersion') {
    await addVersion(tx, input, existing)
    return { fileId: existing.id, outcome: 'newVersion', versionNo: existing.versionNo + 1 }
  }
  const free = await findFreeName(tx, input.parentId, input.name, false)
  return (await insert(tx, input, free, 'renamed')) ?? refuse('changed_meanwhile')
}

/**
 * Adds a new file without looking up the name first, among the last statements of the transaction
 * (`sendBeforeCommit`). If the name is taken, the transaction fails with an error for which `isNameTaken` is
 * true. `created` resolves once the insert has run.
 */
export function addFileOptimistically(
  tx: Tx,
  input: AddFileInput,
): { fileId: string; outcome: 'created'; created: Promise<CreatedFile> } {
  const name = storedName(input.name, false)
  const file = newFile(input, name)
  const created = Promise.withResolvers<CreatedFile>()
  // The transaction's own error reaches the caller first.
  created.promise.catch(() => undefined)
  sendBeforeCommit(tx, async () => {
    const createdAt = (await insertFileOrFail(tx, file)) ?? refuse('changed_meanwhile')
    created.resolve({ name, size: input.size, createdAt })
  })
  return { fileId: file.id, outcome: 'created', created: created.promise }
}

/** Returns undefined if the name is taken. */
async function insert(
  tx: Tx,
  placement: AddFileInput,
  name: StoredName,
  outcome: AddFileOutcome,
): Promise<AddedFile | undefined> {
  const file = newFile(placement, name)
  const createdAt = await insertFileIfNameFree(tx, file)
  return createdAt && { fileId: file.id, outcome, created: { name, size: placement.size, createdAt } }
}

const newFile = (
  { spaceId, parentId, size, blobId, modifiedAt, personId }: AddFileInput,
  name: StoredName,
): NewFileWithVersion => {
  const version = { versionId: newId(), blobId, modifiedAt }
  return { id: newId(), spaceId, parentId, ...name, size, personId, ...version }
}

/** Makes stored content the current version of a file, and answers its id. The caller holds the space lock and charges `size`. */
export async function addVersion(tx: Tx, placement: AddFileInput, file: FileRow): Promise<string> {
  const version = { ...versionOf(placement), id: newId(), fileId: file.id, no: file.versionNo + 1 }
  await insertVersions(tx, [version])
  await setCurrentVersion(tx, file.id, { ...version, addedCharge: placement.size })
  const growth = { size: placement.size - file.size, charge: placement.size, files: 0, folders: 0 }
  await addTotals(tx, placement.parentId, growth, { files: 0, folders: 0 })
  await trimVersions(tx, file.id)
  return version.id
}

const versionOf = ({ blobId, size, modifiedAt, personId }: AddFileInput) => ({
  blobId,
  size,
  modifiedAt,
  personId,
})
