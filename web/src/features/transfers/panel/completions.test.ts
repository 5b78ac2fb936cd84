import { beforeEach, expect, test } from 'vitest'
import { clearCompletions, completions, markDownloadStarted, trackUploads } from './completions.ts'

beforeEach(clearCompletions)

const list = (...statuses: string[]) => statuses.map((status) => ({ status }))

test('an upload that is deleted is no end, one that succeeded is, until another begins the list anew', () => {
  trackUploads(list(), list('uploading'))
  trackUploads(list('uploading'), list())
  expect(completions.get().uploads).toBe(false)
  trackUploads(list(), list('uploading'))
  trackUploads(list('uploading'), list('success'))
  trackUploads(list('success'), list())
  expect(completions.get().uploads).toBe(true)
  trackUploads(list(), list('uploading'))
  expect(completions.get().uploads).toBe(false)
})

test('of several, one success among what was deleted is enough', () => {
  trackUploads(list(), list('uploading', 'ready'))
  trackUploads(list('uploading', 'ready'), list('success', 'ready'))
  trackUploads(list('success', 'ready'), list('success'))
  expect(completions.get()).toEqual({ uploads: true, downloads: false })
  markDownloadStarted()
  expect(completions.get()).toEqual({ uploads: true, downloads: true })
})
