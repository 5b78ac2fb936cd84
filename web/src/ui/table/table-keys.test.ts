import { expect, test } from 'vitest'
import { clickEvent, movedIndex, moveEvent } from './table-keys.ts'

const key = (
  name: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', true>> = {},
) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})

test.each([
  ['ArrowDown', 4, 5],
  ['ArrowUp', 4, 3],
  ['ArrowUp', 0, 0],
  ['ArrowDown', 99, 99],
  ['Home', 50, 0],
  ['End', 50, 99],
  ['PageDown', 50, 59],
  ['PageUp', 50, 41],
  ['PageDown', 95, 99],
  ['ArrowDown', -1, 0],
  ['ArrowUp', -1, 99],
])('%s from %d goes to %d', (name, index, wanted) => {
  expect(movedIndex(key(name), { count: 100, index, page: 10 })).toBe(wanted)
})

test('what moves no cursor moves none', () => {
  expect(movedIndex(key('ArrowRight'), { count: 100, index: 4, page: 10 })).toBeUndefined()
  expect(movedIndex(key('a'), { count: 100, index: 4, page: 10 })).toBeUndefined()
  expect(movedIndex(key('ArrowDown', { altKey: true }), { count: 100, index: 4, page: 10 })).toBeUndefined()
  expect(movedIndex(key('ArrowDown'), { count: 0, index: -1, page: 10 })).toBeUndefined()
})

test('tiles are walked both ways, and the last line is not fallen off', () => {
  const tiles = { count: 10, page: 3, across: 4 }
  expect(movedIndex(key('ArrowRight'), { ...tiles, index: 3 })).toBe(4)
  expect(movedIndex(key('ArrowDown'), { ...tiles, index: 1 })).toBe(5)
  expect(movedIndex(key('ArrowUp'), { ...tiles, index: 1 })).toBe(1)
  expect(movedIndex(key('ArrowDown'), { ...tiles, index: 9 })).toBe(9)
})

test('Shift extends, Ctrl with it adds', () => {
  expect(moveEvent(key('ArrowDown', { shiftKey: true }), 5)).toMatchObject({
    type: 'range',
    index: 5,
    keep: false,
  })
  expect(moveEvent(key('End', { shiftKey: true, ctrlKey: true }), 9)).toMatchObject({
    type: 'range',
    keep: true,
  })
  expect(moveEvent(key('ArrowDown'), 5)).toMatchObject({ type: 'move', index: 5 })
  const click = (held: object) => ({ ctrlKey: false, metaKey: false, shiftKey: false, ...held })
  expect(clickEvent(click({}), 1, 'a')).toEqual({ type: 'only', key: 'a' })
  expect(clickEvent(click({ metaKey: true }), 1, 'a')).toEqual({ type: 'toggle', key: 'a' })
  expect(clickEvent(click({ shiftKey: true }), 1, 'a')).toMatchObject({
    type: 'range',
    index: 1,
    keep: false,
  })
})
