// @module-tag long
import { batchCreateFolder, pageInstances, removeInstances } from '@clouddisk/contract/files'
import { nameKey } from '@clouddisk/contract/names'
import { updateUserRole } from '@clouddisk/contract/privileges'
import { searchInstancePage } from '@clouddisk/contract/search'
import { createShare } from '@clouddisk/contract/shares'
import { pinyin } from 'pinyin-pro'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { Random } from '../../../test/random.ts'
import { openWorld, type World } from '../../../test/world.ts'

/** A search finds what walking through all folders that a person can open finds, for every word. */

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const SEED = Number(process.env.SEED ?? Date.now() % 1e9)
const random = new Random(SEED)
const HAN = [...'财务报表合同会议纪要项目计划预算重庆银行长城行长']
const LATIN = ['report', 'Plan', 'a', '2024', 'final_v2', 'Ünïcode', 'x-y', '100%']
const QUERIES = 160
const SIMILAR_BELOW = 10

const randomName = (n: number): string => {
  const han = Array.from({ length: random.int(6) }, () => random.pick(HAN)).join('')
  return [random.pick(LATIN), han, random.chance(0.5) ? random.pick(LATIN) : '', n]
    .filter(Boolean)
    .join(random.pick([' ', '', '_']))
}
interface Node {
  instanceName: string
  children: Node[]
}
let made = 0
const tree = (depth: number): Node => ({
  instanceName: randomName(++made),
  children: depth === 0 ? [] : Array.from({ length: random.between(1, 4) }, () => tree(depth - 1)),
})

async function grow(person: Person, parentId: string, trees: number): Promise<string[]> {
  const tops: string[] = []
  for (let n = 0; n < trees; n++) {
    const { instanceId = '' } = await person.call(batchCreateFolder, { parentId, ...tree(2) })
    tops.push(instanceId)
  }
  return tops
}

/** Everything below a folder that the person can open, by id. */
async function walk(person: Person, parentId: string, seen: Map<string, string>): Promise<void> {
  const { list } = await person.call(pageInstances, { parentId, pageSize: 1000 })
  for (const item of list) {
    seen.set(item.instanceId, item.instanceName)
    await walk(person, item.instanceId, seen)
  }
}

/** What the search is to find by, told from the name alone. */
function matches(name: string, typed: string): boolean {
  const key = nameKey(name)
  const words = nameKey(typed.trim()).split(/\s+/)
  const characters = [...name]
  const sounds = pinyin(name, { toneType: 'none', type: 'array', v: true })
  const heard = (word: string) =>
    /^[a-z0-9]*[a-z][a-z0-9]*$/.test(word) &&
    characters.some((character, at) => {
      if (!/\p{Script=Han}/u.test(character)) return false
      const rest = sounds.slice(at).filter((sound) => !/[\s._-]/.test(sound))
      const full = rest.join('').toLowerCase()
      const initials = rest
        .map((sound) => [...sound][0])
        .join('')
        .toLowerCase()
      return full.startsWith(word) || initials.startsWith(word)
    })
  return words.every((word) => key.includes(word) || heard(word))
}

function randomQuery(names: readonly string[]): string {
  const characters = [...random.pick(names)]
  const from = random.int(characters.length)
  const part = characters.slice(from, from + random.between(1, 5)).join('')
  if (random.chance(0.3)) {
    const sounds = pinyin(part, { toneType: 'none', type: 'array', v: true })
    return random.chance(0.5) ? sounds.join('') : sounds.map((sound) => sound.slice(0, 1)).join('')
  }
  return part
}

it(`finds what a walk through all folders finds (SEED=${SEED})`, async () => {
  const [owner, member, stranger] = [await world.person(), await world.person(), await world.person()]
  const group = await world.group(owner, [[member, 'viewer']])
  const own = await grow(owner, '0', 6)
  const inGroup = await grow(owner, group.rootId, 6)
  await grow(member, '0', 3)
  await grow(stranger, '0', 1)
  const shared = own.slice(0, 2)
  await owner.call(createShare, {
    instanceIds: shared,
    members: [{ principalType: 'user', principalId: member.user.userId, role: 'viewer' }],
  })
  const deny = (instanceId: string) =>
    owner.call(updateUserRole, {
      instanceId,
      principalType: 'user',
      principalIds: [member.user.userId],
      role: 'forbidden',
    })
  await deny(inGroup[0] ?? '')
  const { list } = await owner.call(pageInstances, { parentId: inGroup[1] ?? '' })
  await deny(list[0]?.instanceId ?? '')
  await owner.call(removeInstances, { instanceIds: [own[5] ?? ''] })
  const rootsOf = new Map([
    [owner, ['0', group.rootId]],
    [member, ['0', group.rootId, ...shared]],
    [stranger, ['0']],
  ])
  for (const [person, roots] of rootsOf) {
    const seen = new Map<string, string>()
    for (const root of roots) {
      if (shared.includes(root)) {
        const { parent } = await person.call(pageInstances, { parentId: root })
        seen.set(root, parent.instanceName)
      }
      await walk(person, root, seen)
    }
    for (let n = 0; n < QUERIES; n++) {
      const keyword = randomQuery([...seen.values()])
      if (keyword.trim() === '') continue
      const expected = [...seen].flatMap(([id, name]) => (matches(name, keyword) ? [id] : []))
      const found = await person.call(searchInstancePage, { keyword, pageSize: 1000 })
      const ids = found.list.map((item) => item.instanceId)
      expect(
        ids.filter((id) => !seen.has(id)),
        keyword,
      ).toEqual([])
      if (found.truncated) continue
      const exact = expected.length < SIMILAR_BELOW ? ids.slice(0, expected.length) : ids
      expect(exact.toSorted(), keyword).toEqual(expected.toSorted())
    }
  }
})
