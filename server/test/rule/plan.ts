import fc from 'fast-check'
import {
  CEILINGS,
  type ModelDepartment,
  type ModelFile,
  type ModelGroup,
  type ModelPerson,
  type ModelWorld,
  wayUp,
} from './model.ts'

/** Random worlds for the rule: numbers that stand for whatever is there, so that a failing one can be made smaller. */

const any = fc.nat({ max: 999 })
const who = fc.record({ kind: fc.constantFrom('person', 'person', 'department', 'group'), at: any })
const perhaps = fc.option(any, { nil: undefined, freq: 3 })
const role = fc.constantFrom('manager', 'linker', 'editor', 'downloader', 'viewer', 'forbidden', 'forbidden')

export const plans = fc.record({
  /** Below which of those before; none is at the top. */
  departments: fc.array(perhaps, { minLength: 1, maxLength: 8, size: 'max' }),
  people: fc.array(
    fc.record({
      department: perhaps,
      roles: fc.subarray(Object.keys(CEILINGS), { maxLength: 2 }),
      bounded: fc.integer({ min: 0, max: 3 }),
      reach: fc.option(
        fc.record({
          departments: fc.array(any, { maxLength: 2 }),
          below: fc.boolean(),
          items: fc.constantFrom(['list'], ['list', 'download'], ['list', 'upload', 'members']),
        }),
        { nil: undefined, freq: 3 },
      ),
    }),
    { minLength: 2, maxLength: 8, size: 'max' },
  ),
  groups: fc.array(
    fc.record({ owner: any, department: perhaps, dissolving: fc.integer({ min: 0, max: 4 }) }),
    { minLength: 1, maxLength: 4, size: 'max' },
  ),
  members: fc.array(fc.record({ group: any, who, role }), { maxLength: 14, size: 'max' }),
  files: fc.array(any, { minLength: 3, maxLength: 24, size: 'max' }),
  entries: fc.array(fc.record({ file: any, who, role, expired: fc.integer({ min: 0, max: 4 }) }), {
    maxLength: 40,
    size: 'max',
  }),
  moves: fc.array(fc.record({ file: any, to: any }), { maxLength: 8, size: 'max' }),
  transfers: fc.array(fc.record({ person: any, department: perhaps }), { maxLength: 3 }),
  bin: fc.array(any, { maxLength: 2 }),
})
export type Plan = typeof plans extends fc.Arbitrary<infer T> ? T : never

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T

/** The world as planned, before anything in it moves. */
export function build(plan: Plan): ModelWorld {
  const departments: ModelDepartment[] = []
  for (const [n, parent] of plan.departments.entries())
    departments.push({
      key: `d${n}`,
      parent: parent === undefined || n === 0 ? undefined : pick(departments, parent),
    })
  const people = plan.people.map(
    (one, n): ModelPerson => ({
      key: `p${n}`,
      department: one.department === undefined ? undefined : pick(departments, one.department),
      roles: one.bounded === 0 ? one.roles : [],
      reach: one.reach
        ? [{ ...one.reach, departments: one.reach.departments.map((at) => pick(departments, at)) }]
        : [],
    }),
  )
  const own = people.map((person) => rootOf(`r${person.key}`, person, undefined, false))
  const groups = plan.groups.map((one, n): ModelGroup => {
    const department = one.department === undefined ? undefined : pick(departments, one.department)
    const root = rootOf(`rg${n}`, pick(people, one.owner), department, one.dissolving === 0)
    return { key: `g${n}`, root }
  })
  const files: ModelFile[] = [...own, ...groups.map((group) => group.root)]
  for (const at of plan.files)
    files.push({ key: `f${files.length}`, parent: pick(files, at), root: undefined, entries: new Map() })
  const world = { departments, people, groups, files }
  for (const { group, who, role } of plan.members) {
    const { root } = pick(groups, group)
    const principal = named(world, who)
    if (who.kind === 'group' || root.entries.get(principal)?.role === 'owner') continue
    root.entries.set(principal, { role, expired: false, member: true })
  }
  for (const { file, who, role, expired } of plan.entries) {
    const on = pick(files, file)
    if (!on.root) on.entries.set(named(world, who), { role, expired: expired === 0, member: false })
  }
  return world
}

function rootOf(
  key: string,
  owner: ModelPerson,
  department: ModelDepartment | undefined,
  dissolving: boolean,
): ModelFile {
  const member = key.startsWith('rg')
  return {
    key,
    parent: undefined,
    root: { department, dissolving },
    entries: new Map([[owner.key, { role: 'owner', expired: false, member }]]),
  }
}

function named(
  { people, departments, groups }: ModelWorld,
  { kind, at }: Plan['members'][number]['who'],
): string {
  const ofKind = { person: people, department: departments, group: groups }
  return pick<{ key: string }>(ofKind[kind], at).key
}

/** What becomes of the world: what could not be is left out. Each step is told, to be done elsewhere too. */
export function* happen(plan: Plan, world: ModelWorld): Generator<Step> {
  for (const move of plan.moves) {
    const [file, to] = [pick(world.files, move.file), pick(world.files, move.to)]
    const way = wayUp(to)
    if (file.root || !way || way.includes(file) || wayUp(file)?.at(-1) !== way.at(-1)) continue
    file.parent = to
    yield { kind: 'move', file: file.key, to: to.key }
  }
  for (const transfer of plan.transfers) {
    const person = pick(world.people, transfer.person)
    person.department =
      transfer.department === undefined ? undefined : pick(world.departments, transfer.department)
    yield { kind: 'transfer', person: person.key, department: person.department?.key }
  }
  for (const at of plan.bin) {
    const file = pick(world.files, at)
    if (file.root || !wayUp(file)) continue
    file.parent = undefined
    yield { kind: 'bin', file: file.key }
  }
}

export type Step =
  | { readonly kind: 'move'; readonly file: string; readonly to: string }
  | { readonly kind: 'transfer'; readonly person: string; readonly department: string | undefined }
  | { readonly kind: 'bin'; readonly file: string }
