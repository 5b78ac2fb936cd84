import { LIMITS } from '@clouddisk/contract/limits'
import { expect, test } from 'vitest'
import { previewMode } from './preview.ts'

const file = (fileType: string, fileSize = 1000) => previewMode({ classifierId: 'File', fileType, fileSize })

test('what a browser shows by itself is shown', () => {
  expect(file('png')).toEqual({ shown: 'picture' })
  expect(file('svg')).toEqual({ shown: 'picture' })
  expect(file('pdf')).toEqual({ shown: 'pdf' })
  expect(file('txt')).toEqual({ shown: 'text' })
  expect(file('html')).toEqual({ shown: 'text' })
  expect(file('mp3')).toEqual({ shown: 'audio' })
  for (const ext of ['mp4', 'ogg', 'webm']) expect(file(ext)).toEqual({ shown: 'video' })
})

test('folders, other types and other videos say why not', () => {
  expect(previewMode({ classifierId: 'Folder', fileType: '', fileSize: 0 })).toEqual({ obstacle: 'folder' })
  expect(file('docx')).toEqual({ obstacle: 'type' })
  expect(file('')).toEqual({ obstacle: 'type' })
  for (const ext of ['mov', 'mkv', 'avi']) expect(file(ext)).toEqual({ obstacle: 'unplayable' })
})

test('more than 200 MB is for download, except a video', () => {
  expect(file('pdf', LIMITS.previewBytesMax)).toEqual({ shown: 'pdf' })
  expect(file('pdf', LIMITS.previewBytesMax + 1)).toEqual({ obstacle: 'large' })
  expect(file('mp4', LIMITS.previewBytesMax + 1)).toEqual({ shown: 'video' })
})
