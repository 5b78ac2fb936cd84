import { randomUUID } from 'node:crypto'
import { ApiError } from '@clouddisk/client/http/errors'
import { queryCapacityDetail } from '@clouddisk/contract/usage'
import { saveVersionLimits } from '@clouddisk/contract/versions'
import type { Person } from '../../server/test/person.ts'
import { bytesOf, Random } from '../../server/test/random.ts'
import { Agent } from './agent.ts'
import { agreeOnAnswer, agreeOnDetail, agreeOnDrive } from './agree.ts'
import { Drive } from './model.ts'
import { type Choices, nextOperation } from './operations.ts'
import { Product } from './product.ts'

/**
 * Random operations of several people at once on the real server and in the model: every answer agrees, and every so
 * often everything that each can see. Then sixteen uploads at a time against a quota that holds a part of them.
 */

export interface ModelOptions {
  readonly seed: number
  readonly steps: number
  readonly say: (line: string) => void
}

const KB = 1024
/** Bytes that each person has; the tight ones are full most of the time. */
const CAPACITIES = [40 * KB, 200 * KB, null]
/** How many versions of a file their spaces keep. */
const VERSIONS_KEPT = [null, 2, 4]
const SIZES = [0, 1, 2, 100, 1000, 4 * KB, 7 * KB, 10 * KB, 20 * KB, 30 * KB]
const LOOK_AT_ALL_EVERY = 60
const LOOK_CLOSELY_EVERY = 7
const QUOTA_ROUNDS = 12

export async function proveModel({ seed, steps, say }: ModelOptions): Promise<void> {
  const random = new Random(seed)
  const product = await Product.prepare()
  try {
    await product.start()
    const people = await Promise.all(CAPACITIES.map((capacity, n) => product.person(`person_${n}`, capacity)))
    const share = Math.ceil(steps / people.length)
    for (const [n, person] of people.entries()) {
      const versionsKept = VERSIONS_KEPT[n]
      if (typeof versionsKept === 'number')
        await person.call(saveVersionLimits, { instanceId: person.user.rootId, versionsKept })
    }
    const agents = people.map((person, n) => {
      const foreign = [
        ...people.filter((other) => other !== person).map((other) => other.user.rootId),
        randomUUID(),
        'nonsense',
      ]
      const choices: Choices = { sizes: SIZES, foreign, itemsMax: 90, openUploads: true }
      const drive = new Drive(person.user.rootId, CAPACITIES[n] ?? null, VERSIONS_KEPT[n])
      return new Agent(person, drive, choices)
    })
    const counts = await Promise.all(agents.map((agent) => live(agent, random.fork(), share)))
    const total = counts.reduce((sum, one) => sum + one.steps, 0)
    const refused = counts.reduce((sum, one) => sum + one.refused, 0)
    say(`model: ${total} steps by ${people.length} people agree (${refused} of them refused), seed ${seed}`)
    await proveExpiry(product, agents)
    say('model: versions expired as they should, pinned ones and those in the recycle bin never')
    for (let round = 0; round < Math.min(QUOTA_ROUNDS, 1 + steps / 500); round++)
      await sixteenAtOnce(await product.person(`tight_${round}`, 100 * KB), random.fork())
    say('model: no quota was passed by a byte with 16 uploads at once')
    const doctor = await product.cli('doctor')
    if (!doctor.ok) throw new Error(`doctor: ${doctor.output}`)
  } catch (error) {
    throw new Error(`model, seed ${seed}\n${product.log()}`, { cause: error })
  } finally {
    await product.remove()
  }
}

/** A day comes when all earlier versions are too old. */
async function proveExpiry(product: Product, agents: readonly Agent[]): Promise<void> {
  await product.sql(`update file_version set superseded_at = now() - interval '400 days'
    where superseded_at is not null`)
  await product.stop()
  const { ok, output } = await product.cli('job', 'run', 'expire-versions')
  if (!ok) throw new Error(`expiry of versions: ${output}`)
  await product.start()
  for (const agent of agents) {
    agent.person = await product.signIn(agent.person.user.userName)
    agent.drive.expireVersions()
    await agreeOnDrive(agent.person, agent.drive)
    for (const item of agent.drive.items()) await agreeOnDetail(agent.person, item)
  }
}

async function live(
  agent: Agent,
  random: Random,
  steps: number,
): Promise<{ steps: number; refused: number }> {
  let refused = 0
  for (let step = 1; step <= steps; step++) {
    const operation = nextOperation(random, agent.drive, agent.choices)
    try {
      const { expected, actual } = await agent.step(operation)
      agreeOnAnswer(actual, expected)
      if (expected.code !== 0) refused++
      await lookAround(agent, random, step)
    } catch (error) {
      throw new Error(`step ${step} of ${agent.person.user.userName}: ${JSON.stringify(operation)}`, {
        cause: error,
      })
    }
  }
  await agreeOnDrive(agent.person, agent.drive)
  return { steps, refused }
}

async function lookAround({ person, drive }: Agent, random: Random, step: number): Promise<void> {
  if (step % LOOK_AT_ALL_EVERY === 0) await agreeOnDrive(person, drive)
  const items = drive.items()
  if (step % LOOK_CLOSELY_EVERY === 0 && items.length > 0) await agreeOnDetail(person, random.pick(items))
}

/** However they interleave, what is used and set aside never passes the total, and all that was taken is there. */
async function sixteenAtOnce(person: Person, random: Random): Promise<void> {
  const sizes = Array.from({ length: 16 }, () => random.between(1, 20 * KB))
  let taken = 0
  let running = true
  const watching = (async () => {
    while (running) await mustFit(person)
  })()
  const uploads = sizes.map(async (size, n) => {
    try {
      const saved = await person.upload('0', `file ${n}`, bytesOf(random.int(1000), size), {
        hashes: n % 2 ? 'before' : 'after',
      })
      taken += saved.fileSize
    } catch (error) {
      if (!(error instanceof ApiError && error.name === 'quota_full')) throw error
    }
  })
  await Promise.all(uploads).finally(() => {
    running = false
  })
  await watching
  const { usedSize, totalSize, reservedSize } = await mustFit(person)
  const smallest = Math.min(...sizes)
  const refused = sizes.reduce((a, b) => a + b) - taken
  if (usedSize !== taken || reservedSize !== 0)
    throw new Error(`used ${usedSize}, saved ${taken}, reserved ${reservedSize}`)
  // Now and then all of them fit.
  if (taken === 0 || (refused > 0 && totalSize - usedSize > refused + smallest))
    throw new Error(`only ${taken} of ${totalSize} bytes were taken`)
}

async function mustFit(person: Person) {
  const capacity = await person.call(queryCapacityDetail, {})
  if (capacity.usedSize + capacity.reservedSize > capacity.totalSize)
    throw new Error(`${capacity.usedSize} + ${capacity.reservedSize} of ${capacity.totalSize} bytes`)
  return capacity
}
