import type { Logger } from 'pino'
import { createApp, jobQueues } from '../src/app.ts'
import type { Environment } from '../src/config/config.ts'
import { addPerson } from '../src/features/accounts/accounts.ts'
import { examineFiles } from '../src/features/files/doctor.ts'
import { openGround, type TestGround } from './ground.ts'
import { type Person, signIn } from './person.ts'

/** The whole server in this process, over HTTP on a port of its own; what server tests read first. */
export interface World extends Pick<TestGround, 'ctx' | 'advance'> {
  readonly baseUrl: string
  /** A new account, signed in. `capacity` in bytes, null for unlimited. */
  person(name?: string, more?: { capacity?: number | null }): Promise<Person>
  /** Another session of the same account. */
  again(person: Person): Promise<Person>
  /** The work that runs behind requests: large copies, and what comes round by itself. */
  readonly jobs: { start(): Promise<void>; stop(): Promise<void> }
  /** What is wrong with the tree, its ledgers and the stored bytes; nothing, at the end of every test. */
  doctor(): Promise<unknown[]>
  close(): Promise<void>
}

export const PASSWORD = 'Correct-horse1'

export async function openWorld(env: Environment = {}, log?: Logger): Promise<World> {
  const ground = await openGround(env, log)
  const app = createApp(ground.ctx)
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  const jobs = workOf(ground)
  let people = 0
  return {
    ctx: ground.ctx,
    advance: ground.advance,
    baseUrl,
    person: async (name, more = {}) => {
      const userName = name ?? `person_${++people}`
      await addPerson(ground.ctx, { userName, password: PASSWORD, ...more })
      return signIn(baseUrl, userName, PASSWORD)
    },
    again: (person) => signIn(baseUrl, person.user.userName, PASSWORD),
    jobs,
    doctor: () => examineFiles(ground.ctx.db.reader),
    close: async () => {
      await app.close()
      await jobs.stop()
      await ground.close()
    },
  }
}

/** Starting and stopping, each as often as one likes. */
function workOf(ground: TestGround): World['jobs'] {
  let working = false
  return {
    start: async () => {
      if (!working) await ground.jobs.start(jobQueues(ground.ctx))
      working = true
    },
    stop: async () => {
      if (working) await ground.jobs.stop()
      working = false
    },
  }
}
