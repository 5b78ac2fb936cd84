import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '@clouddisk/client/http/errors'
import type { Person } from '../../server/test/person.ts'
import type { Random } from '../../server/test/random.ts'
import { ObjectRefused } from '../../server/test/transfer.ts'
import { type Outcome, type Pending, settle } from './aftermath.ts'
import { Agent } from './agent.ts'
import { agreeOnAnswer, agreeOnDrive } from './agree.ts'
import { Drive } from './model.ts'
import { type Choices, nextOperation, type Operation } from './operations.ts'

const MIB = 1024 * 1024
/** The last two go up in several parts. */
const SIZES = [0, 1, 100, 5000, 70_000, 300_000, 1_000_000, 9 * MIB, 17 * MIB + 3]
const LONGEST_LIFE_MS = 2500

/** The moment of the kill: some time, or just after some request that decides has been sent. */
export class Plan {
  readonly story: string
  readonly #life: number | undefined
  readonly #extra: number
  readonly #decision = Promise.withResolvers<void>()

  constructor(random: Random, workers: readonly Worker[]) {
    this.#life = random.chance(0.5) ? random.int(LONGEST_LIFE_MS) : undefined
    let left = random.between(1, 40)
    this.#extra = random.int(8)
    this.story =
      this.#life === undefined ? `${this.#extra} ms into decision ${left}` : `after ${this.#life} ms`
    for (const worker of workers)
      worker.agent.onDeciding = () => {
        if (--left === 0) this.#decision.resolve()
      }
  }

  async moment(): Promise<void> {
    if (this.#life === undefined) await this.#decision.promise
    await delay(this.#life ?? this.#extra)
  }
}

/** Somebody whose drive is empty yet; `sizes` in bytes, of what he uploads. */
export function newAgent(person: Person, capacity: number | null, sizes: readonly number[] = SIZES): Agent {
  const choices: Choices = { sizes, foreign: ['nonsense'], itemsMax: 60, openUploads: true }
  return new Agent(person, new Drive(person.user.rootId, capacity), choices)
}

/** Somebody who works until the line breaks, and whose model says what must be there then. */
export class Worker {
  readonly agent: Agent
  readonly #random: Random
  acknowledged = 0
  killed = false
  #stopped = false
  #pending: Pending | undefined

  constructor(agent: Agent, random: Random) {
    this.agent = agent
    this.#random = random
  }

  stop(): void {
    this.#stopped = true
  }

  /** Until the line breaks, or it is told to stop; what breaks before the kill is a failure. */
  async work(): Promise<void> {
    while (!this.#stopped) {
      const { agent } = this
      const before = agent.drive.snapshot()
      const operation = nextOperation(this.#random, agent.drive, agent.choices)
      try {
        await this.#step(operation)
        this.acknowledged++
      } catch (error) {
        if (!this.killed || isDisagreement(error) || isOurFault(error))
          throw new Error(JSON.stringify(operation), { cause: error })
        if (agent.stage === 'answered') this.acknowledged++
        else this.#pending = { operation, before }
        return
      }
    }
  }

  settle(): Promise<Outcome> {
    return settle(this.agent, this.#pending, this.#random)
  }

  /** Life goes on. */
  async goOn(steps: number): Promise<void> {
    for (let step = 0; step < steps; step++)
      await this.#step(nextOperation(this.#random, this.agent.drive, this.agent.choices))
    await agreeOnDrive(this.agent.person, this.agent.drive)
  }

  async #step(operation: Operation): Promise<void> {
    const { expected, actual } = await this.agent.step(operation)
    agreeOnAnswer(actual, expected)
  }
}

/** Whatever is away, a call is never told that something broke. */
const isOurFault = (error: unknown): boolean =>
  (error instanceof ApiError && error.httpStatus === 500) ||
  (error instanceof ObjectRefused && error.status === 500)

const isDisagreement = (error: unknown): boolean => error instanceof Error && error.name === 'AssertionError'
