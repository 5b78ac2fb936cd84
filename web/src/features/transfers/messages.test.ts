import { UPLOAD_ERROR_CODES } from '@clouddisk/client/uploads/state'
import { errorText } from '@clouddisk/contract/errors'
import { expect, test } from 'vitest'
import {
  aboutDuration,
  errorLine,
  isShownCode,
  percentOf,
  sizeProgress,
  transferErrorMessage,
} from './messages.ts'
import { failure, GB } from './testing/items.ts'

const line = (...[code, change, percentage = 0]: [...Parameters<typeof failure>, number?]) => {
  const error = failure(code, change)
  const number = transferErrorMessage(error, { percentage }).code
  return `${number ? `[${number}] ` : ''}${errorLine(error, { percentage })}`
}

test.each([
  [
    line('303', { details: { part: 6 } }, 45.9),
    '[303] 第 6 片上传超时，已传的 45% 已保留。请检查网络后重试。',
  ],
  [
    line('002', { details: { missing: 5.2 * GB } }),
    '[002] 空间不足，还差 5.20 GB。请清空回收站后重试，或联系管理员扩容。',
  ],
  [
    line('002', { message: '[002] 林晓的空间不足，还差 1 B。请对方清理空间，再重试。' }),
    '[002] 林晓的空间不足，还差 1 B。请对方清理空间，再重试。',
  ],
  [
    line('002', { message: '[002] 群组空间不足，还差 5.20 GB。请清空回收站后重试，或联系管理员扩容。' }),
    '[002] 群组空间不足，还差 5.20 GB。请清空回收站后重试，或联系管理员扩容。',
  ],
  [line('102'), '[102] 浏览器内存不足，校验失败。关闭其他标签页后重试。'],
  [line('101'), '[101] 计算 SHA-256 失败，文件可能被占用。关闭占用它的程序后重试。'],
])('%s', (words, expected) => {
  expect(words).toBe(expected)
})

test.each(UPLOAD_ERROR_CODES)('%s names its cause and its remedy', (code) => {
  const { cause, remedy } = transferErrorMessage(failure(code), { percentage: 0 })
  expect(cause).toMatch(/。$/)
  expect(remedy).toMatch(/。$/)
})

test.each([
  ['305', { name: 'disk_full' }, '服务器存储已满。腾出空间后自动继续，也可以联系管理员。'],
  [
    '302',
    { name: 'disk_full', errcode: 50003, message: '服务器存储已满。请联系管理员。' },
    '[50003] 服务器存储已满。腾出空间后自动继续，也可以联系管理员。',
  ],
  [
    'refused',
    { name: 'storage_full', errcode: 50015 },
    '[50015] 存储空间已用完，暂时不能上传。扩容后自动继续，也可以联系管理员。',
  ],
] as const)(
  '%s of a server without room is told as that, and goes on by itself: %o',
  (code, change, words) => {
    expect(line(code, { ...change, details: { part: 6 } })).toBe(words)
    const { cause } = transferErrorMessage(failure(code, change), { percentage: 0 })
    expect(errorText(change.name, 'zh-CN')).toContain(cause.replace(/。$/, ''))
  },
)

test('the server’s sentence is taken apart: its code, what happened, what to do', () => {
  const error = failure('refused', { errcode: 30403, message: '你没有权限执行此操作。请联系所有者。' })
  expect(transferErrorMessage(error, { percentage: 0 })).toEqual({
    code: '30403',
    cause: '你没有权限执行此操作。',
    remedy: '请联系所有者。',
  })
  const tagged = failure('refused', { errcode: 50004, message: '[202] It changed. Upload it again.' })
  expect(transferErrorMessage(tagged, { percentage: 0 })).toMatchObject({
    cause: 'It changed.',
    remedy: 'Upload it again.',
  })
})

test('a percentage is 100 only when all is there', () => {
  expect([0, 62.44, 99.99, 100].map(percentOf)).toEqual(['0.0%', '62.4%', '99.9%', '100.0%'])
})

test('sizes share the unit of the whole', () => {
  expect(sizeProgress(29.85 * 1024 ** 2, 96.3 * 1024 ** 2)).toBe('29.85 / 96.30 MB')
  expect(sizeProgress(3, 900)).toBe('3 / 900 B')
})

test('about how long: never nothing, whole minutes, then hours', () => {
  expect([0.2, 90, 420, 7260].map(aboutDuration)).toEqual(['1 秒', '90 秒', '7 分钟', '2 小时 1 分'])
})

test('a number is for the details: no message begins with one, and rows show those of uploads alone', () => {
  for (const code of ['002', '303', 'refused'] as const) {
    const error = failure(code, { errcode: 50002, message: '[002] 空间不足。请清空回收站后重试。' })
    expect(errorLine(error, { percentage: 0 })).not.toMatch(/\[|\d{5}/)
  }
  expect(['303', '50003', null].map(isShownCode)).toEqual([true, false, false])
})
