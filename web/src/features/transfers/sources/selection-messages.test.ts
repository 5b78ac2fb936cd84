import { checkSelection, type SelectionContext } from '@clouddisk/client/uploads/check-selection'
import { expect, test } from 'vitest'
import { GB, MB } from '../testing/items.ts'
import type { SizedFile } from './gather.ts'
import { promptMessage, refusalMessage } from './selection-messages.ts'

const file = (size: number, name = 'a.txt'): SizedFile => ({
  file: new File([], name),
  name,
  lastModified: 0,
  path: [],
  size,
})
const files = (count: number, size = 1) => Array.from({ length: count }, (_, n) => file(size, `${n}.txt`))

function wordsFor(selected: SizedFile[], context: SelectionContext = {}, unreadable: string[] = []) {
  const decision = checkSelection(selected, context)
  if (decision.kind === 'refused') return refusalMessage(decision.refusal, decision.skipped, unreadable)
  return promptMessage(decision.prompt, decision.files, decision.skipped, unreadable)
}

test('a small selection is not asked about', () => {
  expect(wordsFor(files(50))).toBeUndefined()
})

test('too many: the limit and the choice, with the offer of portions', () => {
  expect(wordsFor(files(612))).toMatchObject({
    title: '一次选的文件太多',
    text: expect.stringContaining('一次最多 500 个文件，已选 612 个。'),
    confirmText: '分批上传',
  })
  expect(wordsFor(files(30), { queued: 480 })?.text).toContain('已有 480 个')
})

test('a batch of 60 GB is refused with both figures', () => {
  expect(wordsFor([file(40 * GB), file(20 * GB, 'b')])?.text).toBe(
    '一次上传的总大小要小于 60.00 GB，已选 60.00 GB。请分批上传。',
  )
})

test('one prompt says everything there is to say, and what is left out', () => {
  const words = wordsFor([...files(51), file(2 * GB, '大.mov'), file(0, '空.txt')], {}, ['锁.txt'])
  expect(words?.title).toBe('用网页上传 52 个文件？')
  expect(words?.text).toContain('“大.mov”有 2.00 GB。')
  expect(words?.list).toEqual([
    { label: '空.txt', value: '空文件' },
    { label: '锁.txt', value: '无法读取' },
  ])
  expect(words?.confirmText).toBe('继续用网页上传')
})

test('the desktop client comes first where it is offered, in the same question (R124, R125, R128, C8)', () => {
  const decision = checkSelection([...files(51), file(2 * GB, '大.mov')])
  if (decision.kind !== 'go') throw new Error('refused')
  const offer = { ports: { httpPort: 1, websocketPort: 2 }, url: null }
  expect(promptMessage(decision.prompt, decision.files, [], [], offer)).toMatchObject({
    title: '用网页上传 52 个文件？',
    text: expect.stringMatching(/逐个上传.*“大.mov”有 2.00 GB。.*桌面客户端/),
    confirmText: '用客户端上传',
    otherText: '继续用网页上传',
    // No link that leads nowhere.
    details: undefined,
  })
  expect(promptMessage(null, [], [], [], offer)).toBeUndefined()
})

test('500 MB is said once a session', () => {
  expect(wordsFor([file(500 * MB)])?.title).toBe('用网页上传 500.00 MB？')
  expect(wordsFor([file(500 * MB)], { tipShown: true })).toBeUndefined()
})

test('skipped files alone are asked about, with how many go on', () => {
  const words = wordsFor([file(0, '空.txt'), file(1), file(1, 'a:b.txt')])
  expect(words).toMatchObject({ title: '2 个文件不会上传', confirmText: '上传其余 1 个' })
  expect(words?.list).toContainEqual({ label: 'a:b.txt', value: '名称里不能有 \\ / : * ? " < > | [ ]。' })
})

test('where nothing is left there is one way out', () => {
  expect(wordsFor([file(0)])).toMatchObject({ title: '没有可上传的文件', cancelText: null })
  expect(wordsFor([file(81 * GB)])?.text).toBe('文件超过 80 GB，无法上传。请拆分后再传。')
})
