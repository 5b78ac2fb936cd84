import type { UploadItem } from '@clouddisk/client/uploads/state'
import { expect, test } from 'vitest'
import type { Engine } from '../engine.ts'
import { failure, item, roomless } from '../testing/items.ts'
import { uploadActions } from './upload-actions.ts'

const can = (only: UploadItem) => {
  const { pause, resume } = uploadActions({} as Engine, [only], () => {})
  return { pause: pause.disabled === undefined, resume: resume.disabled === undefined }
}

test('what goes on by itself can be paused, and need not be waited for', () => {
  expect(can(item('a', roomless()))).toEqual({ pause: true, resume: true })
  expect(can(item('a', { status: 'pause', pauseReason: 'offline' }))).toEqual({ pause: true, resume: true })
  const failed = item('a', { status: 'error', error: failure('305') })
  expect(can(failed)).toEqual({ pause: false, resume: true })
})
