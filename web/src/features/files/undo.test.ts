import { beforeEach, expect, test, vi } from 'vitest'

const told: { text: string; undo?: () => void }[] = []
vi.mock('../../ui/toast.tsx', () => ({
  toast: {
    ok: (text: string, options?: { action?: { run: () => void } }) => {
      told.push({ text, ...(options?.action && { undo: options.action.run }) })
      return () => {}
    },
    info: (text: string) => told.push({ text }),
    error: (text: string) => told.push({ text }),
  },
}))
const { CancelledError } = await import('./undo.ts')
const { undoable, undoLatest } = await import('./undo.ts')

let log: string[]
const step = (name: string) => ({
  text: name,
  undo: {
    run: async () => {
      log.push(`undo ${name}`)
    },
    text: `${name} is undone`,
  },
})
beforeEach(async () => {
  log = []
  for (let left = 10; left > 0; left--) await undoLatest()
  log = []
  told.length = 0
})

test('the latest is taken back first, and nothing twice', async () => {
  await undoable(async () => step('a'))
  await undoable(async () => step('b'))
  await undoLatest()
  await undoLatest()
  await undoLatest()
  expect(log).toEqual(['undo b', 'undo a'])
  expect(told.map(({ text }) => text)).toEqual(expect.arrayContaining(['b is undone', 'a is undone']))
})

test('a message takes back what it told of, not the latest', async () => {
  await undoable(async () => step('a'))
  await undoable(async () => step('b'))
  told[0]?.undo?.()
  await vi.waitFor(() => expect(log).toEqual(['undo a']))
  await undoLatest()
  expect(log).toEqual(['undo a', 'undo b'])
})

test('taken back before it is done, it waits, and is not told of as done', async () => {
  await undoable(async () => step('before'))
  let answer = () => {}
  const working = undoable(async () => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return step('slow')
  })
  const back = undoLatest()
  expect(log).toEqual([])
  answer()
  await Promise.all([working, back])
  expect(log).toEqual(['undo slow'])
  expect(told.map(({ text }) => text)).not.toContain('slow')
})

test('what came to nothing, or failed, is no step', async () => {
  await undoable(async () => step('a'))
  await undoable(async () => undefined)
  await expect(undoable(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await undoLatest()
  expect(log).toEqual(['undo a'])
})

test('what is done for good ends the chain, and leaves a message its own button', async () => {
  await undoable(async () => step('a'))
  await undoable(async () => ({ text: 'for good' }))
  await undoLatest()
  expect(log).toEqual([])
  told[0]?.undo?.()
  await vi.waitFor(() => expect(log).toEqual(['undo a']))
})

test('what was asked about and left stands as it was, to be taken back later', async () => {
  let sure = false
  await undoable(async () => ({
    text: 'a',
    undo: {
      run: async () => {
        if (!sure) throw new CancelledError()
        log.push('undo a')
      },
      text: 'a is undone',
    },
  }))
  await undoLatest()
  expect(told.map(({ text }) => text)).toEqual(['a'])
  sure = true
  await undoLatest()
  expect(log).toEqual(['undo a'])
})
