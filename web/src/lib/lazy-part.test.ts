import { createElement, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { lazyPart, loadWithTimeout, PartLoadError } from './lazy-part.ts'

const Hello = () => createElement('b', null, 'hello')
const drawn = (Part: ReturnType<typeof lazyPart>) =>
  renderToString(createElement(Suspense, { fallback: 'waiting' }, createElement(Part)))

test('a part that is not here yet is waited for; one that was fetched ahead is drawn at once', async () => {
  const load = async () => ({ Hello })
  expect(drawn(lazyPart(load, 'Hello'))).toContain('waiting')
  await loadWithTimeout(load)
  expect(drawn(lazyPart(load, 'Hello'))).toContain('<b>hello</b>')
})

test('a part that does not come in time, or breaks, fails as such', async () => {
  vi.useFakeTimers()
  const late = expect(loadWithTimeout(() => new Promise(() => {}), 50)).rejects.toBeInstanceOf(PartLoadError)
  await vi.advanceTimersByTimeAsync(50)
  await late
  vi.useRealTimers()
  const broken = loadWithTimeout(() => Promise.reject(new Error('404')))
  await expect(broken).rejects.toMatchObject({ name: 'PartFailed', cause: { message: '404' } })
})
