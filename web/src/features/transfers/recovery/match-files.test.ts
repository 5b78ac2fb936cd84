import { expect, test } from 'vitest'
import { matchFiles } from './match-files.ts'

function file(name: string, size: number, lastModified = 1, place = ''): File {
  const made = new File([new Uint8Array(size)], name, { lastModified })
  return Object.defineProperty(made, 'webkitRelativePath', { value: place })
}
const lost = (uid: string, name: string, fileSize: number, lastModified = 1, path: string[] = []) => ({
  uid,
  name,
  fileSize,
  lastModified,
  path,
})

test('name and size must agree', () => {
  const { found, missing } = matchFiles(
    [lost('a', 'a.txt', 3), lost('b', 'b.txt', 3)],
    [file('a.txt', 3), file('b.txt', 4)],
  )
  expect([...found.keys()]).toEqual(['a'])
  expect(missing).toMatchObject([{ uid: 'b' }])
})

test('of several alike the one in the same place is taken, each once, also below a folder that was renamed', () => {
  const items = [
    lost('one', 'a.txt', 3, 1, ['照片 (1)', '一']),
    lost('two', 'a.txt', 3, 1, ['照片 (1)', '二']),
  ]
  const second = file('a.txt', 3, 1, '照片/二/a.txt')
  const first = file('a.txt', 3, 1, '照片/一/a.txt')
  const { found } = matchFiles(items, [second, first])
  expect(found).toEqual(
    new Map([
      ['one', first],
      ['two', second],
    ]),
  )
})

test('the one of the same time wins; another time will do where there is no other', () => {
  const older = file('a.txt', 3, 1)
  const newer = file('a.txt', 3, 2)
  expect(matchFiles([lost('a', 'a.txt', 3, 2)], [older, newer]).found.get('a')).toBe(newer)
  expect(matchFiles([lost('a', 'a.txt', 3, 9)], [older]).found.get('a')).toBe(older)
})

test('a renamed file is found by what it is called on the machine', () => {
  const item = { ...lost('a', 'a-b.txt', 3), source: { name: 'a|b.txt', path: [] } }
  expect([...matchFiles([item], [file('a|b.txt', 3)]).found.keys()]).toEqual(['a'])
})
