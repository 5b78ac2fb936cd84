import { expect, test } from 'vitest'
import {
  checkSelection,
  type SelectedFile,
  type SelectionContext,
  type SelectionPromptReason,
} from './check-selection.ts'

const KB = 1024
const MB = 1024 * KB
const GB = 1024 * MB

const file = (size: number, name = 'a.txt', path: string[] = []): SelectedFile => ({ name, size, path })
const files = (count: number, size = KB) => Array.from({ length: count }, (_, n) => file(size, `${n}.txt`))
const refusal = (selected: SelectedFile[], context?: SelectionContext) => {
  const decision = checkSelection(selected, context)
  return decision.kind === 'refused' ? decision.refusal.reason : 'go'
}
const reasons = (selected: SelectedFile[], context?: SelectionContext): readonly SelectionPromptReason[] => {
  const decision = checkSelection(selected, context)
  if (decision.kind === 'refused') throw new Error(decision.refusal.reason)
  return decision.prompt?.reasons ?? []
}

test('an empty selection is refused as empty; empty folders alone are not', () => {
  expect(refusal([])).toBe('empty')
  expect(refusal([], { emptyFolders: 1 })).toBe('go')
})

test.each([
  [499, {}, 'go'],
  [500, {}, 'go'],
  [501, {}, 'tooMany'],
  [1, { queued: 499 }, 'go'],
  [1, { queued: 500 }, 'tooMany'],
  [1999, { client: true }, 'go'],
  [2000, { client: true }, 'go'],
  [2001, { client: true }, 'tooMany'],
])('%i files with %o: %s (R123, C3)', (count, context, expected) => {
  const decision = checkSelection(files(count), context)
  const isTooMany = decision.kind === 'go' && decision.prompt?.tooMany != null
  expect(isTooMany ? 'tooMany' : decision.kind).toBe(expected)
})

test('the offer of portions names the limit, the selection and the queue', () => {
  expect(checkSelection(files(3), { queued: 498 })).toMatchObject({
    kind: 'go',
    prompt: { reasons: ['tooMany'], count: 3, tooMany: { limit: 500, queued: 498 } },
  })
})

test.each([
  [[60 * GB - 2, 1], 'go'],
  [[60 * GB - 1, 1], 'limit60GB'],
  [[60 * GB, 1], 'limit60GB'],
  [[70 * GB], 'go'],
])('a batch of %j bytes: %s', (sizes, expected) => {
  expect(refusal(sizes.map((size, n) => file(size, `${n}.bin`)))).toBe(expected)
})

test.each([
  [80 * GB - 1, 0],
  [80 * GB, 0],
  [80 * GB + 1, 1],
])('a file of %i bytes: %i skipped', (size, skipped) => {
  const decision = checkSelection([file(size, 'big.iso')])
  expect(decision.skipped).toHaveLength(skipped)
  expect(checkSelection([file(size)]).kind).toBe(skipped ? 'refused' : 'go')
})

test('an oversized file does not count for the 60 GB rule', () => {
  const decision = checkSelection([file(81 * GB, 'big.iso'), file(1, 'b.txt')])
  expect(decision).toMatchObject({
    kind: 'go',
    files: [{ name: 'b.txt' }],
    skipped: [{ reason: 'over80GB', file: { name: 'big.iso' } }],
  })
})

test('extensions that the server refuses are left out, whatever their case', () => {
  const files = ['a.EXE', 'b.tar.gz', 'exe', 'c.exe.txt'].map((name) => ({ name, size: 1, path: [] }))
  expect(checkSelection(files, { refusedExtensions: ['exe', 'tar.gz'] })).toMatchObject({
    kind: 'go',
    files: [{ name: 'exe' }, { name: 'c.exe.txt' }],
    skipped: [
      { reason: 'kind', file: { name: 'a.EXE' } },
      { reason: 'kind', file: { name: 'b.tar.gz' } },
    ],
  })
})

test('empty files are listed and skipped; the others are accepted', () => {
  const decision = checkSelection([file(0, 'empty.txt'), file(1, 'full.txt')])
  expect(decision).toMatchObject({
    kind: 'go',
    files: [{ name: 'full.txt' }],
    skipped: [{ reason: 'empty', file: { name: 'empty.txt' } }],
  })
  expect(refusal([file(0)])).toBe('nothingLeft')
})

test('empty files do not count towards the limit', () => {
  expect(refusal([...files(500), file(0, 'empty.txt')])).toBe('go')
})

test.each([
  ['a:b.txt', [], 'name_characters', 'a:b.txt'],
  ['CON.txt', [], 'name_reserved', 'CON.txt'],
  ['ok.txt', ['fine', 'bad?'], 'name_characters', 'bad?'],
  ['ok.txt', ['x'.repeat(129)], 'name_too_long', 'x'.repeat(129)],
])('%s in %j is left out: %s', (name, path, fault, piece) => {
  const decision = checkSelection([file(1, name, path), file(1, 'good.txt', ['x'.repeat(128)])])
  expect(decision).toMatchObject({ kind: 'go', skipped: [{ reason: 'name', fault, piece }] })
})

test.each([
  [49, []],
  [50, []],
  [51, ['manyFiles']],
])('%i files ask (R124): %j', (count, expected) => {
  expect(reasons(files(count))).toEqual(expected)
})

test.each([
  [500 * MB - 1, []],
  [500 * MB, ['totalSize']],
  [500 * MB + 1, ['totalSize']],
])('a total of %i bytes asks (R125, C4): %j', (total, expected) => {
  expect(reasons([file(total - 1), file(1)])).toEqual(expected)
})

test.each([
  [GB - 1, []],
  [GB, ['largeFile']],
  [GB + 1, ['largeFile']],
])('one file of %i bytes asks, the tip shown (R128): %j', (size, expected) => {
  expect(reasons([file(size)], { tipShown: true })).toEqual(expected)
})

test('one prompt has count, then size, then single files', () => {
  const decision = checkSelection([...files(51), file(GB, 'film.mov')])
  expect(decision).toMatchObject({
    prompt: {
      reasons: ['manyFiles', 'totalSize', 'largeFile'],
      count: 52,
      largeFiles: ['film.mov'],
      tip: true,
    },
  })
})

test('the hint is shown once per session, the question about many files every time (R125)', () => {
  expect(checkSelection(files(51), { tipShown: true })).toMatchObject({
    prompt: { reasons: ['manyFiles'], tip: false },
  })
  expect(reasons([file(600 * MB)], { tipShown: true })).toEqual([])
})

test('the public page asks about many files only, the desktop client about nothing (R124, R128)', () => {
  expect(checkSelection([...files(51), file(2 * GB, 'film.mov')], { publicPage: true })).toMatchObject({
    prompt: { reasons: ['manyFiles'], tip: false },
  })
  expect(reasons([...files(51), file(2 * GB, 'film.mov')], { client: true })).toEqual([])
})
