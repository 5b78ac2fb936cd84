// @module-tag long
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { Agent } from './agent.ts'
import { agreeOnAnswer, agreeOnDrive } from './agree.ts'
import { proveCrashes } from './crash.ts'
import { Drive } from './model.ts'
import { proveModel } from './model-run.ts'
import { MUTATIONS } from './mutations.ts'
import type { Operation } from './operations.ts'
import { Product } from './product.ts'

/** A short piece of each long run; `npm run proof` is the whole. */

const lines: string[] = []
const say = (line: string): void => void lines.push(line)

it('agrees with a model of the drive, several people at once', async () => {
  await proveModel({ seed: 20_240_601, steps: 360, say })
  expect(lines.at(-3)).toContain('360 steps by 3 people agree')
})

/** The server, the database, and both. */
it.each([116, 117, 118])('keeps what it acknowledged through kill -9, seed %i', async (seed) => {
  await proveCrashes({ seed, rounds: 1, say })
  expect(lines.at(-1)).toContain('1 rounds from seed')
})

it.each(MUTATIONS)('has one place to plant: $name', ({ file, find }) => {
  expect(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').split(find)).toHaveLength(2)
})

it('learns each id once where two of a batch become one', async () => {
  const product = await Product.prepare()
  try {
    await product.start()
    const person = await product.person('conflicts', null)
    const drive = new Drive(person.user.rootId, null)
    const agent = new Agent(person, drive, { sizes: [0, 1, 2], foreign: [], itemsMax: 90, openUploads: true })
    const step = async (operation: Operation) => {
      const { expected, actual } = await agent.step(operation)
      agreeOnAnswer(actual, expected)
    }
    const named = (name: string) => drive.items().find((item) => item.name === name)?.id ?? ''
    for (const name of ['one', 'two', 'target']) await step({ kind: 'createFolder', parentId: '0', name })
    const upload = (parent: string, name: string, content: number) =>
      step({ kind: 'upload', parentId: named(parent), name, content, conflict: 'keepBoth' })
    await upload('one', 'same', 1)
    await upload('two', 'same', 2)
    await upload('two', 'other', 1)
    const ids = drive.items().flatMap((item) => (item.folder ? [] : (item.id ?? [])))
    await step({ kind: 'copy', ids, targetId: named('target'), conflict: 'newVersion' })
    await agreeOnDrive(person, drive)
  } finally {
    await product.remove()
  }
})
