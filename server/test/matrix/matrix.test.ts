import { saveCluster } from '@clouddisk/contract/admin-clusters'
import { saveNode } from '@clouddisk/contract/admin-nodes'
import { createFolder, pageInstances } from '@clouddisk/contract/files'
import { cancelDissolve, dissolveGroup } from '@clouddisk/contract/groups'
import { saveImportSource } from '@clouddisk/contract/imports'
import { confirmIdentity } from '@clouddisk/contract/second-factor'
import * as shares from '@clouddisk/contract/shares'
import { HOUR, MINUTE } from '@clouddisk/contract/time'
import type { TokenScope } from '@clouddisk/contract/token-scopes'
import { createToken } from '@clouddisk/contract/tokens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, personOf } from '../person.ts'
import { startEmptyDav } from '../servers/empty-dav.ts'
import { openWorld, PASSWORD, type World } from '../world.ts'
import * as table from './answers.ts'
import { answerOf, type Relation } from './answers.ts'
import { LIBRARY_ASKS } from './libraries.ts'
import * as asks from './operations.ts'
import { ADDS, type Ask, answerTo, READS, type Things } from './operations.ts'
import { MatrixFixture, type Place } from './places.ts'

/**
 * The table role x operation x place: what answers.ts says by hand of each relation is asked over HTTP in every place
 * where somebody has that relation. What is refused changes nothing: it is all tried on the same things.
 */

/** Combinations of relations: their rules are the ones of single relations, put together. */
const LONG = { tags: ['long'] }

let world: World
let dav: Awaited<ReturnType<typeof startEmptyDav>>
let fixture: MatrixFixture
let cells = 0
beforeAll(async () => {
  world = await openWorld()
  // Queues that nobody works.
  await world.jobs.start()
  await world.jobs.stop()
  dav = await startEmptyDav()
  const admin = await world.admin()
  await admin.call(saveImportSource, { name: 'Old drive', kind: 'webdav', address: dav.address })
  await addNodes(admin)
  fixture = await MatrixFixture.open(world)
}, 60_000)
afterAll(async () => {
  expect(await world.doctor()).toEqual([])
  await world.close()
  await dav.stop()
})

/** Items are synced where there are two nodes and a cluster with a bucket. */
async function addNodes(admin: Person): Promise<void> {
  const nodeIds: string[] = []
  for (const nodeName of ['first', 'second']) {
    const address = `${nodeName}.example.com`
    const fields = { nodeName, businessAddress: address, internalAddress: `${address}:8080` }
    nodeIds.push((await admin.call(saveNode, fields)).nodeId)
  }
  const buckets = [{ bucketName: world.ctx.stores.home.bucket }]
  await admin.call(saveCluster, { clusterName: 'cluster', nodeIds, buckets })
}

/** What each person tries things with: a folder of its own, and a file that copies are taken of. */
interface Own {
  readonly folder: string
  readonly file: string
}
const own = new Map<string, Own>()
async function ownOf(person: Person): Promise<Own> {
  const known = own.get(person.user.userId)
  if (known) return known
  const { instanceId: folder } = await person.call(createFolder, { instanceName: 'of my own' })
  const { instanceId: file } = await person.upload(folder, 'mine.txt', Buffer.from('mine'))
  own.set(person.user.userId, { folder, file })
  return { folder, file }
}

/** What something is tried on, laid out once by each owner: copies of it are soon made. */
const patterns = new Map<string, string>()
async function patternOf(owner: Person): Promise<string> {
  const known = patterns.get(owner.user.userId)
  if (known) return known
  const { instanceId: pattern } = await owner.call(createFolder, { instanceName: 'pattern' })
  const { instanceId: sub } = await owner.call(createFolder, { parentId: pattern, instanceName: 'sub' })
  await owner.upload(pattern, 'doc.txt', Buffer.from('doc'))
  await owner.upload(pattern, 'unshown.zip', Buffer.from('unshown'))
  await owner.upload(sub, 'inner.txt', Buffer.from('inner'))
  patterns.set(owner.user.userId, pattern)
  return pattern
}

/** Lays out, as the owner, what something is tried on. */
async function layOut(place: Place): Promise<Things> {
  const { owner, person, parent } = place
  const mine = await ownOf(person)
  const folder = await asks.copyOf(owner, await patternOf(owner), parent)
  const { list } = await owner.call(pageInstances, { parentId: folder })
  const named = (name: string) => list.find((item) => item.instanceName === name)?.instanceId ?? ''
  return {
    folder,
    sub: named('sub'),
    doc: named('doc.txt'),
    unshown: named('unshown.zip'),
    ownFolder: mine.folder,
    ownFile: mine.file,
    owner,
    other: place.other,
    newcomer: fixture.cast.newcomer,
    ...(place.group === undefined ? {} : { group: place.group }),
  }
}

type Rows = Readonly<Record<string, string>>
type Asks = Readonly<Record<string, Ask>>

/** Every line of the table in one place; answers what differs from it. */
async function tryAll(place: Place, lines: Rows, ways: Asks, relation: Relation = place.relation) {
  const wrong: string[] = []
  // Places share people, who write few comments a minute.
  world.advance(MINUTE)
  const untouched = await layOut(place)
  let filled: Promise<Things> | undefined
  const thingsFor = (operation: string, expected: string): Things | Promise<Things> => {
    if (expected !== 'yes' || READS.has(operation)) return untouched
    if (!ADDS.has(operation)) return layOut(place)
    filled ??= layOut(place)
    return filled
  }
  const before = await place.owner.tree(untouched.folder)
  for (const [operation, line] of Object.entries(lines)) {
    const expected = answerOf(line, relation)
    const ask = ways[operation]
    if (!ask) throw new Error(`nothing asks ${operation}`)
    const answer = await answerTo(ask, place.person, await thingsFor(operation, expected))
    if (answer !== expected) wrong.push(`${operation}: ${answer}, not ${expected}`)
    cells++
  }
  expect(await place.owner.tree(untouched.folder)).toEqual(before)
  return wrong
}

const filesOf = ({ kind }: Place): [Rows, Asks] =>
  kind === 'group'
    ? [
        { ...table.FILE_ANSWERS, ...table.GROUP_FILE_ANSWERS },
        { ...asks.FILE_ASKS, ...asks.GROUP_FILE_ASKS },
      ]
    : [
        { ...table.FILE_ANSWERS, ...table.PERSON_FILE_ANSWERS },
        { ...asks.FILE_ASKS, ...asks.PERSON_FILE_ASKS },
      ]

async function asTheTableSays(place: Place): Promise<void> {
  const [lines, ways] = filesOf(place)
  expect(await tryAll(place, lines, ways), place.name).toEqual([])
}

describe('files answer as the table says', { timeout: 120_000 }, () => {
  it('in a space of one’s own', async () => {
    for (const place of await fixture.own()) await asTheTableSays(place)
  })

  it('in a group, under each role', async () => {
    for (const place of await fixture.inGroup()) await asTheTableSays(place)
  })

  it('in a business library, under each role', async () => {
    for (const place of await fixture.inLibrary()) await asTheTableSays(place)
  })

  it.each(['lower', 'upper'] as const)('in a group by the %s department', LONG, async (level) => {
    for (const place of await fixture.byDepartment(level)) await asTheTableSays(place)
  })

  it.each(table.UNIONS)(
    'as $department by department and $own by oneself',
    async ({ department, own, is }) => {
      await asTheTableSays(await fixture.union(department as 'viewer', own as 'viewer', is))
    },
  )

  it.each(table.BARRED)(
    'as $department by department and $own by oneself, with $barred kept out of the folder',
    LONG,
    async (barred) => {
      await asTheTableSays(await fixture.barred(barred, barred.is))
    },
  )

  const overrides = Object.entries(table.OVERRIDES).flatMap(([base, row]) =>
    base === 'owner' ? [] : row.map((is, column) => ({ base, entry: table.ENTRY_COLUMNS[column], is })),
  )
  it.each(overrides)('as $base with $entry on the folder', LONG, async ({ base, entry = 'viewer', is }) => {
    await asTheTableSays(await fixture.override(base as 'viewer', entry, is))
  })

  const ways = (['user', 'lower', 'upper', 'group'] as const).flatMap((by) =>
    table.SHARE_COLUMNS.map((role) => ({ by, role })),
  )
  it.each(ways)('in what is shared by $by as $role', async ({ by, role }) => {
    const { inside } = await fixture.shared(role, by)
    await asTheTableSays(inside)
  })

  const nested = Object.entries(table.NESTED).flatMap(([outer, row]) =>
    row.map((is, column) => ({ outer, inner: table.SHARE_COLUMNS[column], is })),
  )
  it.each(nested)('shared as $outer, and in it as $inner', LONG, async ({ outer, inner = 'viewer', is }) => {
    await asTheTableSays(await fixture.nested(outer as 'viewer', inner, is))
  })

  it('of what one had and has no more', async () => {
    for (const place of await fixture.lost()) await asTheTableSays(place)
  })

  it('in a group that is being dissolved', LONG, async () => {
    for (const place of await fixture.inGroup()) {
      if (place.relation === 'stranger' || place.relation === 'forbidden') continue
      const things = await layOut(place)
      await place.owner.call(dissolveGroup, { groupId: place.group })
      const is = table.DISSOLVING[place.relation]
      const wrong: string[] = []
      for (const [operation, line] of Object.entries(table.FILE_ANSWERS)) {
        const answer = await answerTo(asks.FILE_ASKS[operation as table.FileOperation], place.person, things)
        // As long as it can be read its managers say by whom.
        const managing = operation === 'explainOther' && ['owner', 'manager'].includes(place.relation)
        // Whoever may do it in an active group is told that the group is being deleted.
        const stopped = answerOf(line, is) === 'not_permitted' && answerOf(line, place.relation) === 'yes'
        // Comments are still read.
        const reading = operation === 'pageComments' && stopped
        const expected = managing || reading ? 'yes' : stopped ? 'group_dissolving' : answerOf(line, is)
        if (answer !== expected) wrong.push(`${operation}: ${answer}, not ${expected}`)
        cells++
      }
      expect(wrong, place.name).toEqual([])
      await place.owner.call(cancelDissolve, { groupId: place.group })
    }
  })
})

describe('a program with a token', { ...LONG, timeout: 240_000 }, () => {
  const programOf = async (person: Person, scope: TokenScope): Promise<Person> => {
    await ownOf(person)
    await person.call(confirmIdentity, { password: PASSWORD })
    const { token } = await person.call(createToken, { name: scope, scope })
    return personOf(world.baseUrl, token, person.user)
  }

  it('that writes does what its person may, in a space of its own and in a group', async () => {
    for (const place of [...(await fixture.own()), ...(await fixture.inGroup())])
      await asTheTableSays({ ...place, person: await programOf(place.person, 'write') })
  })

  it('that reads does of it what changes nothing, and is refused the rest', async () => {
    for (const place of [...(await fixture.own()), ...(await fixture.inGroup())]) {
      const [lines, ways] = filesOf(place)
      const program = await programOf(place.person, 'read')
      const things = await layOut(place)
      const wrong: string[] = []
      for (const [operation, line] of Object.entries(lines)) {
        const expected = table.BY_READ_TOKEN.has(operation) ? answerOf(line, place.relation) : 'token_scope'
        const ask = ways[operation]
        const answer = ask && (await answerTo(ask, program, things))
        if (answer !== expected) wrong.push(`${operation}: ${answer}, not ${expected}`)
        cells++
      }
      expect(wrong, place.name).toEqual([])
    }
  })

  it('for the administration has no more of the files than its person', async () => {
    const [place] = await fixture.inGroup()
    if (!place) throw new Error('there is no place in a group')
    await fixture.cast.admin.call(confirmIdentity, { password: PASSWORD })
    const { token } = await fixture.cast.admin.call(createToken, { name: 'admin', scope: 'admin' })
    const program = personOf(world.baseUrl, token, fixture.cast.admin.user)
    const things = await layOut(place)
    expect(await answerTo(asks.FILE_ASKS.pageInstances, program, things)).toBe('not_found')
    expect(await answerTo(asks.FILE_ASKS.rename, program, things)).toBe('not_found')
  })
})

describe('what is shared itself', { ...LONG, timeout: 120_000 }, () => {
  const ways = (['user', 'lower', 'upper', 'group'] as const).flatMap((by) =>
    table.SHARE_COLUMNS.map((role) => ({ by, role })),
  )
  it.each(ways)('answers as the table says, by $by as $role', async ({ by, role }) => {
    const { top } = await fixture.shared(role, by)
    const wrong: string[] = []
    for (const [operation, line] of Object.entries(table.SHARE_TOP_ANSWERS)) {
      const things = await layOut(top)
      const share = await fixture.share(things.folder, top.recipient, role)
      await fixture.share(
        things.folder,
        { principalType: 'user', principalId: top.other.user.userId },
        'viewer',
      )
      const ask = asks.SHARE_TOP_ASKS[operation as table.ShareOperation]
      const answer = await answerTo(ask, top.person, { ...things, share })
      const expected = answerOf(line, role)
      if (answer !== expected) wrong.push(`${operation}: ${answer}, not ${expected}`)
      cells++
    }
    expect(wrong, top.name).toEqual([])
  })
})

describe('groups answer as the table says', { timeout: 120_000 }, () => {
  it('to each role', async () => {
    const wrong: string[] = []
    for (const [operation, line] of Object.entries(table.GROUP_ANSWERS)) {
      for (const place of await fixture.inGroup()) {
        const things = { ...(await layOut(place)), group: place.group }
        if (operation === 'cancelHandover') await asks.GROUP_ASKS.handover(place.owner, things)
        if (operation === 'cancelDissolve') await asks.GROUP_ASKS.dissolve(place.owner, things)
        const answer = await answerTo(
          asks.GROUP_ASKS[operation as table.GroupOperation],
          place.person,
          things,
        )
        const expected = answerOf(line, place.relation)
        if (answer !== expected) wrong.push(`${operation} by ${place.name}: ${answer}, not ${expected}`)
        cells++
      }
    }
    expect(wrong).toEqual([])
  })
})

/** After these a library has other members: each is asked of libraries of its own. */
const CHANGES_MEMBERS: ReadonlySet<string> = new Set<table.LibraryOperation>([
  'addMember',
  'changeMember',
  'removeMember',
  'handover',
  'cancelHandover',
  'leave',
])

describe('business libraries answer as the table says (R94)', { timeout: 120_000 }, () => {
  it('to each role, and to strangers', async () => {
    const wrong: string[] = []
    const common = await fixture.inLibrary()
    for (const [operation, line] of Object.entries(table.LIBRARY_ANSWERS))
      for (const place of CHANGES_MEMBERS.has(operation) ? await fixture.inLibrary() : common) {
        const things = { ...(await layOut(place)), group: place.group, category: place.parent }
        if (operation === 'cancelHandover') await asks.GROUP_ASKS.handover(place.owner, things)
        const ask = LIBRARY_ASKS[operation as table.LibraryOperation]
        const answer = await answerTo(ask, place.person, things)
        const expected = answerOf(line, place.relation)
        if (answer !== expected) wrong.push(`${operation} by ${place.name}: ${answer}, not ${expected}`)
        cells++
      }
    expect(wrong).toEqual([])
  })
})

// Last: the clock does not go back.
describe('what has expired', { timeout: 120_000 }, () => {
  it('is as good as not there', async () => {
    const place = await fixture.ending()
    const things = await layOut(place)
    expect(await answerTo(asks.FILE_ASKS.pageInstances, place.person, things)).toBe('yes')
    world.advance(25 * HOUR)
    const again = { ...place, person: await world.again(place.person), owner: await world.again(place.owner) }
    await asTheTableSays(again)
    const { list } = await again.person.call(shares.pageShares, { type: 'received', pageSize: 100 })
    expect(list.map((share) => share.instance.instanceId)).not.toContain(place.parent)
  })

  it('and the table had at least three thousand cells', LONG, () => {
    expect(cells).toBeGreaterThanOrEqual(3000)
  })
})
