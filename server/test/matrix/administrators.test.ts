import type { AdminRole } from '@clouddisk/contract/admin-areas'
import { codeOf } from '@clouddisk/contract/errors'
import { pathOf } from '@clouddisk/contract/route'
import { ROUTES } from '@clouddisk/contract/routes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newLibrary } from '../library.ts'
import type { Person } from '../person.ts'
import { openWorld, type World } from '../world.ts'

/**
 * Who may make the calls that administer business libraries, nodes, clusters, sites, clouds, quarantine and sync of groups,
 * written by hand, one letter a role: `y` passes, `a` is `area_refused`.
 */

/** The columns; a member is the owner of a library, and no administrator. */
const ROLES = ['superAdmin', 'orgAdmin', 'auditor', 'storageAdmin', 'member', 'person'] as const

const ANSWERS: Readonly<Record<string, string>> = {
  //                       S O A T M P
  queryLibraries: '        y a a y a a',
  saveLibrary: '           y a a y a a',
  removeLibrary: '         y a a y a a',
  restoreLibrary: '        y a a y a a',
  saveLibraryCategory: '   y a a y a a',
  removeLibraryCategory: ' y a a y a a',
  saveLibraryAttributes: ' y a a y a a',
  queryNodes: '            y a a y a a',
  saveNode: '              y a a y a a',
  removeNode: '            y a a y a a',
  queryClusters: '         y a a y a a',
  saveCluster: '           y a a y a a',
  removeCluster: '         y a a y a a',
  checkCluster: '          y a a y a a',
  querySites: '            y a a y a a',
  saveSite: '              y a a y a a',
  removeSite: '            y a a y a a',
  queryClouds: '           y a a y a a',
  saveCloud: '             y a a y a a',
  removeCloud: '           y a a y a a',
  pageQuarantine: '        y a y a a a',
  queryVirusScanners: '    y a y a a a',
  releaseQuarantined: '    y a a a a a',
  removeQuarantined: '     y a a a a a',
  queryGroupSync: '        y y y a a a',
  syncGroup: '             y y a a a a',
  endGroupSync: '          y y a a a a',
}

let world: World
const people = new Map<(typeof ROLES)[number], Person>()
beforeAll(async () => {
  world = await openWorld()
  for (const role of ROLES)
    people.set(
      role,
      await (role === 'member' || role === 'person' ? world.person() : world.admin(role as AdminRole)),
    )
  const [admin, member] = [people.get('superAdmin'), people.get('member')]
  if (admin && member) await newLibrary(admin, member)
}, 60_000)
afterAll(() => world.close())

it('names every call of these parts of the contract', () => {
  const parts =
    /^\/admin\/(libraries|nodes|clusters|sites|clouds|quarantine|groups\/(querySync|sync|endSync)$)/
  expect(Object.keys(ANSWERS).toSorted()).toEqual(
    ROUTES.filter(({ path }) => parts.test(path))
      .map(({ name }) => name)
      .toSorted(),
  )
})

it.each(Object.keys(ANSWERS))('%s', async (name) => {
  const route = ROUTES.find((one) => one.name === name) ?? expect.fail(`no call ${name}`)
  const letters: string[] = []
  for (const role of ROLES) {
    const person = people.get(role) ?? expect.fail()
    // With nothing given: the role is asked before anything is read.
    const response = await person.fetch(pathOf(route), { method: route.methods[0] ?? 'GET' })
    const { errcode } = (await response.json()) as { errcode: number }
    letters.push(errcode === codeOf('area_refused') ? 'a' : 'y')
  }
  expect(letters.join(' ')).toBe(ANSWERS[name]?.trim())
})
