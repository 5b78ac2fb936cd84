import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { leaveAndReap } from '../../../test/leftovers.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
afterEach(() => world.close())

it('on the disk are named, and removed to the last byte, and nothing else is', async () => {
  world = await openWorld()
  const folder = join(world.ctx.config.dataDir, 'objects')
  const files = async () => {
    const names = (await readdir(folder, { recursive: true })).sort()
    const found = await Promise.all(names.map(async (name) => ({ name, of: await stat(join(folder, name)) })))
    return found.filter(({ of }) => of.isFile()).map(({ name, of }) => `${name} ${of.size}`)
  }
  await leaveAndReap(world, files)
  expect(await files()).toHaveLength(1)
})
