import { expect, test, vi } from 'vitest'
import { queryTakenNames } from './taken-names.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../../lib/api.ts', () => ({ call }))

test('5,000 names are asked about in several calls, each within what one takes', async () => {
  call.mockImplementation(async (_: unknown, { names }: { names: string[] }) =>
    names.map((name) => ({ name })),
  )
  const names = Array.from({ length: 5000 }, (_, n) => `${n}.jpg`)
  const taken = await queryTakenNames('folder', [...names, '0.jpg'])
  expect(taken.map(({ name }) => name)).toEqual(names)
  for (const [, input] of call.mock.calls) expect(input.names.length).toBeLessThanOrEqual(4000)
})
