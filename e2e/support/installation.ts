import { createLog, DisposableStack, openContext } from '../../server/src/boot.ts'
import { readConfig } from '../../server/src/config/config.ts'
import { attachEmbedded } from '../../server/src/db/embedded.ts'
import { checkInstallation } from '../../server/src/db/installation.ts'
import {
  addPerson,
  type NewPerson,
  personByAccountName,
} from '../../server/src/features/accounts/accounts.ts'
import { mergeSettings } from '../../server/src/features/accounts/store.ts'
import { type ConsistencyFault, checkFileConsistency } from '../../server/src/features/files/doctor.ts'
import { acknowledge, pending } from '../../server/src/features/policies/policies.ts'
import { confirmedEarlier } from '../../server/test/confirmed-earlier.ts'
import { readAgainDayLater } from '../../server/test/day-later.ts'
import { linkEndsIn } from '../../server/test/link-later.ts'

/** What the command line does beside a running server, without a process for each. */
export interface Installation {
  /** The account has agreed to the usage rules. A `newcomer` is shown the tour. */
  add(person: NewPerson, newcomer?: boolean): Promise<void>
  /** An account that was made otherwise agrees to the usage rules. */
  acknowledge(userName: string): Promise<void>
  /** As `doctor` finds them. */
  faults(): Promise<readonly ConsistencyFault[]>
  /** What is damaged is read again, as a day later. */
  readAgain(): Promise<void>
  /** Moves the times of a link so that it ends in so many ms, and notifies its owner. */
  linkEndsIn(shareId: string, left: number): Promise<void>
  /** The person’s sessions have to confirm who it is again. */
  confirmedEarlier(userName: string): Promise<void>
  close(): Promise<void>
}

export async function openInstallation(env: NodeJS.ProcessEnv, dataDir: string): Promise<Installation> {
  const log = createLog('warn')
  const cleanup = new DisposableStack()
  const config = readConfig(env, dataDir)
  const running = config.databaseUrl
    ? { connectionString: config.databaseUrl }
    : await attachEmbedded(dataDir)
  if (!running) throw new Error('the server has no database')
  const { ctx } = await openContext({ config, log, database: { ...running, max: 2 }, cleanup }, (pool) =>
    checkInstallation(pool, config),
  )
  // Pages of tests ask nothing.
  const acknowledgeAll = async (personId: string) => {
    for (const asked of await pending(ctx, personId)) await acknowledge(ctx, { personId }, asked)
  }
  return {
    acknowledge: async (userName) => acknowledgeAll((await personByAccountName(ctx, userName)).id),
    add: async (person, newcomer = false) => {
      const id = await addPerson(ctx, person)
      await acknowledgeAll(id)
      await ctx.db.transact((tx) => mergeSettings(tx, id, { showLeadTip: newcomer }))
    },
    faults: () => checkFileConsistency(ctx.db.reader),
    readAgain: () => readAgainDayLater(ctx),
    linkEndsIn: (shareId, left) => linkEndsIn(ctx, shareId, left),
    confirmedEarlier: async (userName) =>
      confirmedEarlier(ctx, (await personByAccountName(ctx, userName)).id),
    close: () => cleanup.close(),
  }
}
