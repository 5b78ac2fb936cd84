import assert from 'node:assert/strict'
import { createFolder } from '@clouddisk/contract/files'
import { type Person, sha256Of } from '../../../server/test/person.ts'
import { bytesOf, type Random } from '../../../server/test/random.ts'
import { callFiles, smallFilesBody } from '../../../server/test/transfer.ts'

/** Files that were acknowledged, and whether they read back. */

const AT_ONCE = 6

/** What was told to be saved. */
export interface Kept {
  readonly instanceId: string
  readonly name: string
  readonly size: number
  readonly sha256: string
}

export const folderNamed = async (person: Person, name: string): Promise<string> =>
  (await person.call(createFolder, { parentId: '0', instanceName: name })).instanceId

/** Those of this size at most go up many in a call, as the page sends them. */
const SMALL_MAX = 60_000
const IN_A_CALL = 100

/** Saves a file of each size in the folder. */
export async function writeFiles(
  person: Person,
  folderId: string,
  sizes: readonly number[],
  random: Random,
): Promise<Kept[]> {
  const kept: Kept[] = []
  const keep = (instanceId: string, name: string, bytes: Buffer) =>
    kept.push({ instanceId, name, size: bytes.length, sha256: sha256Of(bytes) })
  const content = (size: number) => {
    const seed = random.int(0x7fff_ffff)
    return { bytes: bytesOf(seed, size), instanceName: `${seed}.bin`, parentId: folderId }
  }
  const small = sizes.filter((size) => size <= SMALL_MAX)
  for (let at = 0; at < small.length; at += IN_A_CALL) {
    const files = small.slice(at, at + IN_A_CALL).map(content)
    const { list } = await callFiles(person, smallFilesBody(files))
    for (const [n, { file, errmsg }] of list.entries()) {
      const sent = files[n]
      assert.ok(file && sent, errmsg)
      keep(file.instanceId, sent.instanceName, sent.bytes)
    }
  }
  for (const size of sizes.filter((one) => one > SMALL_MAX)) {
    const { bytes, instanceName } = content(size)
    keep((await person.upload(folderId, instanceName, bytes)).instanceId, instanceName, bytes)
  }
  return kept
}

/** Each reads back as it was saved. @returns how long it took, in ms. */
export async function readFiles(person: Person, files: readonly Kept[]): Promise<number> {
  const begun = performance.now()
  await someAtOnce(files, async ({ instanceId, name, sha256 }) =>
    assert.equal(sha256Of(await person.download(instanceId)), sha256, `${name} at ${person.baseUrl}`),
  )
  return performance.now() - begun
}

async function someAtOnce<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = all.values()
  const worker = async () => {
    for (const one of left) await work(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
