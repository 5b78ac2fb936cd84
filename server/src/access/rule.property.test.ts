import type { PermissionItem } from '@clouddisk/contract/roles'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  ALL_ITEMS,
  doesGive,
  insideOf,
  itemsOf,
  type ModelFile,
  type ModelPerson,
  type ModelWorld,
  principalsOf,
  wayUp,
} from '../../test/rule/model.ts'
import { build, happen, type Plan, plans } from '../../test/rule/plan.ts'
import { type Stored, store } from '../../test/rule/stored.ts'
import { openTestContext, type TestContext } from '../../test/test-context.ts'
import { type Actor, loadActor } from './actor.ts'
import { explainPermission, type Verdict } from './explain.ts'
import { loadPermissionInput, type ResolvedItem, resolveAll } from './resolve.ts'

/**
 * The rule, in random worlds in a real database, against a model that was written by itself (server/test/rule). A check
 * is one person before one file: all permission items, and what is said to decide each. `CLOUDDISK_RULE_CHECKS` asks for
 * more of them, `CLOUDDISK_RULE_SEED` for the same again.
 */

const CHECKS = Number(process.env.CLOUDDISK_RULE_CHECKS ?? 600)
const SEED = process.env.CLOUDDISK_RULE_SEED
/** A world holds a hundred on average; once there are enough, the rest are not looked at. */
const WORLDS = Math.ceil(CHECKS / 20)

let testContext: TestContext
beforeAll(async () => {
  testContext = await openTestContext()
})
afterAll(() => testContext.close())

it(
  'agrees with the model, and names what decides',
  async () => {
    let checks = 0
    let failed = false
    const agree = fc.asyncProperty(plans, async (plan) => {
      // What failed is made smaller however many were checked before.
      if (checks >= CHECKS && !failed) return
      try {
        checks += await checkWorld(plan)
      } catch (error) {
        failed = true
        throw error
      }
    })
    await fc.assert(agree, { numRuns: WORLDS, ...(SEED === undefined ? {} : { seed: Number(SEED) }) })
    expect(checks).toBeGreaterThanOrEqual(CHECKS)
  },
  60_000 + CHECKS * 60,
)

/** Answers how many checks it held. */
async function checkWorld(plan: Plan): Promise<number> {
  const db = testContext.ctx.db.reader
  const asOf = testContext.ctx.now()
  const world = build(plan)
  const stored = await testContext.ctx.db.transact((tx) => store(tx, world, asOf))
  for (const step of happen(plan, world)) await stored.take(db, step)
  for (const person of world.people) {
    const actor = await loadActor(db, stored.ids.get(person.key) ?? '', asOf)
    if (!actor) throw new Error('nobody')
    expect(actor.principals.map((id) => stored.keys.get(id)).toSorted(), 'principals').toEqual(
      principalsOf(world, person).toSorted(),
    )
    const located = await resolveAll(
      db,
      actor,
      world.files.map((file) => stored.ids.get(file.key) ?? ''),
    )
    for (const file of world.files) {
      const about = { world, person, file, stored, actor }
      const found = located.get(stored.ids.get(file.key) ?? '')
      agreeOnItems(about, found)
      await agreeOnWhy(about, found)
    }
  }
  return world.people.length * world.files.length
}

interface About {
  readonly world: ModelWorld
  readonly person: ModelPerson
  readonly file: ModelFile
  readonly stored: Stored
  readonly actor: Actor
}

function agreeOnItems({ world, person, file }: About, found: ResolvedItem | undefined): void {
  const name = `${person.key} at ${file.key}`
  expect([...(found?.permissions ?? [])].toSorted(), name).toEqual(
    [...itemsOf(world, person, file)].toSorted(),
  )
  expect([...(found?.childPermissions ?? [])].toSorted(), name).toEqual(
    [...insideOf(world, person, file)].toSorted(),
  )
}

async function agreeOnWhy(about: About, found: ResolvedItem | undefined): Promise<void> {
  const { world, person, file, stored, actor } = about
  const standpoint = await loadPermissionInput(
    testContext.ctx.db.reader,
    actor,
    stored.ids.get(file.key) ?? '',
  )
  expect(standpoint !== undefined, `${file.key} is there`).toBe(wayUp(file) !== undefined)
  if (!standpoint) return
  const items = itemsOf(world, person, file)
  for (const item of ALL_ITEMS as PermissionItem[]) {
    const verdict = explainPermission(actor, standpoint, item)
    const name = `${person.key} at ${file.key}: ${item}, ${JSON.stringify(verdict)}`
    expect(verdict.permitted, name).toBe(items.has(item))
    // What somebody is shown of its own rights is explained alike.
    if (found) expect(found.permissions.has(item), name).toBe(verdict.permitted)
    expect(doesDecide(about, verdict), name).toBe(true)
  }
}

/** Whether what a verdict names is what the model finds. */
function doesDecide(about: About, { item, because, entry, role, permitted }: Verdict): boolean {
  const { world, person, file, stored } = about
  const named = entry && {
    fileKey: stored.keys.get(entry.fileId) ?? '',
    principalKey: stored.keys.get(entry.principalId) ?? '',
  }
  const gives = named !== undefined && doesGive(world, person, file, named, item)
  const free = { ...person, roles: [] }
  switch (because) {
    case 'entry':
      return permitted && gives
    case 'scope':
      return permitted && role !== undefined && person.reach.some(({ items }) => items.includes(item))
    case 'forbidden':
      return (
        named?.principalKey === person.key &&
        entry?.role === 'forbidden' &&
        insideOf(world, person, file).size === 0
      )
    // Without that bound it would be given, by what is named.
    case 'ceiling':
      return (gives || role !== undefined) && !insideOf(world, person, file).has(item)
    case 'dissolving':
      return (gives || role !== undefined) && !insideOf(world, free, file).has(item)
    case 'place':
      return (gives || role !== undefined) && insideOf(world, person, file).has(item)
    case 'nothing':
      return !gives && !insideOf(world, free, file).has(item)
  }
}
