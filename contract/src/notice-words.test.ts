import { expect, test } from 'vitest'
import { noticeAddress, noticeWords } from './notice-words.ts'
import { NOTICE_KINDS, type NoticeData } from './notifications.ts'

const FULL: NoticeData = {
  actorId: 'a',
  actorName: '林晓',
  groupId: 'g',
  groupName: '品牌组',
  instanceId: 'i',
  instanceName: '合同.docx',
  isFolder: true,
  role: 'editor',
  expireTime: '2027-01-02T03:04:05.000Z',
  count: 7,
  used: 1024 ** 3,
  total: 2 * 1024 ** 3,
}

test.each(NOTICE_KINDS)('%s says something in both languages, with nothing left to fill in', (kind) => {
  for (const data of [FULL, {}])
    for (const language of ['zh-CN', 'en-US'] as const) {
      const { title, detail = '.' } = noticeWords(kind, data, language)
      expect(title).toMatch(/\S{4}|\S+ \S+/)
      expect(title + detail).not.toMatch(/undefined|null|NaN|\{|\}/)
      expect(detail.trim()).not.toBe('')
    }
  expect(noticeWords(kind, FULL, 'zh-CN').title).not.toBe(noticeWords(kind, FULL, 'en-US').title)
})

test('names, roles and ends are said', () => {
  expect(noticeWords('share.given', FULL, 'en-US')).toEqual({
    title: '林晓 shared “合同.docx” with you',
    detail: 'You can edit it. Expires 2027-01-02.',
  })
  expect(noticeWords('quota.high', FULL, 'zh-CN').detail).toContain('1.00 GB')
})

test('Chinese sentences follow each other without a gap, and thousands are told apart', () => {
  const { detail } = noticeWords('share.given', { ...FULL, message: '周五前确认' }, 'zh-CN')
  expect(detail).toBe('你可以编辑。2027-01-02 到期。留言：周五前确认')
  expect(noticeWords('files.massDeleted', { ...FULL, count: 1284 }, 'zh-CN').title).toContain('1,284 项')
})

test('days are as the reader’s page writes them, and UTC’s without one', () => {
  const kinds = NOTICE_KINDS.filter(
    (kind) => noticeWords(kind, FULL, 'zh-CN', () => '某日').detail !== undefined,
  )
  for (const language of ['zh-CN', 'en-US'] as const) {
    const all = kinds.map((kind) => Object.values(noticeWords(kind, FULL, language, () => 'DAY')).join())
    expect(all.filter((text) => text.includes('DAY')).length).toBeGreaterThanOrEqual(7)
    expect(all.join()).not.toContain('2027')
    const plain = NOTICE_KINDS.map((kind) => Object.values(noticeWords(kind, FULL, language)).join())
    expect(plain.filter((text) => text.includes('2027-01-02')).length).toBeGreaterThanOrEqual(7)
  }
})

test('what is gone leads nowhere, what is there leads to itself', () => {
  expect(noticeAddress('share.stopped', FULL)).toBeUndefined()
  expect(noticeAddress('group.removed', FULL)).toBeUndefined()
  expect(noticeAddress('share.given', FULL)).toBe('/fileShare?folder=i')
  expect(noticeAddress('share.given', { ...FULL, isFolder: false })).toBe('/fileShare')
  expect(noticeAddress('quota.high', {})).toBe('/personalFile')
})

test.each([
  ['the folder of the item', { parentId: 'p' }, '/personalFile?folder=p&select=i&tab=comments'],
  ['the folder in its group', { parentId: 'p', groupId: 'g' }, '/groupFile?folder=p&select=i&tab=comments'],
  ['the list of shares where the folder is not shared', {}, '/fileShare?select=i&tab=comments'],
  ['a group itself', { groupId: 'g', isFolder: true }, '/groupFile?folder=i'],
  ['the groups where the folder is kept from the reader', { groupId: 'g' }, '/groupFile'],
])('a comment leads to %s, with the comments open', (_, data, address) => {
  for (const kind of ['comment.mentioned', 'comment.added'] as const)
    expect(noticeAddress(kind, { instanceId: 'i', ...data })).toBe(address)
})

test('what was ended leads to the folder that it went to, where there is one', () => {
  expect(noticeAddress('upload.ended', { parentId: '0' })).toBe('/personalFile')
  expect(noticeAddress('upload.ended', { parentId: 'p' })).toBe('/personalFile?folder=p')
  expect(noticeAddress('upload.ended', { groupId: 'g', parentId: 'p' })).toBe('/groupFile?folder=p')
  expect(noticeAddress('upload.ended', {})).toBeUndefined()
})

test.each([
  [
    { count: 1, mended: 0 },
    '发现 1 个存储对象损坏或丢失。已停止访问，受影响的文件见“存储管理”。',
    '1 stored object was found damaged or missing. It can’t be opened. See Storage for the affected files.',
  ],
  [
    { count: 1, mended: 1 },
    '发现 1 个存储对象损坏或丢失。已用副本修复。',
    '1 stored object was found damaged or missing. It was repaired from another copy.',
  ],
  [
    { count: 3, mended: 0 },
    '发现 3 个存储对象损坏或丢失。已停止访问，受影响的文件见“存储管理”。',
    '3 stored objects were found damaged or missing. They can’t be opened. See Storage for the affected files.',
  ],
  [
    { count: 2, mended: 1 },
    '发现 2 个存储对象损坏或丢失。已用副本修复 1 个，其余已停止访问，受影响的文件见“存储管理”。',
    '2 stored objects were found damaged or missing. 1 was repaired from another copy; the other can’t be opened. See Storage for the affected files.',
  ],
  [
    { count: 1284, mended: 1280 },
    '发现 1,284 个存储对象损坏或丢失。已用副本修复 1,280 个，其余已停止访问，受影响的文件见“存储管理”。',
    '1,284 stored objects were found damaged or missing. 1,280 were repaired from another copy; the others can’t be opened. See Storage for the affected files.',
  ],
  [
    { count: 2, mended: 2 },
    '发现 2 个存储对象损坏或丢失。已全部用副本修复。',
    '2 stored objects were found damaged or missing. All were repaired from other copies.',
  ],
] satisfies [NoticeData, string, string][])('stored content: %j', (data, zh, en) => {
  const told = (language: 'zh-CN' | 'en-US') => noticeWords('content.damaged', data, language)
  expect(`${told('zh-CN').title}。${told('zh-CN').detail}`).toBe(zh)
  expect(`${told('en-US').title}. ${told('en-US').detail}`).toBe(en)
})

test('what is damaged leads to where it lies', () => {
  expect(noticeAddress('files.damaged', {})).toBe('/personalFile')
  expect(noticeAddress('files.damaged', { groupId: 'g', parentId: 'p' })).toBe('/groupFile?folder=p')
})
