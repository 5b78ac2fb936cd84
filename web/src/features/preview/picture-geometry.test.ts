import { expect, test } from 'vitest'
import { fitToView, panBy, rotatedSize, zoomAt } from './picture-geometry.ts'

const view = { width: 1000, height: 500 }
const picture = { width: 4000, height: 1000 }

test('a large picture is fitted, a small one is left as it is', () => {
  expect(fitToView(picture, view)).toEqual({ scale: 0.25, x: 0, y: 0, turns: 0 })
  expect(fitToView({ width: 100, height: 50 }, view).scale).toBe(1)
})

test('turned it is fitted by its other side', () => {
  expect(rotatedSize(picture, 1)).toEqual({ width: 1000, height: 4000 })
  expect(fitToView(picture, view, 1).scale).toBe(0.125)
})

test('what is under the pointer stays under it', () => {
  const pose = { scale: 0.5, x: 20, y: -10, turns: 0 }
  const point = { x: 100, y: 50 }
  const under = (one: typeof pose) => ({ x: (point.x - one.x) / one.scale, y: (point.y - one.y) / one.scale })
  expect(under(zoomAt(pose, 2, point))).toEqual(under(pose))
  expect(zoomAt(pose, 1e9).scale).toBe(16)
  expect(zoomAt(pose, 1e-9).scale).toBe(0.02)
})

test('it is moved as far as its edges, and not at all where it fits', () => {
  const pose = { scale: 0.5, x: 0, y: 0, turns: 0 }
  expect(panBy(pose, 9999, 9999, picture, view)).toMatchObject({ x: 500, y: 0 })
  expect(panBy(pose, -30, 10, picture, view)).toMatchObject({ x: -30, y: 0 })
})
