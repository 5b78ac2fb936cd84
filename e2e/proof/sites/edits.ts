import assert from 'node:assert/strict'
import { ApiError } from '@clouddisk/client/http/errors'
import { getDownloadUrl } from '@clouddisk/contract/downloads'
import { removeInstances, renameInstance } from '@clouddisk/contract/files'
import { pageTrash, restoreTrash } from '@clouddisk/contract/trash'
import { pageVersions } from '@clouddisk/contract/versions'
import { type Person, sha256Of } from '../../../server/test/person.ts'
import { bytesOf, type Random } from '../../../server/test/random.ts'
import { type Kept, readFiles } from './files.ts'
import type { Both } from './near.ts'

/** The same folder is changed at both sites at once. */

const SIZE = { from: 1, to: 20_000 }
const PAGE = 100

interface Edit {
  readonly person: Person
  readonly folderId: string
  readonly file: Kept
}

/** Refused is nothing that was acknowledged: its bytes need not be there. */
async function newVersion({ person, folderId, file }: Edit, random: Random): Promise<string | undefined> {
  const bytes = bytesOf(random.int(0x7fff_ffff), random.between(SIZE.from, SIZE.to))
  const done = await isDone(() => person.upload(folderId, file.name, bytes, { conflict: 'newVersion' }))
  return done ? sha256Of(bytes) : undefined
}

async function newFile({ person, folderId }: Edit, name: string, random: Random) {
  const bytes = bytesOf(random.int(0x7fff_ffff), random.between(SIZE.from, SIZE.to))
  const done = await isDone(() => person.upload(folderId, name, bytes, { conflict: 'keepBoth' }))
  return done ? sha256Of(bytes) : undefined
}

const rename = ({ person, file }: Edit, instanceName: string) =>
  isDone(() => person.call(renameInstance, { instanceId: file.instanceId, instanceName }))

const remove = ({ person, file }: Edit) =>
  isDone(async () => {
    const { list } = await person.call(removeInstances, { instanceIds: [file.instanceId] })
    assert.ok(list.length > 0)
  })

/** False if it is refused; what is not known fails. */
async function isDone(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code !== 0) return false
    throw error
  }
}

/**
 * New versions, renames and deletions of the same file and of different ones, at both sites at once; `files` at least five. All that
 * was there and all that was acknowledged is there afterwards, as versions, as files or in the recycle bin, at both sites.
 * @returns how many contents were compared.
 */
export async function editAtBoth(
  { atA, atB }: Both,
  { folderId, files }: { readonly folderId: string; readonly files: readonly Kept[] },
  random: Random,
): Promise<number> {
  const [both, renamed, removed, ofA, ofB] = files
  assert.ok(both && renamed && removed && ofA && ofB)
  const at = (person: Person, file: Kept): Edit => ({ person, folderId, file })
  const mark = random.int(1e9)
  const acknowledged = await Promise.all([
    newVersion(at(atA, both), random),
    newVersion(at(atB, both), random),
    newVersion(at(atA, renamed), random),
    rename(at(atB, renamed), `renamed ${mark}.bin`),
    remove(at(atA, removed)),
    newVersion(at(atB, removed), random),
    newVersion(at(atA, ofA), random),
    newVersion(at(atB, ofB), random),
    newFile(at(atA, both), `new ${mark}.bin`, random),
    newFile(at(atB, both), `new ${mark}.bin`, random),
  ])
  const wanted = [
    ...files.map(({ sha256 }) => sha256),
    ...acknowledged.filter((one): one is string => typeof one === 'string'),
  ]
  await restoreAll(atA)
  const [foundA, foundB] = [await contentsOf(atA, folderId), await contentsOf(atB, folderId)]
  assert.deepEqual([...foundA].sort(), [...foundB].sort(), 'both sites have the same')
  for (const sha256 of wanted) assert.ok(foundA.has(sha256), `${sha256} was acknowledged and is nowhere`)
  return wanted.length
}

async function restoreAll(person: Person): Promise<void> {
  const { list } = await person.call(pageTrash, { pageSize: PAGE })
  if (list.length === 0) return
  const instanceIds = list.map(({ instanceId }) => instanceId)
  const { list: results } = await person.call(restoreTrash, { instanceIds })
  for (const { errcode, errmsg } of results) assert.equal(errcode, 0, errmsg)
}

/** SHA-256 of all versions of all files of a folder, by their bytes. */
async function contentsOf(person: Person, folderId: string): Promise<Set<string>> {
  const found = new Set<string>()
  for (const { instanceId } of await person.list(folderId)) {
    const { list } = await person.call(pageVersions, { instanceId, pageSize: PAGE })
    for (const { versionId, isCurrent } of list) {
      const url = await person.call(getDownloadUrl, { instanceId, ...(!isCurrent && { versionId }) })
      const response = await fetch(url)
      assert.ok(response.ok, `a version is answered by ${response.status}`)
      found.add(sha256Of(Buffer.from(await response.arrayBuffer())))
    }
  }
  return found
}

/** The current files of a folder, by what their bytes are now. */
export async function currentOf(person: Person, folderId: string): Promise<Kept[]> {
  const files = await person.list(folderId)
  return Promise.all(
    files.map(async ({ instanceId, instanceName, fileSize }) => ({
      instanceId,
      name: instanceName,
      size: fileSize,
      sha256: sha256Of(await person.download(instanceId)),
    })),
  )
}

export const readAtBoth = async ({ atA, atB }: Both, files: readonly Kept[]): Promise<void> => {
  await readFiles(atA, files)
  await readFiles(atB, files)
}
