import { expect, test } from 'vitest'
import { createItems } from './create-items.ts'
import { type FileToUpload, targetPathOf } from './state.ts'

const file = (path: string[]): FileToUpload => ({
  file: new Blob(['a']),
  name: 'a.txt',
  lastModified: 1,
  path,
})
let ids = 0
const placesOf = (uploadTo: string, isRoot: boolean) =>
  createItems(
    { parentId: 'p', uploadTo, isRoot, files: [file([]), file(['照片']), file(['照片', '一'])] },
    () => `id${++ids}`,
    0,
  ).items.map(targetPathOf)

test('the target path has one form for single files and files of folders', () => {
  expect(placesOf('市场部/合同', false)).toEqual(['市场部/合同', '市场部/合同/照片', '市场部/合同/照片/一'])
  expect(placesOf('个人文件', true)).toEqual(['个人文件', '照片', '照片/一'])
})
