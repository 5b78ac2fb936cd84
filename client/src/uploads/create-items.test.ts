import { expect, test } from 'vitest'
import { createItems } from './create-items.ts'
import { type FileToUpload, targetPathOf, type UploadRequest } from './state.ts'

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

/** A§3 without what the item leaves out, as state.ts says. `filename` is `name`, `size` is `fileSize`. */
test('an item has the fields of the specification; loginMethod is sso unless a visitor uploads (R71, R72, R82)', () => {
  const created = (more: Partial<UploadRequest> = {}) =>
    createItems({ parentId: 'p', uploadTo: 'Reports', files: [file([])], ...more }, () => 'id', 7).items[0]
  const item = created({ inGroup: true, fileSharingId: 's' })
  expect(item).toMatchObject({
    ...{ uid: 'id', name: 'a.txt', fileSize: 1, percentage: 0, checkProcess: 0, status: 'ready', path: [] },
    ...{ uploadTo: 'Reports', uploadType: 1, instanceType: 'NetDisk_2', parentId: 'p', fileSharingId: 's' },
    ...{ fName: 'YS50eHQ_d', fMd5: null, sha256: null, storeEncryption: false, storeShards: false },
    ...{ syncSpeed: 104857600, partSize: 0, partCount: 0, lastPartSize: 0 },
    ...{ objectKey: null, bucketName: null, uploadId: null, loginMethod: 'sso', linkPath: null },
  })
  expect(created({ loginMethod: 'non-sso', linkPath: 'abc' })).toMatchObject({
    ...{ loginMethod: 'non-sso', linkPath: 'abc' },
  })
  expect(created({ files: [file(['照片'])] })).toMatchObject({ uploadType: 2, path: ['照片'] })
  expect(created({ sourceType: 'localSync' })).toMatchObject({ sourceType: 'localSync' })
})

test('the target path has one form for single files and files of folders', () => {
  expect(placesOf('市场部/合同', false)).toEqual(['市场部/合同', '市场部/合同/照片', '市场部/合同/照片/一'])
  expect(placesOf('个人文件', true)).toEqual(['个人文件', '照片', '照片/一'])
})
