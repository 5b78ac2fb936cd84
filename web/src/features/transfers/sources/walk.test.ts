import { expect, test } from 'vitest'
import { emptyFolders, type GatheredSelection, gather } from './gather.ts'
import { CHUNK, type FileHandles, walk, walkPicked } from './walk.ts'

/** Folders as a browser hands them over, by name; a number is a file of so many bytes, null one that cannot be read. */
interface Tree {
  [name: string]: Tree | number | null
}

/** Handles refuse such names, as Chromium does. */
const isHidden = (name: string) => /\.(lnk|url)$|\.$/.test(name)

function handleOf(name: string, content: Tree | number | null): FileSystemHandle {
  if (content === null || typeof content === 'number')
    return { kind: 'file', name } as unknown as FileSystemHandle
  const child = async (inner: string) => {
    if (isHidden(inner)) throw new TypeError('Name is not allowed.')
    return handleOf(inner, content[inner] ?? null)
  }
  return {
    kind: 'directory',
    name,
    getFileHandle: child,
    getDirectoryHandle: child,
  } as unknown as FileSystemHandle
}

function entryOf(name: string, content: Tree | number | null): FileSystemEntry {
  if (content === null || typeof content === 'number') {
    const file = (resolve: (file: File) => void, reject: (error: Error) => void) => {
      if (content === null) reject(new DOMException('locked', 'NotReadableError'))
      else resolve(new File([new Uint8Array(content)], name))
    }
    return { isFile: true, isDirectory: false, name, file } as unknown as FileSystemEntry
  }
  const createReader = () => {
    const left = Object.entries(content)
    return {
      readEntries: (resolve: (batch: FileSystemEntry[]) => void) =>
        resolve(left.splice(0, 100).map(([child, inner]) => entryOf(child, inner))),
    }
  }
  return { isFile: false, isDirectory: true, name, createReader } as unknown as FileSystemEntry
}

const dropped = (tree: Tree) =>
  Object.entries(tree).map(([name, content]) => ({
    handle: Promise.resolve(handleOf(name, content)),
    entry: entryOf(name, content),
    file: null,
  }))

const all = (tree: Tree) => gather(walk(dropped(tree)))
const paths = (found: Pick<GatheredSelection, 'files'>) =>
  found.files.map(({ path, name }) => [...path, name].join('/'))

test('files come in the order of their paths, numbers as people read them', async () => {
  const found = await all({ 'a10.txt': 1, 'a2.txt': 1, b: { 'c.txt': 1 } })
  expect(paths(found)).toEqual(['a2.txt', 'a10.txt', 'b/c.txt'])
})

test('folders are walked to the bottom, Chinese names and empty ones included', async () => {
  const found = await all({
    发布会: { 一: { 二: { 三: { 四: { '深.txt': 3 } } } }, 空: {}, 'a.txt': 1 },
    'b.txt': 2,
  })
  expect(paths(found).sort()).toEqual(['b.txt', '发布会/a.txt', '发布会/一/二/三/四/深.txt'])
  expect(found.folders).toContainEqual(['发布会', '空'])
  expect(found.files.reduce((sum, { size }) => sum + size, 0)).toBe(6)
})

test('a file of a dropped folder can be read again through the folder, which is asked for once', async () => {
  const { files } = await all({ 发布会: { 'a.txt': 1 }, 'b.txt': 1 })
  const rootOf = (name: string) => {
    const handle = files.find((file) => file.name === name)?.handle as FileHandles | undefined
    return handle?.root?.name
  }
  expect([rootOf('a.txt'), rootOf('b.txt')]).toEqual(['发布会', undefined])
})

test('names that handles hide are found all the same, without a handle', async () => {
  const found = await all({ 发布会: { 'a.txt': 1, '网站.url': 1, 'sub.': { 'b.txt': 1, 'c.lnk': 1 } } })
  expect(paths(found).sort()).toEqual([
    '发布会/a.txt',
    '发布会/sub./b.txt',
    '发布会/sub./c.lnk',
    '发布会/网站.url',
  ])
  expect(found.files.filter(({ handle }) => handle).map(({ name }) => name)).toEqual(['a.txt'])
})

test('what cannot be read is named and left out', async () => {
  const found = await all({ 发布会: { 'a.txt': 1, 'locked.txt': null } })
  expect(paths(found)).toEqual(['发布会/a.txt'])
  expect(found.unreadable).toEqual(['发布会/locked.txt'])
})

test('the walk comes in stretches', async () => {
  const tree: Tree = {}
  for (let n = 0; n < 3000; n++) tree[`${n}.txt`] = 1
  const stretches: number[] = []
  for await (const { files } of walk(dropped({ 大: tree }))) stretches.push(files.length)
  expect(Math.max(...stretches)).toBeLessThanOrEqual(CHUNK)
  expect((await all({ 大: tree })).files).toHaveLength(3000)
})

test('reading stops when the person says so', async () => {
  const stop = new AbortController()
  const tree: Tree = {}
  for (let n = 0; n < 1000; n++) tree[`${n}.txt`] = 1
  const reading = gather(walk(dropped({ 大: tree })), {
    signal: stop.signal,
    onFound: () => stop.abort(),
  })
  await expect(reading).rejects.toThrow()
})

test('a folder picker tells the folders by its files’ paths', async () => {
  const file = Object.assign(new File(['x'], 'a.txt'), { webkitRelativePath: '照片/外景/a.txt' })
  Object.defineProperty(file, 'webkitRelativePath', { value: '照片/外景/a.txt' })
  const found = await gather(walkPicked([file]))
  expect(found.files).toMatchObject([{ name: 'a.txt', path: ['照片', '外景'] }])
})

test('only folders that no file brings along are made for themselves', () => {
  const folders = [['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'd']]
  expect(emptyFolders(folders, [{ path: ['a', 'b'] }])).toEqual([
    ['a', 'b', 'c'],
    ['a', 'd'],
  ])
})
