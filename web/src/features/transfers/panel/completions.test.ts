import { beforeEach, expect, test } from 'vitest'
import { downloadHandedOver, ended, followUploads, forgetEnded } from './completions.ts'

beforeEach(forgetEnded)

const list = (...statuses: string[]) => statuses.map((status) => ({ status }))

test('an upload that is deleted is no end, one that succeeded is, until another begins the list anew', () => {
  followUploads(list(), list('uploading'))
  followUploads(list('uploading'), list())
  expect(ended.get().uploads).toBe(false)
  followUploads(list(), list('uploading'))
  followUploads(list('uploading'), list('success'))
  followUploads(list('success'), list())
  expect(ended.get().uploads).toBe(true)
  followUploads(list(), list('uploading'))
  expect(ended.get().uploads).toBe(false)
})

test('of several, one success among what was deleted is enough', () => {
  followUploads(list(), list('uploading', 'ready'))
  followUploads(list('uploading', 'ready'), list('success', 'ready'))
  followUploads(list('success', 'ready'), list('success'))
  expect(ended.get()).toEqual({ uploads: true, downloads: false })
  downloadHandedOver()
  expect(ended.get()).toEqual({ uploads: true, downloads: true })
})
