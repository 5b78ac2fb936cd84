import assert from 'node:assert/strict'
import { pageFavorites } from '@clouddisk/contract/favorites'
import { queryInstanceDetail } from '@clouddisk/contract/files'
import { pageTrash } from '@clouddisk/contract/trash'
import { queryCapacityDetail } from '@clouddisk/contract/usage'
import { pageVersions } from '@clouddisk/contract/versions'
import type { Person } from '../../server/test/person.ts'
import { below, chargeOf, currentNo, type Item, pathOf, sizeOf } from './item.ts'
import type { Drive } from './model.ts'
import { byName } from './rules.ts'
import type { Verdict } from './verdict.ts'

/** Where the server and the model must say the same. Each throws an AssertionError that shows both. */

/** Two answers to one call; what the model leaves open may be anything. */
export function agreeOnAnswer(actual: Verdict, expected: Verdict): void {
  assert.deepEqual(comparable(actual, expected), expected)
}

function comparable(actual: Verdict, expected: Verdict): unknown {
  if ('lines' in actual && 'lines' in expected) {
    const lines = actual.lines.map((line, i) => {
      const named = expected.lines[i]?.name !== undefined
      return { id: line.id, code: line.code, ...(named ? { name: line.name } : {}) }
    })
    return { code: actual.code, lines }
  }
  // An upload's check answers a code without the reason.
  return { ...expected, ...Object.fromEntries(Object.entries(actual).filter(([key]) => key in expected)) }
}

/** Everything that a person can see of the own drive. */
export async function agreeOnDrive(person: Person, drive: Drive): Promise<void> {
  await agreeOnFolder(person, drive, drive.root)
  await agreeOnBin(person, drive)
  await agreeOnFavorites(person, drive)
  await agreeOnCapacity(person, drive)
}

async function agreeOnFolder(person: Person, drive: Drive, folder: Item): Promise<void> {
  const rows = (await person.list(folder.id)).map((row) => ({
    id: row.instanceId,
    name: row.instanceName,
    folder: row.classifierId === 'Folder',
    size: row.fileSize,
    path: row.instanceFullPath.split('/').slice(1),
    hasFolders: row.isParent,
    favorite: row.isCollect,
    versionNo: row.versionNo,
  }))
  const expected = [...folder.children].sort(byName).map((item) => ({
    id: item.id,
    name: item.name,
    folder: item.folder,
    size: sizeOf(item),
    path: pathOf(item),
    hasFolders: item.children.some((child) => child.folder),
    favorite: drive.marks.includes(item.id ?? ''),
    versionNo: item.folder ? 0 : currentNo(item),
  }))
  assert.deepEqual(rows, expected, `contents of /${pathOf(folder).join('/')}`)
  for (const child of folder.children) if (child.folder) await agreeOnFolder(person, drive, child)
}

async function agreeOnBin(person: Person, drive: Drive): Promise<void> {
  const page = await person.call(pageTrash, { pageSize: 1000 })
  const rows = page.list.map((row) => ({
    id: row.recycleId,
    itemId: row.instanceId,
    name: row.instanceName,
    folder: row.classifierId === 'Folder',
    size: row.fileSize,
    files: row.fileCount,
    path: row.originalPath.split('/').slice(1),
    parentThere: row.originalExists,
  }))
  const expected = [...drive.bin].reverse().map((entry) => ({
    id: entry.id,
    itemId: entry.item.id,
    name: entry.item.name,
    folder: entry.item.folder,
    size: sizeOf(entry.item),
    files: [entry.item, ...below(entry.item)].filter((item) => !item.folder).length,
    path: drive.originalPath(entry),
    parentThere: drive.find(entry.parentId) !== undefined,
  }))
  assert.deepEqual(rows, expected, 'recycle bin')
  assert.deepEqual(
    { total: page.total, size: page.totalSize },
    { total: expected.length, size: expected.reduce((sum, entry) => sum + entry.size, 0) },
    'sums of the recycle bin',
  )
}

async function agreeOnFavorites(person: Person, drive: Drive): Promise<void> {
  const page = await person.call(pageFavorites, { pageSize: 1000 })
  const expected = drive.favorites().map((item) => item.id)
  assert.deepEqual(
    page.list.map((row) => row.instanceId),
    expected,
    'favorites',
  )
  assert.equal(page.total, expected.length, 'number of favorites')
}

async function agreeOnCapacity(person: Person, drive: Drive): Promise<void> {
  const { usedSize, totalSize, isLimist, reservedSize, filesSize, versionsSize, recycleSize, kinds } =
    await person.call(queryCapacityDetail, {})
  const actual = { usedSize, totalSize, isLimist, reservedSize, filesSize, versionsSize, recycleSize }
  const recycled = drive.bin.reduce((sum, entry) => sum + chargeOf(entry.item), 0)
  assert.deepEqual(
    actual,
    {
      usedSize: drive.used(),
      totalSize: drive.total ?? 0,
      isLimist: drive.total === null ? '0' : '1',
      reservedSize: drive.reserved(),
      filesSize: sizeOf(drive.root),
      versionsSize: chargeOf(drive.root) - sizeOf(drive.root),
      recycleSize: recycled,
    },
    'capacity',
  )
  const sumOfKinds = kinds.reduce((sum, { fileSize }) => sum + fileSize, 0)
  assert.equal(sumOfKinds, filesSize, 'sum of the kinds of files')
}

/** One item looked at closely. */
export async function agreeOnDetail(person: Person, item: Item): Promise<void> {
  const detail = await person.call(queryInstanceDetail, { instanceId: item.id ?? '' })
  const inside = item.folder ? below(item) : [item]
  assert.deepEqual(
    {
      size: detail.totalSize,
      files: detail.fileCount,
      folders: detail.folderCount,
      versions: detail.versions.map((version) => version.fileSize),
      sha256: detail.sha256,
    },
    {
      size: sizeOf(item),
      files: inside.filter((one) => !one.folder).length,
      folders: inside.filter((one) => one.folder).length,
      versions: item.versions.map((version) => version.size).reverse(),
      sha256: item.versions.at(-1)?.sha256 ?? null,
    },
    `detail of /${pathOf(item).join('/')}`,
  )
  if (!item.folder) await agreeOnVersions(person, item)
}

async function agreeOnVersions(person: Person, file: Item): Promise<void> {
  const page = await person.call(pageVersions, { instanceId: file.id ?? '', pageSize: 1000 })
  assert.deepEqual(
    {
      size: page.versionsSize,
      list: page.list.map(({ versionNo, fileSize, sha256, pinned, name, isCurrent }) => ({
        no: versionNo,
        size: fileSize,
        sha256,
        pinned,
        name,
        isCurrent,
      })),
    },
    {
      size: chargeOf(file) - sizeOf(file),
      list: file.versions
        .map((version) => ({ ...version, isCurrent: version.no === currentNo(file) }))
        .toReversed(),
    },
    `versions of /${pathOf(file).join('/')}`,
  )
}
