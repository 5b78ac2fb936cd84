import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { MUTATIONS } from './mutations.ts'

const ROOT = new URL('../../', import.meta.url)

it.each(MUTATIONS)('can be planted: $name', ({ file, find }) => {
  const source = readFileSync(new URL(file, ROOT), 'utf8')
  expect(source.split(find).length - 1).toBe(1)
})
