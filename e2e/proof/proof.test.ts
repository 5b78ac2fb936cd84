import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { proveCrashes } from './crash.ts'
import { proveModel } from './model-run.ts'
import { MUTATIONS } from './mutations.ts'

/** A short piece of each long run; `npm run proof` is the whole. */

const lines: string[] = []
const say = (line: string): void => void lines.push(line)

it('agrees with a model of the drive, several people at once', async () => {
  await proveModel({ seed: 20_240_601, steps: 360, say })
  expect(lines.at(-2)).toContain('360 steps by 3 people agree')
})

/** The server, the database, and both. */
it.each([116, 117, 118])('keeps what it acknowledged through kill -9, seed %i', async (seed) => {
  await proveCrashes({ seed, rounds: 1, say })
  expect(lines.at(-1)).toContain('1 rounds from seed')
})

it.each(MUTATIONS)('has one place to plant: $name', ({ file, find }) => {
  expect(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').split(find)).toHaveLength(2)
})
