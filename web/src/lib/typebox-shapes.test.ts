import type { Route } from '@clouddisk/contract/route'
import { expect, test, vi } from 'vitest'

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'door' in value

/** What the page takes from a route; the schemas are the server's. */
const known = ({ name, methods, path, aliases, door, changes, raw, errors }: Route) => ({
  name,
  methods,
  path,
  aliases,
  door,
  changes,
  raw,
  errors,
})

test('the contract says the same to the page without its schemas', async () => {
  const real = await import('@clouddisk/contract/routes')
  vi.resetModules()
  vi.doMock('typebox', () => import('./typebox-shapes.ts'))
  const light = await import('@clouddisk/contract/routes')
  expect(light.ROUTES).not.toBe(real.ROUTES)
  expect(light.ROUTES.filter(isRoute).map(known)).toEqual(real.ROUTES.map(known))
})
