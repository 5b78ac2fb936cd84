import { LIMITS } from '@clouddisk/contract/limits'
import { expect, test } from 'vitest'
import { canPreview } from './preview.ts'

const file = (fileType: string, fileSize = 1000) => canPreview({ classifierId: 'File', fileType, fileSize })

test('what a browser shows by itself is probably shown', () => {
  for (const ext of 'png svg pdf txt html mp3 mp4 ogg webm'.split(' ')) expect(file(ext), ext).toBe(true)
})

test('folders, other types and other videos are not', () => {
  expect(canPreview({ classifierId: 'Folder', fileType: '', fileSize: 0 })).toBe(false)
  for (const ext of ['docx', '', 'mov', 'mkv', 'avi']) expect(file(ext), ext).toBe(false)
})

test('nor more than 200 MB, except of a video', () => {
  expect(file('pdf', LIMITS.previewBytesMax)).toBe(true)
  expect(file('pdf', LIMITS.previewBytesMax + 1)).toBe(false)
  expect(file('mp4', LIMITS.previewBytesMax + 1)).toBe(true)
})
