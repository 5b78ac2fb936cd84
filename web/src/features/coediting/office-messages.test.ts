import { expect, it } from 'vitest'
import { readMessage, renamedTo } from './office-messages.ts'

it('reads messages of editors, and takes nothing else for one', () => {
  expect(readMessage('{"MessageId":"UI_Close","SendTime":1,"Values":{"a":1}}')).toEqual({
    id: 'UI_Close',
    values: { a: 1 },
  })
  expect(readMessage({ MessageId: 'UI_Close' })).toEqual({ id: 'UI_Close', values: {} })
  for (const other of ['', 'hello', '{}', '{"MessageId":1}', 'null', null, undefined, 1])
    expect(readMessage(other)).toBeUndefined()
})

it('keeps the extension of a renamed file', () => {
  expect(renamedTo('a.docx', 'b')).toBe('b.docx')
  expect(renamedTo('a.docx', 'b.DOCX')).toBe('b.DOCX')
  expect(renamedTo('a.docx', 'b.v2')).toBe('b.v2.docx')
  for (const none of ['', undefined, 1]) expect(renamedTo('a.docx', none)).toBe('a.docx')
})
