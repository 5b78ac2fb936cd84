import { type FileName, filePath } from '../content/file-path.ts'
import type { FileStore } from './destination.ts'
import { readCompressed } from './files.ts'
import type { Manifest, MissingObject } from './manifest.ts'
import type { BackupRepository } from './repository.ts'

/** Content missing from a backup, with names of its files from the rows of a generation. */

export interface LostObject extends MissingObject {
  /** `space/folder/name`; empty if no file has the content. */
  readonly files: readonly string[]
}

export async function withNames(
  backup: BackupRepository,
  manifest: Manifest,
  lost: readonly MissingObject[],
): Promise<LostObject[]> {
  const keys = new Set(lost.map(({ key }) => key))
  const names = await namesInBackup(backup.filesOf(manifest.generation), manifest, keys)
  return lost.map(({ key, says }) => ({ key, says, files: names.get(key) ?? [] }))
}

export const formatLostObject = ({ key, says, files }: LostObject): string =>
  `  ${files.join(', ') || 'no longer used by any file'}: ${key} ${says}`

/**
 * `space/folder/name` of each file and earlier version with the content, by key. Reads the rows once for each level of
 * folders, as there may be more files than memory. Empty if the generation has another schema.
 */
async function namesInBackup(
  files: FileStore,
  manifest: Manifest,
  keys: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = (name: string, ...columns: string[]) => rowsOf(files, manifest, name, columns)
  const names = new Map<string, string[]>()
  if (keys.size === 0) return names
  const contents = new Map<string, string>()
  for await (const [id = '', key = ''] of rows('blob', 'id', 'key')) if (keys.has(key)) contents.set(id, key)
  const versions: Version[] = []
  for await (const [id = '', fileId = '', blobId = ''] of rows('file_version', 'id', 'file_id', 'blob_id')) {
    const key = contents.get(blobId)
    if (key !== undefined) versions.push({ id, fileId, key })
  }
  const tree = await ancestry(rows, new Set(versions.map(({ fileId }) => fileId)))
  const spaces = await spaceNames(rows)
  for (const { id, fileId, key } of versions) {
    const file = tree.get(fileId)
    if (!file) continue
    const space = spaces.get(file.spaceId) ?? { spaceName: '', account: null }
    const isCurrent = file.versionId === id
    const name = filePath({ ...space, path: foldersOf(tree, file), instanceName: file.name, isCurrent })
    names.set(key, [...(names.get(key) ?? []), name])
  }
  return names
}

interface Version {
  readonly id: string
  readonly fileId: string
  readonly key: string
}

/** Ids are empty if absent. */
interface Node {
  readonly name: string
  readonly parentId: string
  readonly spaceId: string
  readonly versionId: string
}

type RowReader = (name: string, ...columns: string[]) => AsyncIterable<string[]>

/** The files with their ancestor folders. */
async function ancestry(rows: RowReader, files: ReadonlySet<string>): Promise<ReadonlyMap<string, Node>> {
  const tree = new Map<string, Node>()
  for (let remaining = files; remaining.size > 0; ) {
    const found = rows('file', 'id', 'parent_id', 'name', 'space_id', 'version_id')
    const above = new Set<string>()
    for await (const [id = '', parentId = '', name = '', spaceId = '', versionId = ''] of found) {
      if (!remaining.has(id)) continue
      tree.set(id, { name, parentId, spaceId, versionId })
      above.add(parentId)
    }
    remaining = new Set([...above].filter((id) => id !== '' && !tree.has(id)))
  }
  return tree
}

/** Without the root of the space, which is named by its space. */
function foldersOf(tree: ReadonlyMap<string, Node>, file: Node): string[] {
  const path: string[] = []
  for (let at = tree.get(file.parentId); at?.parentId; at = tree.get(at.parentId)) path.unshift(at.name)
  return path
}

type Owner = Pick<FileName, 'spaceName' | 'account'>

async function spaceNames(rows: RowReader): Promise<ReadonlyMap<string, Owner>> {
  const people = new Map<string, Owner>()
  for await (const [id = '', account = '', name] of rows('person', 'id', 'account_name', 'real_name'))
    people.set(id, { spaceName: name || account, account })
  const owners = new Map<string, Owner>()
  for await (const [id = '', personId = ''] of rows('space', 'id', 'person_id')) {
    const person = people.get(personId)
    if (person) owners.set(id, person)
  }
  for await (const [id = '', name = ''] of rows('group', 'id', 'name'))
    owners.set(id, { spaceName: name, account: null })
  return owners
}

/** The columns of a table's rows; no rows if a column is missing. */
async function* rowsOf(
  files: FileStore,
  { tables }: Manifest,
  name: string,
  columns: readonly string[],
): AsyncIterable<string[]> {
  const table = tables.find((one) => one.name === name)
  const at = columns.map((column) => table?.columns.indexOf(column) ?? -1)
  if (!table || at.includes(-1)) return
  for await (const line of linesOf(readCompressed(files, table.file))) {
    const values = line.split('\t')
    yield at.map((column) => unescaped(values[column] ?? NULL))
  }
}

/** Splits at line feeds only, as names may contain other line separators. */
async function* linesOf(text: AsyncIterable<Buffer>): AsyncIterable<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of text) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = bytes.lastIndexOf(0x0a)
    if (end >= 0) yield* bytes.subarray(0, end).toString().split('\n')
    rest = bytes.subarray(end + 1)
  }
}

const NULL = '\\N'
const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** Decodes PostgreSQL's COPY text format; null becomes empty. */
const unescaped = (text: string): string =>
  text === NULL ? '' : text.replace(/\\(.)/g, (_all, escaped: string) => ESCAPED[escaped] ?? escaped)
