import { describe, expect, it } from 'vitest'
import type { FileRow } from './files.ts'
import { type NameConflict, resolveConflict } from './resolve-conflict.ts'

const file = { id: 'file', isFolder: false } as FileRow
const folder = { id: 'folder', isFolder: true } as FileRow

const resolve = (
  policy: NameConflict['policy'],
  existing: FileRow | undefined,
  { isFolder = false, mayReplace = true } = {},
) =>
  resolveConflict({
    policy,
    item: { name: 'a.txt', isFolder },
    existing: async () => existing,
    mayReplace: async () => mayReplace,
  })

describe('a name that is taken in the target folder', () => {
  it('fails, skips or keeps both as asked', async () => {
    const failed = await resolve('fail', file)
    expect(failed.action === 'fail' && failed.refusal.errorName).toBe('name_taken')
    expect(await resolve('skip', file)).toEqual({ action: 'skip' })
    expect(await resolve('keepBoth', file)).toEqual({ action: 'keepBoth' })
  })

  it('becomes a new version of a file that the actor may replace', async () => {
    expect(await resolve('newVersion', file)).toEqual({ action: 'newVersion', file })
  })

  it('keeps both where there is no file to replace, or the actor may not replace it', async () => {
    expect(await resolve('newVersion', undefined)).toEqual({ action: 'keepBoth' })
    expect(await resolve('newVersion', folder)).toEqual({ action: 'keepBoth' })
    expect(await resolve('newVersion', file, { isFolder: true })).toEqual({ action: 'keepBoth' })
    expect(await resolve('newVersion', file, { mayReplace: false })).toEqual({ action: 'keepBoth' })
  })
})
