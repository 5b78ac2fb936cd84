import { expect, test, vi } from 'vitest'
import { guardUnload } from './unload-guard.ts'

/** Whether the page asks before it is left, with another tab open. */
async function asks(now: { isBusy: boolean; hasFilesAlone: boolean }): Promise<boolean> {
  const target = new EventTarget()
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
  const name = 'clouddisk-transfers'
  vi.stubGlobal('navigator', { locks: { query: async () => ({ pending: [{ name }] }) } })
  vi.useFakeTimers()
  let changed = () => {}
  guardUnload({ isBusy: () => now.isBusy, hasFilesAlone: () => now.hasFilesAlone }, (run) => (changed = run))
  changed()
  await vi.advanceTimersByTimeAsync(0)
  const event = new Event('beforeunload', { cancelable: true })
  target.dispatchEvent(event)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  return event.defaultPrevented
}

test('leaving is asked about while files wait that no other tab has', async () => {
  expect(await asks({ isBusy: true, hasFilesAlone: true })).toBe(true)
})

test('leaving is not asked about where another tab goes on', async () => {
  expect(await asks({ isBusy: true, hasFilesAlone: false })).toBe(false)
})
