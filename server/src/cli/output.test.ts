import { expect, it, vi } from 'vitest'
import { reportError } from './output.ts'

it('mentions no trace id', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  try {
    expect(reportError(new Error('the disk is gone'), false)).toBe(1)
    const [words, ...cause] = String(said.mock.calls[0]?.[0]).split('\n')
    expect(words).toMatch(/^[^{}]+$/)
    expect(words).not.toMatch(/trace|追踪/)
    expect(cause[0]).toBe('Error: the disk is gone')
  } finally {
    said.mockRestore()
  }
})
