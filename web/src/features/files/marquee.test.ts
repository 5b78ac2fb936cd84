import { expect, test } from 'vitest'
import { boxOf, type ItemLayout, itemsInBox } from './marquee.ts'

const list: ItemLayout = { count: 10, across: 1, itemWidth: 500, itemHeight: 48, gap: 0, left: 0, top: 36 }
const tiles: ItemLayout = { count: 7, across: 3, itemWidth: 100, itemHeight: 80, gap: 10, left: 20, top: 0 }

test('a frame over a list takes the rows it touches, drawn either way', () => {
  const a = { x: 10, y: 36 + 50 }
  const b = { x: 200, y: 36 + 150 }
  expect(itemsInBox(boxOf(a, b), list)).toEqual([1, 2, 3])
  expect(itemsInBox(boxOf(b, a), list)).toEqual([1, 2, 3])
})

test('beside or below the rows there is nothing', () => {
  expect(itemsInBox(boxOf({ x: 510, y: 40 }, { x: 600, y: 400 }), list)).toEqual([])
  expect(itemsInBox(boxOf({ x: 10, y: 600 }, { x: 20, y: 700 }), list)).toEqual([])
  expect(itemsInBox(boxOf({ x: 10, y: 0 }, { x: 20, y: 30 }), list)).toEqual([])
})

test('in tiles it takes what it touches in both directions', () => {
  expect(itemsInBox(boxOf({ x: 25, y: 5 }, { x: 145, y: 95 }), tiles)).toEqual([0, 1, 3, 4])
  expect(itemsInBox(boxOf({ x: 0, y: 0 }, { x: 1000, y: 1000 }), tiles)).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('the gap between tiles belongs to none', () => {
  expect(itemsInBox(boxOf({ x: 121, y: 81 }, { x: 129, y: 89 }), tiles)).toEqual([])
  expect(itemsInBox(boxOf({ x: 121, y: 10 }, { x: 131, y: 20 }), tiles)).toEqual([1])
})
