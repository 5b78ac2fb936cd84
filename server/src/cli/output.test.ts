import { expect, it, vi } from 'vitest'
import { report } from './output.ts'

it('sends nobody for a trace that there is not', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  try {
    expect(report(new Error('the disk is gone'), false)).toBe(1)
    expect(said.mock.calls[0]?.[0]).toMatch(/^[^\n{}]+\nError: the disk is gone\n/)
    expect(said.mock.calls[0]?.[0]).not.toMatch(/trace|追踪/)
  } finally {
    said.mockRestore()
  }
})
