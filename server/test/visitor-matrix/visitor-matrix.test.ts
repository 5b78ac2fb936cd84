// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Visitor } from '../visitor.ts'
import { openWorld, type World } from '../world.ts'
import * as table from './answers.ts'
import {
  CALL_ANSWERS,
  PRESETS,
  type Preset,
  STATE_ANSWERS,
  type State,
  type StateAnswers,
} from './answers.ts'
import { ask, INPUTS, VISITOR_ROUTES } from './calls.ts'
import { PASSED_MS, type Scene, Scenes } from './scenes.ts'

/**
 * The table call x state of the link x what it permits: what answers.ts says by hand is asked over HTTP of visitors who
 * came before the link got into the state, and of visitors who come after.
 */

const STATES = Object.keys(STATE_ANSWERS) as State[]
const CALLS = VISITOR_ROUTES.filter(({ name }) => !table.OPENING_CALLS.includes(name))
const routeOf = (name: string) =>
  VISITOR_ROUTES.find((route) => route.name === name) ?? expect.fail(`no call ${name}`)

let world: World
const scenes = new Map<State, Map<Preset, Scene>>()
beforeAll(async () => {
  world = await openWorld()
  // Queues that no worker reads: copies are made at once.
  await world.jobs.start()
  await world.jobs.stop()
  const makers = await Scenes.open(world)
  for (const state of STATES) scenes.set(state, await makers.make(state))
  world.advance(PASSED_MS)
}, 180_000)
afterAll(async () => {
  expect(await world.doctor()).toEqual([])
  await world.close()
})

const isSignedIn = (state: State) =>
  !state.includes('without signing in') && !state.includes('one frozen since')

/** What a call answers by the tables. */
function expected(state: State, preset: Preset, call: string, answer: string): string {
  if (table.SIGNED_IN_CALLS.includes(call) && !isSignedIn(state)) return 'not_signed_in'
  if (answer !== 'open') return answer
  const letters = CALL_ANSWERS[call]?.trim().split(/\s+/) ?? []
  const letter = letters[Object.keys(PRESETS).indexOf(preset)] as keyof typeof table.LETTERS
  return table.LETTERS[letter]
}

// First of all: an address is good for some minutes, and on a busy machine the table takes longer.
it.each(STATES)('a link %s answers an address from before', { timeout: 60_000 }, async (state) => {
  for (const { inside, downloads } of scenes.get(state)?.values() ?? [])
    for (const url of downloads) expect(await gives(inside.guest, url)).toBe(STATE_ANSWERS[state].download)
})

describe.each(STATES)('a link %s', { timeout: 60_000 }, (state) => {
  const answers: StateAnswers = STATE_ANSWERS[state]

  /** Each call of each preset; answers what differs from the table. */
  async function wrongOf(visitorsOf: (scene: Scene) => Scene['inside'], answer: string): Promise<string[]> {
    const wrong: string[] = []
    for (const [preset, scene] of scenes.get(state) ?? [])
      for (const route of CALLS) {
        const { guest, person } = visitorsOf(scene)
        const visitor = table.SIGNED_IN_CALLS.includes(route.name) ? person : guest
        const fields = INPUTS[route.name]?.(scene.opened) ?? {}
        const { name } = await ask(visitor, route, scene.link.linkPath, fields)
        const right = expected(state, preset, route.name, answer)
        if (name !== right) wrong.push(`${route.name}, ${preset}: ${name}, not ${right}`)
      }
    return wrong
  }

  it('to a visitor who was in before', async () => {
    expect(await wrongOf(({ inside }) => inside, answers.inside)).toEqual([])
  })

  it('to a visitor who comes now', async () => {
    expect(await wrongOf((scene) => scene.fresh(), answers.new)).toEqual([])
  })

  it('describes itself, and takes its code', async () => {
    for (const { link, fresh, typed } of scenes.get(state)?.values() ?? []) {
      const { guest } = fresh()
      const described = await ask(guest, routeOf('queryLinkAttribute'), link.linkPath, {})
      const { status, reason } = described.data as { status: string; reason?: string }
      expect([status, ...(reason ? [reason] : [])].join('/')).toBe(answers.described)
      const { name } = await ask(guest, routeOf('checkLinkCode'), link.linkPath, { code: typed })
      expect(name).toBe(answers.code)
    }
  })
})

async function gives(visitor: Visitor, url: string): Promise<'yes' | 'no'> {
  const response = await visitor.fetch(url)
  const text = await response.text()
  return response.status === 200 && text === 'doc' ? 'yes' : 'no'
}
